"""Requests of tasks, from names, arguments and results of tools, and never from their descriptions.

A request that repeats a description is easy for any agent. The same requests are used for two versions of a
server, so they must not depend on what one of them says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from m3bench.core.text import join
from m3bench.forge import name_parts, name_words, plural_name, specific_words, tool_subject
from m3bench.hosting import Tool

_LONGEST_VALUE = 120
_QUESTIONS = frozenset({"who", "what", "where", "when", "which", "how", "why"})


def single_request(tool: Tool, arguments: Mapping[str, Any], asked: Sequence[str]) -> str | None:
    """Return a request that one call solves; None if neither name nor result tells what to ask for.

    It asks for values in words, or for what the tool is named after.
    """
    about, given = subject_words(tool), given_words(arguments)
    if len(asked) == 1:
        about = about or (_thing(arguments) if not specific_words(asked[0].split()) else "")
        of = f" of the {about}" if about and not set(about.split()) & set(asked[0].split()) else ""
        return f"What is the {asked[0]}{of}{given}?"
    things = join([*dict.fromkeys(asked)]) or about
    return f"Give me the {things}{given}." if things else None


def chain_opening(tool: Tool, arguments: Mapping[str, Any], thing: str) -> str:
    """Return the sentence that picks the first thing out of a result."""
    about = subject_words(tool)
    return f"Look up the {plural_name(about or thing)}{given_words(arguments)} and take the first {thing}."


def chain_question(fact: str, thing: str, arguments: Mapping[str, Any]) -> str:
    return f"What is the {fact} of this {thing}{given_words(arguments)}?"


def subject_words(tool: Tool) -> str:
    """Return what a tool is about, from its name."""
    return " ".join(word for word in tool_subject(tool.name) if word not in _QUESTIONS)


def _thing(arguments: Mapping[str, Any]) -> str:
    """Return what the first text stands for: a book, for `book_id`. Many things have a name or a title."""
    first = next((name for name, value in arguments.items() if isinstance(value, str)), "")
    return " ".join(word for word in name_words(first) if word in specific_words(name_words(first)))


def given_words(arguments: Mapping[str, Any]) -> str:
    """Return arguments as a user would say them: `` for “Paris” with the year 1999``.

    The first text needs no name: users say what they want, not what a parameter is called.
    """
    first = next((name for name, value in arguments.items() if isinstance(value, str)), None)
    said = [
        f"the {' '.join(part.casefold() for part in name_parts(name))} {_value(value)}"
        for name, value in arguments.items()
        if name != first
    ]
    target = f" for {_value(arguments[first])}" if first is not None else ""
    return f"{target} with {' and '.join(said)}" if said else target


def is_sayable(arguments: Mapping[str, Any]) -> bool:
    """Return whether arguments can be said in a sentence: scalars and short lists of them."""
    return all(map(_is_plain, arguments.values()))


def _is_plain(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) == 1 and _is_plain(value[0]) and not isinstance(value[0], list)
    if isinstance(value, str):
        return 0 < len(value) <= _LONGEST_VALUE and "\n" not in value and not {"“", "”"} & set(value)
    return isinstance(value, int | float)


def _value(value: Any) -> str:
    if isinstance(value, list):
        return _value(value[0])
    return f"“{value}”" if isinstance(value, str) else json.dumps(value)
