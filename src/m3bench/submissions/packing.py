"""Bundle run folders into a submission."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from m3bench.core import UsageError
from m3bench.runs import RunFolder, read_run
from m3bench.runs.store import damage_error, named_blobs
from m3bench.submissions.archive import encode_head, file_record, write_archive
from m3bench.submissions.directory import NotABundle, is_run_file, read_directory
from m3bench.submissions.keys import SigningKey
from m3bench.submissions.records import About, RunRecord, Submission, run_file
from m3bench.submissions.signatures import Level, Statement, encode_signatures, head_digest, sign

_FILES = ("manifest.json", "seal.json", "tasks.jsonl", "journal.jsonl", "judgements.jsonl")


def write_submission(
    runs: Sequence[Path],
    out: Path,
    about: About,
    *,
    created: datetime,
    transcripts: bool = False,
    key: SigningKey | None = None,
) -> Submission:
    """Write a bundle of run folders, which must be intact and finished.

    Args:
        runs: The run folders.
        out: The bundle to write.
        about: Who submits what.
        created: The time of the submission.
        transcripts: Whether the requests to the model and its replies go along.
        key: The submitter's key, to sign it with.

    Returns:
        The description of the bundle.

    Raises:
        UsageError: A run is unfinished, or too large for those who verify it.
    """
    files: dict[str, Path] = {}
    records = []
    for number, path in enumerate(runs, start=1):
        folder = RunFolder.open(path)
        own = dict(_files(folder, transcripts=transcripts))
        records.append(_record(folder, own))
        files |= {run_file(number, name): file for name, file in own.items()}
    _require_different(records)
    submission = Submission(
        **msgspec.structs.asdict(about),
        key=key.public if key is not None else "",
        created=created,
        runs=tuple(records),
    )
    head = encode_head(submission)
    signatures = None
    if key is not None:
        statement = Statement(bundle=head_digest(head), level=Level.SIGNED, at=created)
        signatures = encode_signatures([sign(statement, key)])
    write_bundle(out, head, files, signatures)
    return submission


def write_bundle(out: Path, head: bytes, files: Mapping[str, Path], signatures: bytes | None) -> None:
    """Write a bundle at once. Raise `UsageError` if nobody would accept it."""
    draft = out.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with draft.open("x+b") as target:
            write_archive(target, head, files, signatures)
            read_directory(target)
        draft.replace(out)
    except NotABundle as error:
        raise UsageError(f"{out} would be refused: {error.message}.", "Bundle fewer runs.") from None
    finally:
        draft.unlink(missing_ok=True)


def _files(folder: RunFolder, *, transcripts: bool) -> Iterator[tuple[str, Path]]:
    for name in _FILES:
        if (folder.path / name).is_file():
            yield name, folder.path / name
    for path in sorted((folder.path / "tools").glob("*")):
        if path.is_file() and is_run_file(name := f"tools/{path.name}"):
            yield name, path
    for digest in sorted(named_blobs(folder, transcripts=transcripts)):
        path = folder.blobs.path(digest)
        yield str(path.relative_to(folder.path)), path


def _record(folder: RunFolder, files: dict[str, Path]) -> RunRecord:
    result = read_run(folder.path)
    if result.integrity.damages:
        raise damage_error(result.integrity.damages[0], str(folder.path))
    if result.open:
        raise UsageError(
            f"{folder.path}: {result.open} of {result.attempts} attempts are not made yet.",
            f"Finish it first: m3bench run --resume {folder.path}",
        )
    manifest, usage = folder.manifest, result.usage
    if not manifest.protected:
        raise UsageError(f"{folder.path} is of an old version, without checksums.", "Run it again.")
    return RunRecord(
        id=manifest.id,
        suite=Path(result.settings.suite.name).name,
        suite_digest=manifest.suite_digest,
        agent=result.settings.agent,
        model=result.settings.model.name,
        created=manifest.created,
        success=result.strict_success,
        attempts=result.attempts,
        cost=usage.cost,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        seconds=result.seconds,
        files={name: file_record(path) for name, path in files.items()},
    )


def _require_different(records: Sequence[RunRecord]) -> None:
    for id_, times in Counter(record.id for record in records).items():
        if times > 1:
            raise UsageError(f"The run {id_} is given twice.", "Give each run once.")
