"""The referee as a folder for any web server: the pages, with Python and the record book in the
visitor's browser.

``python -m referee.static OUT`` writes the folder. `building` assembles it: the runtime (Pyodide,
Python compiled to WebAssembly), an archive of the program, and the files of ``shell``.
``index.html`` with ``shell.js`` is the window around the pages; ``worker.js``, a service worker,
caches every file and passes the pages' requests to ``python.js``, which runs Python and answers
through `bridge`. The record book is a file in the browser's own storage.
"""
