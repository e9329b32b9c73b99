// Keys of a keyboard press those of the page: data-key names the one that presses a button, and a
// card's name typed presses its key.

let rank = ""; // of a card that is being typed: 7 h, or 1 0 h

function typeCard(key) {
  if (rank === "1" && key === "0") { rank = "T"; return null; }
  const suit = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" }[key] || key.toLowerCase();
  const card = rank && document.querySelector(`[data-card="${CSS.escape(rank + suit)}"]`);
  rank = /^[a2-9tjqk1]$/i.test(key) ? key.toUpperCase() : "";
  return card;
}

const letters = () => document.documentElement.dataset.letters !== "off";

// the card key beside this one, or above or below it
function neighbour(key, arrow) {
  const all = [...key.closest(".keys").querySelectorAll("[data-card], [data-types]")];
  const place = (one) => (one.closest("label") || one).getBoundingClientRect();
  const step = { ArrowLeft: -1, ArrowRight: 1 }[arrow];
  if (step) return all[all.indexOf(key) + step];
  const here = place(key);
  const far = (one) => (arrow === "ArrowUp" ? here.top - place(one).top : place(one).top - here.top);
  const apart = (one) => far(one) * 100 + Math.abs(place(one).left - here.left);
  return all.filter((one) => far(one) > here.height / 2).sort((one, other) => apart(one) - apart(other))[0];
}

// "?" lists what each key does on this page
function list() {
  const shown = document.getElementById("shortcuts");
  const words = { Escape: "Esc", ArrowLeft: "←", ArrowRight: "→" };
  const rows = [...document.querySelectorAll("main [data-key]")].map((key) => {
    const row = document.createElement("li");
    const name = document.createElement("kbd");
    name.textContent = words[key.dataset.key] || key.dataset.key;
    row.append(name, " ", key.innerText.split("\n")[0] || key.getAttribute("aria-label"));
    return row;
  });
  const cards = shown.querySelector("[data-cards]");
  cards.hidden = !document.querySelector("[data-card]");
  shown.querySelector("ul").replaceChildren(...rows, cards, shown.querySelector("[data-this]"));
  shown.showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.matches("input:not([type=checkbox],[type=radio],[type=range]), textarea, select")) return;
  if (document.querySelector("dialog[open]")) return;
  const key = event.target.closest(".keys [data-card], .keys [data-types]");
  const beside = key && event.key.startsWith("Arrow") && neighbour(key, event.key);
  if (beside) { event.preventDefault(); beside.focus(); return; }
  if (event.key.length === 1 && !letters()) return;
  if (event.key === "?") { event.preventDefault(); list(); return; }
  const pressed = typeCard(event.key) || document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!pressed) return;
  event.preventDefault();
  pressed.click();
});
