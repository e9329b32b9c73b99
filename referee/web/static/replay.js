// Scrubbing: while the slider moves, only the moment is shown anew, so that it stays in the hand;
// where it is let go, the whole page follows. Opened lists stay open from event to event.
import { MINIMAL, load } from "./page.js";

// who hears the page is told each event: this place stays while the rest is swapped
const heard = document.createElement("div");
heard.className = "unseen";
heard.setAttribute("role", "status");
document.body.append(heard);

function say() {
  const happened = document.querySelector(".happened");
  heard.textContent = happened ? happened.textContent : "";
}

let wanted = null;
let showing = false;

async function scrub(slider) {
  wanted = `${slider.dataset.to}/${slider.value}`;
  if (showing) return;
  showing = true;
  while (wanted) {
    const url = wanted;
    wanted = null;
    try {
      const answer = await fetch(url, { headers: { Prefer: MINIMAL } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const moment = page.getElementById("moment");
      if (moment) document.getElementById("moment").replaceWith(document.adoptNode(moment));
      say();
    } catch { /* where it is let go, the page is asked for again */ }
  }
  showing = false;
}

document.addEventListener("input", (event) => {
  if (event.target.id === "scrub") scrub(event.target);
});

document.addEventListener("change", (event) => {
  if (event.target.id === "scrub") load(`${event.target.dataset.to}/${event.target.value}`, {}, "pushState");
});

const opened = new Set();

document.addEventListener("toggle", (event) => {
  if (!event.target.isConnected) return;
  if (event.target.open) opened.add(event.target.id);
  else opened.delete(event.target.id);
}, true);

document.addEventListener("fresh", () => {
  say();
  opened.forEach((id) => {
    const list = document.getElementById(id);
    if (list) list.open = true;
  });
});
