// Players who sat at earlier tables: a tap seats one on the next free chair, another one takes them
// off it.

const seats = () => [...document.querySelectorAll("[name=player]")];
const keys = [...document.querySelectorAll("[data-seats]")];

function show() {
  const seated = seats().map((seat) => seat.value);
  for (const key of keys) key.setAttribute("aria-pressed", String(seated.includes(key.dataset.seats)));
}

for (const key of keys) {
  key.closest(".known").hidden = false;
  key.addEventListener("click", () => {
    const player = key.dataset.seats;
    const seat = seats().find((one) => one.value === player);
    if (seat) seat.value = "";
    else {
      const free = seats().find((one) => !one.value.trim());
      if (free) free.value = player;
    }
    show();
  });
}
document.addEventListener("input", show);
show();
