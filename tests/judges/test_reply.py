"""Replies are read strictly."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.judges.reply import Form, ReplyProblem, ReplyScores, Scale, read_reply

FORM = Form({"planning": Scale(0, 3), "result": Scale(0, 4)})
GOOD = '{"reason": "well done", "planning": 2.5, "result": 4}'
EACH = Form({"colour": Scale(0, 1), "size": Scale(0, 1)}, each=True)
OUTCOME = Form({"consistent": Scale(0, 1, whole=True)}, reason_first=True)


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"\n  {GOOD}\n",
        f"\ufeff{GOOD}",
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```\n",
        f'<think>First {{"planning": 0}} came to mind.</think>\n{GOOD}',
        f"The tag is gone.</think>\n\n{GOOD}",
        f"<thinking>\n\n</thinking>```json\n{GOOD}\n```",
    ],
)
def test_an_object_that_is_all_there_is_is_read(text: str) -> None:
    assert read_reply(text, FORM) == ReplyScores({"planning": 2.5, "result": 4.0}, "well done")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "it is empty"),
        ("  \n", "it is empty"),
        ("<think>what now?</think>", "it is empty"),
        ("10", "it is not a JSON object, but 10"),
        (f"[{GOOD}]", "it is not a JSON object, but a list"),
        (f"Here you are: {GOOD}", "not one JSON object and nothing else"),
        (f"{GOOD} Done.", "not one JSON object and nothing else"),
        (f"{GOOD}\n{GOOD}", "not one JSON object and nothing else"),
        (GOOD[:-3], "not one JSON object and nothing else"),
        (GOOD.replace('"', "'"), "not one JSON object and nothing else"),
        ("[" * 100_000, "nested too deep"),
        ('{"planning": 2.5, "result": 4}', 'the object has no "reason"'),
        ('{"reason": "", "planning": 1}', 'the object has no "result"'),
        (
            '{"reason": "", "planning": 1, "result": 1, "Result": 3}',
            'the object has "Result" besides what was asked for',
        ),
        ('{"reason": "", "planning": 1, "planning": 3, "result": 1}', "a key stands in it more than once"),
        ('{"reason": "", "planning": true, "result": 1}', '"planning" must be a number, not true'),
        ('{"reason": "", "planning": "3", "result": 1}', '"planning" must be a number, not "3"'),
        ('{"reason": "", "planning": null, "result": 1}', '"planning" must be a number, not null'),
        ('{"reason": "", "planning": [3], "result": 1}', '"planning" must be a number, not a list'),
        (
            '{"reason": "", "planning": 3.01, "result": 1}',
            '"planning" must be a number from 0 to 3, not 3.01',
        ),
        ('{"reason": "", "planning": -1, "result": 1}', '"planning" must be a number from 0 to 3, not -1'),
        ('{"reason": "", "planning": NaN, "result": 1}', "NaN is not a number in JSON"),
        ('{"reason": "", "planning": -Infinity, "result": 1}', "-Infinity is not a number in JSON"),
        ('{"reason": "", "planning": 1e999, "result": 1}', '"planning" must be a number from 0 to 3'),
        (f'{{"reason": "", "planning": {"9" * 5_000}, "result": 1}}', "not one JSON object"),
        ('{"reason": 7, "planning": 1, "result": 1}', 'the reason in "reason" must be a text, not 7'),
    ],
)
def test_what_is_not_exactly_that_is_a_fault_in_words(text: str, fault: str) -> None:
    read = read_reply(text, FORM)
    assert isinstance(read, ReplyProblem)
    assert fault in read.text
    assert len(read.text) < 300


def test_other_keys_do_no_harm() -> None:
    text = '{"confidence": "high", "reason": "", "planning": 1, "result": 3, "notes": {"a": [1]}}'
    assert read_reply(text, FORM) == ReplyScores({"planning": 1.0, "result": 3.0}, "")
    told = '{"thinking": "hm", "reason": "same", "consistent": 1}'
    assert read_reply(told, OUTCOME) == ReplyScores({"consistent": 1.0}, "same")
    late = '{"thinking": "hm", "consistent": 1, "reason": "same"}'
    assert read_reply(late, OUTCOME) == ReplyProblem('"reason" must come first')


def test_each_score_can_have_its_reason() -> None:
    text = '{"size": {"reason": "big", "score": 1}, "colour": {"score": 0.25, "reason": "pale"}}'
    assert read_reply(text, EACH) == ReplyScores({"colour": 0.25, "size": 1.0}, "colour: pale\nsize: big")


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        (1, '"size" must be an object with "reason" and "score", not 1'),
        ({"score": 1}, '"size" has no "reason"'),
        ({"reason": "x", "score": 2}, '"size" must be a number from 0 to 1, not 2'),
        ({"reason": "x", "score": 1, "Score": 0}, '"size" has "Score" besides what was asked for'),
        ({"reason": None, "score": 1}, 'the reason in "size" must be a text'),
    ],
)
def test_and_must_have_it(entry: Any, fault: str) -> None:
    read = read_reply(json.dumps({"colour": {"reason": "", "score": 1}, "size": entry}), EACH)
    assert isinstance(read, ReplyProblem)
    assert fault in read.text


def test_a_verdict_is_one_or_the_other_after_its_reason() -> None:
    assert read_reply('{"reason": "same", "consistent": 1}', OUTCOME) == ReplyScores(
        {"consistent": 1.0}, "same"
    )
    assert read_reply('{"reason": "same", "consistent": 0.0}', OUTCOME) == ReplyScores(
        {"consistent": 0.0}, "same"
    )
    half = read_reply('{"reason": "same", "consistent": 0.5}', OUTCOME)
    assert half == ReplyProblem('"consistent" must be 0 or 1, not 0.5')
    assert read_reply('{"consistent": 1, "reason": "same"}', OUTCOME) == ReplyProblem(
        '"reason" must come first'
    )


def test_a_form_shows_itself() -> None:
    assert str(FORM) == (
        '{"reason": "<text>", "planning": <a number from 0 to 3>, "result": <a number from 0 to 4>}'
    )
    assert str(OUTCOME) == '{"reason": "<text>", "consistent": <0 or 1>}'
    assert str(EACH).startswith('{"colour": {"reason": "<text>", "score": <a number from 0 to 1>}, "size"')


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["reason", "planning", "result", "x"]), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(st.text() | JSON.map(json.dumps))
def test_no_text_raises_and_every_score_is_in_range(text: str) -> None:
    read = read_reply(text, FORM)
    if isinstance(read, ReplyScores):
        assert list(read.scores) == ["planning", "result"]
        assert all(
            FORM.scales[key].low <= score <= FORM.scales[key].high for key, score in read.scores.items()
        )
    else:
        assert read.text


@given(st.floats(0, 3), st.floats(0, 4), st.text())
def test_what_was_written_is_read(planning: float, result: float, reason: str) -> None:
    text = json.dumps({"reason": reason, "planning": planning, "result": result})
    assert read_reply(text, FORM) == ReplyScores({"planning": planning, "result": result}, reason)
