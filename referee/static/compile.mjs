// Compiles the Python files of an archive with the Python that will read them.
// node compile.mjs RUNTIME ARCHIVE

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, archive] = process.argv.slice(2).map((name) => resolve(name));
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${runtime}/` });
python.FS.writeFile("/program.zip", readFileSync(archive));
python.runPython(`
import compileall, pathlib, py_compile, sys, zipfile

with zipfile.ZipFile("/program.zip") as program:
    names = program.namelist()
    program.extractall("/program")
compiled = compileall.compile_dir(
    "/program", quiet=1, legacy=True, stripdir="/program",
    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
)
if not compiled:
    raise SystemExit("A file cannot be compiled.")
with zipfile.ZipFile("/compiled.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as program:
    for name in names:
        kept = name.removesuffix(".py") + ".pyc" if name.endswith(".py") else name
        entry = zipfile.ZipInfo(kept, (1980, 1, 1, 0, 0, 0))
        entry.compress_type = zipfile.ZIP_DEFLATED
        program.writestr(entry, pathlib.Path("/program", kept).read_bytes())
`);
writeFileSync(archive, python.FS.readFile("/compiled.zip"));
process.exit(0);
