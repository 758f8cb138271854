"""Corrupted text files."""

from __future__ import annotations

import re
from pathlib import Path

from m3bench.checks.check import Evidence
from m3bench.checks.corruption.copies import other_value
from m3bench.checks.corruption.data.common import Corruptions, Corruptors, with_contents
from m3bench.checks.data import TextFile
from m3bench.checks.files import content, only_file

_UNLIKELY = ("", "nothing of the kind", "0", "\n")


def _texts(check: TextFile, evidence: Evidence, scratch: Path) -> Corruptions:
    text = content(evidence.workspace, only_file(evidence, check.path)).decode("utf-8-sig")
    changes = [*_line_changes(check), *_part_changes(check, text)]
    if check.ends_with_newline is not None:
        other = text.rstrip("\r\n") if check.ends_with_newline else f"{text}\n"
        changes.append(("another end", other))
    if check.at_most_lines is not None:
        changes.append(("a dump", text.rstrip("\n") + "\nand more" * (check.at_most_lines + 1)))
    encoded = [(words, changed.encode()) for words, changed in changes]
    return with_contents(evidence, check.path, encoded, scratch)


def _line_changes(check: TextFile) -> list[tuple[str, str]]:
    lines = list(check.lines or ())
    if not lines:
        return []
    end = "\n" if check.ends_with_newline is not False else ""
    changed = [
        ("a wrong line", [other_value(lines[0]), *lines[1:]]),
        ("a line too few", lines[:-1]),
        ("a line too many", [*lines, "one too many"]),
        ("a dump", ["Here is all that was found:", *lines, *lines]),
        ("one long line", [" and ".join([*lines, "more"])]),
    ]
    plain = [" ".join(line.split()).casefold() for line in lines]
    if plain[0] != plain[-1]:
        changed.append(("lines swapped", [lines[-1], *lines[1:-1], lines[0]]))
    return [(words, "\n".join(found) + end) for words, found in changed]


def _part_changes(check: TextFile, text: str) -> list[tuple[str, str]]:
    changes = []
    for part in check.contains:
        others = [each for each in check.contains if part.casefold() not in each.casefold()]
        changes.append((f"without {part!r}", "\n".join(others)))
    changes += [(f"with {part!r}", f"{text}\n{part}\n") for part in check.lacks]
    if check.pattern is not None:
        unfit = [each for each in _UNLIKELY if not re.search(check.pattern, each)]
        changes += [("nothing that matches", each) for each in unfit[:1]]
    return changes


TEXT_CORRUPTORS: Corruptors = {TextFile: _texts}
