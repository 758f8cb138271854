"""What models mean: calls in every style are read back exactly, and no text whatever raises an exception."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from m3bench.agents.parsing import (
    Calls,
    Unreadable,
    claimed_answer,
    read_answer,
    read_calls,
    read_flag,
    read_json,
    read_written_calls,
    without_thinking,
)
from m3bench.core import Call, is_too_deep
from tests.agents.model_styles import FULL_NAMES, NAMES, STYLES, as_json, mutated, unmarked
from tests.volume import volume

_WORDS = st.text(st.characters(codec="utf-8", exclude_characters="<>`\x00"), max_size=12)
_KEYS = st.from_regex(r"[a-z][a-z_0-9]{0,8}", fullmatch=True)
_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=6,
)
_CALLS = st.lists(
    st.builds(Call, st.sampled_from(FULL_NAMES), st.dictionaries(_KEYS, _VALUES, max_size=3)),
    min_size=1,
    max_size=4,
    unique_by=repr,
)


@pytest.mark.parametrize("style", STYLES)
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(calls=_CALLS)
def test_calls_in_every_style_are_read_back(style: str, calls: list[Call]) -> None:
    assert unmarked(read_calls(STYLES[style](calls), NAMES)) == Calls(tuple(calls))


@settings(max_examples=80, deadline=None)
@given(st.text())
def test_no_text_is_too_odd(text: str) -> None:
    _read_in_every_way(text)


@settings(max_examples=80, deadline=None)
@given(st.text(alphabet="{}[]()\"'\\,:<>/`#*-+.0159eEaNtrufls \n“”"))
def test_no_heap_of_punctuation_is_too_odd(text: str) -> None:
    _read_in_every_way(text)


@settings(max_examples=100, deadline=None)
@given(value=_VALUES)
def test_strict_json_is_read_as_it_is(value: Any) -> None:
    assert read_json(json.dumps({"value": value})) == {"value": value}


@pytest.mark.slow
def test_fuzzed_outputs() -> None:
    _fuzz(1_000, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3, 4, 5])
def test_many_fuzzed_outputs(seed: int) -> None:
    _fuzz(volume(10_000), seed)


def _fuzz(count: int, seed: int) -> None:
    dice, readable = random.Random(seed), 0
    for start in range(0, count, 100):
        began = time.process_time()
        texts = [_fuzzed(dice) for _ in range(min(100, count - start))]
        readable += sum(bool(_read_in_every_way(text).calls) for text in texts)
        assert time.process_time() - began < 2
    assert readable > count // 2


def _fuzzed(dice: random.Random) -> str:
    calls = [
        Call(dice.choice(FULL_NAMES), {"a": dice.random(), "note": "it's “so”", "list": [1, None, True]})
        for _ in range(dice.randint(1, 3))
    ]
    return mutated(STYLES[dice.choice(tuple(STYLES))](calls), dice)


def _read_in_every_way(text: str) -> Calls:
    """Everything holds that the functions promise, whatever the text."""
    value = read_json(text)
    assert not is_too_deep(value)
    read = read_calls(text, NAMES)
    assert all(isinstance(call.name, str) for call in read.calls)
    assert all(call.name or isinstance(call.arguments, str) for call in read.calls)
    written = read_written_calls(text, NAMES)
    assert all(call.name in FULL_NAMES and "written_call" in call.repairs for call in written)
    assert read_flag(text, ("done",)) in (True, False, None)
    answer = read_answer(text)
    assert isinstance(answer, str)
    assert claimed_answer(text) in (None, answer)
    assert isinstance(without_thinking(text), str)
    return read


@pytest.mark.parametrize(
    "unit",
    ["[", "{", '{"a":', "{a:b} ", "[] ", '"', "<think>\n", "```json\n{", "<tool_call>{", "\\boxed{", "[-",
     "math.add(", "x=math.add(a='", "Action: ", "Action: math/add\nAction Input: ", "action: _",
     "{'a': 1, ", "/*", '{"name":"x","arguments":{}} ', "<invoke name='a'><parameter name='b'>", "[1e", "\n"],
)  # fmt: skip
def test_a_huge_heap_takes_little_time(unit: str) -> None:
    text = unit * (200_000 // len(unit))
    began = time.process_time()
    read_calls(text, NAMES)
    read_written_calls(text, NAMES)
    assert time.process_time() - began < 10


@pytest.mark.parametrize("style", ["strict", "fenced", "chatty", "Python"])
def test_a_megabyte_of_calls_takes_little_time(style: str) -> None:
    calls = [Call("wiki/summary", {"title": "the quick brown fox " * 50, "n": n}) for n in range(950)]
    text = STYLES[style](calls)
    assert len(text) > 900_000
    began = time.process_time()
    assert unmarked(read_calls(text, NAMES)).calls == tuple(calls)
    assert time.process_time() - began < 5


def test_more_calls_than_anyone_means_are_refused() -> None:
    read = read_calls(as_json([Call("math/add", {"a": n}) for n in range(1_200)]), NAMES)
    assert len(read.calls) == 1_000
    assert read.problems == ("more than 1000 calls",)


def test_nesting_has_a_bound() -> None:
    assert isinstance(read_json("[" * 100_000), Unreadable)
    assert isinstance(read_json("[" * 300 + "]" * 300), Unreadable)
    assert isinstance(read_json("{'a': " * 300), Unreadable)
    assert read_json("[" * 200 + "]" * 200) == eval("[" * 200 + "]" * 200)
    assert read_calls("[" * 100_000, NAMES).problems == ("it is nested deeper than 256 levels",)
