"""Calls of the text editor server, which guards its edits with hashes of what was read."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.suites import CallResult, PlanError, PlannedCall, call
from m3bench_suites.builders.verse.folders._shared.calls import EDITOR, place


class Page(msgspec.Struct, frozen=True):
    """A file, or a range of its lines, as the editor has read it."""

    name: str
    text: str
    file_hash: str
    range_hash: str
    read: CallResult

    @classmethod
    def all_of(cls, names: Sequence[str], result: CallResult) -> list[Page]:
        """Return the pages of a call of `read_pages`, in order."""
        data = result.data
        if not isinstance(data, dict) or len(data) != len(names):
            raise PlanError(f"{result.tool} returned other files than {', '.join(names)}.")
        return [
            cls(
                name, each["ranges"][0]["content"], each["file_hash"], each["ranges"][0]["range_hash"], result
            )
            for name, each in zip(names, data.values(), strict=True)
        ]


def read_pages(*names: str, first: int = 1, last: int | None = None) -> PlannedCall:
    """Read files, or a range of their lines."""
    lines = {"start": first} if last is None else {"start": first, "end": last}
    return call(
        f"{EDITOR}/get_text_file_contents",
        files=[{"file_path": place(name), "ranges": [lines]} for name in names],
    )


def rewrite(*changes: tuple[Page, str]) -> PlannedCall:
    """Replace whole files that were read before."""
    return call(
        f"{EDITOR}/edit_text_file_contents",
        *(page.read for page, _ in changes),
        files=[_edit(page, 1, None, text) for page, text in changes],
    )


def edit_lines(page: Page, first: int, last: int, text: str) -> PlannedCall:
    """Replace exactly the lines that were read."""
    return call(f"{EDITOR}/edit_text_file_contents", page.read, files=[_edit(page, first, last, text)])


def _edit(page: Page, first: int, last: int | None, text: str) -> dict[str, object]:
    patch = {"line_start": first, "line_end": last, "contents": text, "range_hash": page.range_hash}
    return {"path": place(page.name), "file_hash": page.file_hash, "patches": [patch]}
