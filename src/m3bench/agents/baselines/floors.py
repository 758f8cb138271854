"""Floor agents, which understand nothing. An agent must beat them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.baselines.reference import answer_of, baseline, first_reference, prepare_calls
from m3bench.agents.baselines.slips import leaves
from m3bench.agents.filling import Findings, read_clues, request_sources, typed_arguments, typed_fields
from m3bench.core import AnswerField, Call, FieldType, Reference, Task, UsageError, canonical_json

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)*")
_PATTERNS = {
    FieldType.NUMBER: _NUMBER,
    FieldType.DURATION: _NUMBER,
    FieldType.DATE: re.compile(r"\d{4}-\d{2}-\d{2}"),
    FieldType.TIME: re.compile(r"\b\d{1,2}:\d{2}\b"),
}
_MAX_VALUES = 200
_MAX_PROSE = 20_000


@baseline
async def generic(attempt: Attempt) -> Ending:
    """Call the right tools in the right steps, with arguments and fields filled in by type.

    It reads neither pictures nor results.
    """
    for calls in _typed_steps(attempt, "generic"):
        await attempt.call(calls)
    return _typed_ending(attempt)


@baseline
async def names(attempt: Attempt) -> Ending:
    """Call the tools of the reference in its steps, without arguments."""
    for step in first_reference(attempt.task, "names").steps:
        await attempt.call([Call(call.name, {}) for call in step.calls])
    return _typed_ending(attempt)


@baseline
async def blind(attempt: Attempt) -> Ending:
    """Call the right tools with arguments from the request alone; submit the most frequent answer.

    It reads neither pictures nor results.
    """
    siblings = _siblings_of(attempt, "blind")
    for step in first_reference(attempt.task, "blind").steps:
        await attempt.call(_blind_calls(attempt, step.calls))
    fields = _most_frequent_fields([sibling.references[0] for sibling in siblings])
    return Ending(_as_prose(fields) or attempt.request, fields=fields)


@baseline
async def dump(attempt: Attempt) -> Ending:
    """Call like `generic`, then submit every value that the results contain instead of choosing one."""
    findings = Findings()
    for calls in _typed_steps(attempt, "dump"):
        findings.take(await attempt.call(calls))
    lines = list(dict.fromkeys(findings.lines))
    form = attempt.task.form
    fields = None if form is None else {field.name: _everything(field, lines) for field in form.fields}
    prose = "\n".join((attempt.request, *lines))
    return Ending(prose[:_MAX_PROSE], fields=fields)


@baseline
async def canned(attempt: Attempt) -> Ending:
    """Make the calls of another task's reference, and submit its answer."""
    other = _pick_sibling(attempt, "canned")
    for step in other.references[0].steps:
        await attempt.call(prepare_calls(step.calls, attempt))
    return _answer_of_sibling(other)


@baseline
async def union(attempt: Attempt) -> Ending:
    """Make all calls of all references of the other tasks of the family; submit the answer of one."""
    for calls in _union_steps(_siblings_of(attempt, "union")):
        await attempt.call(prepare_calls(calls, attempt))
    return _answer_of_sibling(_pick_sibling(attempt, "union"))


def _siblings_of(attempt: Attempt, agent: str) -> Sequence[Task]:
    """Return the other tasks of the family that have a reference, in suite order."""
    siblings = [task for task in attempt.siblings if task.references]
    if not siblings:
        raise UsageError(
            f"The agent {agent} needs another task in the family of {attempt.task.id}; the suite has none.",
            "Run it on a suite with at least two tasks per family, or choose another agent.",
        )
    return siblings


def _pick_sibling(attempt: Attempt, agent: str) -> Task:
    """Pick another task of the family, by the seed of the attempt."""
    sibling = attempt.dice.choice(_siblings_of(attempt, agent))
    attempt.notes["sibling"] = sibling.id
    return sibling


def _answer_of_sibling(sibling: Task) -> Ending:
    reference = sibling.references[0]
    return Ending(answer_of(reference, sibling), fields=reference.fields)


def _typed_steps(attempt: Attempt, agent: str) -> list[list[Call]]:
    """Return the steps of the reference with arguments filled in by type."""
    return [_typed_calls(attempt, step.calls) for step in first_reference(attempt.task, agent).steps]


