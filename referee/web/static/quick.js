// Makes pages quick that are complete without it: forms and links marked data-quick change only
// the main part of the page, a main part with data-refresh keeps itself fresh, data-key names the
// key that presses a button, and a card's name typed presses its key. data-say marks what is told
// aloud after a change.
"use strict";

const PATIENCE = 10_000; // milliseconds until an answer counts as lost
const WAIT = 20; // seconds for which a server that hears of news may hold a request

const mainPart = () => document.getElementById("main");
const aloud = document.createElement("p"); // says to those who listen what has changed
aloud.className = "unseen";
aloud.setAttribute("role", "status");
document.body.append(aloud);
let tag = null;
let busy = false;
let waiting = null; // the request for the next page

function put(html, url) {
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

async function load(url, options, keep) {
  if (busy) return;
  busy = true;
  if (waiting) waiting.abort(); // its answer would be that of the page before
  document.documentElement.classList.add("busy");
  try {
    const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(PATIENCE) });
    const html = await answer.text();
    tag = answer.headers.get("ETag");
    put(html, answer.url);
    if (keep && answer.url !== location.href) history[keep]({ quick: true }, "", answer.url);
  } catch {
    if (options && options.method === "POST") {
      document.querySelectorAll("[data-unsent]").forEach((told) => { told.hidden = false; });
    } else location.href = url;
  } finally {
    busy = false;
    document.documentElement.classList.remove("busy");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-quick]")) return;
  event.preventDefault();
  const data = new FormData(form, event.submitter);
  if (form.method === "post") load(form.action, { method: "POST", body: new URLSearchParams(data) }, "pushState");
  else load(form.action.split("?")[0] + "?" + new URLSearchParams(data), {}, "pushState");
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-quick]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  load(link.href, {}, "pushState");
});

const shown = () => location.pathname + location.search;
let here = shown();
// a link within the page changes only what stands behind "#"
addEventListener("popstate", () => { if (shown() !== here) load(location.href, {}); });

let rank = ""; // of a card that is being typed: 7 h, or 1 0 h
function typeCard(key) {
  if (rank === "1" && key === "0") { rank = "T"; return null; }
  const suit = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" }[key] || key.toLowerCase();
  const card = rank && document.querySelector(`[data-card="${CSS.escape(rank + suit)}"]`);
  rank = /^[a2-9tjqk1]$/i.test(key) ? key.toUpperCase() : "";
  return card;
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.matches("input:not([type=checkbox],[type=radio],[type=range]), textarea, select")) return;
  const pressed = typeCard(event.key) || document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!pressed) return;
  event.preventDefault();
  pressed.click();
});

async function refresh() {
  const every = Number(mainPart().dataset.refresh || 0) * 1000;
  let pause = every || 2000;
  if (every && !document.hidden && !busy) {
    waiting = new AbortController();
    const late = setTimeout(() => waiting.abort(), WAIT * 1000 + PATIENCE);
    try {
      const headers = { Prefer: `wait=${WAIT}`, ...(tag && { "If-None-Match": tag }) };
      const answer = await fetch(location.href, { headers, signal: waiting.signal });
      const html = await answer.text();
      if (answer.status === 200 && !waiting.signal.aborted) {
        tag = answer.headers.get("ETag");
        put(html, location.href);
      }
      if (answer.headers.has("Preference-Applied")) pause = 0;
    } catch { /* the next try comes by itself */ }
    clearTimeout(late);
  }
  setTimeout(refresh, pause);
}
setTimeout(refresh, 2000);
