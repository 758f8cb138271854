"""Lists written by hand: each is read by a module, and has the type that the module names."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

import m3bench_world
from m3bench_world.data import written

PACKAGE = Path(m3bench_world.__file__).parent
READ = re.compile(r'written\(\s*"([\w/]+)",\s*"(\w+)"')


def test_every_list_is_read_and_every_list_that_is_read_is_there() -> None:
    there = {
        (str(path.parent.relative_to(PACKAGE)), name)
        for path in PACKAGE.rglob("written.json")
        for name in json.loads(path.read_text("utf-8"))
    }
    modules = (path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    assert there == {(folder, name) for text in modules for folder, name in READ.findall(text)}


def test_a_list_of_another_type_is_refused() -> None:
    assert written("audio", "cities", tuple[str, ...])
    with pytest.raises(msgspec.ValidationError):
        written("audio", "cities", tuple[int, ...])
