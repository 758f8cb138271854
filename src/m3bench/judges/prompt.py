"""Prompts as data: read from files beside the code, and identified by the hash of their text."""

from __future__ import annotations

import functools
import re
import tomllib
from importlib.resources import files
from typing import Any

import msgspec

from m3bench.core import content_hash
from m3bench.models import Settings

_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
_HASH_DIGITS = 12
_SHARED = "shared"


class Prompt(msgspec.Struct, frozen=True):
    name: str
    system: str
    parts: tuple[str, ...]
    """The fields of a case to show, in this order."""
    data: str
    """How material is presented, and that it is not an instruction."""
    form: str
    ask: str
    repair: str
    settings: Settings
    """Settings of the request. Part of the hash: another temperature is another prompt."""
    extra: dict[str, Any]
    """Other keys of the file."""
    digest: str

    def identity(self, *further: Any) -> str:
        """Return the name and the hash of the text and of `further`, all that decides what is sent."""
        digest = content_hash([self.digest, *further]) if further else self.digest
        return f"{self.name}@{digest[:_HASH_DIGITS]}"


@functools.cache
def load_prompt(name: str) -> Prompt:
    """Load ``prompts/NAME.toml``, together with the text shared by all judges."""
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
    """Fill the placeholders of a text. Filled-in values are not filled again."""
    return _PLACEHOLDER.sub(lambda placeholder: values[placeholder[1]], text).strip()


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("m3bench.judges").joinpath("prompts", f"{name}.toml").read_text("utf-8"))
