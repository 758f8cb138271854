from __future__ import annotations

import pytest

from m3bench.core import UsageError
from m3bench.hosting import load_catalog
from m3bench.hosting.catalog import EVERYTHING, preset_entries, presets
from m3bench.runs.serving import THIRD_PARTY, bundled_tools
from m3bench.servers import servers_by_collection


def test_the_preset_of_the_papers_size_has_its_size_with_the_bundled_servers() -> None:
    chosen, bundled = preset_entries("verse-65"), servers_by_collection()["m3-bench"]
    assert len({entry.name for entry in chosen}) + len(bundled) == 65
    own = sum(len(bundled_tools(name)) for name in bundled if name not in THIRD_PARTY)
    office = sum(load_catalog().find(name).tools for name in THIRD_PARTY.values())
    assert sum(entry.tools for entry in chosen) + own + office == 552
    assert not {entry.name for entry in chosen} & set(THIRD_PARTY.values()), "they are bundled already"


def test_everything_is_the_whole_catalog() -> None:
    assert preset_entries(EVERYTHING) == load_catalog().entries
    assert set(presets()) == {"verse-65", "verse-all"}


def test_an_unknown_preset_is_an_error_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="There is no preset 'verse-66'") as caught:
        preset_entries("verse-66")
    assert "verse-65" in str(caught.value.hint)
    with pytest.raises(UsageError) as caught:
        preset_entries("zzz")
    assert "verse-65, verse-all" in str(caught.value.hint)
