"""Rewrites of a whole form: the same values in JSON of other shapes, in Markdown, YAML, lists and prose."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from m3bench.checks.attacks.rewriting import Fields, Rewrite, layout
from m3bench.core import AnswerForm, Trajectory

Given = Mapping[str, Any]


def _dump(given: Any, indent: int | None = None) -> str:
    return json.dumps(given, ensure_ascii=False, indent=indent)


def _title(name: str) -> str:
    return name.replace("_", " ").title()


def _camel(name: str) -> str:
    first, *more = name.split("_")
    return first + "".join(map(str.title, more))


def said(value: Any) -> str:
    """Return a single value as a model writes it in a line."""
    if value is None or value == []:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(str(value).split())


def _other_keys(_form: AnswerForm, given: Given) -> str:
    """Write keys as titles with one extra key."""
    titled = {_title(name): value for name, value in given.items()}
    return f"Here is what I found:\n```json\n{_dump({**titled, 'Confidence': 'high'})}\n```"


def _fenced(_form: AnswerForm, given: Given) -> str:
    return f"```json\n{_dump(given, 2)}\n```\n\nLet me know if you need anything else."


def _twice(_form: AnswerForm, given: Given) -> str:
    return f"{_dump(given)}\n\nTo sum up:\n\n{_dump(given)}"


def _corrected(form: AnswerForm, given: Given) -> str:
    """Write another form first, and correct it."""
    other = {field.name: [] if field.many else "something else" for field in form.fields}
    return f"{_dump(other)}\n\nCorrection: I used the wrong table. The right values are:\n\n{_dump(given)}"


def _final(form: AnswerForm, given: Given) -> str:
    """Write an empty form as a draft, and the final one."""
    draft = dict.fromkeys(field.name for field in form.fields)
    return f"Draft: {_dump(draft)}\n\n**Final answer:**\n{_dump(given)}"


def _plain_lists(given: Given) -> bool:
    """Return whether no field has records."""
    return not any(isinstance(item, dict) for value in given.values() for item in _items(value))


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _lines(given: Given, name: str, value: str) -> str | None:
    """Write a line for each field; lists in it are separated by semicolons. Impossible for records."""
    if not _plain_lists(given) or any(";" in str(item) for value in given.values() for item in _items(value)):
        return None
    lines = [
        f"{name.format(_title(key))}{value.format('; '.join(map(said, _items(entry))) or 'none')}"
        for key, entry in given.items()
    ]
    return "\n".join(lines)


def _as_lines(_form: AnswerForm, given: Given) -> str | None:
    """Write a line for each field, like a model without JSON."""
    return _lines(given, "- **{}**", ": {}")


def _as_table(_form: AnswerForm, given: Given) -> str | None:
    text = _lines(given, "| {}", " | {} |")
    piped = text is None or any("|" in said(value) for value in given.values())
    return None if piped else f"Here are the values:\n\n| Field | Value |\n|---|---|\n{text}\n\nDone."


def _as_numbers(_form: AnswerForm, given: Given) -> str | None:
    text = _lines(given, "{}", " = **{}**")
    return text and "\n".join(f"{at}. {line}" for at, line in enumerate(text.split("\n"), 1))


def _as_wide_table(_form: AnswerForm, given: Given) -> str | None:
    """Write a table with a column for each field."""
    cells = ["; ".join(map(said, _items(value))) or "none" for value in given.values()]
    lists = [value for value in given.values() if isinstance(value, list)]
    if not _plain_lists(given) or any(";" in said(item) for value in lists for item in value):
        return None
    if len(cells) < 2 or any("|" in cell for cell in cells):
        return None
    rows = (map(_title, given), ["---"] * len(cells), cells)
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _yaml_value(value: Any, indent: str = "") -> Iterator[str]:
    if not isinstance(value, list) or not value:
        yield f" {_dump(value)}\n"
        return
    yield "\n"
    for item in value:
        pairs = list(item.items()) if isinstance(item, dict) else []
        yield f"{indent}- {_dump(item)}\n" if not pairs else ""
        for at, (name, part) in enumerate(pairs):
            yield f"{indent}{'  ' if at else '- '}{name}:"
            yield from _yaml_value(part, f"{indent}    ")


def _as_yaml(_form: AnswerForm, given: Given) -> str:
    return "".join(part for name, value in given.items() for part in (f"{name}:", *_yaml_value(value)))


def _as_fenced_yaml(form: AnswerForm, given: Given) -> str:
    return f"The answer:\n\n```yaml\n{_as_yaml(form, given)}```"


def _blocks(given: Given, heading: str, rows: str) -> str | None:
    """Write a heading for each field, and its values below: lists with bullets, records in rows."""
    if any(isinstance(part, list | dict) for row in _records(given) for part in row.values()):
        return None
    return "\n".join(_block(name, value, heading, rows) for name, value in given.items())


def _block(name: str, value: Any, heading: str, rows: str) -> str:
    items = _items(value)
    if items and all(isinstance(item, dict) for item in items):
        body = _table(items) if rows == "table" else _bullets(items)
    elif isinstance(value, list) and value:
        body = "\n".join(f"  - {said(item)}" for item in value)
    else:
        body = said(value)
    return f"{heading.format(_title(name))}\n{body}\n"


def _records(given: Given) -> Iterator[dict[str, Any]]:
    return (item for value in given.values() for item in _items(value) if isinstance(item, dict))


def _table(items: Iterable[dict[str, Any]]) -> str:
    listed = list(items)
    rows = [list(map(_title, listed[0])), ["---"] * len(listed[0])]
    rows += [[said(part).replace("|", "/") for part in item.values()] for item in listed]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _bullets(items: Iterable[dict[str, Any]]) -> str:
    return "\n".join(
        f"  {'- ' if not at else '  '}**{_title(name)}**: {said(part)}"
        for item in items
        for at, (name, part) in enumerate(item.items())
    )


def _as_headings(_form: AnswerForm, given: Given) -> str | None:
    return _blocks(given, "## {}\n", "table")


def _as_bold_headings(_form: AnswerForm, given: Given) -> str | None:
    return _blocks(given, "**{}**", "table")


def _as_bullets(_form: AnswerForm, given: Given) -> str | None:
    """Write a bullet for each field, with bullets for lists and records below it."""
    if any(isinstance(part, list | dict) for row in _records(given) for part in row.values()):
        return None
    lines = (
        f"- {_title(name)}: {said(value)}"
        if not isinstance(value, list) or not value
        else _block(name, value, "- {}:", "bullets").rstrip("\n")
        for name, value in given.items()
    )
    return "Here is the answer.\n\n" + "\n".join(lines)


def _in_prose(right: Trajectory, _form: AnswerForm, _expected: Fields) -> Trajectory | None:
    """Write the answer in words, followed by the form as JSON."""
    text = f"{right.answer or 'Done.'}\n\n{_dump(right.fields, 2)}\n"
    return msgspec.structs.replace(right, fields=None, answer=text)


LAYOUTS: dict[str, Rewrite] = {
    "keys as titles": layout(_other_keys),
    "keys in camel case": layout(lambda _, given: _dump({_camel(name): given[name] for name in given})),
    "keys with hyphens": layout(
        lambda _, given: _dump({name.replace("_", "-"): given[name] for name in given})
    ),
    "JSON behind prose": _in_prose,
    "JSON before prose": layout(_fenced),
    "JSON in an object": layout(lambda _, given: _dump({"answer": given})),
    "JSON twice": layout(_twice),
    "a correction": layout(_corrected),
    "a final answer": layout(_final),
    "a line a field": layout(_as_lines),
    "a numbered line a field": layout(_as_numbers),
    "a table": layout(_as_table),
    "a column a field": layout(_as_wide_table),
    "bullets in bullets": layout(_as_bullets),
    "a heading a field": layout(_as_headings),
    "bold headings": layout(_as_bold_headings),
    "YAML": layout(_as_yaml),
    "YAML in a fence": layout(_as_fenced_yaml),
}
