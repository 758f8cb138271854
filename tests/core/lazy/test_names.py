"""Packages whose names are imported on first use."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

DOOR = '''"""A package."""
from typing import TYPE_CHECKING
from m3bench.core import lazy_names

if TYPE_CHECKING:
    from lazily.light import lamp, torch as beam
    from lazily.heavy import stone, dust
else:
    __getattr__, __dir__ = lazy_names(__name__)
'''


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    folder = tmp_path / "lazily"
    folder.mkdir()
    (folder / "__init__.py").write_text(DOOR)
    (folder / "light.py").write_text("lamp, torch = object(), 'a beam'")
    (folder / "heavy.py").write_text("stone = 'a stone'")
    monkeypatch.syspath_prepend(tmp_path)
    yield "lazily"
    for name in [name for name in sys.modules if name.partition(".")[0] == "lazily"]:
        del sys.modules[name]


def test_a_name_imports_its_own_module_alone(package: str) -> None:
    door = importlib.import_module(package)
    assert not {"lazily.light", "lazily.heavy"} & set(sys.modules)
    assert (door.beam, "lazily.heavy" in sys.modules) == ("a beam", False)
    assert door.lamp is door.lamp
    assert door.stone == "a stone"


def test_names_are_listed_before_they_are_imported(package: str) -> None:
    assert {"beam", "dust", "lamp", "stone"} <= set(dir(importlib.import_module(package)))
    assert "lazily.light" not in sys.modules


@pytest.mark.parametrize("name", ["torch", "missing"])
def test_another_name_is_an_error_that_says_so(package: str, name: str) -> None:
    with pytest.raises(AttributeError, match=f"module 'lazily' has no attribute '{name}'"):
        getattr(importlib.import_module(package), name)


def test_a_name_that_its_module_lacks_is_an_error(package: str) -> None:
    with pytest.raises(AttributeError, match="dust"):
        importlib.import_module(package).dust  # noqa: B018


def test_a_submodule_is_imported_as_before(package: str) -> None:
    namespace: dict[str, object] = {}
    exec("from lazily import light", namespace)
    assert namespace["light"] is sys.modules["lazily.light"]
