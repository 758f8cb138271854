"""What an agent could see in a run: images, none, or wrong ones; with or without perception tools."""

from __future__ import annotations

import msgspec

from m3bench.runs import Pictures, RunSettings, record_of

GIVEN = "pictures given"
_PICTURES = {Pictures.GIVEN: GIVEN, Pictures.NONE: "no pictures", Pictures.WRONG: "wrong pictures"}
_BLIND = "no perception tools"
_IGNORED = {"pictures", "without_perception", "record", "replay", "cache"}
CONDITIONS = (GIVEN, "no pictures", "wrong pictures", _BLIND)
"""In table order; others follow."""


def condition(settings: RunSettings) -> str:
    """Return the condition in words; `GIVEN` if nothing was removed."""
    pictures = settings.suite.pictures
    if not settings.without_perception:
        return _PICTURES[pictures]
    return _BLIND if pictures is Pictures.GIVEN else f"{_PICTURES[pictures]}, {_BLIND}"


def without_condition(settings: RunSettings) -> str:
    """Return all other settings as text: runs with the same text differ only in condition."""
    plain = msgspec.to_builtins(record_of(settings))
    kept = {name: value for name, value in plain.items() if name not in _IGNORED}
    return msgspec.json.encode(kept, order="deterministic").decode()
