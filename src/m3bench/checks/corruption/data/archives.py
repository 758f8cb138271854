"""Corrupted archives."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from m3bench.checks.check import Evidence
from m3bench.checks.corruption.data.common import Corruptions, Corruptors, with_contents
from m3bench.checks.data import ArchiveMembers, read_members
from m3bench.checks.files import content, only_file


def _archives(check: ArchiveMembers, evidence: Evidence, scratch: Path) -> Corruptions:
    path = only_file(evidence, check.path)
    data = content(evidence.workspace, path)
    members = read_members(data, path)
    first = next(iter(members))
    renamed = {f"other/{first}" if name == first else name: text for name, text in members.items()}
    changes = [
        ("a file too few", {name: text for name, text in members.items() if name != first}),
        ("a file too many", {**members, "one_too_many.txt": b"x"}),
        ("a file in another folder", renamed),
    ]
    changes += [
        (f"another {name}", {**members, name: members[name] + b" and more"})
        for name, text in check.members.items()
        if text is not None
    ]
    contents = [(words, _packed(changed)) for words, changed in changes]
    listing = "\n".join(f"{name}: {text!r}" for name, text in members.items())
    contents += [("a text with everything", listing.encode()), ("the first half", data[: len(data) // 2])]
    return with_contents(evidence, check.path, contents, scratch)


def _packed(members: dict[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return written.getvalue()


ARCHIVE_CORRUPTORS: Corruptors = {ArchiveMembers: _archives}
