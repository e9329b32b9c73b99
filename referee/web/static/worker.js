// Keeps what the pages are made of, and of each table's pad the plain one, on which no card of the
// table stands: it is shown where a page cannot be had. Nothing else of a table is ever kept.
"use strict";

const SHELF = `referee ${location.search}`; // of this version of the pages
const plainOf = (path) => { const found = path.match(/^\/tables\/[^/]+\/pad/); return found && `${found[0]}/plain`; };

async function begin() {
  const shelves = await caches.keys();
  await Promise.all(shelves.filter((name) => name !== SHELF).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("install", () => self.skipWaiting());

async function keep(request, answer) {
  const shelf = await caches.open(SHELF);
  if (answer.ok) await shelf.put(request, answer);
  else if ([401, 403, 404].includes(answer.status)) await shelf.delete(request, { ignoreVary: true });
}

async function partOfPages(event) {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(keep(event.request, answer.clone()));
    return answer;
  } catch (failed) {
    const kept = await caches.match(event.request, { ignoreVary: true });
    if (kept) return kept;
    throw failed;
  }
}

async function pad(event, plain) {
  try {
    const answer = await fetch(event.request);
    // whoever may not write any more keeps nothing of it
    if ([403, 404].includes(answer.status)) event.waitUntil(keep(plain, answer.clone()));
    return answer;
  } catch (failed) {
    const kept = event.request.mode === "navigate" && await caches.match(plain, { ignoreVary: true });
    if (kept) return kept;
    throw failed;
  }
}

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const plain = plainOf(pathname);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/static/") || pathname === plain) event.respondWith(partOfPages(event));
  else if (plain) event.respondWith(pad(event, plain));
});
