"""Values that are a little wrong: other numbers and words, anywhere in a JSON value."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

Path = tuple[str | int, ...]
"""Keys and places from the outside in."""


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Everything that is neither an object nor a list, with its place."""
    if isinstance(value, dict):
        for key, child in value.items():
            yield from leaves(child, (*path, key))
    elif isinstance(value, list | tuple):
        for place, child in enumerate(value):
            yield from leaves(child, (*path, place))
    else:
        yield path, value


def replaced(value: Any, path: Path, new: Any) -> Any:
    """A copy with something else at one place."""
    if not path:
        return new
    head, rest = path[0], path[1:]
    if isinstance(value, dict):
        return {key: replaced(child, rest, new) if key == head else child for key, child in value.items()}
    return [replaced(child, rest, new) if place == head else child for place, child in enumerate(value)]


def other_number(number: float, dice: random.Random) -> float:
    """A number near it; whole ones stay whole."""
    if isinstance(number, int):
        return number + dice.choice((-1, 1)) * dice.randint(1, max(2, abs(number) // 2))
    changed = number * dice.uniform(1.1, 1.6)
    return changed if changed != number else number + 1.5


def other_words(text: str, dice: random.Random) -> str:
    """A word left out; of a single word another digit, or its letters in another order."""
    words = text.split()
    if len(words) > 1:
        gone = dice.randrange(len(words))
        return " ".join(words[:gone] + words[gone + 1 :])
    digits = [place for place, letter in enumerate(text) if letter in "0123456789"]
    if digits:
        place = dice.choice(digits)
        digit = (int(text[place]) + dice.randint(1, 9)) % 10
        return f"{text[:place]}{digit}{text[place + 1 :]}"
    turned = text[1:] + text[:1]
    return turned if turned != text else f"{text}x"
