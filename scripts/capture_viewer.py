"""Capture the pictures of the viewer in the documentation.

    python scripts/capture_viewer.py [--out docs/viewer]

Runs a few tasks with an agent that makes mistakes, serves the viewer, and captures it in Chromium.
"""

from __future__ import annotations

import argparse
import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from PIL import Image

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LARGEST = 200_000
RUN = "m3-noisy"
TASK = "m3/movies/7-0"
FAMILIES = ("Movies", "Drug", "Attraction", "Camping")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("docs/viewer"))
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        make_run(Path(folder) / RUN)
        with serve(Path(folder)) as address, open_browser() as browser:
            capture(browser, address, f"#/run/{RUN}", out / "list.webp", height=760)
            attempt = f"#/run/{RUN}/task/{quote(TASK, safe='')}/1"
            capture(browser, address, f"{attempt}/call/4", out / "attempt.webp", part="#steps", height=1260)
            narrow = out / "narrow.webp"
            capture(browser, address, attempt, narrow, part="#steps", width=420, height=1300, dark=True)


def make_run(path: Path) -> None:
    wanted = [word for name in FAMILIES for word in ("--family", name)]
    command = ["run", "m3", "--agent", "noisy:0.3", "--per-family", "2", *wanted, "--out", str(path)]
    subprocess.run([sys.executable, "-m", "m3bench", *command], check=True)


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "m3bench", "view", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait(timeout=20)


@contextmanager
def open_browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def capture(
    browser: Browser,
    address: str,
    place: str,
    target: Path,
    *,
    part: str = "#main",
    width: int = 1400,
    height: int = 900,
    dark: bool = False,
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
    )
    page = context.new_page()
    page.goto(address + place)
    wait_until_loaded(page)
    page.locator(part).evaluate("part => part.scrollIntoView()")
    save(page.screenshot(), target)
    context.close()


def wait_until_loaded(page: Page) -> None:
    """Wait until everything that is loaded later is on the page."""
    page.locator("#why .average, .row .score:not(:empty)").last.wait_for(timeout=60_000)
    page.wait_for_function("() => [...document.images].every(image => image.complete)")
    if page.locator("#panel:not([hidden])").count():
        page.locator("#panel h3").first.wait_for()


def save(shot: bytes, target: Path) -> None:
    """Save as WebP in the best quality that fits."""
    with Image.open(io.BytesIO(shot)) as image:
        for quality in (90, 80, 70, 60, 50):
            image.save(target, quality=quality, method=6)
            if target.stat().st_size < LARGEST:
                break
    print(f"{target}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
