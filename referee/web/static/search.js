// A search field that shows only the keys of a list that say what is looked for; data-seeks names it.

import { mainPart } from "./page.js";

const plainly = (text) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();

function ready() {
  for (const place of mainPart().querySelectorAll(".sought")) place.hidden = false;
}

document.addEventListener("input", (event) => {
  const list = event.target.dataset.seeks && document.getElementById(event.target.dataset.seeks);
  if (!list) return;
  const words = plainly(event.target.value).split(/\s+/);
  for (const group of list.children) {
    for (const item of group.querySelectorAll("li")) {
      item.hidden = !words.every((word) => plainly(item.textContent).includes(word));
    }
    group.hidden = !group.querySelector("li:not([hidden])");
  }
});
document.addEventListener("fresh", ready);
ready();
