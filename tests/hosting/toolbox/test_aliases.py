from __future__ import annotations

import hashlib
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.hosting.toolbox.aliases import LONGEST_ALIAS, Aliases, nearest

SAFE = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")
# Few letters, so that clashes are common; some of them unsafe, some of them the separators themselves.
PARTS = st.text(alphabet="ab_-./ é7", max_size=5) | st.text(max_size=90)
FULL_NAMES = st.builds("{}/{}".format, PARTS, PARTS)
NAME_SETS = st.lists(FULL_NAMES, max_size=12)


def digest(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:8]


@pytest.mark.parametrize(
    ("name", "alias"),
    [
        ("maps/draw_point", "maps__draw_point"),
        ("open-library/search", "open-library__search"),
        ("a.b/c d", "a_b__c_d"),
        ("7zip/list", "_7zip__list"),
        ("-x/y", "_-x__y"),
        ("a/b/c", "a__b_c"),
        ("été/où", "_t___o_"),
        ("/x", "__x"),
    ],
)
def test_the_plain_form(name: str, alias: str) -> None:
    aliases = Aliases([name])
    assert aliases.alias(name) == alias
    assert aliases.name(alias) == name


def test_long_names_end_in_a_hash() -> None:
    name = f"server/{'x' * 80}"
    alias = Aliases([name]).alias(name)
    assert alias == f"server__{'x' * 47}_{digest(name)}"
    assert len(alias) == LONGEST_ALIAS
    exact = f"server/{'y' * 56}"
    assert Aliases([exact]).alias(exact) == f"server__{'y' * 56}"


def test_all_names_that_clash_get_a_hash_and_no_other_does() -> None:
    aliases = Aliases(["a/b c", "a/b_c", "a/d"])
    assert aliases.alias("a/b c") == f"a__b_c_{digest('a/b c')}"
    assert aliases.alias("a/b_c") == f"a__b_c_{digest('a/b_c')}"
    assert aliases.alias("a/d") == "a__d"
    assert aliases.name("a__b_c") is None


def test_a_tool_named_like_the_hashed_alias_of_another_keeps_its_own() -> None:
    impostor = f"a/b_c_{digest('a/b c')}"
    aliases = Aliases(["a/b c", "a/b_c", impostor])
    assert aliases.alias(impostor) == impostor.replace("/", "__")
    assert len({aliases.alias(name) for name in ("a/b c", "a/b_c", impostor)}) == 3


def test_names_are_found_exactly() -> None:
    aliases = Aliases(["Maps/Draw"])
    assert aliases.name("Maps/Draw") == "Maps/Draw"
    assert aliases.name("Maps__Draw") == "Maps/Draw"
    assert aliases.name("maps__draw") is None
    assert aliases.name("") is None
    with pytest.raises(KeyError):
        aliases.alias("maps/draw")


@given(NAME_SETS)
def test_aliases_are_valid_and_lead_back(names: list[str]) -> None:
    aliases = Aliases(names)
    given_out = {name: aliases.alias(name) for name in names}
    assert len(set(given_out.values())) == len(set(names))
    for name, alias in given_out.items():
        assert SAFE.fullmatch(alias)
        assert aliases.name(alias) == name
        assert aliases.name(name) == name


@given(NAME_SETS, st.randoms(use_true_random=False))
def test_order_and_repetition_do_not_matter(names: list[str], random: Random) -> None:
    shuffled = [*names, *names[:2]]
    random.shuffle(shuffled)
    before, after = Aliases(names), Aliases(shuffled)
    assert [after.alias(name) for name in names] == [before.alias(name) for name in names]


@given(FULL_NAMES, NAME_SETS)
def test_other_tools_change_an_alias_only_where_they_clash(name: str, others: list[str]) -> None:
    alone = Aliases([name]).alias(name)
    among = Aliases([name, *others]).alias(name)
    clash = any(other != name and Aliases([other]).alias(other) == alone for other in others)
    assert among == alone or clash


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ("maps/draw_points", ("maps/draw_point",)),
        ("Maps/Draw_Point", ("maps/draw_point",)),
        ("maps__draw_point", ("maps/draw_point",)),
        ("draw_point", ("maps/draw_point",)),
        ("get_weather", ("national-weather-service/get_weather",)),
        ("maps/get_weather", ("national-weather-service/get_weather",)),
        ("zzz", ()),
        ("", ()),
        ("/", ()),
    ],
)
def test_nearest_names(wrong: str, expected: tuple[str, ...]) -> None:
    known = ["maps/draw_point", "national-weather-service/get_weather", "files/read"]
    assert nearest(wrong, known)[: max(1, len(expected))] == expected


def test_at_most_three_names_and_the_same_server_first() -> None:
    known = [f"s{i}/search" for i in range(9)]
    assert nearest("s4/Search", known)[0] == "s4/search"
    assert len(nearest("search", known)) == 3


def test_among_thousands_the_nearest_is_found() -> None:
    known = [f"server{i // 30}/some_tool_{i}" for i in range(3_000)]
    assert nearest("server74/som_tool_2222", known)[0] == "server74/some_tool_2222"
    assert nearest("Server74/Sometool_2222", known)[0] == "server74/some_tool_2222"


@pytest.mark.slow
@given(st.text(), NAME_SETS)
def test_the_nearest_are_always_known_names(wrong: str, known: list[str]) -> None:
    names = nearest(wrong, known)
    assert set(names) <= set(known)
    assert len(set(names)) == len(names) <= 3
