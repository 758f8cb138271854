"""Slightly wrong values: other numbers and words, anywhere in a JSON value."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

Path = tuple[str | int, ...]
"""Keys and indices from the outside in."""
_INVENTED = "none of these"


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every value that is neither an object nor a list, with its path."""
    if isinstance(value, dict):
        for key, child in value.items():
            yield from leaves(child, (*path, key))
    elif isinstance(value, list | tuple):
        for index, child in enumerate(value):
            yield from leaves(child, (*path, index))
    else:
        yield path, value


def replace_at(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    head, rest = path[0], path[1:]
    if isinstance(value, dict):
        return {key: replace_at(child, rest, new) if key == head else child for key, child in value.items()}
    return [replace_at(child, rest, new) if index == head else child for index, child in enumerate(value)]


def other_number(number: float, dice: random.Random) -> float:
    """Return a different number nearby. Integers stay integers."""
    if isinstance(number, int):
        return number + dice.choice((-1, 1)) * dice.randint(1, max(2, abs(number) // 2))
    changed = number * dice.uniform(1.1, 1.6)
    return changed if changed != number else number + 1.5


def other_words(text: str, dice: random.Random) -> str:
    """Leave a word out; in a single word, change a digit or the order of letters."""
    words = text.split()
    if len(words) > 1:
        gone = dice.randrange(len(words))
        return " ".join(words[:gone] + words[gone + 1 :])
    digits = [index for index, letter in enumerate(text) if letter in "0123456789"]
    if digits:
        index = dice.choice(digits)
        digit = (int(text[index]) + dice.randint(1, 9)) % 10
        return f"{text[:index]}{digit}{text[index + 1 :]}"
    turned = text[1:] + text[:1]
    return turned if turned != text else f"{text}x"


def other_entry(fields: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    if not fields:
        return fields
    name = dice.choice(sorted(fields))
    values = list(leaves(fields[name]))
    # An empty list has no leaf, so one is added.
    path, value = dice.choice(values) if values else ((), None)
    other = [_INVENTED] if not values else _other_value(value, dice)
    return {**fields, name: replace_at(fields[name], path, other)}


def _other_value(value: Any, dice: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return other_number(value, dice)
    return other_text(value, dice) if isinstance(value, str) else _INVENTED


def other_text(text: str, dice: random.Random) -> str:
    """Return another value of a field, but no part of it: that could be correct too."""
    if digits := [index for index, letter in enumerate(text) if letter.isdigit()]:
        index = dice.choice(digits)
        digit = "0123456789"[dice.randrange(10)]
        changed = f"{text[:index]}{digit}{text[index + 1 :]}"
        return changed if changed != text else f"{text}{digit}"
    return f"{text[::-1]}x"
