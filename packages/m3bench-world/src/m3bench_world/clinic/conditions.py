"""Conditions under everyday names, each with its ICD-10-CM code."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from m3bench.core import normalize
from m3bench_world.clinic.entities import Condition

_LAY_WORDS = {
    "cancer": "malignant neoplasm",
    "broken": "fracture",
    "tumor": "neoplasm",
    "kidney failure": "renal",
}


@cache
def conditions() -> tuple[Condition, ...]:
    """Read the table `conditions.tsv`: name, code, other names."""
    text = (files("m3bench_world.clinic") / "conditions.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines())
    return tuple(
        Condition(name=name, code=code, synonyms=tuple(other for other in others.split(",") if other))
        for name, code, others in rows
    )


@cache
def condition_names() -> dict[str, Condition]:
    """Map normalized names to conditions; a main name takes precedence over other names."""
    names = {_key(condition.name): condition for condition in conditions()}
    for condition in conditions():
        for synonym in condition.synonyms:
            names.setdefault(_key(synonym), condition)
    return names


def known_condition(text: str) -> Condition | None:
    """Return the condition that a text names or contains; the longest name wins."""
    key = _key(text)
    if found := condition_names().get(key):
        return found
    padded = f" {key} "
    inside = [name for name in condition_names() if len(name) > 3 and f" {name} " in padded]
    return condition_names()[max(inside, key=lambda name: (len(name), name))] if inside else None


def in_medical_words(text: str) -> str:
    """Replace everyday words by those of the classification."""
    words = normalize(text)
    for everyday, medical in _LAY_WORDS.items():
        words = words.replace(everyday, medical)
    return words


def _key(text: str) -> str:
    return " ".join(normalize(text).replace("'s ", " ").replace("'", "").replace("-", " ").split())
