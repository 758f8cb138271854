"""Rewrites of names, texts and codes, and of marks around any value."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from typing import Any, TypeGuard

from m3bench.checks.attacks.rewriting import TITLED, WORDY, Fields, Rewrite, is_number, values, with_fields
from m3bench.checks.fields import Expected, without_legal_form
from m3bench.checks.reading import countries_of
from m3bench.core import AnswerField, AnswerForm, FieldType, Trajectory
from m3bench.core.text import join

_TYPOGRAPHIC = str.maketrans({"'": "’", "-": "\u2011", " ": "\u00a0"})
_ARTICLE = re.compile(r"\A(?:the|an?) (?=\w+)|(?<=\w )the (?=\w)", re.IGNORECASE)


def _capitals(field: AnswerField, value: Any) -> Any:
    return value.upper() if field.type in WORDY and isinstance(value, str) else value


def _lower_case(field: AnswerField, value: Any) -> Any:
    return value.lower() if field.type in WORDY and isinstance(value, str) else value


def _punctuated(field: AnswerField, value: Any) -> Any:
    """Add a full stop and quotes, as in prose."""
    return f"“{value}”." if field.type is FieldType.NAME and isinstance(value, str) else value


def _typographic(field: AnswerField, value: Any) -> Any:
    """Use curly apostrophes, hyphens and spaces that do not break, and the minus sign."""
    if is_number(value):
        return f"{value}".replace("-", "−") if field.type is FieldType.NUMBER else value
    return value.translate(_TYPOGRAPHIC) if field.type in WORDY and isinstance(value, str) else value


def _entities(field: AnswerField, value: Any) -> Any:
    """Write punctuation and letters with accents as in HTML."""
    if field.type not in WORDY or not isinstance(value, str):
        return value
    return html.escape(value).encode("ascii", "xmlcharrefreplace").decode()


def _in_marks(opening: str, closing: str = "") -> Rewrite:
    def marked(_field: AnswerField, value: Any) -> Any:
        said = ("yes" if value else "no") if isinstance(value, bool) else value
        return f"{opening}{said}{closing or opening}"

    return values(marked)


def _sentence(field: AnswerField, value: Any) -> Any:
    if isinstance(value, bool) or field.type is FieldType.TEXT:
        return value
    return f"It is {value}."


def _labelled(field: AnswerField, value: Any) -> Any:
    """Repeat the name of the field before its value."""
    said = ("yes" if value else "no") if isinstance(value, bool) else value
    return f"{field.name.replace('_', ' ').capitalize()}: {said}"


def _remarked(field: AnswerField, value: Any) -> Any:
    wordy = field.type in TITLED and isinstance(value, str)
    return f"{value} (as listed)" if wordy else value


def _with_article(field: AnswerField, value: Any) -> Any:
    is_name = field.type is FieldType.NAME and isinstance(value, str)
    return f"the {value}" if is_name and not _ARTICLE.match(value) else value


def _without_articles(field: AnswerField, value: Any) -> Any:
    return _ARTICLE.sub("", value) if field.type is FieldType.NAME and isinstance(value, str) else value


def _without_legal_forms(field: AnswerField, value: Any) -> Any:
    is_name = field.type is FieldType.NAME and isinstance(value, str)
    return without_legal_form(value) if is_name else value


def _with_country(field: AnswerField, value: Any) -> Any:
    countries = countries_of(value) if field.type is FieldType.NAME and isinstance(value, str) else ()
    return f"{value}, {countries[0]}" if countries else value


def _without_country(field: AnswerField, value: Any) -> Any:
    if field.type is not FieldType.NAME or not isinstance(value, str) or "country" in field.meaning:
        return value
    city, _, country = value.partition(", ")
    return city if country in countries_of(city) else value


def _spaced_codes(field: AnswerField, value: Any) -> Any:
    plain = field.type is FieldType.CODE and isinstance(value, str) and value.isdigit() and len(value) > 6
    return f"{value[:3]}-{value[3:6]} {value[6:]}" if plain else value


def _lone_items(right: Trajectory, form: AnswerForm, _expected: Fields) -> Trajectory | None:
    """Submit each single value as a list of one."""
    given = right.fields or {}
    lists = {field.name: [given[field.name]] for field in form.fields if _is_single(field, given)}
    return with_fields(right, given | lists)


def _is_single(field: AnswerField, given: Mapping[str, Any]) -> bool:
    return not field.many and given.get(field.name) is not None


def _synonyms(right: Trajectory, _form: AnswerForm, expected: Fields) -> Trajectory | None:
    """Use the first other spelling of each value."""
    given = right.fields or {}
    return with_fields(right, given | {name: _synonym(expected[name]) for name in given if name in expected})


def _synonym(expected: Expected) -> Any:
    if expected.items is not None:
        return [_synonym(item) for item in expected.items]
    if expected.rows is not None:
        return [{name: _synonym(part) for name, part in row.items()} for row in expected.rows]
    return expected.also[0] if expected.also else expected.value


def _reversed_lists(right: Trajectory, form: AnswerForm, _expected: Fields) -> Trajectory | None:
    given = right.fields or {}
    free = [field.name for field in form.fields if field.many and not field.ordered]
    lists = {name: given[name] for name in free if isinstance(given.get(name), list)}
    return with_fields(right, given | {name: value[::-1] for name, value in lists.items()})


def _joined(opening: str, *, numbered: bool = False) -> Rewrite:
    """Return a rewrite that writes lists of values as one text with a line for each."""

    def rewrite(right: Trajectory, form: AnswerForm, _expected: Fields) -> Trajectory | None:
        given = right.fields or {}
        listed = {field.name: given.get(field.name) for field in form.fields if field.many}
        texts = {
            name: "\n".join(f"{f'{at}.' if numbered else opening} {item}" for at, item in enumerate(value, 1))
            for name, value in listed.items()
            if isinstance(value, list) and value and not any(isinstance(item, dict) for item in value)
        }
        return with_fields(right, given | texts)

    return rewrite


def _lists_as_text(right: Trajectory, form: AnswerForm, _expected: Fields) -> Trajectory | None:
    """Join lists of plain words as in prose."""
    given = right.fields or {}
    lists = {field.name: given.get(field.name) for field in form.fields if field.many}
    return with_fields(
        right, given | {name: join(value) for name, value in lists.items() if _is_plain_list(value)}
    )


def _lists_as_json(right: Trajectory, form: AnswerForm, _expected: Fields) -> Trajectory | None:
    """Write lists, also of records, as JSON in a text."""
    given = right.fields or {}
    lists = {field.name: given.get(field.name) for field in form.fields if field.many}
    texts = {name: json.dumps(value) for name, value in lists.items() if isinstance(value, list) and value}
    return with_fields(right, given | texts)


def _is_plain_list(value: Any) -> TypeGuard[list[str]]:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(item, str) and item.replace(" ", "").isalpha() for item in value)
        and not any(" and " in item for item in value)
    )


SPELLINGS: dict[str, Rewrite] = {
    "capitals": values(_capitals),
    "lower case": values(_lower_case),
    "quotes and full stops": values(_punctuated),
    "typographic signs": values(_typographic),
    "HTML entities": values(_entities),
    "bold values": _in_marks("**"),
    "italic values": _in_marks("_"),
    "code marks": _in_marks("`"),
    "boxed values": _in_marks("\\boxed{", "}"),
    "a sentence a value": values(_sentence),
    "labels before values": values(_labelled),
    "remarks in parentheses": values(_remarked),
    "articles added": values(_with_article),
    "articles left out": values(_without_articles),
    "legal forms left out": values(_without_legal_forms),
    "cities with countries": values(_with_country),
    "cities without countries": values(_without_country),
    "hyphens in codes": values(_spaced_codes),
    "synonyms": _synonyms,
    "lists of one": _lone_items,
    "lists reversed": _reversed_lists,
    "lists as text": _lists_as_text,
    "lists as JSON": _lists_as_json,
    "lists with bullets": _joined("-"),
    "lists with numbers": _joined("", numbered=True),
}
