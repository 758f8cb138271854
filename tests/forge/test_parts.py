"""Words, slots, fields, refusals, chains and distractors, each for itself."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Call, Data, Result, Text
from m3bench.forge.links.candidates import convert_value, names_tool
from m3bench.forge.links.chains import Graph, Link, chain_servers, chain_tools
from m3bench.forge.links.confirmation import named_argument, suggested_values
from m3bench.forge.links.fields import extract_fields, file_ending, promised_fields
from m3bench.forge.links.samples import make_sample
from m3bench.forge.links.schemas import Slot, slots
from m3bench.forge.links.trials import is_empty
from m3bench.forge.names import plural, singular, subject, words
from m3bench.forge.tasks.tasks import draw_distractors
from m3bench.hosting import Tool


@pytest.mark.parametrize("name", ["parkCode", "park_code", "park-codes", "Park code", "PARK_CODES"])
def test_spellings_are_the_same_words(name: str) -> None:
    assert words(name) == ("park", "code")


def test_short_forms_are_written_out() -> None:
    assert words("lat") == ("latitude",)
    assert words("objectIDs") == ("object", "id")
    assert subject("search_movies") == ("movie",)


@given(st.sampled_from(["movie", "park", "city", "box", "dish", "bus", "toy"]))
def test_plurals_go_back(word: str) -> None:
    assert word == "bus" or singular(plural(word)) == word


def _tool(properties: dict[str, Any], required: list[str], **more: Any) -> Tool:
    schema = {"type": "object", "properties": properties, "required": required}
    return Tool(server="s", name=more.pop("name", "get_thing"), input_schema=schema, **more)


def test_slots_read_types_and_examples() -> None:
    tool = _tool(
        {
            "code": {"type": "string", "description": "Code such as 'yose', or several."},
            "depth": {"anyOf": [{"type": "integer"}, {"type": "null"}], "description": "From 4 to 9."},
            "where": {"type": "object", "description": "As {'latitude': 1.5, 'longitude': 2}."},
            "kind": {"type": "string", "description": "calls or puts."},
        },
        ["code"],
    )
    code, depth, where, kind = slots(tool)
    assert (code.needed, code.examples[0]) == (True, "yose")
    assert (depth.kind, depth.needed, depth.examples) == ("integer", False, (6,))
    assert where.examples == ({"latitude": 1.5, "longitude": 2},)
    assert kind.examples[:2] == ("calls", "puts")


@given(
    st.recursive(
        st.none() | st.booleans() | st.text(max_size=9),
        lambda below: st.dictionaries(
            st.sampled_from(["properties", "required", "type", "anyOf", "items", "$ref", "a"]),
            below,
            max_size=4,
        ),
    )
)
def test_no_schema_breaks_the_reader(schema: Any) -> None:
    tool = Tool(server="s", name="t", input_schema=schema if isinstance(schema, dict) else {})
    properties = tool.input_schema.get("properties")
    assert len(slots(tool)) <= (len(properties) if isinstance(properties, dict) else 0)


def test_fields_have_paths_and_values() -> None:
    text = json.dumps(
        {"parks": [{"code": "a", "n": 1}, {"code": "b", "n": 1}], "by": {k: ["x"] for k in "pqrs"}}
    )
    fields = {field.path: field.values for field in extract_fields(Result((Text(text),)))}
    assert fields[("parks", "code")] == ("a", "b")
    assert fields[("parks", "n")] == (1,)
    assert fields[("by", "*")] == ("x",)
    assert fields[("by", "key")] == ("p", "q", "r", "s")


def test_prose_has_fields_too() -> None:
    fields = {
        field.path: field.values
        for field in extract_fields(Result((Text("Name: Ada\nSaved as out/a.png."),)))
    }
    assert fields[("Name",)] == ("Ada",)
    assert fields[("file",)] == ("out/a.png",)
    assert file_ending("https://x.example/a.png") == ""


def test_promised_fields_come_from_the_output_schema() -> None:
    schema = {"properties": {"rows": {"type": "array", "items": {"properties": {"id": {"type": "string"}}}}}}
    assert [field.path for field in promised_fields(schema)] == [("rows", "id")]


def test_what_was_said_in_the_call_is_no_find() -> None:
    tool = _tool({"code": {"type": "string"}}, ["code"])
    call = Call(
        "s/get_thing", {"code": "Yose"}, result=Result((Text('{"code": "yose", "name": "Yosemite"}'),))
    )
    assert [field.name for field in make_sample(call, tool).fields] == ["name"]


def test_refusals_teach() -> None:
    said = "Invalid argument 'rover': 'x' is not one of: curiosity, spirit"
    assert (named_argument(said), suggested_values(said)) == ("rover", ["curiosity", "spirit"])
    assert suggested_values("Not found: no film 'Incepton'. Did you mean: Inception?") == ["Inception"]
    assert suggested_values("broken") == []


@given(st.text(max_size=120))
def test_no_refusal_breaks_the_reader(text: str) -> None:
    assert all(isinstance(value, str) for value in suggested_values(text))


def test_values_fit_slots() -> None:
    assert convert_value(Slot(name="id", kind="string"), 7) == "7"
    assert convert_value(Slot(name="id", kind="integer"), "7") == 7
    assert convert_value(Slot(name="id", kind="integer"), "x") is None
    assert convert_value(Slot(name="ids", kind="array", items="string"), "a") == ["a"]
    assert convert_value(Slot(name="style", kind="string", choices=("a",)), "b") is None


def test_a_tool_of_one_common_word_is_named_in_quotes_only() -> None:
    search = Tool(server="wiki", name="search")
    assert not names_tool("search for words", search)
    assert names_tool("titles from `search`", search)


def test_empty_answers_are_seen() -> None:
    assert is_empty(Result((Text('{"total": 0, "rows": []}'),)))
    assert is_empty(Result((Data({"rows": []}),)))
    assert not is_empty(Result((Text("3"),)))


def _link(source: str, target: str, score: float = 1.0) -> Link:
    return Link(
        source=source, target=target, field="id", slot="id", ground="about", score=score, confirmed=True
    )


def test_chains_join_links_and_never_turn_back() -> None:
    graph = Graph([_link("a/x", "a/y"), _link("a/y", "b/z"), _link("b/z", "a/x"), _link("a/x", "a/y", 0.5)])
    assert len(graph.links) == 3
    assert {chain_tools(chain) for chain in graph.chains(2)} == {
        ("a/x", "a/y", "b/z"), ("a/y", "b/z", "a/x"), ("b/z", "a/x", "a/y")
    }  # fmt: skip
    assert list(graph.chains(3)) == []
    assert chain_servers(next(iter(graph.chains(2)))) == ("a", "b")


@given(st.integers(0, 99))
def test_drawing_is_settled_by_the_seed(seed: int) -> None:
    graph = Graph([_link(f"a/{n}", f"a/{n + 1}") for n in range(6)])
    assert graph.drawn_chains(3, seed) == graph.drawn_chains(3, seed)
    assert len(graph.drawn_chains(3, seed)) == 6 + 5 + 4


@given(st.integers(0, 9), st.integers(0, 5))
def test_more_distractors_go_on_from_fewer(seed: int, count: int) -> None:
    some = draw_distractors("abcdefg", "ab", count, seed=seed, task="t")
    more = draw_distractors("abcdefg", "ab", count + 1, seed=seed, task="t")
    assert more[: len(some)] == some
    assert not {"a", "b"} & set(more)
