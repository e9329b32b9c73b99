// Makes the pages a program of the phone, where the connection is trusted enough for that. What this
// page is made of was asked for before the worker came: it is asked for again, to be kept.

function askAgain() {
  const parts = performance.getEntriesByType("resource").map((one) => one.name);
  const kept = parts.filter((name) => new URL(name).pathname.startsWith("/static/"));
  const pad = location.pathname.match(/^\/tables\/[^/]+\/pad/);
  for (const part of [...kept, ...(pad ? [`${pad[0]}/plain`] : [])]) fetch(part).catch(() => {});
}

function whenAllIsThere() {
  if (document.readyState === "complete") askAgain();
  else addEventListener("load", askAgain);
}

if ("serviceWorker" in navigator) {
  if (navigator.serviceWorker.controller) whenAllIsThere();
  navigator.serviceWorker.addEventListener("controllerchange", whenAllIsThere);
  // another version of the pages is kept on a shelf of its own
  navigator.serviceWorker.register(`/worker.js?${new URL(import.meta.url).pathname.split("/")[2]}`);
}
