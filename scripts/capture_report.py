"""Capture the pictures of the report in docs/report: `python scripts/capture_report.py RUN… [--out DIR]`.

Writes the report of these runs (for example those of the demo) and captures it in Chromium. With
`--section seeing`, captures only that section, as `seeing.webp`.
Needs Playwright and the system's Chromium.
"""

from __future__ import annotations

import argparse
import io
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from m3bench.cli.loading import make_scorer
from m3bench.cli.scoring.report import load_study_runs, make_study, write_report
from m3bench.scoring import DEFAULT_PROFILE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LARGEST = 200_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, default=Path("docs/report"))
    parser.add_argument("--section", metavar="NAME", help="capture only this section")
    options = parser.parse_args()
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        sys.exit("Chromium is not installed.")
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        scorer = make_scorer(DEFAULT_PROFILE, None, None, "minilm", cache=True)
        write_report(make_study(load_study_runs(options.runs, scorer)), options.runs, page)
        if options.section:
            capture_only(program, page, options.section, options.out)
        else:
            capture(program, page, options.out)


def capture(program: str, path: Path, out: Path) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        summary = open_page(browser, path, 1360, 900)
        save(summary.screenshot(), out / "summary.webp")
        for section in ("leaderboard", "matrix"):
            page = open_page(browser, path, 1360, 900)
            scroll_to(page, f"#{section}")
            save(page.screenshot(), out / f"{section}.webp")
        families = open_page(browser, path, 1360, 960, dark=True)
        scroll_to(families, "#families")
        save(families.screenshot(), out / "families.webp")
        tasks = open_page(browser, path, 1360, 900)
        scroll_to(tasks, "#telling")
        save(tasks.screenshot(), out / "tasks.webp")
        save_side_by_side(
            [
                capture_section(browser, path, "#summary"),
                capture_section(browser, path, "#families"),
                capture_section(browser, path, "#failures", dark=True),
            ],
            out / "narrow.webp",
        )
        browser.close()


def capture_only(program: str, path: Path, section: str, out: Path) -> None:
    """Capture the beginning of one section."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = open_page(browser, path, 1360, 1290)
        scroll_to(page, f"#{section}")
        save(page.screenshot(), out / f"{section}.webp")
        browser.close()


def open_page(browser: Browser, path: Path, width: int, height: int, *, dark: bool = False) -> Page:
    page = browser.new_page(
        viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
    )
    page.goto(path.as_uri())
    return page


def scroll_to(page: Page, selector: str) -> None:
    unfold = "section.querySelectorAll('.fold').forEach((part) => { part.open = true; })"
    page.locator(selector).evaluate(f"section => {{ {unfold}; section.scrollIntoView(); }}")


def capture_section(browser: Browser, path: Path, selector: str, *, dark: bool = False) -> bytes:
    page = open_page(browser, path, 390, 844, dark=dark)
    scroll_to(page, selector)
    return page.screenshot()


def save_side_by_side(pictures: Sequence[bytes], path: Path) -> None:
    """Save pictures of the same height side by side."""
    images = [Image.open(io.BytesIO(picture)) for picture in pictures]
    gap = 24
    whole = Image.new("RGB", (sum(image.width + gap for image in images) - gap, images[0].height), "#888e99")
    left = 0
    for image in images:
        whole.paste(image, (left, 0))
        left += image.width + gap
    written = io.BytesIO()
    whole.save(written, "PNG")
    save(written.getvalue(), path)


def save(picture: bytes, path: Path) -> None:
    with Image.open(io.BytesIO(picture)) as image:
        image.save(path, "WEBP", quality=82, method=6)
    size = path.stat().st_size
    print(f"{path}: {size:,} bytes")
    assert size < LARGEST, "Too large for a page of documentation."


if __name__ == "__main__":
    main()
