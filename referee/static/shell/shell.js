// The window around the pages: starts Python, shows the pages in a frame, and has what a browser can
// do without a server: keep the record, copy it, pass an evening on.

import { say, speak } from "./words.js";

const HERE = new URL("./", import.meta.url);
const PAGES = new URL("app/", HERE);
const LOG = "#log=";
const REMINDED = 30 * 24 * 3600 * 1000; // milliseconds after which a copy of the record is old
const PATIENCE = 20_000; // milliseconds in which the service worker of a first visit comes

const part = (id) => document.getElementById(id);
const frame = part("pages");
let python;

const pathOf = (url) => url.pathname.slice(PAGES.pathname.length - 1) + url.search;
const shownPath = () => {
  try {
    const url = new URL(frame.contentWindow.location.href);
    return url.href.startsWith(PAGES.href) ? pathOf(url) : "/";
  } catch { return "/"; }
};

function ask(what, given = {}, transfer = []) {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => data?.fault ? reject(new Error(data.body)) : resolve(data);
    python.postMessage({ ask: what, ...given }, [port2, ...transfer]);
  });
}

function notify(text, key = "", act = null) {
  const place = part("notice");
  place.hidden = !text;
  place.firstElementChild.textContent = text;
  const button = place.querySelector("button");
  button.hidden = !key;
  button.textContent = key;
  button.onclick = act;
}

function showFrame() {
  document.body.className = "open";
  part("loading").hidden = true;
  frame.hidden = false;
}

function show(path) {
  showFrame();
  frame.contentWindow.location.replace(new URL(`.${path}`, PAGES));
}

// the address of the window is that of the page, so that it can be kept and loaded again
function mirror() {
  const path = shownPath();
  history.replaceState(null, "", path === "/" ? HERE.href : `#${path}`);
  if (frame.contentDocument?.title) document.title = frame.contentDocument.title;
  const lang = frame.contentDocument?.documentElement.lang;
  if (lang) speak(lang);
}

const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

const LARGEST = 4 * 2 ** 20; // bytes of a log; no page takes more

async function unpacked(text) {
  const reader = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (let one; !(one = await reader.read()).done;) {
    size += one.value.length;
    if (size > LARGEST) throw new Error(say("broken"));
    parts.push(one.value);
  }
  return new Blob(parts).text();
}

// a log that a link holds is judged as one that is pasted: nothing is kept until somebody says so
async function showBrought(text) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = new URL("check", PAGES);
  form.target = "pages";
  const field = document.createElement("textarea");
  field.name = "log";
  field.value = await unpacked(text);
  form.append(field);
  form.hidden = true;
  document.body.append(form);
  showFrame();
  form.submit();
  form.remove();
}

async function follow() {
  if (location.hash.startsWith(LOG)) {
    try {
      await showBrought(location.hash.slice(LOG.length));
    } catch {
      notify(say("broken"));
      show("/");
    }
  } else show(location.hash.startsWith("#/") ? location.hash.slice(1) : "/");
}

async function passOn() {
  const [name, log] = await ask("evening", { path: shownPath() });
  if (!name) { notify(say("noEvening")); return; }
  const packed = await through(new TextEncoder().encode(log), new CompressionStream("deflate-raw"));
  const link = `${HERE.href}${LOG}${base64(packed)}`;
  part("link").value = link;
  const picture = await ask("code", { link });
  part("code").replaceChildren(...new DOMParser().parseFromString(picture, "text/html").body.children);
  part("share").hidden = !navigator.share;
  part("share").onclick = () => navigator.share({ title: name, url: link }).catch(() => {});
  part("copy").onclick = () => { part("link").select(); navigator.clipboard?.writeText(link); };
  part("passing").showModal();
}

async function saveCopy() {
  const bytes = await ask("book");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/vnd.sqlite3" }));
  link.download = `referee-${new Date().toISOString().slice(0, 10)}.db`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  localStorage.setItem("referee saved", Date.now());
  tellSaved();
}

async function takeCopy({ target }) {
  const [file] = target.files;
  target.value = "";
  if (!file || !confirm(say("replace"))) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!await ask("replace", { bytes }, [bytes.buffer])) { notify(say("noBook")); return; }
  restart();
}

function tellSaved() {
  const saved = Number(localStorage.getItem("referee saved"));
  part("saved").textContent = saved ? say("lastSaved", new Date(saved).toLocaleDateString()) : say("neverSaved");
}

function remind() {
  const first = Number(localStorage.getItem("referee first")) || Date.now();
  localStorage.setItem("referee first", first);
  const last = Number(localStorage.getItem("referee saved")) || first;
  if (Date.now() - last > REMINDED) notify(say("remind"), say("save"), () => { notify(""); saveCopy(); });
}

function offer(registration) {
  const waits = () => registration.waiting;
  const tell = async () => {
    // never in the middle of a hand; the first page tells when it is there
    if (!waits() || frame.contentDocument?.URL === "about:blank" || await ask("playing", { path: shownPath() })) return;
    notify(say("update"), say("take"), () => waits()?.postMessage("take over"));
  };
  frame.addEventListener("load", tell);
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", ({ target }) => { if (target.state === "installed") tell(); });
  });
}

function restart() {
  python.terminate();
  location.reload();
}

function begin() {
  return new Promise((resolve, reject) => {
    python = new Worker(new URL("python.js", HERE), { type: "module" });
    python.onerror = ({ message }) => reject(new Error(message));
    python.onmessage = ({ data }) => {
      if (data.step) part("progress").value = data.step;
      if (data.ready) resolve();
      if (data.fault) reject(new Error(data.fault));
      if (data.notice) notify(say(data.notice), say("again"), restart);
    };
  });
}

const controlled = () => new Promise((resolve, reject) => {
  if (navigator.serviceWorker.controller) { resolve(); return; }
  navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
  setTimeout(() => reject(new Error(say("noWorker"))), PATIENCE);
});

async function open() {
  if (!("serviceWorker" in navigator)) throw new Error(say("noWorker"));
  const anew = Boolean(navigator.serviceWorker.controller);
  const registration = await navigator.serviceWorker.register(new URL("worker.js", HERE));
  // a window that was loaded past the service worker is not its own until it is told so
  await controlled();
  navigator.serviceWorker.addEventListener("controllerchange", () => { if (anew) location.reload(); });
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (python) python.postMessage({ ask: "answer", ...data }, [ports[0]]);
  });
  await begin();
  navigator.storage?.persist?.();
  await follow();
  offer(registration);
  remind();
}

function openMenu(open) {
  part("menu").hidden = !open;
  part("more").setAttribute("aria-expanded", String(open));
}

// two windows never write into one record
function openAlone() {
  const told = setTimeout(() => { part("step").textContent = say("elsewhere"); }, 500);
  return navigator.locks.request(`referee ${HERE.pathname}`, async () => {
    clearTimeout(told);
    part("step").textContent = say("loading");
    await open();
    await new Promise(() => {}); // until this window is closed
  });
}

speak(navigator.language);
tellSaved();
part("more").ariaLabel = say("more");
part("more").onclick = () => openMenu(part("menu").hidden);
part("menu").addEventListener("click", ({ target }) => { if (target.matches("button")) openMenu(false); });
part("pass").onclick = passOn;
part("print").onclick = () => frame.contentWindow.print();
part("save").onclick = saveCopy;
part("open").onchange = takeCopy;
frame.addEventListener("load", mirror);
addEventListener("pagehide", mirror);
addEventListener("hashchange", follow);
openAlone().catch((fault) => {
  part("progress").hidden = true;
  part("step").textContent = `${say("failed")} ${fault.message}`;
});
