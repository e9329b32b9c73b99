// What was tapped and is not written: shown as not sent yet, or as refused. It stays on the phone
// until it is written, or until somebody who has seen it throws it away.

import { remove, unsent } from "./outbox.js";
import { mainPart } from "./page.js";

// a page without a pad cannot send: there every tap is one that is not written
const refused = (tap) => Boolean(tap.refused) || !mainPart().querySelector(".pad-bar");
const places = (kind) => mainPart().querySelectorAll(`[data-${kind}]`);

function fill(place, taps, named) {
  place.hidden = !taps.length;
  place.querySelector("ol").replaceChildren(...taps.map((tap) => {
    const line = document.createElement("li");
    line.textContent = [named && `${decodeURIComponent(tap.table.split("/").at(-1))}:`, tap.said, tap.refused && `(${tap.refused})`].filter(Boolean).join(" ");
    return line;
  }));
  place.scrollTop = place.scrollHeight;
}

export async function list(table, asked) {
  const taps = (await unsent(table)).filter((tap) => tap.place !== asked?.place);
  for (const place of places("outbox")) fill(place, taps.filter((tap) => !refused(tap)));
  for (const place of places("kept")) fill(place, taps.filter(refused), !table);
}

// browsers have a clipboard of their own only where the connection is trusted
async function copy(text) {
  if (navigator.clipboard) { await navigator.clipboard.writeText(text); return; }
  const field = document.createElement("textarea");
  field.value = text;
  mainPart().append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

export function listen(table) {
  document.addEventListener("click", async ({ target }) => {
    const place = target.closest("[data-kept]");
    if (!place || !target.matches("button")) return;
    if (target.dataset.done) {
      await copy([...place.querySelectorAll("li")].map((line) => line.textContent).join("\n"));
      target.textContent = target.dataset.done;
    } else {
      await Promise.all((await unsent(table)).filter(refused).map(remove));
      place.hidden = true;
    }
  });
}
