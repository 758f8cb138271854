"""Markdown of summaries, and the workflow commands that mark places in a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterator


def table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Yield a table; nothing without rows."""
    if rows:
        yield f"| {' | '.join(heads)} |"
        yield f"|{'---|' * len(heads)}"
        yield from (f"| {' | '.join(map(plain, row))} |" for row in rows)
        yield ""


def number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def plain(text: str) -> str:
    """Return text that is neither markup nor a line break: names and errors may come from anywhere."""
    text = "".join(letter if letter.isprintable() else " " for letter in str(text))
    return re.sub(r"([\\`_\[\]<>|#~])", r"\\\1", text)


def annotation(level: str, message: str, *, title: str, file: str = "") -> str:
    """Return a workflow command. Line breaks are escaped, so that texts of servers cannot add commands."""
    properties = {"file": file, "title": title}
    given = ",".join(f"{name}={_property(value)}" for name, value in properties.items() if value)
    return f"::{level} {given}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
