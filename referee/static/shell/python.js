// Holds Python, the program and the record book. Requests come from the service worker, one after
// the other; what a request has written is in the browser's storage before it is answered.

import { loadPyodide } from "./runtime/pyodide.mjs";

const HERE = new URL("./", import.meta.url);
const FOLDER = "/book";
const SAFE = ["GET", "HEAD", "OPTIONS"];
const WITHOUT_BODY = [101, 204, 205, 304];

const FILES = "files";

let python;
let storage;
const kept = new Map(); // the files in the browser's storage, each as it was then
let bridge;
let pages;
let turn = start();

const asPromise = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

async function openStorage() {
  const request = indexedDB.open(`referee ${HERE.pathname}`, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(FILES);
  return asPromise(request);
}

const filesHere = () => python.FS.readdir(FOLDER).filter((name) => !name.startsWith("."));
const stateOf = (name) => { const { mtime, size } = python.FS.stat(`${FOLDER}/${name}`); return `${mtime.getTime()} ${size}`; };

async function load() {
  storage = await openStorage();
  const files = storage.transaction(FILES).objectStore(FILES);
  const [names, contents] = await Promise.all([asPromise(files.getAllKeys()), asPromise(files.getAll())]);
  names.forEach((name, place) => {
    python.FS.writeFile(`${FOLDER}/${name}`, contents[place]);
    kept.set(name, stateOf(name));
  });
}

// all files that have changed, or none of them
function store() {
  const changed = filesHere().filter((name) => kept.get(name) !== stateOf(name));
  const gone = [...kept.keys()].filter((name) => !filesHere().includes(name));
  return new Promise((resolve, reject) => {
    const writing = storage.transaction(FILES, "readwrite", { durability: "strict" });
    writing.oncomplete = () => {
      for (const name of changed) kept.set(name, stateOf(name));
      for (const name of gone) kept.delete(name);
      resolve();
    };
    writing.onabort = () => reject(writing.error);
    const files = writing.objectStore(FILES);
    for (const name of changed) files.put(python.FS.readFile(`${FOLDER}/${name}`), name);
    for (const name of gone) files.delete(name);
  });
}

// what the notice says if the browser keeps nothing: at the start nothing has been tapped yet
async function keep(notice = "full") {
  try {
    await store();
    return true;
  } catch {
    postMessage({ notice });
    return false;
  }
}

async function start() {
  const step = (percent) => postMessage({ step: percent });
  step(5);
  const program = fetch(new URL("program.zip", HERE)).then((answer) => answer.arrayBuffer());
  python = await loadPyodide({ indexURL: new URL("runtime/", HERE).href });
  step(50);
  python.FS.writeFile("/program.zip", new Uint8Array(await program));
  python.runPython(`
import sys, zipfile
with zipfile.ZipFile("/program.zip") as program:
    program.extractall("/program")
sys.path.insert(0, "/program")
`);
  python.FS.unlink("/program.zip");
  step(65);
  python.FS.mkdirTree(FOLDER);
  await load();
  bridge = python.pyimport("referee.static.bridge");
  pages = bridge.Pages(FOLDER, `${HERE.href}app`);
  await keep("noRoom");
  postMessage({ ready: true });
}

async function answer({ method, path, headers, body }) {
  const given = pages.answer(method, path, python.toPy(headers), body && python.toPy(new Uint8Array(body)).tobytes());
  const [status, told, content] = given.toJs();
  given.destroy();
  if (!SAFE.includes(method) && !await keep()) return { status: 507, headers: [], body: "" };
  return { status, headers: told, body: WITHOUT_BODY.includes(status) || method === "HEAD" ? null : content };
}

async function replaceBook(bytes) {
  if (new TextDecoder().decode(bytes.slice(0, 15)) !== "SQLite format 3") return false;
  for (const name of filesHere()) python.FS.unlink(`${FOLDER}/${name}`);
  python.FS.writeFile(`${FOLDER}/book.db`, bytes);
  return keep();
}

const asks = {
  answer,
  book: async () => python.FS.readFile(`${FOLDER}/book.db`),
  replace: async ({ bytes }) => replaceBook(bytes),
  evening: async ({ path }) => pages.evening(path).toJs(),
  playing: async ({ path }) => pages.playing(path),
  code: async ({ link }) => bridge.code(link),
};

addEventListener("message", ({ data, ports: [port] }) => {
  turn = turn.then(() => asks[data.ask](data)).then(
    (given) => port.postMessage(given),
    (fault) => { console.error(fault); port.postMessage({ status: 500, headers: [], body: String(fault), fault: true }); },
  );
});
turn.catch((fault) => postMessage({ fault: String(fault) }));
