"""The server `claim-done`."""

from __future__ import annotations

from pathlib import Path

from m3bench.core import Look
from m3bench.servers import Files, load
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from tests.servers.asking import InProcess

SERVER = "claim-done"


def test_named_files_are_looked_up(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"abc")
    arguments = {"summary": "Done.", "artefacts": ["./a.txt", "b.txt"]}
    answer = load(SERVER).call(ToolContext(World(), Files(tmp_path)), "claim_done", arguments)
    found = [{"path": "a.txt", "exists": True, "bytes": 3}, {"path": "b.txt", "exists": False}]
    assert answer.data == {"claimed": True, "artefacts": found, "missing": ["b.txt"]}
    assert answer.looked == (Look("a.txt", "metadata"),)


def test_nonsense_is_refused(tmp_path: Path) -> None:
    tools = InProcess(SERVER, tmp_path)
    assert tools("claim_done", summary=" ").is_error
    assert tools("claim_done", summary="x", artefacts=["../secret"]).is_error
    assert tools("claim_done", summary="x", artefacts=["a"] * 51).is_error
