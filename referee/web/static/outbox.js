// The taps that are not sent yet, in the order in which they were tapped. They lie in the browser's
// own store, so that they outlive the page and the phone's sleep.

function opened() {
  return new Promise((done, failed) => {
    const asked = indexedDB.open("referee", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("taps", { keyPath: "place", autoIncrement: true });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

async function within(mode, act) {
  const store = await opened();
  try {
    const transaction = store.transaction("taps", mode);
    const asked = act(transaction.objectStore("taps"));
    await new Promise((done, failed) => {
      transaction.oncomplete = done;
      transaction.onabort = () => failed(transaction.error);
    });
    return asked.result;
  } finally {
    store.close();
  }
}

export const keep = (tap) => within("readwrite", (taps) => taps.put(tap));
export const remove = (tap) => within("readwrite", (taps) => taps.delete(tap.place));

// of one table, or of all
export async function unsent(table) {
  const taps = await within("readonly", (kept) => kept.getAll());
  return table ? taps.filter((tap) => tap.table === table) : taps;
}
