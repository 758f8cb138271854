"""Whether an attempt checked its own output before it ended."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.core import Call, Step, artefacts_in, iter_calls
from m3bench.scoring.files import WRITING_WORDS, name_parts
from m3bench.scoring.provenance import Provenance, trace, value_keys, written_files
from m3bench.scoring.self_review import SelfReviewLevel, find_self_review
from m3bench.scoring.structure import is_executed
from m3bench.scoring.taxonomy.parameters import ToolBook
from m3bench.scoring.taxonomy.records import Error, Mistake

_READING_WORDS = frozenset(
    {"analyze", "check", "count", "describe", "detect", "extract", "find", "get", "info", "inspect", "list"}
    | {"ocr", "preview", "read", "render", "scan", "screenshot", "search", "show", "summary", "validate"}
    | {"verify", "view"}
)
_FETCHING_WORDS = frozenset({"download", "fetch", "read", "search"})


def find_unverified(steps: Sequence[Step], request: str | None, tools: ToolBook) -> Mistake | None:
    """Return a mistake for the last call that made something, if no later call looked at the output.

    If it is unknown whether a later call looks at something, return None.
    """
    numbered = list(enumerate(iter_calls(steps)))
    made = {number: step for number, (step, call) in numbered if is_executed(call) and makes(call, tools)}
    if not made:
        return None
    last, last_step = max(made.items())
    later = {number: call for number, (step, call) in numbered if step > last_step and is_executed(call)}
    looks = {number: looks_at_something(call, tools) for number, call in later.items()}
    if None in looks.values():
        return None
    inspecting = [number for number, is_look in looks.items() if is_look]
    calls = [call for _, (_, call) in numbered]
    if inspecting and _inspects_output(inspecting, list(made), calls, trace(steps, request)):
        return None
    error = Error.PSEUDO_VERIFICATION if inspecting else Error.NO_VERIFICATION
    return Mistake(error=error, call=last, tool=calls[last].name)


def find_partly_verified(steps: Sequence[Step]) -> Mistake | None:
    """Return a mistake if the agent looked only at parts of a file that it made, after the last change."""
    self_review = find_self_review(steps)
    if self_review is None or self_review.level is not SelfReviewLevel.INCOMPLETE:
        return None
    part = next(path for path, level in self_review.artefacts.items() if level is self_review.level)
    writes = [
        number
        for number, (_, call) in enumerate(iter_calls(steps))
        if call.result is not None and part in artefacts_in(call.result.meta).wrote
    ]
    calls = [call for _, call in iter_calls(steps)]
    return Mistake(error=Error.INCOMPLETE_VERIFICATION, call=writes[-1], tool=calls[writes[-1]].name)


def makes(call: Call, tools: ToolBook) -> bool:
    """Return whether a call creates or changes something; fetching does not count."""
    words = name_parts(call.tool)
    if words & _FETCHING_WORDS:
        return False
    known = tools.read_only(call.name)
    return bool(words & WRITING_WORDS) if known is None else not known


def looks_at_something(call: Call, tools: ToolBook) -> bool | None:
    """Return whether a call reads; None if neither the server nor the name of the tool tells."""
    if tools.read_only(call.name) or name_parts(call.tool) & _READING_WORDS:
        return True
    return False if makes(call, tools) else None


def _inspects_output(
    inspecting: Sequence[int], made: Sequence[int], calls: Sequence[Call], provenance: Provenance
) -> bool:
    """Return whether an inspecting call uses a written file, or a result of a creating call."""
    files = frozenset(key for number in made for key in written_files(calls[number]))
    linked = {link.target for link in provenance.links if link.source in made}
    return any(number in linked or value_keys(calls[number]) & files for number in inspecting)
