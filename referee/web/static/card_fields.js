// Cards are tapped into the fields of a form: while somebody is on such a field, card keys lie where
// those of the pad lie, and the keyboard of the phone stays away.

import { mainPart } from "./page.js";

let field = null;
const keyboard = () => mainPart().querySelector(".typing");

function show(on) {
  field = on;
  document.documentElement.classList.toggle("types-cards", Boolean(on));
  if (!keyboard()) return;
  keyboard().hidden = !on;
  if (!on) return;
  keyboard().querySelector('[data-types=","]').hidden = on.dataset.takes !== "melds";
  on.scrollIntoView({ block: "center" });
}

// what stands in the field when a key was tapped
function written(before, key, takes) {
  if (key === "") return before.trim().replace(/,?[^\s,]+$|,$/, "").trim();
  if (key === ",") return `${before.trim()}, `;
  return takes === "card" ? key : `${before.trim()} ${key}`.trim();
}

document.addEventListener("focusin", (event) => {
  if (!keyboard() || keyboard().contains(event.target)) return;
  const cards = event.target.matches("[data-takes]");
  if (cards) event.target.inputMode = "none";
  show(cards ? event.target : null);
});
document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-types]");
  if (!key || !field) return;
  if (key.dataset.types === "done") { show(null); return; }
  field.value = written(field.value, key.dataset.types, field.dataset.takes);
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
document.addEventListener("fresh", () => show(null));