def _typed_calls(attempt: Attempt, calls: Sequence[Call]) -> list[Call]:
    """Return calls of the same tools with arguments filled in by type."""
    sources, counts = request_sources(attempt), Counter(call.name for call in calls)
    remaining = {
        name: iter(typed_arguments(tool, sources, count))
        for name, count in counts.items()
        if (tool := attempt.toolbox.tool(name)) is not None
    }
    return [Call(call.name, next(remaining[call.name]) if call.name in remaining else {}) for call in calls]


def _typed_ending(attempt: Attempt) -> Ending:
    form = attempt.task.form
    fields = None if form is None else typed_fields(form, read_clues(attempt.request))
    return Ending(_as_prose(fields) or attempt.request, fields=fields)


def _blind_calls(attempt: Attempt, calls: Sequence[Call]) -> list[Call]:
    """Keep the reference arguments that occur in the request or its file names; fill the others by type."""
    request = _folded(" ".join((attempt.request, *attempt.task.images)))
    return [
        Call(call.name, _merged(call.arguments, guess.arguments, request))
        for call, guess in zip(calls, _typed_calls(attempt, calls), strict=True)
    ]


def _merged(arguments: Any, guessed: dict[str, Any], request: str) -> dict[str, Any]:
    known = arguments if isinstance(arguments, dict) else {}
    kept = {name: value for name, value in known.items() if _occurs(value, request)}
    return {**{name: value for name, value in guessed.items() if name not in kept}, **kept}


def _occurs(value: Any, request: str) -> bool:
    """Return whether every string and number of the value occurs in the request as whole words."""
    parts = [leaf for _, leaf in leaves(value) if leaf is not None]
    words = [_folded(str(part)) for part in parts if not isinstance(part, bool)]
    return (
        bool(parts) and len(words) == len(parts) and all(word.strip() and word in request for word in words)
    )


def _folded(text: str) -> str:
    words = " ".join(_WORD.findall(text.casefold()))
    return f" {words} "


def _most_frequent_fields(references: Sequence[Reference]) -> dict[str, Any] | None:
    """Return the most frequent value of each field; the first in case of a tie."""
    filled = [reference.fields for reference in references if reference.fields]
    names = dict.fromkeys(name for fields in filled for name in fields)
    return {
        name: _most_frequent([fields[name] for fields in filled if name in fields]) for name in names
    } or None


def _most_frequent(values: Sequence[Any]) -> Any:
    keys = [canonical_json(value) for value in values]
    return values[keys.index(Counter(keys).most_common(1)[0][0])]


def _as_prose(fields: dict[str, Any] | None) -> str | None:
    if fields is None:
        return None
    texts = {
        name: value if isinstance(value, str) else canonical_json(value) for name, value in fields.items()
    }
    return "; ".join(f"{name.replace('_', ' ')}: {text}" for name, text in texts.items())


def _everything(field: AnswerField, lines: Sequence[str]) -> Any:
    """Return all candidates for a field: as a list if it takes one, else joined."""
    if field.type is FieldType.RECORD:
        record = {part.name: _everything(part, lines) for part in field.fields}
        return [record] if field.many else record
    candidates = _candidates(field, lines)
    return candidates if field.many else "; ".join(candidates)


def _candidates(field: AnswerField, lines: Sequence[str]) -> list[str]:
    if field.type is FieldType.YES_NO:
        return ["yes", "no"]
    if field.type is FieldType.CHOICE:
        return list(field.choices)
    pattern = _PATTERNS.get(field.type)
    values = [line.partition(": ")[2] or line for line in lines]
    if pattern is not None:
        values = [hit for value in values for hit in pattern.findall(value)]
    return list(dict.fromkeys(filter(None, map(str.strip, values))))[:_MAX_VALUES]


def _union_steps(tasks: Sequence[Task]) -> list[list[Call]]:
    """Merge the references step by step, with each distinct call once."""
    references = [reference for task in tasks for reference in task.references]
    steps: list[list[Call]] = []
    seen: set[str] = set()
    for index in range(max((len(reference.steps) for reference in references), default=0)):
        steps.append([])
        for reference in references:
            for call in reference.steps[index].calls if index < len(reference.steps) else ():
                key = canonical_json([call.name, call.arguments])
                if key not in seen:
                    seen.add(key)
                    steps[-1].append(call)
    return [calls for calls in steps if calls]
