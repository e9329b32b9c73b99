// The row of a score grid that is filled in: keys for its digits, and "Next" for the next player.
// Without it the fields are those of a form.

import { mainPart } from "./page.js";

const form = () => document.getElementById("row");
const fields = () => [...form().querySelectorAll("[name^='points:']")];
const writes = () => mainPart().querySelector("button[form=row]");
let current = null; // the field into which a digit goes

// the empty fields of the others, those behind it first
function empty() {
  const at = fields().indexOf(current);
  return [...fields().slice(at + 1), ...fields().slice(0, Math.max(at, 0))].filter((one) => !one.value);
}

function change(field, value) {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function go(field) {
  current = field;
  current.focus({ preventScroll: true });
  say();
}

function next() {
  const [other] = empty();
  if (other) go(other);
  else if (current.value) form().requestSubmit(writes());
}

// what the phone says of a row that is not sent yet, and whether the next key writes it
function say() {
  if (!fields().length) return;
  const said = fields().filter((one) => one.value).map((one) => `${one.labels[0].textContent} ${one.value}`);
  form().setAttribute("aria-label", said.join(", "));
  const key = form().querySelector(".next");
  key.textContent = empty().length ? key.dataset.next : key.dataset.writes;
}

// the newest row stays in sight above the keys
function makeRoom() {
  const dock = mainPart().querySelector(".dock");
  document.documentElement.style.setProperty("--dock", `${dock.offsetHeight}px`);
  mainPart().querySelector(".score-grid tbody tr:last-child")?.scrollIntoView({ block: "nearest" });
}

function begin() {
  if (!form()) return;
  if (!fields().length) return makeRoom();
  const keys = form().querySelector(".digits");
  keys.hidden = false;
  for (const field of fields()) field.inputMode = "none"; // no other keyboard lies over this one
  go(fields().find((one) => !one.value) || fields()[0]);
  makeRoom();
}

// where nothing could be sent, the row is kept, and the next one begins
function beginAnother(event) {
  const kept = mainPart().querySelector("[data-outbox]");
  if (!form() || event.detail.asExpected || !kept || kept.hidden) return;
  form().reset();
  for (const field of fields()) field.value = "";
  for (const out of form().querySelectorAll("[name=out]")) out.checked = false;
  form().elements.id.value = crypto.getRandomValues(new Uint32Array(2)).join("");
  begin();
}

// whoever counts cards comes back with the number, and finds the others as they were
document.addEventListener("click", ({ target }) => {
  const key = target.closest(".digits .count");
  if (!key) return;
  const back = new URLSearchParams(new FormData(form()));
  for (const name of ["id", "expects", "type"]) back.delete(name);
  back.set("cell", current.name.split(":")[1]);
  const place = new URL(key.href);
  place.searchParams.set("back", `${location.pathname}?${back}`);
  key.href = place;
});
document.addEventListener("mousedown", (event) => { if (event.target.closest(".digits")) event.preventDefault(); });
document.addEventListener("click", ({ target }) => {
  const key = target.closest(".digits button");
  if (!key) return;
  if ("next" in key.dataset) next();
  else change(current, key.dataset.digit ? current.value + key.dataset.digit : current.value.slice(0, -1));
});
document.addEventListener("focusin", ({ target }) => { if (form() && fields().includes(target)) current = target; });
document.addEventListener("input", ({ target }) => { if (form()?.contains(target)) say(); });
document.addEventListener("change", ({ target }) => {
  if (target.name !== "out" || target.form !== form()) return;
  if ("outCountsNothing" in form().dataset) {
    current = fields().find((one) => one.name === `points:${target.value}`);
    change(current, "0");
  }
  go((current.value && fields().find((one) => !one.value)) || current);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !form() || !fields().includes(event.target)) return;
  event.preventDefault();
  next();
});
document.addEventListener("fresh", begin);
document.addEventListener("answered", beginAnother);
begin();
