// Makes pages quick that are complete without it: forms and links marked data-quick change only
// the main part of the page, a main part with data-refresh keeps itself fresh, and data-key names
// the key that presses a button.
"use strict";

const mainPart = () => document.getElementById("main");
let tag = null;
let busy = false;

function put(html, url) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.getElementById("main");
  if (!fresh) { location.href = url; return; }
  const focused = document.activeElement && document.activeElement.id;
  mainPart().replaceWith(document.adoptNode(fresh));
  document.title = page.title;
  const again = focused && document.getElementById(focused);
  if (again) again.focus({ preventScroll: true });
  document.dispatchEvent(new Event("fresh"));
}

async function load(url, options, keep) {
  if (busy) return;
  busy = true;
  document.documentElement.classList.add("busy");
  try {
    const answer = await fetch(url, options);
    const html = await answer.text();
    tag = answer.headers.get("ETag");
    put(html, answer.url);
    if (keep && answer.url !== location.href) history[keep]({ quick: true }, "", answer.url);
  } catch (problem) {
    if (options && options.method === "POST") {
      document.dispatchEvent(new CustomEvent("unsent", { detail: String(problem) }));
      document.querySelectorAll("[data-unsent]").forEach((told) => { told.hidden = false; });
    } else location.href = url;
  } finally {
    busy = false;
    document.documentElement.classList.remove("busy");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-quick]")) return;
  event.preventDefault();
  const data = new FormData(form, event.submitter);
  if (form.method === "post") load(form.action, { method: "POST", body: new URLSearchParams(data) }, "pushState");
  else load(form.action.split("?")[0] + "?" + new URLSearchParams(data), {}, "pushState");
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-quick]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  load(link.href, {}, "pushState");
});

addEventListener("popstate", () => load(location.href, {}));

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.matches("input:not([type=checkbox],[type=radio],[type=range]), textarea, select")) return;
  const pressed = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!pressed) return;
  event.preventDefault();
  pressed.click();
});

async function refresh() {
  const every = Number(mainPart().dataset.refresh || 0) * 1000;
  if (every && !document.hidden && !busy) {
    try {
      const answer = await fetch(location.href, { headers: tag ? { "If-None-Match": tag } : {} });
      if (answer.status === 200) {
        tag = answer.headers.get("ETag");
        put(await answer.text(), location.href);
      }
    } catch { /* the next try comes by itself */ }
  }
  setTimeout(refresh, every || 2000);
}
setTimeout(refresh, 2000);
