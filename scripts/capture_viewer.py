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

from m3bench.core import Usage
from m3bench.models import Reply, ToolUse
from m3bench.testing.provider import FakeProvider

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LARGEST = 200_000
RUN = "m3-noisy"
CAREFUL = "m3-careful"
TALK = "smoke-caller"
TASK = "m3/movies/7-0"
FAMILIES = ("Movies", "Drug", "Attraction", "Camping")
SEEN = """() => [...document.images].every((image) => {
  const { top, bottom } = image.getBoundingClientRect();
  return image.complete || top > innerHeight || bottom < 0;
})"""
"""Whether all pictures on the screen are loaded; others are loaded when they are seen."""
SCORED = """() => [...document.querySelectorAll("[data-mean]")].every((cell) => cell.textContent !== "…")
  && (!document.querySelector("#summary") || document.querySelector("#summary .figure"))"""
"""Whether means and summaries are computed."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("docs/viewer"))
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "runs"
        make_run(folder / RUN, "noisy:0.3")
        make_run(folder / "study" / CAREFUL, "noisy:0.1")
        make_run(folder / "study" / "m3-reference", "reference")
        make_conversation(folder / TALK)
        with serve(folder) as address, open_browser() as browser:
            capture(browser, address, "#/?sort=-success", out / "runs.webp", width=1200, height=430)
            compared = f"#/compare/{RUN}/{quote(f'study/{CAREFUL}', safe='')}"
            capture(browser, address, compared, out / "compare.webp", width=1200, height=900)
            capture(browser, address, f"#/run/{RUN}", out / "list.webp", height=1000)
            attempt = f"#/run/{RUN}/task/{quote(TASK, safe='')}/1"
            capture(browser, address, f"{attempt}/call/4", out / "attempt.webp", part="#steps", height=1260)
            talk = f"#/run/{TALK}/task/{quote('smoke/half-in-grey', safe='')}/1/conversation"
            target = out / "conversation.webp"
            capture(browser, address, talk, target, part="#conversation .exchange:nth-child(2)", height=900)
            narrow = out / "narrow.webp"
            capture(
                browser, address, f"{attempt}/steps", narrow, part="#steps", width=420, height=1300, dark=True
            )


def make_run(path: Path, agent: str) -> None:
    wanted = [word for name in FAMILIES for word in ("--family", name)]
    command = ["run", "m3", "--agent", agent, "--per-family", "2", *wanted, "--out", str(path)]
    subprocess.run([sys.executable, "-m", "m3bench", *command], check=True)


def make_conversation(path: Path) -> None:
    """Run a task with a fake provider, for requests and replies."""
    arguments = {
        "input_path": "photo.png",
        "x1": 0,
        "y1": 0,
        "x2": 400,
        "y2": 600,
        "output_path": "left_half.png",
    }
    crop = ToolUse("a", "imagesorcery-mcp__crop", arguments)
    grey = {"input_path": "left_half.png", "palette": "grayscale", "output_path": "left_half_grey.png"}
    change = ToolUse("b", "imagesorcery-mcp__change_color", grey)
    said = [
        Reply("I crop the left half first.", (crop,), Usage(2140, 61)),
        Reply("Now its colours.", (change,), Usage(3275, 48)),
        Reply("Both pictures are saved.", usage=Usage(4391, 9)),
    ]
    with FakeProvider(said) as fake:
        command = ["run", "smoke", "--agent", "caller", "--model", "openai/some", "--base-url", fake.url()]
        more = ["--family", "pictures", "--no-probe", "--out", str(path)]
        subprocess.run([sys.executable, "-m", "m3bench", *command, *more], check=True)


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
    page.wait_for_function(SEEN)
    save(page.screenshot(), target)
    context.close()


def wait_until_loaded(page: Page) -> None:
    """Wait until everything that is loaded later is on the page."""
    late = "#why .average, .row .score:not(:empty), #compared td, [data-mean]"
    page.locator(late).last.wait_for(timeout=60_000, state="attached")
    page.wait_for_function(SCORED)
    page.wait_for_function(SEEN)
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
