// Compiles the Python files of archives with the Python that will read them.
// node compile.mjs RUNTIME ARCHIVE...

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, ...archives] = process.argv.slice(2).map((name) => resolve(name));
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${runtime}/` });
python.runPython(`
import importlib._bootstrap_external as external
import zipfile

def compiled(name, source):
    code = compile(source, name, "exec", dont_inherit=True)
    # no browser looks whether the source is newer: there is none
    return external._code_to_hash_pyc(code, bytes(8), False)

def compile_archive():
    with zipfile.ZipFile("/source.zip") as source, zipfile.ZipFile(
        "/compiled.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9
    ) as archive:
        for name in source.namelist():
            content = source.read(name)
            if name.endswith(".py"):
                name, content = f"{name}c", compiled(name, content)
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
`);
for (const archive of archives) {
  python.FS.writeFile("/source.zip", readFileSync(archive));
  python.runPython("compile_archive()");
  writeFileSync(archive, python.FS.readFile("/compiled.zip"));
}
process.exit(0);
