"""The viewer of Inspect on a log of ours, in a real browser."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from m3bench.core import Call, Media, Result, Step, Text, Trajectory
from m3bench.formats import AttemptRecord, Collection, write_collection
from tests.apps.audit.browsing import browser
from tests.hanging import HANG_SECONDS

pytest.importorskip("inspect_ai", reason="the extra inspect is not installed")

_LONGEST_START = 60.0
# One dot.
_PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c4944415408d763f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)


@contextmanager
def viewing(folder: Path) -> Iterator[str]:
    """The address of the viewer over a folder of logs."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = ["view", "start", "--host", "127.0.0.1", "--port", str(port), "--log-dir", str(folder)]
    with subprocess.Popen(
        [sys.executable, "-m", "inspect_ai", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            _wait_for(port, process)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(HANG_SECONDS)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _LONGEST_START
    while time.monotonic() < until and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise AssertionError("the viewer does not start")


@pytest.mark.slow
def test_the_viewer_of_inspect_shows_our_log(tmp_path: Path) -> None:
    picture = Media(media_type="image/png", data=_PNG)
    calls = (
        Call("sky/sunset", {"place": "Skagen"}, "a", Result((Text("ten past nine"), picture))),
        Call("sky/moon", {"<b>": "\x00"}, "b", Result((Text("<script>document.title='no'</script>"),))),
    )
    work = Trajectory(task_id="shore/1", request="When?", steps=(Step(calls),), answer="Soon enough.")
    attempt_record = AttemptRecord(
        trajectory=work, task_id="shore/1", pictures=(picture,), scores={"recall": 0.25}
    )
    for name in ("log.eval", "log.json"):
        write_collection(
            tmp_path / name, Collection(name="shore", attempt_records=(attempt_record,)), format="inspect"
        )
    with viewing(tmp_path) as address, browser() as chromium:
        page = chromium.new_page()
        page.set_default_timeout(30_000)
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        outside: list[str] = []
        page.on("request", lambda request: outside.append(request.url))
        for name in ("log.eval", "log.json"):
            page.goto(f"{address}/#/logs/{name}")
            page.get_by_text("shore/1").first.wait_for()
            page.get_by_text("0.25").first.wait_for()
            page.goto(f"{address}/#/logs/{name}/samples/sample/shore%2F1/1/messages")
            page.get_by_text("sky__sunset").first.wait_for()
            page.get_by_text("ten past nine").first.wait_for()
            page.get_by_text("Soon enough.").last.wait_for()
            page.locator("img[src^='data:image/png']").first.wait_for()
            assert page.title() != "no"
        page.close()
    assert problems == []
    assert [url for url in outside if not url.startswith((address, "data:", "blob:"))] == []
