"""Near misses."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import near_misses, normalize


def test_the_nearest_names_come_first() -> None:
    assert near_misses("Lodon", ["Paris", "London", "London Bridge", "Lisbon"])[0] == "London"
    assert near_misses("zürich", ["Munich", "Zurich"])[0] == "Zurich"
    assert near_misses("qqqq", ["Paris", "London"]) == []


def test_a_name_that_contains_the_wanted_one_is_near() -> None:
    assert "Isle of Wight Music Festival Ground" in near_misses(
        "wight", ["Isle of Wight Music Festival Ground"]
    )


def test_plain_form() -> None:
    assert normalize("  Île-de-France\tSÃO ") == "ile-de-france sao"


@given(st.text(st.characters(max_codepoint=127), max_size=30))
def test_the_shorter_way_for_ascii_gives_the_same(text: str) -> None:
    """A character that is not ASCII takes the other way."""
    assert normalize(f"{text} é") == f"{normalize(text)} e".strip()


@given(st.text(max_size=30), st.lists(st.text(max_size=30), max_size=10))
def test_near_misses_are_among_the_names(wanted: str, names: list[str]) -> None:
    found = near_misses(wanted, names, 3)
    assert len(found) <= 3
    assert set(found) <= set(names)
