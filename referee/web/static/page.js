// The main part of a page, changed without loading the rest. Others hear of it by events of the
// document: "asking" before an answer is awaited, "answered" behind it, "unreached" where none came
// ("preventDefault" says that they see to it), "fresh" when another main part is there. data-say
// marks what is told aloud then; data-next what is to be done next: it gets the focus after a tap
// whose own key is gone.

import { mark, markWaiting } from "./connection.js";

export const MINIMAL = "return=minimal"; // the preference for a page without what stays around it
export const PATIENCE = 10_000; // milliseconds until an answer counts as lost

export const mainPart = () => document.getElementById("main");
const shown = () => location.pathname + location.search;
const aloud = document.createElement("p"); // says to those who listen what has changed
aloud.className = "unseen";
aloud.setAttribute("role", "status");
document.body.append(aloud);

let here = shown();
let busy = false;

export const isBusy = () => busy;

const tell = (what, options = {}) => document.dispatchEvent(new CustomEvent(what, options));

// a key of the pad that is still there keeps the focus
function focusNext(fresh, focused) {
  const same = focused && document.getElementById(focused);
  const next = fresh.querySelector("[data-next]");
  const stays = same && !same.disabled && (!next || same.closest(".dock, .pad-bar"));
  const field = next?.matches("form") && next.querySelector("input:not([type=hidden]), select, textarea");
  const to = stays ? same : field || next || same || fresh;
  to.focus({ preventScroll: Boolean(stays) });
  if (field) next.closest("section").scrollIntoView({ block: "start" });
}

// where nobody has tapped, nobody's focus is taken away
export function put(html, url, tapped = true) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.getElementById("main");
  if (!fresh) { location.href = url; return; }
  const focused = document.activeElement && document.activeElement.id;
  mainPart().replaceWith(document.adoptNode(fresh));
  document.title = page.title;
  here = new URL(url, location.href).pathname + new URL(url, location.href).search;
  if (tapped || focused) focusNext(fresh, focused);
  aloud.textContent = [...fresh.querySelectorAll("[data-say]")].map((part) => part.textContent.trim()).join(" ");
  tell("fresh");
}

export async function whileBusy(work) {
  busy = true;
  markWaiting();
  tell("asking");
  document.documentElement.classList.add("busy");
  let asExpected = false;
  try {
    asExpected = await work();
  } finally {
    busy = false;
    document.documentElement.classList.remove("busy");
    tell("answered", { detail: { asExpected } });
  }
}

export function load(url, options = {}, keep = "") {
  return whileBusy(async () => {
    try {
      const answer = await fetch(url, { headers: { Prefer: MINIMAL }, ...options, signal: AbortSignal.timeout(PATIENCE) });
      put(await answer.text(), answer.url);
      mark("connected");
      if (keep && answer.url !== location.href) history[keep]({ quick: true }, "", answer.url);
      return answer.ok;
    } catch {
      if (options.method === "POST") show("unsent");
      else if (tell("unreached", { detail: { url }, cancelable: true })) location.href = url;
      return false;
    }
  });
}

// the message of this kind that the page keeps for when it is needed
export function show(message) {
  document.querySelectorAll(`[data-${message}]`).forEach((told) => { told.hidden = false; });
}

// a link within the page changes only what stands behind "#"
addEventListener("popstate", () => { if (shown() !== here) load(location.href); });
