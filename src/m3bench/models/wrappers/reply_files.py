"""A folder of cached replies, one file each."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Any

import msgspec

from m3bench.caching import read_entry
from m3bench.core import content_hash
from m3bench.core.redaction import redactor
from m3bench.models.messages import Reply

FORMAT = "m3bench-reply-1"
_MOST_BYTES = 256 * 2**20


class ReplyKey(msgspec.Struct, frozen=True):
    """Identifies a cached reply."""

    model: str
    request: str
    """The request's digest."""
    salt: str = ""

    @property
    def hash(self) -> str:
        return content_hash([FORMAT, self.model, self.request, self.salt])


class ReplyFiles:
    """Files named by the hash of their key, in folders by its first two digits.

    Files are replaced atomically, so that several runs can share a folder. A file that is unreadable or
    belongs to another key counts as missing and is replaced.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, key: ReplyKey) -> Path:
        return self.folder / key.hash[:2] / f"{key.hash}.json"

    def read(self, key: ReplyKey) -> Reply | None:
        try:
            record = json.loads(read_entry(self.path(key), _MOST_BYTES, own=False) or b"null")
            if [record["format"], record["key"]] != [FORMAT, msgspec.to_builtins(key)]:
                return None
            return msgspec.convert(record["reply"], Reply)
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def write(self, key: ReplyKey, reply: Reply) -> None:
        """Raises `OSError`."""
        path = self.path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
        try:
            draft.write_text(_text(key, reply), encoding="ascii")
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)


def _text(key: ReplyKey, reply: Reply) -> str:
    # Not msgspec's writer: models write lone surrogates, which have no UTF-8 form.
    record: dict[str, Any] = {"format": FORMAT, "key": key, "reply": redactor().value(reply)}
    return json.dumps(msgspec.to_builtins(record), indent=1) + "\n"
