// Makes pages quick that are complete without it: forms and links marked data-quick change only
// the main part of the page, and a key tapped meanwhile is pressed when it has changed. data-say
// marks what is told aloud after a change.

import { mark, markWaiting } from "./connection.js";
import { goOnOffline, send } from "./sending.js";

export const PATIENCE = 10_000; // milliseconds until an answer counts as lost

export const mainPart = () => document.getElementById("main");
const shown = () => location.pathname + location.search;
const aloud = document.createElement("p"); // says to those who listen what has changed
aloud.className = "unseen";
aloud.setAttribute("role", "status");
document.body.append(aloud);

let here = shown();
let busy = false;
let pressed = null; // the key whose answer is awaited
let waiting = []; // the keys that were tapped meanwhile

export const isBusy = () => busy;

export function put(html, url) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.getElementById("main");
  if (!fresh) { location.href = url; return; }
  const focused = document.activeElement && document.activeElement.id;
  mainPart().replaceWith(document.adoptNode(fresh));
  document.title = page.title;
  here = new URL(url, location.href).pathname + new URL(url, location.href).search;
  const again = focused && document.getElementById(focused);
  if (again) again.focus({ preventScroll: true });
  else if (focused) fresh.focus({ preventScroll: true });
  aloud.textContent = [...fresh.querySelectorAll("[data-say]")].map((part) => part.textContent.trim()).join(" ");
  document.dispatchEvent(new Event("fresh"));
}

export async function whileBusy(work) {
  busy = true;
  markWaiting();
  document.dispatchEvent(new Event("asking"));
  document.documentElement.classList.add("busy");
  let asExpected = false;
  try {
    asExpected = await work();
  } finally {
    busy = false;
    document.documentElement.classList.remove("busy");
    pressNext(asExpected);
  }
}

export function load(url, options = {}, keep = "") {
  return whileBusy(async () => {
    try {
      const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(PATIENCE) });
      put(await answer.text(), answer.url);
      mark("connected");
      if (keep && answer.url !== location.href) history[keep]({ quick: true }, "", answer.url);
      return answer.ok;
    } catch {
      if (options.method === "POST") tell("unsent");
      else if (!goOnOffline(url)) location.href = url;
      return false;
    }
  });
}

function tell(what) {
  document.querySelectorAll(`[data-${what}]`).forEach((told) => { told.hidden = false; });
}

// a key by what it says: the fresh page has another one in its place
function nameOf(key) {
  if (key.dataset.card) return `card ${key.dataset.card}`;
  return `${key.name || ""} ${key.name ? "" : key.textContent.trim()}`;
}

function pressNext(asExpected) {
  if (!waiting.length) return;
  const name = waiting.shift();
  const keys = mainPart().querySelectorAll("[data-card], button, a[data-quick]");
  const key = asExpected && [...keys].find((one) => nameOf(one) === name && !one.disabled);
  if (key) {
    key.click();
    if (!busy) pressNext(true); // it was only ticked
  } else {
    waiting = [];
    tell("gone");
  }
}

// what a tap writes, in the words of its key
function saidOf(form, key) {
  const words = (part) => [...part.childNodes].filter((one) => one.className !== "unseen").map((one) => one.textContent).join("").trim();
  return [form.getAttribute("aria-label"), key && words(key)].filter(Boolean).join(" ");
}

// gives whether the key has to wait; the same card tapped twice is one tap
function waits(key, event) {
  if (!busy) { pressed = nameOf(key); return false; }
  event.preventDefault();
  const name = nameOf(key);
  if (!(name.startsWith("card ") && name === (waiting.at(-1) || pressed))) waiting.push(name);
  return true;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-quick]") || waits(event.submitter || form, event)) return;
  event.preventDefault();
  const data = new URLSearchParams(new FormData(form, event.submitter));
  if (form.elements.expects) { send(form.action, data, saidOf(form, event.submitter)); return; }
  if (form.method === "post") load(form.action, { method: "POST", body: data }, "pushState");
  else load(`${form.action.split("?")[0]}?${data}`, {}, "pushState");
});

document.addEventListener("click", (event) => {
  const tick = event.target.closest("input[data-card]");
  if (tick && busy) waits(tick, event);
  const link = event.target.closest("a[data-quick]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  if (waits(link, event)) return;
  event.preventDefault();
  load(link.href, {}, "pushState");
});

// a link within the page changes only what stands behind "#"
addEventListener("popstate", () => { if (shown() !== here) load(location.href); });
