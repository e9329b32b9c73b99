// Makes pages quick that are complete without it: forms and links marked data-quick change only
// the main part of the page, and a key tapped meanwhile is pressed when it has changed.

import { isBusy, load, mainPart, show } from "./page.js";
import { send } from "./sending.js";

let pressed = null; // the key whose answer is awaited
let waiting = []; // the keys that were tapped meanwhile

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
    if (!isBusy()) pressNext(true); // it was only ticked
  } else {
    waiting = [];
    show("gone");
  }
}

// what a tap writes, in the words of its form and of the cards in it, else in those of its key
function saidOf(form, key) {
  const words = (part) => [...part.childNodes].filter((one) => one.className !== "unseen").map((one) => one.textContent).join("").trim();
  const label = form.getAttribute("aria-label");
  const ticked = [...form.querySelectorAll("input[data-card]:checked + .face")];
  const parts = label ? (key?.dataset.card ? [key] : ticked) : [key];
  return [label, ...parts.filter(Boolean).map(words)].filter(Boolean).join(" ");
}

// gives whether the key has to wait; the same card tapped twice is one tap
function waits(key, event) {
  if (!isBusy()) { pressed = nameOf(key); return false; }
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
  if (tick && isBusy()) waits(tick, event);
  const link = event.target.closest("a[data-quick]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  if (waits(link, event)) return;
  event.preventDefault();
  load(link.href, {}, "pushState");
});

document.addEventListener("answered", (event) => pressNext(event.detail.asExpected));
