"""Files attached to mails."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

from m3bench.servers.kit import BadArgument, NotFound
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.mail.store import FILES, Changes, Mail

MOST_FILES = 10
MOST_BYTES = 10_000_000
_OFFICE = "application/vnd.openxmlformats-officedocument"
_MEDIA_TYPES = {
    "csv": "text/csv",
    "docx": f"{_OFFICE}.wordprocessingml.document",
    "html": "text/html",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "json": "application/json",
    "md": "text/markdown",
    "mp3": "audio/mpeg",
    "mp4": "video/mp4",
    "pdf": "application/pdf",
    "png": "image/png",
    "pptx": f"{_OFFICE}.presentationml.presentation",
    "txt": "text/plain",
    "wav": "audio/wav",
    "xlsx": f"{_OFFICE}.spreadsheetml.sheet",
    "zip": "application/zip",
}
"""By the end of the name. Those of the machine would differ elsewhere."""


class Attached(msgspec.Struct, frozen=True):
    """Files to attach: their entries in the mail, and their contents as changes of records."""

    entries: list[dict[str, Any]]
    contents: Changes


def attach(context: ToolContext, paths: Iterable[str], more: Iterable[tuple[str, bytes]] = ()) -> Attached:
    """Read files of the workspace to attach them.

    Args:
        context: The context of the call.
        paths: The files.
        more: Names and contents of other files, such as those of a forwarded mail.
    """
    found, total = dict(more), 0
    for path in paths:
        data = context.files.read(path, "attachments")
        name = context.files.inside(path, "attachments").name
        if name in found:
            raise BadArgument("attachments", f"two files are called '{name[:80]}'")
        total += len(data)
        if total > MOST_BYTES or len(found) >= MOST_FILES:
            raise BadArgument("attachments", f"at most {MOST_FILES} files and {MOST_BYTES // 1_000_000} MB")
        found[name] = data
    return _attached(found)


def _attached(files: dict[str, bytes]) -> Attached:
    entries: list[dict[str, Any]] = []
    contents: Changes = {}
    for name, data in files.items():
        digest = hashlib.sha256(data).hexdigest()
        entries.append({"name": name, "media_type": media_type(name), "bytes": len(data), "sha256": digest})
        contents[FILES, digest] = {"data": base64.b64encode(data).decode()}
    return Attached(entries, contents)


def media_type(name: str) -> str:
    return _MEDIA_TYPES.get(name.rpartition(".")[2].lower(), "application/octet-stream")


def content_of(context: ToolContext, mail: Mail, name: str) -> bytes:
    """Return the content of an attached file.

    Raises:
        NotFound: The mail has no such file.
    """
    names = [attachment["name"] for attachment in mail["attachments"]]
    entry = next((attachment for attachment in mail["attachments"] if attachment["name"] == name), None)
    if entry is None:
        has = f"it has {', '.join(names)}" if names else "it has none"
        raise NotFound(f"no attachment '{name[:80]}' in {mail['id']}; {has}")
    if "sha256" in entry:
        stored = context.records.get(FILES, entry["sha256"])
        return base64.b64decode(stored["data"]) if stored else b""
    return context.world.mailbox.attachment(mail["id"], name) or b""


def contents_of(context: ToolContext, mail: Mail) -> list[tuple[str, bytes]]:
    """Return the names and contents of all attached files."""
    return [
        (attachment["name"], content_of(context, mail, attachment["name"]))
        for attachment in mail["attachments"]
    ]
