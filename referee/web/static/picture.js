// The picture of an evening, made into one that every phone shows, and handed to another program or
// saved.

const SHARPER = 2;

async function drawn(url) {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth * SHARPER;
  canvas.height = picture.naturalHeight * SHARPER;
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => { canvas.toBlob(done, "image/png"); });
}

function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}

for (const key of document.querySelectorAll("[data-picture]")) {
  key.addEventListener("click", async (event) => {
    event.preventDefault();
    const file = new File([await drawn(key.href)], `${key.dataset.picture}.png`, { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) navigator.share({ files: [file] }).catch(() => {});
    else save(file);
  });
}
