"""The check of ZIP and TAR archives."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import ClassVar

from m3bench.checks.check import Check, Corruptions, Evidence, Verdict
from m3bench.checks.data.archive_reading import read_members
from m3bench.checks.data.values import shown_value
from m3bench.checks.files import content, joined, made_file, only_file, relative, with_contents


class ArchiveMembers(Check, frozen=True):
    """A ZIP, or a TAR that may be packed with gzip, bzip2 or xz. Folders in it do not count."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "a ZIP or TAR archive has exactly these files, with these texts"

    path: str
    members: dict[str, str | None]
    """Texts by the path of the file in the archive; null if the content does not matter."""

    def __post_init__(self) -> None:
        relative(self.path)
        if not self.members:
            raise ValueError("members is empty")

    def look(self, evidence: Evidence) -> Verdict:
        path, data = made_file(evidence, self.path)
        found = read_members(data, path)
        faults = [f"lacks {name}" for name in self.members if name not in found]
        faults += [f"has {name[:200]}, which it must not" for name in found if name not in self.members]
        for name, text in self.members.items():
            if text is not None and name in found and _plain(found[name]) != text.replace("\r\n", "\n"):
                shown = shown_value(_plain(found[name]))
                faults.append(f"{name} is {shown}, expected {shown_value(text)}")
        if faults:
            return self.verdict(False, f"{path}: {joined(faults)}")
        return self.verdict(True, f"{path} has {len(self.members)} files as expected")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path = only_file(evidence, self.path)
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
            for name, text in self.members.items()
            if text is not None
        ]
        contents = [(words, _packed(changed)) for words, changed in changes]
        listing = "\n".join(f"{name}: {text!r}" for name, text in members.items())
        contents += [("a text with everything", listing.encode()), ("the first half", data[: len(data) // 2])]
        return with_contents(evidence, self.path, contents, scratch)


def _plain(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\r\n", "\n")


def _packed(members: dict[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return written.getvalue()
