"""The check of filled forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.data import missing_texts, shown_value
from m3bench.checks.documents.pdf_corruption import Change, changed_pdfs
from m3bench.checks.documents.pdf_reading import read_pdf
from m3bench.checks.files import FileCheck, made_file
from m3bench.checks.reading import spaced


class PdfForm(FileCheck, frozen=True):
    """Texts are compared exactly, except for the number of spaces."""

    about = "the fields of a PDF form have these values"

    values: dict[str, str | bool]
    """Values by field name: a text, an option, the name of a state, or whether a box is ticked."""
    flattened: bool = False
    """Whether the fields must be gone and the texts be part of the pages."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.values:
            raise ValueError("there are no values to look for")
        if self.flattened and not any(isinstance(value, str) for value in self.values.values()):
            raise ValueError("a flattened form needs a text to look for")

    def look(self, evidence: Evidence) -> Verdict:
        path, data = made_file(evidence, self.path)
        fields = _fields(data, path)
        if self.flattened:
            return self._flat(path, data, fields)
        if not fields:
            raise CheckFailed(f"{path} has no form fields")
        faults = []
        for name, expected in self.values.items():
            value = fields.get(name)
            if value is None:
                faults.append(f"no field {shown_value(name)}")
            elif not _same(value, expected):
                faults.append(f"{name} is {shown_value(value)}, expected {shown_value(expected)}")
        return self.verdict_on(path, faults, f"{path} has the expected values in {len(self.values)} fields")

    def _flat(self, path: str, data: bytes, fields: dict[str, str]) -> Verdict:
        if fields:
            return self.verdict(False, f"{path} still has {len(fields)} form fields")
        everything = " ".join(read_pdf(data, path)[1])
        wanted = [value for value in self.values.values() if isinstance(value, str)]
        faults = missing_texts(wanted, everything)
        return self.verdict_on(path, faults, f"{path} shows the expected {len(wanted)} values")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        def refilling(name: str, value: str | bool) -> Change:
            def change(writer: Any) -> None:
                from pypdf.generic import NameObject, TextStringObject  # noqa: PLC0415 - heavy

                for page in writer.pages:
                    for mark in page.annotations or ():
                        widget = mark.get_object()
                        if widget.get("/T") == name.rpartition(".")[2]:
                            off = NameObject("/Off" if value else "/Yes")
                            other = off if isinstance(value, bool) else TextStringObject(f"not {value}")
                            widget[NameObject("/V")] = other

            return change

        def emptied(writer: Any) -> None:
            for page in writer.pages:
                page.pop("/Contents", None)
                page.pop("/Annots", None)
            writer.root_object.pop("/AcroForm", None)

        changes: list[tuple[str, Change]] = [("nothing on it", emptied)]
        if not self.flattened:
            changes += [(f"another {name}", refilling(name, value)) for name, value in self.values.items()]
        return changed_pdfs(evidence, self.path, changes, scratch)


def _same(found: str, expected: str | bool) -> bool:
    if isinstance(expected, bool):
        return (found.startswith("/") and found not in ("/", "/Off")) is expected
    return spaced(found.removeprefix("/")) == spaced(expected)


def _fields(data: bytes, path: str) -> dict[str, str]:
    from m3bench.workers import DocumentError, form_values  # noqa: PLC0415 - not needed by other checks

    try:
        return form_values(data)
    except DocumentError as error:
        raise CheckFailed(f"{path} {error}") from None
