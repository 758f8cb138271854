"""What alerts say, and where and when they fit."""

from __future__ import annotations

from importlib.resources import files

import msgspec

_ANY = tuple(range(1, 13))


class Template(msgspec.Struct, frozen=True):
    category: str
    title: str
    text: str
    months: tuple[int, ...] = _ANY
    traits: tuple[str, ...] = ()
    """One of them is needed; none: fits everywhere."""


TEMPLATES = msgspec.json.decode(
    (files("m3bench.world.parks") / "notices.json").read_bytes(), type=tuple[Template, ...]
)
