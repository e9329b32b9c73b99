"""The referee as a folder that any web server can hand out: the pages, with Python and the record
book in the visitor's own browser.

``python -m referee.static OUT`` writes the folder. `building` puts it together: the runtime
(Pyodide, Python compiled to WebAssembly), an archive of the program (`archive`), and what lies in
``shell``. There ``index.html`` with ``shell.js`` is the window around the pages; ``worker.js``, a
service worker, keeps every file, and passes what the pages ask for to ``python.js``, which holds
Python and answers through `bridge`. The record book is a file in the browser's own storage.
"""
