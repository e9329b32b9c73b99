// A main part with data-refresh keeps itself fresh, every so many seconds, as long as nobody is in
// the middle of something there. data-last says of which line it tells, where that is enough to know
// that it has not changed.

import { isBusy, mainPart, put } from "./quick.js";

let tag = null;
let touched = false; // somebody has ticked, typed or opened something

const stays = () => document.hidden || touched || isBusy();

async function refresh() {
  const every = Number(mainPart().dataset.refresh || 0) * 1000;
  if (every && !stays()) {
    try {
      const answer = await fetch(location.href, { headers: tag ? { "If-None-Match": tag } : {} });
      if (answer.status === 200) {
        const html = await answer.text();
        const { last } = new DOMParser().parseFromString(html, "text/html").getElementById("main").dataset;
        if (!stays() && (last === undefined || last !== mainPart().dataset.last)) put(html, location.href);
        tag = answer.headers.get("ETag");
      }
    } catch { /* the next try comes by itself */ }
  }
  setTimeout(refresh, every || 2000);
}

for (const kind of ["input", "toggle"]) {
  document.addEventListener(kind, (event) => { touched ||= mainPart().contains(event.target); }, true);
}
document.addEventListener("fresh", () => { touched = false; tag = null; });
setTimeout(refresh, 2000);
