// Sends what was tapped on the pad: first it is kept on the phone, then sent, and forgotten when an
// answer came. What has to wait is shown as not sent yet; it goes in order, each tap behind the one
// before, and what somebody else wrote meanwhile is settled first. What the referee refuses stays.

import { mark } from "./connection.js";
import { list, listen } from "./kept.js";
import { keep, remove, unsent } from "./outbox.js";
import { MINIMAL, PATIENCE, isBusy, load, mainPart, put, show, whileBusy } from "./page.js";
import { forget, goOnWithoutNetwork, isPlain } from "./plain.js";

const WRITTEN = 15; // milliseconds for which a phone that can trembles at a written tap
const AGAIN = 3000; // milliseconds until what could not be sent is tried again
const NO_LINK = [401, 403, 404]; // what is answered to a phone that may not write at the table

const table = location.pathname.match(/^.*?\/tables\/[^/]+/)?.[0];
let conflict = null; // the tap about which somebody has to decide
let later = 0;
let settled = Promise.resolve(); // what somebody has decided about a tap

const isPad = () => Boolean(mainPart().querySelector(".pad-bar"));
const waiting = async () => (await unsent(table)).filter((tap) => !tap.refused);

function tryLater(wait = AGAIN) {
  clearTimeout(later);
  later = setTimeout(flush, wait);
}

async function keepNext(url, data, said) {
  const before = (await waiting()).at(-1);
  let tap = { table, url, said };
  if (conflict && data.has("answers")) tap = conflict;
  else if (before) {
    data.delete("expects");
    data.set("behind", new URLSearchParams(before.body).get("id"));
  }
  const place = await keep({ ...tap, body: data.toString() });
  conflict = null; // if it was not answered, it is asked about again, and stands before this tap
  return place;
}

export function send(url, data, said) {
  return whileBusy(async () => {
    let place;
    try {
      place = await keepNext(url, data, said);
    } catch {
      show("full");
      return false;
    }
    return deliver(place);
  });
}

// the tap behind one that is not written stands behind this line instead, or where that one stood
async function passOver(left, line) {
  const its = new URLSearchParams(left.body);
  for (const tap of await waiting()) {
    const body = new URLSearchParams(tap.body);
    if (body.get("behind") !== its.get("id")) continue;
    body.delete("behind");
    for (const name of ["behind", "expects"]) if (its.has(name) && !line) body.set(name, its.get(name));
    if (line) body.set("expects", line);
    await keep({ ...tap, body: body.toString() });
  }
}

// a tap whose form is not on the screen any more stays, with what the referee said of it
async function refuse(tap, html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const told = page.querySelector(".dock [role=alert]:not([hidden]), main > p");
  await keep({ ...tap, refused: told?.textContent.trim() || page.title });
  await passOver(tap);
}

// gives what the last answer shows; null where nothing more can be sent now. "direct" is the tap
// whose form is still on the screen.
async function sendAll(direct) {
  let shown = null;
  for (let tap; (tap = (await waiting())[0]);) {
    let answer;
    let html;
    try {
      answer = await fetch(tap.url, {
        method: "POST",
        body: new URLSearchParams(tap.body),
        headers: { Prefer: MINIMAL },
        signal: AbortSignal.timeout(PATIENCE),
      });
      html = await answer.text();
    } catch {
      answer = null;
    }
    if (!answer || answer.status === 429 || answer.status >= 500) {
      mark("offline");
      tryLater();
      if (!isPlain()) goOnWithoutNetwork(new URLSearchParams((await waiting()).at(-1).body));
      return null;
    }
    mark("connected");
    shown = { html, url: answer.url, ok: answer.ok };
    if (NO_LINK.includes(answer.status)) {
      forget();
      fetch(`${table}/pad/plain`).catch(() => {}); // so that the worker hears of it
      break;
    }
    if (answer.status === 409) {
      conflict = tap;
      break;
    }
    if (answer.ok) navigator.vibrate?.(WRITTEN);
    if (answer.ok || tap.place === direct) await remove(tap);
    else await refuse(tap, html);
  }
  return shown;
}

// where a page of the pad cannot be had, the plain one can be written on
function goOnOffline(event) {
  if (!goOnWithoutNetwork(new URL(event.detail.url, location.href).searchParams)) return;
  event.preventDefault();
  mark("offline");
  tryLater();
  list(table, conflict);
}

async function deliver(direct) {
  clearTimeout(later);
  const shown = await sendAll(direct);
  if (!shown) await list(table, conflict);
  // a page that was kept on the phone has nothing around the pad
  else if (shown.ok && !document.querySelector(".tabs")) location.href = `${table}/pad`;
  else {
    // its keys can be tapped from here on: nothing may be awaited behind it
    put(shown.html, shown.url);
    if (shown.url !== location.href) history.pushState({ quick: true }, "", shown.url);
  }
  return Boolean(shown?.ok);
}

async function flush() {
  clearTimeout(later);
  await settled;
  if (conflict || !isPad()) return; // elsewhere the answer would take the place of what is read
  if (isBusy()) tryLater();
  else if ((await waiting()).length) await whileBusy(deliver);
  else if (isPlain()) await load(`${table}/pad`, {}, "replaceState");
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-leave]");
  if (!key || !conflict) return;
  const left = conflict;
  conflict = null;
  settled = passOver(left, key.dataset.leave).then(() => remove(left));
});
document.addEventListener("tapped", ({ detail }) => send(detail.url, detail.data, detail.said));
document.addEventListener("unreached", goOnOffline);
document.addEventListener("fresh", () => { list(table, conflict); if (!conflict) tryLater(0); });
addEventListener("online", flush);
addEventListener("load", () => { list(table, conflict); flush(); });
listen(table);
