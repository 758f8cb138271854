"""Office files, which are ZIP archives of XML: inspected before a library unpacks them, and packed again so
that the same content gives the same bytes."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import datetime

from m3bench.servers.kit import BadArgument
from m3bench_world.servers.tobench.workspace.texts import shown_path

MOST_MEMBERS = 1_000
MOST_UNPACKED = 60_000_000
MOST_XML = 12_000_000
MOST_ELEMENTS = 300_000
_EPOCH = (1980, 1, 1, 0, 0, 0)
_XML = (".xml", ".rels", ".vml")
_TIMES = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*(</dcterms:)")


def require_harmless(data: bytes, path: str, name: str = "path") -> None:
    """Refuse a file that is no ZIP archive, too large unpacked, or that declares XML entities."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            problem = _problem(archive)
    except Exception:  # noqa: BLE001 - readers raise whatever the bytes provoke
        problem = "is not a readable office file"
    if problem:
        raise BadArgument(name, f"'{shown_path(path)}' {problem}")


def _problem(archive: zipfile.ZipFile) -> str | None:
    members = archive.infolist()
    if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > MOST_UNPACKED:
        return "is too large unpacked"
    texts = [member for member in members if member.filename.lower().endswith(_XML)]
    if sum(member.file_size for member in texts) > MOST_XML:
        return f"has more than {MOST_XML // 1_000_000} MB of text"
    elements = 0
    for member in texts:
        with archive.open(member) as file:
            text = file.read(MOST_XML + 1)
        plain = text.replace(b"\0", b"")
        if b"<!DOCTYPE" in plain or b"<!ENTITY" in plain or len(text) > MOST_XML:
            return "declares XML entities"
        elements += text.count(b"<")
    return f"has more than {MOST_ELEMENTS:,} elements" if elements > MOST_ELEMENTS else None


def settled(data: bytes, now: datetime) -> bytes:
    """Return an office file whose times are the given one, packed without the time of packing."""
    stamp = now.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as target,
    ):
        for member in source.infolist():
            content = source.read(member)
            if member.filename == "docProps/core.xml":
                content = _TIMES.sub(rb"\g<1>" + stamp + rb"\g<2>", content)
            target.writestr(zipfile.ZipInfo(member.filename, _EPOCH), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()
