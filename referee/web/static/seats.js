// The form that opens a table. Players of earlier tables are seated by a tap, and taken off their
// chair by another one. Where another game is chosen, the form asks what that game needs.

import { load, mainPart } from "./page.js";

const seats = () => [...mainPart().querySelectorAll("[name=player]")];
const keys = () => [...mainPart().querySelectorAll("[data-seats]")];
const sameName = (field) => [...mainPart().querySelectorAll(`[name="${CSS.escape(field.name)}"]`)];
let changed = []; // fields that were filled in while the questions of another game are awaited

const keep = (field) => changed.push([field, sameName(field).indexOf(field)]);

function show() {
  const seated = seats().map((seat) => seat.value);
  for (const key of keys()) {
    key.closest(".known").hidden = false;
    key.setAttribute("aria-pressed", String(seated.includes(key.dataset.seats)));
  }
}

document.addEventListener("click", (event) => {
  const player = event.target.closest("[data-seats]")?.dataset.seats;
  if (!player) return;
  const seat = seats().find((one) => one.value === player) || seats().find((one) => !one.value.trim());
  if (!seat) return;
  seat.value = seat.value === player ? "" : player;
  keep(seat);
  show();
});
document.addEventListener("change", ({ target }) => {
  if (!target.dataset.asks) return;
  changed = [];
  load(target.dataset.asks, { method: "POST", body: new URLSearchParams(new FormData(target.form)) });
});
document.addEventListener("input", ({ target }) => { keep(target); show(); });
document.addEventListener("fresh", () => {
  for (const [field, place] of changed.filter(([one]) => one.name !== "game")) {
    const again = sameName(field)[place];
    if (again) Object.assign(again, { value: field.value, checked: field.checked });
  }
  show();
});
show();
// chosen before this script was there, or restored by the browser
const game = mainPart().querySelector("[data-asks]");
if (game?.value !== game?.form.elements.of.value) game.dispatchEvent(new Event("change", { bubbles: true }));
