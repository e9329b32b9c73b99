// Keys that copy a link or hand it to another program of the phone; each is shown where it works.

const field = (key) => document.getElementById(key.dataset.copy || key.dataset.share);

// browsers have a clipboard of their own only where the connection is trusted
async function copy(from) {
  if (navigator.clipboard) return navigator.clipboard.writeText(from.value);
  from.select();
  return document.execCommand("copy");
}

for (const key of document.querySelectorAll("[data-copy]")) {
  key.hidden = false;
  key.addEventListener("click", async () => {
    await copy(field(key));
    key.textContent = key.dataset.done;
    document.getElementById("copied").textContent = key.dataset.done;
  });
}

for (const key of document.querySelectorAll("[data-share]")) {
  key.hidden = !navigator.share;
  key.addEventListener("click", () => navigator.share({ url: field(key).value }).catch(() => {}));
}
