// The form that opens a table. Players of earlier tables are seated by a tap, and taken off their
// chair by another one. Where another game is chosen, the form asks what that game needs.

import { load, mainPart } from "./page.js";

const seats = () => [...mainPart().querySelectorAll("[name=player]")];
const keys = () => [...mainPart().querySelectorAll("[data-seats]")];

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
  const seat = seats().find((one) => one.value === player);
  if (seat) seat.value = "";
  else {
    const free = seats().find((one) => !one.value.trim());
    if (free) free.value = player;
  }
  show();
});
document.addEventListener("change", ({ target }) => {
  if (target.dataset.asks) load(target.dataset.asks, { method: "POST", body: new URLSearchParams(new FormData(target.form)) });
});
document.addEventListener("input", show);
document.addEventListener("fresh", show);
show();
