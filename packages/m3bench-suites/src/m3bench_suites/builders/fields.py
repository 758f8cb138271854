"""Fields of answer forms, by the type of their value."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.core import AnswerField, FieldType


def number(name: str, meaning: str, unit: str | None = None) -> AnswerField:
    return AnswerField(name, FieldType.NUMBER, meaning, unit=unit)


def named(name: str, meaning: str) -> AnswerField:
    return AnswerField(name, FieldType.NAME, meaning)


def text(name: str, meaning: str) -> AnswerField:
    return AnswerField(name, FieldType.TEXT, meaning)


def code(name: str, meaning: str) -> AnswerField:
    return AnswerField(name, FieldType.CODE, meaning)


def day(name: str, meaning: str) -> AnswerField:
    return AnswerField(name, FieldType.DATE, meaning)


def yes_no(name: str, meaning: str) -> AnswerField:
    return AnswerField(name, FieldType.YES_NO, meaning)


def choice(name: str, meaning: str, choices: Sequence[str]) -> AnswerField:
    return AnswerField(name, FieldType.CHOICE, meaning, choices=tuple(choices))


def names(name: str, meaning: str, *, ordered: bool = False) -> AnswerField:
    return AnswerField(name, FieldType.NAME, meaning, many=True, ordered=ordered)


def codes(name: str, meaning: str, *, ordered: bool = False) -> AnswerField:
    return AnswerField(name, FieldType.CODE, meaning, many=True, ordered=ordered)


def records(name: str, meaning: str, *fields: AnswerField, ordered: bool = False) -> AnswerField:
    return AnswerField(name, FieldType.RECORD, meaning, many=True, ordered=ordered, fields=fields)
