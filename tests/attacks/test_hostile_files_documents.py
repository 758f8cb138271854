"""PDFs and patterns that never end."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.attacks.limited_reader import ROOT, read
from tests.hanging import HANG_SECONDS


def looping_pdf(folder: Path) -> Path:
    """A page whose contents draw a form that draws itself, and others, again and again."""
    forms = "".join(
        f"{i} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F {i + 1} 0 R>>>>"
        f"/Length 120>>stream\n{'/F Do ' * 20}\nendstream endobj\n"
        for i in range(5, 16)
    )
    text = (
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99999 99999]/Contents 4 0 R"
        "/Resources<</XObject<</F 5 0 R>>>>>>endobj\n"
        f"4 0 obj<</Length 120>>stream\n{'/F Do ' * 20}\nendstream endobj\n{forms}"
        "16 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 12>>stream\n"
        "0 0 9 9 re f\nendstream endobj\n"
        "trailer<</Root 1 0 R>>\n%%EOF\n"
    )
    path = folder / "bomb.pdf"
    path.write_text(text)
    return path


PDF = """
from m3bench.workers import DocumentError, documents, render_pages
documents.SECONDS = 3.0
try:
    count, pictures = render_pages(data, None, most=5, dots_per_point=2, longest_side=2400)
    print("drawn" if pictures[0] else "not drawn")
except DocumentError as reason:
    print(reason)
"""


def test_a_pdf_that_never_ends(tmp_path: Path) -> None:
    """A PDF draws the same forms 20 to the power of 12 times."""
    # Time or memory: which of them it uses up first depends on the machine.
    assert read(PDF, looping_pdf(tmp_path)).startswith("cannot be rendered: the worker process ")


PATTERN = """
import time
from m3bench.checks.trace.matchers import fits
for pattern, text in (("^(a+)+$", "a" * 60 + "b"), ("(.*)(.*)(.*)(.*)(.*)=", "x" * 2_000)):
    try:
        print(fits(text, {"$regex": pattern}))
    except ValueError as reason:
        print(reason)
print(fits("B0123", {"$regex": "^B0"}), fits("a1b2c3", {"$regex": "^([a-z][0-9])+$"}))
"""


def test_patterns_of_task_authors(tmp_path: Path) -> None:
    """A task checks an argument with a pattern that backtracks for ever."""
    (tmp_path / "none").write_bytes(b"")
    output = read(PATTERN, tmp_path / "none").splitlines()
    assert all("timed out" in line for line in output[:2])
    assert output[2] == "True True"


WAITING = """
import signal, sys
from pathlib import Path
import anyio
from m3bench.runs.serving.bundled import BundledHost, bundled_tools
from m3bench_world import World
folder = Path(sys.argv[1])
tool = next(each for each in bundled_tools("ocr") if each.name == "perform_pdf_ocr")

async def cut_off(scope: anyio.CancelScope, task_status: anyio.abc.TaskStatus[None]) -> None:
    with anyio.open_signal_receiver(signal.SIGUSR1) as signals:
        task_status.started()
        async for _ in signals:
            scope.cancel()

async def main() -> None:
    host = BundledHost(["ocr"], World(1), folder)
    async with anyio.create_task_group() as tasks:
        await tasks.start(cut_off, tasks.cancel_scope)
        print("ready", flush=True)
        print(await host.call(tool, {"input_data": "bomb.pdf"}), flush=True)
    print("over", flush=True)

anyio.run(main)
"""


def wait_for_helper_of(pid: int, seconds: float = 20) -> None:
    """Until a process has a child that runs the program of helpers."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in children.read_text().split():
                if b"m3bench.workers.worker" in Path(f"/proc/{child}/cmdline").read_bytes():
                    return
        time.sleep(0.05)
    raise AssertionError("no helper was started")


@pytest.mark.parametrize("ended_by", ["being cut off", "Ctrl-C"])
def test_time_and_signals_while_a_helper_works(ended_by: str, tmp_path: Path) -> None:
    """A call is cut off while a helper process draws a PDF that never ends."""
    looping_pdf(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-c", WAITING, str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        wait_for_helper_of(process.pid)
        process.send_signal(signal.SIGINT if ended_by == "Ctrl-C" else signal.SIGUSR1)
        process.wait(timeout=HANG_SECONDS)
        assert process.stdout.read() == ("" if ended_by == "Ctrl-C" else "over\n")
