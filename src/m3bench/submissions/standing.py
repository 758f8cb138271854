"""Who stands for a bundle: its submitter, and people who verified or repeated its runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from m3bench.scoring import Interval
from m3bench.submissions.evidence import Refused
from m3bench.submissions.keys import fingerprint
from m3bench.submissions.records import Submission
from m3bench.submissions.signatures import (
    Level,
    Signature,
    Statement,
    decode_signatures,
    head_digest,
    read_statement,
)


class Witness(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who signed a bundle of somebody else."""

    key: str
    name: str
    statement: Statement


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Who stands for a bundle."""

    level: Level = Level.UNSIGNED
    by: str = ""
    """The name or the fingerprint of the submitter."""
    witnesses: tuple[Witness, ...] = ()
    ignored: tuple[str, ...] = ()
    """Countersignatures that do not count, and why."""

    def __str__(self) -> str:
        if self.level is Level.UNSIGNED:
            return self.level.value
        said = [f"{Level.SIGNED} by {self.by}"]
        said += [f"{witness.statement.level} by {_shown(witness)}" for witness in self.witnesses]
        return "; ".join(said)


def _shown(witness: Witness) -> str:
    successes = [
        f"{repeat.success:.3f}" for repeat in witness.statement.repeats if repeat.success is not None
    ]
    return f"{witness.name} (success {', '.join(successes)})" if successes else witness.name


def standing(
    submission: Submission, head: bytes, data: bytes | None, names: Mapping[str, str] | None = None
) -> Standing:
    """Check the signatures of a bundle, from its description, its bytes and the content of `signatures.json`.

    `names` says who has which key. With this, countersignatures by others do not count.

    Raises:
        Refused: The submitter's signature is missing, forged, or of another bundle.
    """
    signatures, digest = decode_signatures(data), head_digest(head)
    if not submission.key:
        if signatures:
            raise Refused("it has signatures, but names no key of a submitter: they are of another bundle")
        return Standing()
    by = _name(submission.key, names)
    own = [signature for signature in signatures if signature.key == submission.key]
    if not own:
        raise Refused(f"it names the key {by}, but the signature is missing: it was removed")
    statement = read_statement(own[0], digest)
    if isinstance(statement, str):
        raise Refused(f"the signature by {by} {statement}")
    if statement.level is not Level.SIGNED:
        raise Refused(f"the first signature by {by} is not that of a submitter")
    others = [signature for signature in signatures if signature is not own[0]]
    judged = list(_judged(others, submission, digest, names))
    witnesses = tuple(witness for witness in judged if isinstance(witness, Witness))
    ignored = tuple(problem for problem in judged if isinstance(problem, str))
    return Standing(level=_highest(witnesses), by=by, witnesses=witnesses, ignored=ignored)


def _judged(
    signatures: Iterable[Signature], submission: Submission, digest: str, names: Mapping[str, str] | None
) -> Iterator[Witness | str]:
    """Yield who countersigned, or why a countersignature does not count."""
    by, seen = _name(submission.key, names), set()
    for signature in signatures:
        name, statement = _name(signature.key, names), read_statement(signature, digest)
        if isinstance(statement, str):
            yield f"the countersignature by {name} {statement}"
            continue
        problem = _problem(statement, submission)
        if names is not None and signature.key not in names:
            problem = "is by a key that is not in --keys"
        elif name == by:
            problem = "is by the submitter"
        elif (signature.key, statement.level) in seen:
            problem = "is there twice"
        seen.add((signature.key, statement.level))
        if problem is not None:
            yield f"the countersignature by {name} {problem}"
        else:
            yield Witness(key=signature.key, name=name, statement=statement)


def _name(key: str, names: Mapping[str, str] | None) -> str:
    return (names or {}).get(key) or fingerprint(key)


def _problem(statement: Statement, submission: Submission) -> str | None:
    if statement.level is Level.VERIFIED:
        return "names runs" if statement.repeats else None
    if statement.level is not Level.REPEATED:
        return f"says {statement.level}"
    theirs, ours = [repeat.run for repeat in statement.repeats], [run.id for run in submission.runs]
    if sorted(theirs) != sorted(ours):
        return f"repeats {len(set(theirs) & set(ours))} of {len(ours)} runs"
    if {repeat.own for repeat in statement.repeats} & set(ours):
        return "repeats a run by itself"
    return None


def without_failed_repeats(claimed: Standing, successes: Mapping[str, Interval | None]) -> Standing:
    """Ignore repeats whose success lies outside of the interval of the run, of 95 %, by its id."""
    failed = {
        witness: problem
        for witness in claimed.witnesses
        if (problem := _failed_repeat(witness, successes)) is not None
    }
    if not failed:
        return claimed
    witnesses = tuple(witness for witness in claimed.witnesses if witness not in failed)
    ignored = (*claimed.ignored, *failed.values())
    return Standing(level=_highest(witnesses), by=claimed.by, witnesses=witnesses, ignored=ignored)


def _failed_repeat(witness: Witness, successes: Mapping[str, Interval | None]) -> str | None:
    for repeat in witness.statement.repeats:
        success = successes.get(repeat.run)
        if success is None or success.low is None or success.high is None or repeat.success is None:
            continue
        if not success.low <= repeat.success <= success.high:
            return (
                f"the repetition by {witness.name} has success {repeat.success:.3f}, outside of "
                f"{success.low:.3f} to {success.high:.3f}"
            )
    return None


def _highest(witnesses: Sequence[Witness]) -> Level:
    levels = [Level.SIGNED, *(witness.statement.level for witness in witnesses)]
    return max(levels, key=lambda level: level.rank)
