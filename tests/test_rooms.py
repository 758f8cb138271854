"""Rooms import along the arrows of the house: what stands lower may use what stands higher, as said here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import m3bench

SOURCE = Path(m3bench.__file__).parent
ARROWS = {
    "core": "",
    "formats": "core",
    "encoders": "",
    "scoring": "core encoders",
    "hosting": "core encoders",
    "models": "core",
    "agents": "core hosting models",
    "judges": "core models",
    "checks": "core judges workers",
    "world": "",
    "servers": "core world workers",
    "suites": "core world checks",
    "forge": "core encoders scoring hosting models agents judges",
    "pages": "core",
    "workers": "",
}
"""The rooms that may not use just anything above them."""


def imported_rooms(text: str) -> Iterator[str]:
    """The rooms whose modules a module imports, wherever in it."""
    for node in ast.walk(ast.parse(text)):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
            if node.module == "m3bench":
                names = [f"m3bench.{each.name}" for each in node.names]
        elif isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        for parts in (name.split(".") for name in names):
            if parts[0] == "m3bench" and len(parts) > 1:
                yield parts[1]


@pytest.mark.parametrize("room", ARROWS)
def test_a_room_imports_only_what_it_may(room: str) -> None:
    allowed = {room, *ARROWS[room].split()}
    against = {
        f"{path.relative_to(SOURCE)} imports {found}"
        for path in (SOURCE / room).rglob("*.py")
        for found in imported_rooms(path.read_text("utf-8"))
        if found not in allowed
    }
    assert against == set()


def test_imports_are_seen_wherever_they_stand() -> None:
    text = (
        "import m3bench.core\nfrom m3bench import judges\ndef f():\n    from m3bench.models.errors import E"
    )
    assert list(imported_rooms(text)) == ["core", "judges", "models"]
