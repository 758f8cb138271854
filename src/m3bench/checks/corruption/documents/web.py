"""Corrupted web pages: too wide, covered, without a text or a picture."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from m3bench.checks.check import Evidence
from m3bench.checks.corruption.data import Corruptions, Corruptors, with_contents
from m3bench.checks.documents import WebLayout
from m3bench.checks.files import content, only_file

_WIDE = '<p style="width: 4000px; white-space: nowrap">A line that is too wide</p>'
_COVER = (
    '<div style="position: absolute; z-index: 99999; left: 0; top: 0; width: 100%; height: 100%; '
    'min-height: 20000px; background: white"></div>'
)


def _web(check: WebLayout, evidence: Evidence, scratch: Path) -> Corruptions:
    path = only_file(evidence, check.path)
    page = content(evidence.workspace, path).decode("utf-8", "replace")
    contents = {
        "a line that is too wide": page + _WIDE,
        "everything is covered": page + _COVER,
        "an empty page": "<!doctype html><title>Empty</title><p>Nothing</p>",
    }
    if check.pictures:
        contents["no pictures"] = page.replace("<img", "<span")
    if check.ordered and len(check.pictures) > 1:
        first, last = (PurePosixPath(name).name for name in (check.pictures[0], check.pictures[-1]))
        swapped = page.replace(first, "\0").replace(last, first).replace("\0", last)
        contents["pictures in another order"] = swapped
    if check.smallest is not None:
        contents["a tiny text"] = page + f'<p style="font-size: {check.smallest / 2}px">Tiny</p>'
    if check.lacks:
        contents["a text that must not be there"] = page + f"<p>{check.lacks[0]}</p>"
    return with_contents(
        evidence, check.path, [(words, data.encode()) for words, data in contents.items()], scratch
    )


WEB_CORRUPTORS: Corruptors = {WebLayout: _web}
