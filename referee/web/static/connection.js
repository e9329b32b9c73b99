// The sign that says whether the server is reached: connected, waiting for an answer, or offline.

const sign = document.getElementById("connection");
let slow = 0;

export function mark(state) {
  clearTimeout(slow);
  if (sign.dataset.state === state) return;
  sign.dataset.state = state;
  sign.lastElementChild.textContent = sign.dataset[state];
}

// only an answer that takes its time is worth a word
export function markWaiting() {
  clearTimeout(slow);
  slow = setTimeout(() => { if (sign.dataset.state !== "offline") mark("waiting"); }, 1000);
}

addEventListener("offline", () => mark("offline"));
