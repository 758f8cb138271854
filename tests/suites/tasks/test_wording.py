"""Words of tasks, from TOML files beside the modules of families."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from m3bench.core import FieldType, UsageError
from m3bench.suites import Blueprint, Plan, Solution, call
from m3bench_suites.builders.tasks import Family, SuiteDraw, TaskSpec, stated, wording_of
from m3bench_world import World

WORDS = """
[harbour]
requests = ["How deep is the harbour of {town}?", "Give the depth of {town}'s harbour."]
fuzzy = ["Can I get into {town} with {draught} m?"]
role = "You are the pilot of {town}."
rules = ["Depths are in {unit}."]
fields = [
    { name = "depth", type = "number", unit = "{unit}", meaning = "how deep it is in {town}" },
    { name = "side", type = "choice", choices = ["{sides}"], meaning = "where to moor" },
    { name = "ships", type = "record", many = true, meaning = "ships in {town}", fields = [
        { name = "ship", type = "name", meaning = "a ship that is in {town}" },
    ] },
]
"""
DRAWN = {"town": "Bergen", "draught": 4, "unit": "m", "sides": ("north", "south")}

WriteWords = Callable[[str], ModuleType]


class Draw(SuiteDraw):
    suite = "harbours"
    first_picture = 1


@pytest.fixture
def write_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WriteWords]:
    """Write a package with a module `ports` and the words beside it, and return the module."""
    package = tmp_path / "harbour_tasks"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "ports.py").write_text("def harbour(): ...\nclass FarHarbour: ...\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(words: str) -> ModuleType:
        (package / "ports.toml").write_text(words)
        return __import__("harbour_tasks.ports", fromlist=["harbour"])

    yield write
    from m3bench_suites.builders.tasks import wording

    wording._read.cache_clear()
    for name in ("harbour_tasks", "harbour_tasks.ports"):
        sys.modules.pop(name, None)


def plan() -> Plan:
    yield [call("charts/depth")]
    return Solution("4 m", fields={"depth": stated(4)})


def made(module: ModuleType, number: int = 0, **changes: object) -> Blueprint:
    def harbour(_: Draw) -> TaskSpec:
        return TaskSpec(**{"words": DRAWN, "plans": (plan,), "servers": ("charts",), **changes})  # type: ignore[arg-type]

    harbour.__module__ = module.__name__
    family = Family(number=1, name="ports", title="Ports", tasks=(harbour,), level="L1", kind="retrieval")
    return family.make(Draw(World(), family, number))


def test_words_fill_requests_rules_and_form(write_words: WriteWords) -> None:
    module = write_words(WORDS)
    blueprints = [made(module, number) for number in range(8)]
    assert {blueprint.request for blueprint in blueprints} == {
        "How deep is the harbour of Bergen?",
        "Give the depth of Bergen's harbour.",
    }
    blueprint = blueprints[0]
    assert blueprint.fuzzy_request == "Can I get into Bergen with 4 m?"
    assert (blueprint.role, blueprint.rules) == ("You are the pilot of Bergen.", ("Depths are in m.",))
    assert (blueprint.family, blueprint.level, blueprint.kind) == ("Ports", "L1", "retrieval")
    assert blueprint.form is not None
    depth, side, ships = blueprint.form.fields
    assert (depth.type, depth.unit, depth.meaning) == (FieldType.NUMBER, "m", "how deep it is in Bergen")
    assert side.choices == ("north", "south")
    assert ships.fields[0].meaning == "a ship that is in Bergen"


def test_a_draw_can_leave_out_fields_and_override_its_family(write_words: WriteWords) -> None:
    blueprint = made(write_words(WORDS), fields=("side", "depth"), level="L3", solvable=False)
    assert blueprint.form is not None
    assert [field.name for field in blueprint.form.fields] == ["side", "depth"]
    assert (blueprint.level, blueprint.extra) == ("L3", {"solvable": False})


RECORDS = """
[harbour]
requests = ["Which ships{fog}?"]
fuzzy = ["Who{fog}?"]
fields = [
    { name = "light", type = "code", meaning = "the light that is on", when = ["fog", "night"] },
    { name = "ships", type = "record", many = true, meaning = "the ships", fields = [
        { name = "name", type = "name", meaning = "its name" },
        { name = "flag", type = "name", meaning = "its flag" },
        { name = "tons", type = "number", meaning = "its size" },
    ] },
]

[harbour.phrases]
fog = " are in the fog"

[harbour.fuzzy_phrases]
fog = " is out there"
"""


def test_words_decide_about_phrases_and_fields(write_words: WriteWords) -> None:
    module = write_words(RECORDS)
    foggy = made(module, words={"fog": True, "night": True})
    assert (foggy.request, foggy.fuzzy_request) == ("Which ships are in the fog?", "Who is out there?")
    assert foggy.form is not None
    assert [field.name for field in foggy.form.fields] == ["light", "ships"]
    for words in ({"fog": False, "night": True}, {"fog": True, "night": None}):
        form = made(module, words=words).form
        assert form is not None
        assert [field.name for field in form.fields] == ["ships"]
    with pytest.raises(UsageError, match="No word 'night' is drawn"):
        made(module, words={"fog": True})


def test_a_draw_can_leave_out_and_order_fields_of_records(write_words: WriteWords) -> None:
    words = {"fog": True, "night": True}
    form = made(write_words(RECORDS), words=words, fields=("ships.tons", "ships.name", "light")).form
    assert form is not None
    ships, light = form.fields
    assert ([field.name for field in ships.fields], light.name) == (["tons", "name"], "light")
    with pytest.raises(UsageError, match=r"no field 'crew'.*name, flag, tons"):
        made(write_words(RECORDS), words=words, fields=("ships.crew",))


def test_tables_are_named_like_functions_and_classes(write_words: WriteWords) -> None:
    module = write_words(WORDS + WORDS.replace("[harbour]", "[far_harbour]").replace("Bergen", "Oslo"))
    assert wording_of(module.FarHarbour).requests == wording_of(module.harbour).requests


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("[port]\nrequests = ['a']\nfuzzy = ['b']", r"ports\.toml has no table \[harbour\]"),
        ("[harbour]\nrequests = ['a']", r"ports\.toml: .*fuzzy"),
        (WORDS.replace('"number"', '"figure"'), r"ports\.toml: .*figure.*fields\[0\]\.type"),
        (WORDS.replace("role", "roll"), r"ports\.toml: .*roll"),
        ("[harbour", r"ports\.toml: "),
        (WORDS.replace("{town}?", "{city}?"), r"No word 'city' is drawn for 'How deep is"),
        (WORDS.replace("moor", "moor in {city}"), r"No word 'city' is drawn for 'where to moor"),
    ],
)
def test_a_mistake_in_the_words_is_named(write_words: WriteWords, words: str, message: str) -> None:
    module = write_words(words)
    with pytest.raises(UsageError, match=message):
        _ = [made(module, number) for number in range(8)]


def test_an_unknown_field_and_a_missing_file_are_named(write_words: WriteWords) -> None:
    module = write_words(WORDS)
    with pytest.raises(UsageError, match=r"no field 'width'\. The fields are depth, side, ships"):
        made(module, fields=("depth", "width"))
    assert module.__file__
    Path(module.__file__).with_suffix(".toml").unlink()
    from m3bench_suites.builders.tasks import wording

    wording._read.cache_clear()
    with pytest.raises(UsageError, match=r"harbour_tasks\.ports has no words"):
        made(module)
