"""Markdown that the tools share: headings, fields and pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from m3bench.servers.kit import NotFound
from m3bench_world.servers.mcp_bench.biomcp.parameters import DEEPEST_PAGE

T = TypeVar("T")


def fields(**values: object) -> str:
    """Return one line for each value that is not empty; `some_name` becomes **Some name**."""
    shown = (
        (name.replace("_", " "), value) for name, value in values.items() if value not in ("", None, (), [])
    )
    return "\n".join(f"- **{name[0].upper()}{name[1:]}**: {_text(value)}" for name, value in shown)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def section(title: str, body: str, level: int = 2) -> str:
    return f"{'#' * level} {title}\n\n{body}"


def bullets(entries: Iterable[str]) -> str:
    return "\n".join(f"- {entry}" for entry in entries)


def document(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)


def cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest].rstrip()}…"


def page_of(found: Sequence[T], page: int, size: int, what: str, advice: str) -> tuple[list[T], str]:
    """Return a page and a line on it. Raises `NotFound` if there is none."""
    if not found:
        raise NotFound(f"no {what} match; {advice}")
    start = (min(page, DEEPEST_PAGE) - 1) * size
    shown = list(found[start : start + size])
    if not shown:
        last = (len(found) - 1) // size + 1
        raise NotFound(f"page {page} is empty; there are {len(found):,} {what} on {last} pages")
    more = f" Next: page={page + 1}." if start + size < len(found) else ""
    return shown, f"{len(found):,} {what} found; shown {start + 1} to {start + len(shown)}.{more}"
