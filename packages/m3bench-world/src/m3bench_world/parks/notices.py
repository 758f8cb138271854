"""Alert templates, with their places and seasons."""

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
    """The park needs one of these; empty fits everywhere."""


TEMPLATES = msgspec.json.decode(
    (files("m3bench_world.parks") / "notices.json").read_bytes(), type=tuple[Template, ...]
)
