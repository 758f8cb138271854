"""Icons: names, search and glyphs."""

from __future__ import annotations

import pytest

from m3bench_world import World
from m3bench_world.icons import STYLES, UnknownIcon

ICONS = World().icons
NAMES = [name for names in ICONS.by_category().values() for name in names]


def test_there_are_some_four_thousand_names() -> None:
    assert 3_500 < len(ICONS) < 4_600
    assert len(set(NAMES)) == len(NAMES) == len(ICONS)


def test_every_glyph_has_a_private_code_point_of_its_own() -> None:
    points = [
        ICONS.code_point(icon, style) for icon in map(ICONS.find, NAMES) for style in ICONS.styles(icon)
    ]
    assert len(set(points)) == len(points)
    assert min(points) >= 0xF0000
    assert max(points) <= 0xFFFFD


def test_every_icon_has_the_free_style() -> None:
    for name in NAMES:
        styles = ICONS.styles(ICONS.find(name))
        assert "stroke-rounded" in styles
        assert set(styles) <= set(STYLES)


@pytest.mark.parametrize("written", ["coffee-01", "Coffee 01", "coffee_01", "Coffee01Icon", " COFFEE-01 "])
def test_names_are_read_kindly(written: str) -> None:
    assert ICONS.find(written).name == "coffee-01"


@pytest.mark.parametrize("word", ["tree", "building", "bridge", "pole", "castle", "cloud", "plant", "laptop"])
def test_an_icon_named_so_comes_first(word: str) -> None:
    found = ICONS.search(word)
    assert found[0].name == word
    assert ICONS.search(f"{word.upper()}s icons") == ICONS.search(f"{word}s")
    for icon in found:
        assert any(word in text for text in (icon.name, *icon.tags))


def test_tags_are_searched_too() -> None:
    assert any(icon.name.startswith("castle") for icon in ICONS.search("fortress"))
    for icon in ICONS.search("user plus"):
        assert icon.name.endswith(("-add", "-remove")) or "plus" in icon.tags


def test_where_no_icon_fits_all_words_those_for_one_are_given() -> None:
    names = [icon.name for icon in ICONS.search("whale volcano")]
    assert {"whale", "volcano"} <= set(names)


def test_what_is_not_there() -> None:
    assert ICONS.search("qqqq") == []
    assert ICONS.search("the") == []
    assert "castle" in ICONS.near("casttle")
    with pytest.raises(UnknownIcon) as missed:
        ICONS.find("cofee-01")
    assert "coffee" in missed.value.near


def test_another_seed_has_other_icons() -> None:
    def names(seed: int) -> dict[str, list[str]]:
        return World(seed).icons.by_category()

    assert names(7) == ICONS.by_category()
    assert names(8) != ICONS.by_category()
