// A main part with data-refresh keeps itself fresh, every so many seconds or as soon as a server that
// hears of news tells them, as long as nobody is in the middle of something there. data-last says of
// which line it tells, where that is enough to know that it has not changed.

import { mark } from "./connection.js";
import { MINIMAL, PATIENCE, isBusy, mainPart, put } from "./page.js";
import { isPlain } from "./plain.js";

const WAIT = 20; // seconds for which a server that hears of news may hold a request

let tag = null;
let touched = false; // somebody has ticked, typed or opened something
let waiting = null; // the request for the next page

const stays = () => document.hidden || isBusy() || isPlain();

// while somebody is in the middle of something, only what they have to hear of at once
function showLive(page) {
  for (const part of page.querySelectorAll("[data-live]")) {
    const old = mainPart().querySelector(`[data-live="${part.dataset.live}"]`);
    if (old && old.innerHTML !== part.innerHTML) old.replaceWith(document.adoptNode(part));
  }
}

function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  if (touched) { showLive(page); return; }
  const { last } = page.getElementById("main").dataset;
  if (last === undefined || last !== mainPart().dataset.last) put(html, location.href, false);
}

async function refresh() {
  const every = Number(mainPart().dataset.refresh || 0) * 1000;
  let pause = every || 2000;
  if (every && !stays()) {
    waiting = new AbortController();
    const late = setTimeout(() => waiting.abort(), WAIT * 1000 + PATIENCE);
    try {
      const headers = { Prefer: `wait=${WAIT}, ${MINIMAL}`, ...(tag && { "If-None-Match": tag }) };
      const answer = await fetch(location.href, { headers, signal: waiting.signal });
      const html = await answer.text();
      mark("connected");
      if (answer.status === 200 && !waiting.signal.aborted && !stays()) {
        show(html);
        tag = answer.headers.get("ETag");
      }
      if (answer.headers.has("Preference-Applied")) pause = 0;
    } catch {
      if (!waiting.signal.aborted) mark("offline"); // the next try comes by itself
    }
    clearTimeout(late);
  }
  setTimeout(refresh, pause);
}

for (const kind of ["input", "toggle"]) {
  document.addEventListener(kind, (event) => { touched ||= mainPart().contains(event.target); }, true);
}
document.addEventListener("fresh", () => { touched = false; tag = null; });
// the answer would be that of the page before
document.addEventListener("asking", () => { if (waiting) waiting.abort(); });
setTimeout(refresh, 2000);
