"""JSON with comments and trailing commas."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from m3bench.core import FormatError

# The closing delimiter is optional in both, so that a missing one is found in one pass.
_STRING = r'"(?:\\.|[^"\\])*"?'
_COMMENT = re.compile(rf"{_STRING}|(?P<comment>//[^\r\n]*|/\*.*?(?:\*/|\Z))", re.DOTALL)
_COMMA = re.compile(rf"{_STRING}|[\[{{,]\s*,|(?P<trailing>,)(?=\s*[\]}}])", re.DOTALL)
_VISIBLE = re.compile(r"[^\r\n]")


def read_jsonc(path: Path) -> Any:
    """Read a file of JSON with comments."""
    file = str(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError("is not valid UTF-8", file=file) from None
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror or type(error).__name__}", file=file) from None
    return parse_jsonc(text, file=file)


def parse_jsonc(text: str, *, file: str = "<input>") -> Any:
    """Parse JSON with comments and trailing commas."""
    try:
        return json.loads(plain_json(text, file=file), object_pairs_hook=lambda pairs: _object(pairs, file))
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        problem = f"invalid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise FormatError(problem, file=file, place=place) from None
    except RecursionError:
        raise FormatError("nested too deeply", file=file) from None
    except ValueError:
        raise FormatError("a number has too many digits", file=file) from None


def plain_json(text: str, *, file: str = "<input>") -> str:
    """Replace comments and trailing commas by spaces. Everything else keeps its line and column."""

    def without_comment(match: re.Match[str]) -> str:
        comment = match["comment"]
        if comment is None:
            return match[0]
        if comment.startswith("/*") and not (len(comment) >= 4 and comment.endswith("*/")):
            line = text.count("\n", 0, match.start()) + 1
            raise FormatError("a comment is not closed: */ is missing", file=file, place=f"line {line}")
        return _VISIBLE.sub(" ", comment)

    return _COMMA.sub(
        lambda match: " " if match["trailing"] else match[0], _COMMENT.sub(without_comment, text)
    )


def _object(pairs: list[tuple[str, Any]], file: str) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise FormatError(f"duplicate key {twice!r} in one object", file=file)
    return value
