"""Prompts as data: read from files beside the code, and known by the hash of their words."""

from __future__ import annotations

import functools
import re
import tomllib
from importlib.resources import files
from typing import Any

import msgspec

from m3bench.core import content_hash
from m3bench.models import Settings

_BLANK = re.compile(r"\{\{(\w+)\}\}")
_HASH_DIGITS = 12
_SHARED = "shared"


class Prompt(msgspec.Struct, frozen=True):
    """What a judge is told, with ``{{blanks}}``."""

    name: str
    system: str
    parts: tuple[str, ...]
    """The fields of a case that are shown, in this order."""
    data: str
    """How material comes, and that it is no instruction."""
    form: str
    ask: str
    repair: str
    settings: Settings
    """How a model is to answer. Part of the hash: a judgement at another temperature is another one."""
    extra: dict[str, Any]
    """What else stands in the file."""
    digest: str

    def identity(self, *further: Any) -> str:
        """Name and hash of the wording, and of what else decides on what is asked."""
        digest = content_hash([self.digest, *further]) if further else self.digest
        return f"{self.name}@{digest[:_HASH_DIGITS]}"


@functools.cache
def load_prompt(name: str) -> Prompt:
    """The prompt in ``prompts/NAME.toml``, with what all judges are told."""
    shared, own = _read(_SHARED), _read(name)
    extra = {key: value for key, value in own.items() if key not in {"system", "parts"}}
    texts = {key: value for key, value in shared.items() if key != "settings"}
    return Prompt(
        name=name,
        system=own["system"],
        parts=tuple(own["parts"]),
        **texts,
        settings=msgspec.convert(shared["settings"], Settings),
        extra=extra,
        digest=content_hash([shared, own]),
    )


def fill(text: str, **values: str) -> str:
    """The text with its blanks filled. What is filled in is never filled again."""
    return _BLANK.sub(lambda blank: values[blank[1]], text).strip()


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("m3bench.judges").joinpath("prompts", f"{name}.toml").read_text("utf-8"))
