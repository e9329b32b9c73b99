// Sends what was tapped on the pad: first it is kept on the phone, then sent, and forgotten when an
// answer came. What has to wait is shown as not sent yet; it goes in order, each tap behind the one
// before, and what somebody else wrote meanwhile is settled first.

import { mark } from "./connection.js";
import { keep, remove, unsent } from "./outbox.js";
import { PATIENCE, isBusy, load, mainPart, put, whileBusy } from "./page.js";
import { goOnWithoutNetwork, isPlain } from "./plain.js";

const WRITTEN = 15; // milliseconds for which a phone that can trembles at a written tap
const AGAIN = 3000; // milliseconds until what could not be sent is tried again

const table = location.pathname.match(/^\/tables\/[^/]+/)?.[0];
let conflict = null; // the tap about which somebody has to decide
let later = 0;

function tryLater() {
  clearTimeout(later);
  later = setTimeout(flush, AGAIN);
}

export function send(url, data, said) {
  return whileBusy(async () => {
    const before = (await unsent(table)).at(-1);
    if (conflict) {
      await keep({ ...conflict, body: data.toString() });
      conflict = null;
    } else {
      if (before) {
        data.delete("expects");
        data.set("behind", new URLSearchParams(before.body).get("id"));
      }
      await keep({ table, url, body: data.toString(), said });
    }
    return deliver();
  });
}

// gives what the last answer shows; null where nothing more can be sent now
async function sendAll() {
  let shown = null;
  const taps = await unsent(table);
  for (const tap of taps) {
    let answer;
    let html;
    try {
      answer = await fetch(tap.url, {
        method: "POST", body: new URLSearchParams(tap.body), signal: AbortSignal.timeout(PATIENCE),
      });
      html = await answer.text();
    } catch {
      answer = null;
    }
    if (!answer || answer.status === 429 || answer.status >= 500) {
      mark("offline");
      tryLater();
      if (!isPlain()) goOnWithoutNetwork(new URLSearchParams(taps.at(-1).body));
      return null;
    }
    mark("connected");
    shown = { html, url: answer.url, ok: answer.ok };
    if (answer.status === 409) conflict = tap;
    else if (answer.ok || answer.status === 422) await remove(tap);
    if (answer.ok) navigator.vibrate?.(WRITTEN);
    if (!answer.ok) break;
  }
  return shown;
}

// where a page of the pad cannot be had, the plain one can be written on
function goOnOffline(event) {
  if (!goOnWithoutNetwork(new URL(event.detail.url, location.href).searchParams)) return;
  event.preventDefault();
  mark("offline");
  tryLater();
  list();
}

async function deliver() {
  clearTimeout(later);
  const shown = await sendAll();
  // a page that was kept on the phone has nothing around the pad
  if (shown && !document.querySelector(".tabs")) location.href = `${table}/pad`;
  else if (shown) {
    put(shown.html, shown.url);
    if (shown.url !== location.href) history.pushState({ quick: true }, "", shown.url);
  }
  await list();
  return Boolean(shown?.ok);
}

async function flush() {
  clearTimeout(later);
  if (conflict || !table) return;
  if (isBusy()) tryLater();
  else if ((await unsent(table)).length) await whileBusy(deliver);
  else if (isPlain()) await load(`${table}/pad`, {}, "replaceState");
}

async function list() {
  const taps = table ? await unsent(table) : [];
  for (const place of mainPart().querySelectorAll("[data-outbox]")) {
    place.hidden = !taps.length;
    place.querySelector("ol").replaceChildren(...taps.map((tap) => {
      const line = document.createElement("li");
      line.textContent = tap.said;
      return line;
    }));
    place.scrollTop = place.scrollHeight;
  }
}

document.addEventListener("click", async (event) => {
  if (!event.target.closest("[data-leave]") || !conflict) return;
  const left = conflict;
  conflict = null;
  await remove(left);
});
document.addEventListener("tapped", ({ detail }) => send(detail.url, detail.data, detail.said));
document.addEventListener("unreached", goOnOffline);
document.addEventListener("fresh", () => { list(); if (!conflict) tryLater(); });
addEventListener("online", flush);
addEventListener("load", () => { list(); flush(); });
