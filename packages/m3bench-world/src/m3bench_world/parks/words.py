"""The vocabulary of parks, by trait of the landscape: the table `words.json`."""

from __future__ import annotations

from importlib.resources import files

import msgspec


class _Words(msgspec.Struct, frozen=True):
    activities: dict[str, tuple[str, ...]]
    features: dict[str, tuple[str, ...]]
    first_words: dict[str, tuple[str, ...]]
    second_words: dict[str, tuple[str, ...]]
    plain_first: tuple[str, ...]
    plain_second: tuple[str, ...]


_WORDS = msgspec.json.decode((files("m3bench_world.parks") / "words.json").read_bytes(), type=_Words)
ACTIVITIES = _WORDS.activities
"""Trait → activities; camping comes with campgrounds."""
FEATURES = _WORDS.features
"""Trait → phrases for sights."""
FIRST_WORDS, SECOND_WORDS = _WORDS.first_words, _WORDS.second_words
PLAIN_FIRST, PLAIN_SECOND = _WORDS.plain_first, _WORDS.plain_second
