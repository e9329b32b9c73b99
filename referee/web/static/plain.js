// The pad while nobody answers: it knows who sits at the table and what can happen, and whoever taps
// says the rest. After a card it goes on with the next player's draw, which most often comes next.
// What was tapped here is told by the document's event "tapped".

import { mainPart } from "./page.js";

const form = () => document.getElementById("plain");
const chosen = (name) => form().querySelector(`[name=${name}]:checked`);
const template = () => document.getElementById("plain-pad");
const remembered = (what) => `${what} ${location.pathname.split("/pad")[0]}`;

function choose(name, value) {
  const key = [...form().querySelectorAll(`[name=${name}]`)].find((one) => one.value === value);
  if (key) key.checked = true;
  return Boolean(key);
}

function nextPlayer(player) {
  const players = [...form().querySelectorAll("[name=player]")].map((one) => one.value);
  choose("player", players[(players.indexOf(player) + 1) % players.length]);
  choose("type", "draw");
  ready();
}

// whose turn it is, and the last line: a page that is loaded again goes on from there
function restore() {
  const turn = new URLSearchParams(localStorage.getItem(remembered("turn")) || "");
  choose("player", turn.get("player"));
  choose("type", turn.get("type"));
  ready();
}

function remember() {
  const { last, player, act } = mainPart().dataset;
  if (!last) return;
  localStorage.setItem(remembered("last"), last);
  if (player) localStorage.setItem(remembered("turn"), new URLSearchParams({ player, type: act }));
}

export function forget() {
  for (const what of ["last", "turn"]) localStorage.removeItem(remembered(what));
}

// a card alone is written at once, several are gathered first
function ready() {
  const { field } = chosen("type").dataset;
  form().querySelector("[data-gathered]").hidden = field === "card";
  localStorage.setItem(remembered("turn"), new URLSearchParams({ player: chosen("player").value, type: chosen("type").value }));
  if (field !== "cards") form().querySelectorAll("[aria-pressed=true]").forEach((key) => key.removeAttribute("aria-pressed"));
}

export const isPlain = () => Boolean(form());

// behind a tap, or where one is begun: its player and act are in what is told
export function goOnWithoutNetwork(told) {
  const plain = template();
  if (plain && !form()) mainPart().replaceChildren(plain.content.cloneNode(true));
  if (!form()) return false;
  restore();
  if (told.get("act")) {
    choose("player", told.get("player"));
    choose("type", told.get("act"));
    ready();
  } else if (told.get("type")) nextPlayer(told.get("player"));
  return true;
}

// somebody has sat down or got up
async function renew() {
  const { seated } = mainPart().dataset;
  if (!template() || !seated || template().dataset.seated === seated) return;
  const answer = await fetch(`${location.pathname.split("/pad")[0]}/pad/plain`).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  template().innerHTML = page.getElementById("plain").outerHTML;
  template().dataset.seated = seated;
}

function write(cards) {
  const { field } = chosen("type").dataset;
  const player = chosen("player").value;
  const data = new URLSearchParams({ type: chosen("type").value, player, id: crypto.getRandomValues(new Uint32Array(2)).join("") });
  const last = localStorage.getItem(remembered("last"));
  if (last) data.set("expects", last);
  for (const card of cards) data.append(field, card);
  if (field === "cards") data.set("order", "");
  const said = [chosen("type"), ...cards.map((card) => form().querySelector(`[data-card="${CSS.escape(card)}"]`))];
  nextPlayer(player);
  const words = said.map((one) => one.closest("label, button").innerText.split("\n")[0].trim());
  const detail = { url: form().action, data, said: [player, ...words].join(" ") };
  document.dispatchEvent(new CustomEvent("tapped", { detail }));
}

document.addEventListener("submit", (event) => {
  if (event.target !== form()) return;
  event.preventDefault();
  const card = event.submitter?.dataset.card;
  const { field } = chosen("type").dataset;
  if (!card) write([...form().querySelectorAll("[aria-pressed=true]")].map((key) => key.value));
  else if (field === "card") write([card]);
  else if (field === "cards") event.submitter.setAttribute("aria-pressed", String(event.submitter.getAttribute("aria-pressed") !== "true"));
});
document.addEventListener("change", (event) => { if (event.target.form && event.target.form === form()) ready(); });
document.addEventListener("fresh", () => { remember(); renew(); });
addEventListener("load", () => { if (form()) restore(); else remember(); });
