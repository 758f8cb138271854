"""TOML as it is written."""

from __future__ import annotations

import tomllib

from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.integrations.harbor.documents import toml_text

TEXTS = st.text(st.characters(codec="utf-8"))


@settings(max_examples=30)
@given(TEXTS, st.lists(TEXTS), st.integers(-(2**40), 2**40), st.booleans())
def test_documents_come_back(text: str, texts: list[str], number: int, flag: bool) -> None:
    document = {
        "text": text,
        "texts": texts,
        "table": {"number": number, "inner": {"flag": flag}},
        "rows": [{"text": text, "deep": {"number": number}}, {"text": "second"}],
    }
    assert tomllib.loads(toml_text(document)) == document


def test_a_lone_surrogate_is_replaced() -> None:
    assert "\ud800" not in tomllib.loads(toml_text({"text": "a\ud800b"}))["text"]
