"""Requests that do not fit, in the words of many servers: that they do not, and how large the window is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.models.context_refusals import is_too_long, stated_window

STATED = [
    # Recorded from llama.cpp's server (xllamacpp 2026.10), with a context of 2048.
    ("request (5030 tokens) exceeds the available context size (2048 tokens), try increasing it", 2048),
    (
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9100 tokens.",
        8192,
    ),
    (
        "This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens",
        32768,
    ),
    ("The decoder prompt (length 5030) is longer than the maximum model length of 4096.", 4096),
    # LM Studio: lmstudio-bug-tracker/issues/546, and more words after it.
    (
        "when context the overflows. However, the model is loaded with context length of only 7866 tokens",
        7866,
    ),
    ("prompt is too long: 210000 tokens > 200000 maximum", 200_000),
    ("input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000", 200_000),
    (
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        1_048_576,
    ),
    ("Prompt contains 40000 tokens, too large for model with 32768 maximum context length", 32768),
    ("`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens", 4096),
    ("The request exceeds the model's context window of 8,192 tokens.", 8192),
    ("maximum prompt length is 131072 but the request contains 140000 tokens", 131072),
]
NOT_STATED = [
    "the request exceeds the available context size, try increasing it",
    "input length exceeds context length",
    "Please reduce the length of the messages or completion.",
    "context_length_exceeded",
]


@pytest.mark.parametrize(("words", "window"), STATED)
def test_the_window_is_read(words: str, window: int) -> None:
    assert is_too_long(words)
    assert stated_window(words) == window


@pytest.mark.parametrize("words", NOT_STATED)
def test_an_unknown_window_is_not_made_up(words: str) -> None:
    assert is_too_long(words)
    assert stated_window(words) is None


def test_a_field_goes_before_words() -> None:
    words = "request (5030 tokens) exceeds the available context size (9999 tokens)"
    assert stated_window(words, {"n_ctx": 2048, "n_prompt_tokens": 5030}) == 2048
    assert stated_window(words, {"n_ctx": "many"}) == 9999
    assert stated_window(words, {"n_ctx": -1}) == 9999


@pytest.mark.parametrize(
    "words", ["internal error", "the window of the shop is 8192 mm long", "429: slow down"]
)
def test_other_errors_are_not_about_the_context(words: str) -> None:
    assert not is_too_long(words)


@settings(max_examples=30)
@given(st.text(max_size=100))
def test_any_words_are_read(words: str) -> None:
    found = stated_window(words + " maximum context length is " + words)
    assert found is None or 128 <= found <= 100_000_000
