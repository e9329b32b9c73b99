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

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.matches("input:not([type=checkbox],[type=radio],[type=range]), textarea, select")) return;
  const pressed = typeCard(event.key) || document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!pressed) return;
  event.preventDefault();
  pressed.click();
});
