"""Sign bundles of other people, after verifying them or running them again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from m3bench.core import UsageError
from m3bench.runs import RunFolder, read_run
from m3bench.runs.store import require_intact
from m3bench.submissions.archive import file_record
from m3bench.submissions.keys import SigningKey
from m3bench.submissions.packing import write_bundle
from m3bench.submissions.records import RunRecord, run_file
from m3bench.submissions.signatures import (
    Level,
    Repeat,
    Statement,
    decode_signatures,
    encode_signatures,
    head_digest,
    sign,
)
from m3bench.submissions.unpacking import Unpacked, unpack
from m3bench.submissions.verification import LoadRuns, Verified, verify


def countersign(
    path: Path, folder: Path, key: SigningKey, load: LoadRuns, *, at: datetime, runs: Sequence[Path] = ()
) -> Verified:
    """Verify a bundle, and add a signature that says so.

    Args:
        path: The bundle. It is replaced.
        folder: An empty folder for temporary files.
        key: Signs. It must not be the submitter's.
        load: Scores run folders.
        at: The time of the signature.
        runs: Runs of the same suites by the same agents and models, one for each run of the bundle. With
            them, the signature says that the bundle was repeated.

    Returns:
        The bundle, verified again with the new signature.

    Raises:
        UsageError: The bundle is refused or unsigned, or the runs are others.
    """
    checked, again = folder / "checked", folder / "again"
    checked.mkdir()
    again.mkdir()
    verified = verify(path, checked, load)
    if verified.problem is not None:
        raise UsageError(f"{path} is refused: {verified.problem}", "Only what can be verified is signed.")
    if verified.standing.level is Level.UNSIGNED:
        raise UsageError(
            f"{path} is not signed by its submitter.", "They sign it: m3bench leaderboard submit … --sign KEY"
        )
    unpacked = unpack(path, again)
    if unpacked.submission.key == key.public:
        raise UsageError("The key is the submitter's own.", "Somebody else must sign that it is right.")
    statement = Statement(
        bundle=head_digest(unpacked.head),
        level=Level.REPEATED if runs else Level.VERIFIED,
        at=at,
        repeats=tuple(_repeats(unpacked.submission.runs, runs)) if runs else (),
    )
    _add(path, again, unpacked, statement, key)
    (folder / "signed").mkdir()
    return verify(path, folder / "signed", load)


def _add(path: Path, folder: Path, unpacked: Unpacked, statement: Statement, key: SigningKey) -> None:
    files = {
        run_file(number, name): folder / run_file(number, name)
        for number, run in enumerate(unpacked.submission.runs, start=1)
        for name in run.files
    }
    signatures = [*decode_signatures(unpacked.signatures), sign(statement, key)]
    write_bundle(path, unpacked.head, files, encode_signatures(signatures))


def _repeats(records: Sequence[RunRecord], runs: Sequence[Path]) -> Iterator[Repeat]:
    """Yield which run repeats which of the bundle."""
    left = [RunFolder.open(path) for path in runs]
    for record in records:
        folder = next((folder for folder in left if _is_same_kind(folder, record)), None)
        if folder is None:
            model = f" · {record.model}" if record.model else ""
            raise UsageError(
                f"None of the runs repeats {record.suite} by {record.agent}{model}.",
                "Give a run of your own for each run of the bundle: same suite, agent and model.",
            )
        left.remove(folder)
        require_intact(folder)
        yield Repeat(
            run=record.id,
            own=folder.manifest.id,
            journal=file_record(folder.journal).sha256,
            success=read_run(folder.path).strict_success,
        )


def _is_same_kind(folder: RunFolder, record: RunRecord) -> bool:
    manifest = folder.manifest
    settings = manifest.settings
    ours = (manifest.suite_digest, settings.agent, settings.model.name)
    return ours == (record.suite_digest, record.agent, record.model) and manifest.id != record.id
