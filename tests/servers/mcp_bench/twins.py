"""Comparison of a second face of a server with its original."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from m3bench.servers import TWINS, load
from m3bench_world import World
from tests.servers.asking import Heard, InProcess

Calls = dict[str, dict[str, Any]]


class Both:
    """A face and its original over one world, each with a workspace of its own."""

    def __init__(self, face: str, folder: Path) -> None:
        world = World()
        self.face, self.original = face, TWINS[face]
        for name in ("face", "original"):
            (folder / name).mkdir()
        self._asked = [
            InProcess(self.face, folder / "face", world),
            InProcess(self.original, folder / "original", world),
        ]

    def __call__(self, tool: str, /, **arguments: Any) -> tuple[Heard, Heard]:
        """What the face and the original say."""
        face, original = (ask(tool, **arguments) for ask in self._asked)
        return face, original


def assert_same_answers(face: str, calls: Calls, folder: Path) -> None:
    """Make a call of every tool of a face, there and at the original."""
    assert list(calls) == list(load(face).tools)
    both = Both(face, folder)
    for tool, arguments in calls.items():
        here, there = both(tool, **arguments)
        assert not here.is_error, f"{tool}: {here.text}"
        assert here == there, tool
