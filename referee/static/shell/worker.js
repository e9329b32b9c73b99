// Keeps every file of this folder, checked by its digest, so that the referee opens without a
// network; and passes what the pages ask for to the window that holds Python. A new version waits
// until the window says so.
"use strict";

const VERSION = "@version@";
const FILES = "@files@"; // each with its digest
const HERE = new URL("./", location.href);
const PAGES = `${HERE.pathname}app/`;
const PATIENCE = 60_000; // milliseconds until no answer is expected any more
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

async function keep() {
  const shelf = await caches.open(VERSION);
  await Promise.all(Object.entries(FILES).map(async ([name, integrity]) => {
    const answer = await fetch(new Request(new URL(name, HERE), { cache: "no-cache", integrity }));
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    const headers = new Headers(answer.headers);
    headers.set("Content-Security-Policy", POLICY);
    headers.delete("Content-Encoding");
    await shelf.put(new URL(name, HERE), new Response(await answer.arrayBuffer(), { headers }));
  }));
}

async function begin() {
  const shelves = await caches.keys();
  await Promise.all(shelves.filter((name) => name.startsWith("@name@") && name !== VERSION).map((name) => caches.delete(name)));
  await clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("message", ({ data }) => { if (data === "take over") self.skipWaiting(); });

async function ofFolder(request) {
  const { pathname } = new URL(request.url);
  const name = pathname === HERE.pathname ? new URL("index.html", HERE) : new URL(pathname, HERE);
  const shelf = await caches.open(VERSION);
  return await shelf.match(name) || fetch(request);
}

async function ofPages(request, path) {
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const asked = { method: request.method, path, headers: [...request.headers], body };
  const windows = await clients.matchAll({ type: "window" });
  return new Promise((resolve) => {
    setTimeout(() => resolve(new Response("", { status: 503 })), PATIENCE);
    for (const one of windows.filter(({ frameType }) => frameType === "top-level")) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(new Response(data.body, { status: data.status, headers: data.headers }));
      one.postMessage(asked, [port2]);
    }
  });
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(HERE.pathname)) return;
  if (!url.pathname.startsWith(PAGES)) {
    event.respondWith(ofFolder(event.request));
    return;
  }
  const path = url.pathname.slice(PAGES.length - 1) + url.search;
  // a page by itself is shown in its window
  if (event.request.destination === "document") event.respondWith(Response.redirect(`${HERE.href}#${path}`));
  else event.respondWith(ofPages(event.request, path));
});
