"""Which fields of an answer depend on the picture, derived from the references of a task.

A field depends on the picture if a reference reaches its value through the picture: the picture shows the
value and the request does not state it, or the value comes from a call that depends on the picture. A call
depends on the picture if it names the picture, if its arguments contain a key fact (which only the picture
reveals), or if it uses the result of a call that depends on the picture.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from m3bench.checks import AnswerFields, LiveFields
from m3bench.core import Fact, Reference, Task
from m3bench.reports.study.run import grouped
from m3bench.scoring import folded_arguments, says
from m3bench.scoring.provenance import ValueIndex

_FORM_CHECKS = (AnswerFields.name(), LiveFields.name())


class GradedFields(msgspec.Struct, frozen=True):
    """The fields that one check of a task compares."""

    place: int
    """The place of the check among the checks of the task."""
    check: str
    names: frozenset[str]
    computed: frozenset[str]
    """Those whose value is computed or judged. Not all values behind it need be known."""


class PictureFields(msgspec.Struct, frozen=True, kw_only=True):
    """The graded fields of a task, by whether they depend on its pictures."""

    dependent: frozenset[str] = frozenset()
    independent: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()
    """Their values are too common to be traced (small counts, yes and no), or are computed from others."""


def graded_fields(task: Task) -> tuple[GradedFields, ...]:
    """Return the fields that the checks of a task compare, by check."""
    graded = []
    for index, check in enumerate(task.checks):
        fields = check.get("fields")
        if isinstance(fields, dict) and check.get("check") in _FORM_CHECKS:
            computed = (
                name
                for name, expected in fields.items()
                if isinstance(expected, dict) and expected.get("grounds") is not None
            )
            graded.append(GradedFields(index, check["check"], frozenset(fields), frozenset(computed)))
    return tuple(graded)


def picture_fields(task: Task) -> PictureFields:
    """Return which graded fields of a task depend on its pictures."""
    graded = graded_fields(task)
    names = frozenset[str]().union(*(check.names for check in graded))
    if not task.images:
        return PictureFields(independent=names)
    if task.picture_fields is not None:
        declared = frozenset(task.picture_fields)
        return PictureFields(dependent=names & declared, independent=names - declared)
    computed = frozenset[str]().union(*(check.computed for check in graded))
    ways = [_Way(task, reference, computed) for reference in task.references]
    states = grouped(names, lambda name: _of_all(way.depends(name) for way in ways))
    dependent, independent, unknown = (frozenset(states.get(state, ())) for state in (True, False, None))
    return PictureFields(dependent=dependent, independent=independent, unknown=unknown)


def _of_all(states: Iterable[bool | None]) -> bool | None:
    """Combine what the references say. Some of them look at the picture without a call, so that one that
    shows the dependence outweighs others that do not."""
    said = set(states)
    if True in said:
        return True
    return None if None in said or not said else False


class _Way:
    """One reference: which of its calls depend on the picture."""

    def __init__(self, task: Task, reference: Reference, computed: frozenset[str]) -> None:
        self._facts, self._computed = reference.facts, computed
        self._request = " ".join(f"{task.request or ''}\0{task.fuzzy_request or ''}".casefold().split())
        self._count = reference.call_count
        self._calls = _dependent_calls(task, reference)

    def depends(self, name: str) -> bool | None:
        """Return whether a field depends on the picture; None if that cannot be told."""
        facts = [fact for fact in self._facts if (fact.field or "").partition(".")[0] == name]
        if not facts:
            # Nothing else was looked up: what the request does not say comes from the picture.
            return True if self._count and len(self._calls) == self._count else None
        if any(self._is_from_picture(fact) for fact in facts):
            return True
        return None if name in self._computed else False

    def _is_from_picture(self, fact: Fact) -> bool:
        if fact.call in self._calls:
            return True
        return fact.picture and not any(says(self._request, value) for value in (fact.value, *fact.also))


def _dependent_calls(task: Task, reference: Reference) -> frozenset[int]:
    """Return the calls that depend on the picture, counted through all steps from 0."""
    texts = {number: folded_arguments(call) for number, (_, call) in enumerate(reference.calls())}
    signs = [*task.images, *(task.key_facts or ())]
    index = ValueIndex(texts, signs)
    dependent = set[int]().union(*map(index.holders, signs))
    for edge in sorted(reference.edges, key=lambda edge: edge.target):
        if edge.source in dependent:
            dependent.add(edge.target)
    return frozenset(dependent)
