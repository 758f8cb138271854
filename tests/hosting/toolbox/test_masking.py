from __future__ import annotations

import html
import json
import textwrap
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Content, Data, Outcome, Text
from m3bench.hosting import Rejection, Reply
from m3bench.hosting.toolbox.failures import classify, classify_rejection
from m3bench.hosting.toolbox.masking import MASK, ArgumentMask, is_masked
from tests.hosting.error_texts import error_texts

SPELLINGS: dict[str, Callable[[str], str]] = {
    "as sent": str,
    "upper case": str.upper,
    "lower case": str.lower,
    "json": lambda text: json.dumps(text)[1:-1],
    "json, unicode": lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
    "repr": lambda text: repr(text)[1:-1],
    "url": lambda text: quote(text.encode("utf-8", "replace").decode()),
    "url, whole": lambda text: quote(text.encode("utf-8", "replace").decode(), safe=""),
    "form": lambda text: quote_plus(text.encode("utf-8", "replace").decode(), safe="/"),
    "html": html.escape,
    "lines": lambda text: "\n".join(textwrap.wrap(text, 7)) or text,
    "dashes": lambda text: text.replace(" ", "-"),
}
WORDS = st.sampled_from(error_texts())
VALUES = WORDS | st.text(st.characters(codec="ascii"), min_size=1, max_size=60)


@pytest.mark.parametrize("spelling", SPELLINGS)
@given(value=VALUES)
def test_a_value_is_masked_in_every_spelling(spelling: str, value: str) -> None:
    said = f"<< {SPELLINGS[spelling](value)} >>"
    assert is_masked(ArgumentMask({"query": value}).text(said)) or not any(map(str.isalnum, said))


@given(st.text(min_size=1, max_size=40), st.text(max_size=200))
def test_what_is_left_is_the_servers_own(value: str, around: str) -> None:
    """Nothing is added but masks, and what is no part of a value stays."""
    masked = ArgumentMask({"query": value}).text(around)
    rest = iter(around)
    assert all(letter == MASK or letter in rest for letter in masked)


@given(st.text(st.characters(categories=["Ll", "Lu"]), min_size=1, max_size=40))
def test_without_arguments_nothing_is_masked(text: str) -> None:
    assert ArgumentMask({}).text(text) == text
    assert ArgumentMask({"flag": True, "nothing": None}).text(text) == text


@pytest.mark.parametrize(
    ("arguments", "said", "masked"),
    [
        ({"q": "Atlantis"}, "City 'Atlantis' not found", f"City '{MASK}' not found"),
        ({"lang": "en"}, "Invalid argument for en", f"Invalid argument for {MASK}"),
        ({"id": 404}, "HTTP 404 for 1404", f"HTTP {MASK} for 1404"),
        ({"lat": -12.5}, "lat -12.5 is out of range", f"lat -{MASK} is out of range"),
        ({"n": 3.0}, "got 3", f"got {MASK}"),
        ({"n": 1234}, "got 1,234", f"got {MASK}"),
        ({"ids": ["not", {"found here": "x"}]}, "not, found here", MASK),
        ({"title": "connection refused by peer"}, "connection refused b…", f"{MASK}…"),
        ({"path": "x"}, "path not found", "path not found"),
        ({"note": "it is not found"}, "File not found", "File not found"),
    ],
)
def test_examples(arguments: dict[str, Any], said: str, masked: str) -> None:
    assert ArgumentMask(arguments).text(said) == masked


def test_values_of_json_are_masked_by_their_type() -> None:
    mask = ArgumentMask({"code": 503, "ok": False, "state": "error", "note": "HTTP 503"})
    said = {"code": 503, "ok": False, "success": False, "state": "ERROR", "notes": ["http 503", 7]}
    assert mask.value(said) == {
        "code": MASK,
        "ok": MASK,
        "success": False,
        "state": MASK,
        "notes": [MASK, 7],
    }


def replies(value: str) -> list[Reply]:
    contents: list[Content] = [
        Text(value),
        Text(json.dumps({"error": value})),
        Text(json.dumps({"status": "error", "message": value})),
        Data({"result": value}),
    ]
    return [Reply((part,), is_error) for part in contents for is_error in (False, True)]


@given(st.text() | WORDS, st.dictionaries(st.text(max_size=5), st.text() | WORDS, max_size=3))
def test_no_text_makes_a_server_fault(value: str, arguments: dict[str, str]) -> None:
    for reply in replies(value):
        assert classify(reply, arguments) is not Outcome.SERVER_FAULT
    for code in (0, 1, -1, -32602, -32002, -31999, -32100, 503):
        assert classify_rejection(Rejection("s", code, value), arguments) is not Outcome.SERVER_FAULT


@pytest.mark.parametrize("text", error_texts())
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_repeated_argument_is_a_success(text: str, spelling: str) -> None:
    said = SPELLINGS[spelling](text)
    assert classify(Reply((Text(said),)), {"query": text}) is Outcome.SUCCESS
    assert classify(Reply((Text(json.dumps({"error": said})),)), {"query": text}) is Outcome.SUCCESS
    assert classify(Reply((Data({"result": said}),)), {"filter": {"all": [text]}}) is Outcome.SUCCESS


@pytest.mark.parametrize("text", error_texts())
def test_an_error_that_repeats_an_argument_is_known_by_its_own_words(text: str) -> None:
    arguments = {"query": f"sea {text} shore"}
    for words, outcome in {
        "No such page: {}": Outcome.NOT_FOUND,
        "Unsupported kind: {}": Outcome.INVALID_ARGUMENTS,
        "The moon hides {}": Outcome.TOOL_ERROR,
    }.items():
        said = words.format(arguments["query"])
        assert classify(Reply((Text(said),), is_error=True), arguments) is outcome


def test_the_typed_outcome_counts_whatever_is_said() -> None:
    for outcome in Outcome:
        reply = Reply((Text("HTTP 404"),), is_error=True, outcome=outcome)
        assert classify(reply, {}) is outcome
