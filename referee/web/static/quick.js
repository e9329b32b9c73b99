// Makes pages quick that are complete without it: forms and links marked data-quick change only
// the main part of the page, and a key tapped meanwhile is pressed when it has changed. data-say
// marks what is told aloud after a change.

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

export async function load(url, options = {}, keep = "") {
  busy = true;
  document.dispatchEvent(new Event("asking"));
  document.documentElement.classList.add("busy");
  let status = 0;
  try {
    const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(PATIENCE) });
    status = answer.status;
    put(await answer.text(), answer.url);
    if (keep && answer.url !== location.href) history[keep]({ quick: true }, "", answer.url);
  } catch {
    if (options.method === "POST") tell("unsent");
    else location.href = url;
  } finally {
    busy = false;
    document.documentElement.classList.remove("busy");
    pressNext(status === 200);
  }
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
