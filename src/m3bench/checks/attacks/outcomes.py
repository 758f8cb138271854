"""Attacks on the workspace of a right attempt: damage beside the work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from m3bench.checks.check import Evidence
from m3bench.checks.corruption import with_file, without_file
from m3bench.checks.files import content, is_made, listed, made_files
from m3bench.checks.wholes import damaged_files

OutcomeAttack = Callable[[Evidence, Path], Iterator[tuple[str, Evidence]]]
"""Yields wrong outcomes made from a right one, each with what is wrong, in a scratch folder."""

_STRAY = "left_behind.txt"


def _leave_file(evidence: Evidence, scratch: Path) -> Iterator[tuple[str, Evidence]]:
    yield _STRAY, with_file(evidence, _STRAY, b"left behind", scratch)


def _change_input(evidence: Evidence, scratch: Path) -> Iterator[tuple[str, Evidence]]:
    for path in _kept_inputs(evidence):
        data = content(evidence.workspace, path)
        yield path, with_file(evidence, path, data[:-1] + bytes([data[-1] ^ 1 if data else 1]), scratch)


def _delete_input(evidence: Evidence, scratch: Path) -> Iterator[tuple[str, Evidence]]:
    for path in _kept_inputs(evidence):
        yield path, without_file(evidence, path, scratch)


def _kept_inputs(evidence: Evidence) -> list[str]:
    """Return the given files that the right attempt leaves as they are, except those inside `.git`."""
    paths = listed(evidence.workspace).files.keys() & evidence.before.keys()
    return sorted(path for path in paths if "/.git/" not in f"/{path}" and not is_made(evidence, path))


def _damage_work(evidence: Evidence, scratch: Path) -> Iterator[tuple[str, Evidence]]:
    """Damage, one by one, the parts of a given file that the task asks to change."""
    for path in sorted(listed(evidence.workspace).files.keys() & evidence.before.keys()):
        if is_made(evidence, path):
            for words, data in damaged_files(content(evidence.workspace, path), path):
                yield f"{path}: {words}", with_file(evidence, path, data, scratch)


def _damage_copy(evidence: Evidence, scratch: Path) -> Iterator[tuple[str, Evidence]]:
    """Write on a PDF that is handed in and was made of a given one, or add a page to it."""
    wanted = {str(check.get("path", "")) for check in evidence.task.checks}
    if not any(path.endswith(".pdf") for path in evidence.before):
        return
    for path in sorted(wanted.intersection(made_files(evidence, "**/*.pdf"))):
        for words, data in damaged_files(content(evidence.workspace, path), path):
            yield f"{path}: {words}", with_file(evidence, path, data, scratch)


def _drop_ref(evidence: Evidence, scratch: Path) -> Iterator[tuple[str, Evidence]]:
    """Delete a branch or a tag that was given."""
    for path in sorted(listed(evidence.workspace).files.keys() & evidence.before.keys()):
        if "/.git/refs/" in path:
            yield path, without_file(evidence, path, scratch)


OUTCOME_ATTACKS: dict[str, OutcomeAttack] = {
    "leave a file behind": _leave_file,
    "change an input": _change_input,
    "delete an input": _delete_input,
    "damage beside the work": _damage_work,
    "write on a copy": _damage_copy,
    "drop a branch or tag": _drop_ref,
}
"""Attacks by name. All must fail on every task."""
