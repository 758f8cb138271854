"""Capture the pictures of the audit page in docs/audit.

    python scripts/capture_audit.py [--forged DIR] [--out DIR]

Serves `m3bench audit` over a few tasks of the suite m3, or over a folder of `m3bench forge references`, and
takes the pictures in Chromium without a window. Needs Playwright and the system's Chromium.
"""

from __future__ import annotations

import argparse
import io
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
from PIL import Image

from m3bench.agents import Attempt, Ending
from m3bench.agents.baselines.reference import prepare_calls
from m3bench.forge.runner.bench import Executor
from m3bench.forge.runner.references import ForgeSettings, forge_references
from m3bench.formats import write
from m3bench.suites import make_suite
from m3bench_world import World

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_TASKS = ("m3/items_price/7-0", "m3/camping/7-1", "m3/attraction/7-0", "m3/museum/7-0")
_CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_LONGEST_WAIT = 20_000
_WEBP_QUALITY = 82


@dataclass(frozen=True)
class Shot:
    """One screenshot: the window, and the actions before it."""

    name: str
    act: Callable[[Page], None]
    width: int = 1280
    height: int = 860
    dark: bool = False
    pairs: bool = False


def _approve_second_task(page: Page) -> None:
    page.keyboard.press("n")
    page.wait_for_selector(".entry:nth-child(2)[aria-current]")
    page.keyboard.press("a")
    page.locator("#verdict", has_text="Approved").wait_for()
    page.keyboard.press("p")
    page.wait_for_selector(".entry:nth-child(1)[aria-current]")


def _merge_dependent_steps(page: Page) -> None:
    page.get_by_role("button", name="Merge with next").first.click()
    page.locator("#notice").wait_for()
    page.locator("#call-1").scroll_into_view_if_needed()


def _edit_a_call(page: Page) -> None:
    page.locator("#call-1").get_by_role("button", name="Edit").click()
    name = page.get_by_label("Tool of call 2")
    name.fill(name.input_value()[:-1])
    page.locator("#call-1 .doubt").wait_for()
    page.locator("#call-1").evaluate("card => card.scrollIntoView({block: 'center'})")


def _do_nothing(_: Page) -> None:
    """Leave the page as loaded."""


SHOTS = (
    Shot("wide", _approve_second_task),
    Shot("refused", _merge_dependent_steps),
    Shot("editing", _edit_a_call),
    Shot("narrow", _do_nothing, width=390, height=844, dark=True),
    Shot("pairs", _do_nothing, dark=False, pairs=True),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--forged", type=Path, help="a folder of `m3bench forge references`")
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "docs" / "audit")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        forged = given.forged or _forge(Path(place))
        with _open_browser() as browser:
            for shot in SHOTS:
                with _serve(_copy_without_decisions(forged, Path(place, shot.name)), shot) as address:
                    picture = _capture(browser, address, shot)
                target = given.out / f"{shot.name}.webp"
                Image.open(io.BytesIO(picture)).save(target, quality=_WEBP_QUALITY, method=6)
                print(f"{target.name}: {target.stat().st_size // 1000} kB")


class OneByOne:
    """An executor that makes one call at a time, and the first one twice."""

    name = "one by one"
    needs_model = False

    async def solve(self, attempt: Attempt) -> Ending:
        reference = attempt.task.references[0]
        calls = [call for _, call in reference.calls()]
        for call in (calls[0], *calls):
            await attempt.call(prepare_calls([call], attempt))
        return Ending(reference.answer or attempt.task.answer)


def _forge(folder: Path) -> Path:
    """Forge references for a few tasks of m3."""
    known = {task.id: task for task in make_suite("m3", World()).tasks}
    write(folder / "tasks.jsonl", [known[name] for name in _TASKS], format="jsonl")
    settings = ForgeSettings(suite=str(folder / "tasks.jsonl"), agents=(OneByOne.name,))
    made = folder / "forged"
    anyio.run(partial(forge_references, settings, made, executors=[Executor(OneByOne())]))
    return made


def _copy_without_decisions(forged: Path, folder: Path) -> Path:
    """Copy a folder without its decisions."""
    ignored = shutil.ignore_patterns("decisions.jsonl", "preferences.jsonl")
    return Path(shutil.copytree(forged, folder, ignore=ignored))


@contextmanager
def _serve(folder: Path, shot: Shot) -> Iterator[str]:
    command = [sys.executable, "-m", "m3bench", "audit", str(folder), *(["--pairs"] if shot.pairs else [])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            if server.stdout is None:
                raise RuntimeError("the server printed no address")
            yield server.stdout.readline().strip()
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(timeout=20)


@contextmanager
def _open_browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, _CHROMIUM)), None)
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            yield opened
        finally:
            opened.close()


def _capture(browser: Browser, address: str, shot: Shot) -> bytes:
    context = browser.new_context(
        viewport={"width": shot.width, "height": shot.height}, color_scheme="dark" if shot.dark else "light"
    )
    page = context.new_page()
    page.set_default_timeout(_LONGEST_WAIT)
    page.goto(address)
    page.get_by_label("Your name").fill("Ann")
    page.keyboard.press("Enter")
    page.wait_for_selector(".call-card")
    shot.act(page)
    page.wait_for_function("() => [...document.images].every(image => image.complete)")
    taken = page.screenshot()
    context.close()
    return taken


if __name__ == "__main__":
    main()
