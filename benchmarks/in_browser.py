"""The speed of the referee in a browser, without a server (see
docs/how-to/put-it-on-a-web-page.md).

    python benchmarks/in_browser.py [--lines 400] [--taps 10]

Writes the folder, serves it on this machine, and opens it in Chromium, which has to be installed.
Prints the size of the download, the time of a start from the browser's cache, the time of a tap in
an evening of this many lines, and the memory that Python takes.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
import zlib
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from referee.simulating.many import evenings

MINUTES = 120_000
"""Milliseconds after which a start counts as failed."""

HERE = Path(__file__).parents[1]


class Quiet(SimpleHTTPRequestHandler):
    """A server that prints nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


def started(page: Page, address: str) -> float:
    """Open the referee, and return the seconds until its pages are there."""
    since = time.perf_counter()
    page.goto(address)
    page.locator("body.open").wait_for(timeout=MINUTES)
    frame = page.frame("pages")
    assert frame is not None
    frame.locator("main h1, main h2").first.wait_for(timeout=MINUTES)
    return time.perf_counter() - since


def log(lines: int) -> str:
    """Return a long evening of Desmoche that ends with a draw, so that a pass may follow."""
    events = next(evenings("desmoche", max(lines // 40, 9), 1))[:lines]
    while events[-1]["type"] != "draw":
        events.pop()
    return "\n".join(json.dumps(event) for event in events)


KEEP = """async log => {
    const body = JSON.stringify({name: "long", events: log.split("\\n").map(JSON.parse)});
    const headers = {"Content-Type": "application/json"};
    const answer = await fetch("/x/app/api/v1/games", {method: "POST", headers, body});
    return answer.status;
}"""

TAP = """async () => {
    const since = performance.now();
    const key = document.querySelector("main form:has(input[name=event]) button");
    const form = key.closest("form");
    const body = new URLSearchParams(new FormData(form, key));
    const headers = {Prefer: "return=minimal"};
    const answer = await fetch(form.action, {method: "POST", body, headers});
    await answer.text();
    return [performance.now() - since, answer.status];
}"""


def opened(playwright: Playwright, folder: Path) -> BrowserContext:
    """Return a browser that keeps what it has stored."""
    return playwright.chromium.launch_persistent_context(
        folder / "profile",
        executable_path=shutil.which("chromium"),
        args=["--no-sandbox", "--disable-gpu"],
        viewport={"width": 360, "height": 740},
    )


def main() -> None:
    """Measure, and print the results."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--lines", type=int, default=400)
    parser.add_argument("--taps", type=int, default=10)
    given = parser.parse_args()
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        out = Path(folder) / "www" / "x"
        kept = HERE / "build" / "pyodide"
        command = [sys.executable, "-m", "referee.static", str(out), "--runtime", str(kept)]
        subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.DEVNULL)
        files = [file.read_bytes() for file in out.rglob("*") if file.is_file()]
        squeezed = sum(min(len(one), len(zlib.compress(one, 6))) for one in files)
        print(f"{sum(map(len, files)) / 2**20:.1f} MB, {squeezed / 2**20:.1f} MB compressed")
        handler = partial(Quiet, directory=str(out.parent))
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://localhost:{server.server_port}/x/"
        browser = opened(playwright, Path(folder))
        page = browser.pages[0]
        print(f"first start {started(page, address):.1f} s")
        frame = page.frame("pages")
        assert frame is not None
        assert frame.evaluate(KEEP, log(given.lines)) in (200, 201)
        warm = [started(page, f"{address}?{number}") for number in range(3)]
        print(f"warm start {median(warm):.1f} s")
        browser.close()
        browser = opened(playwright, Path(folder))
        page = browser.pages[0]
        started(page, address)
        frame = page.frame("pages")
        assert frame is not None
        took = []
        for _tap in range(given.taps):
            frame.goto(f"{address}app/tables/long/pad")
            milliseconds, status = frame.evaluate(TAP)
            assert status < 400, status
            took.append(milliseconds)
        print(f"a tap at {given.lines} lines {median(took):.0f} ms, at most {max(took):.0f} ms")
        memory = max(
            int(line.split()[1])
            for one in Path("/proc").glob("[0-9]*")
            if (one / "cmdline").exists() and b"--type=renderer" in (one / "cmdline").read_bytes()
            for line in (one / "smaps_rollup").read_text().splitlines()
            if line.startswith("Pss:")
        )
        print(f"memory of the pages {memory / 1024:.0f} MB")
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
