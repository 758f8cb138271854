"""Changing a reference: every edit gives a new one, or is refused with a sentence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from m3bench.audit.dependencies import layout_of, misplaced, sentence
from m3bench.core import Call, Edge, Reference, Step, UsageError
from m3bench.core.nesting import is_too_deep

LONGEST_ARGUMENTS = 200_000


class Refused(UsageError):
    """An edit that would make the reference wrong, or that cannot be done."""


class SetArguments(msgspec.Struct, frozen=True, tag="arguments", forbid_unknown_fields=True):
    """Other arguments, written as JSON."""

    call: int
    text: str


class Merge(msgspec.Struct, frozen=True, tag="merge", forbid_unknown_fields=True):
    """A step and the one behind it become one."""

    step: int


class Split(msgspec.Struct, frozen=True, tag="split", forbid_unknown_fields=True):
    """The calls of a step from a place on become a step of their own behind it."""

    step: int
    before: int


class Move(msgspec.Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """A call goes to another step; ``alone``, to a new one before that step, or behind the last."""

    call: int
    step: int
    alone: bool = False


class Delete(msgspec.Struct, frozen=True, tag="delete", forbid_unknown_fields=True):
    call: int


class Link(msgspec.Struct, frozen=True, tag="link", forbid_unknown_fields=True):
    """The target needs the source."""

    source: int
    target: int


class Unlink(msgspec.Struct, frozen=True, tag="unlink", forbid_unknown_fields=True):
    source: int
    target: int


Edit = SetArguments | Merge | Split | Move | Delete | Link | Unlink


def apply(reference: Reference, edit: Edit) -> Reference:
    """The reference after the edit. Its edges must be written down (`with_edges`)."""
    match edit:
        case SetArguments():
            return _with_arguments(reference, edit)
        case Link():
            return _linked(reference, Edge(edit.source, edit.target))
        case Unlink():
            edges = tuple(edge for edge in reference.edges if edge != Edge(edit.source, edit.target))
            return msgspec.structs.replace(reference, edges=edges)
        case _:
            return _rearranged(reference, edit)


def _with_arguments(reference: Reference, edit: SetArguments) -> Reference:
    _require(edit.call, reference.call_count, "call")
    calls = [call for _, call in reference.calls()]
    old = calls[edit.call]
    # What an other call brought is not what this one would bring.
    calls[edit.call] = Call(old.name, arguments_read(edit.text), old.id)
    return _assembled(reference, calls, layout_of(reference), [step.plan for step in reference.steps])


def arguments_read(text: str) -> dict[str, Any]:
    """The JSON object that a person wrote, or what is wrong with it."""
    if len(text) > LONGEST_ARGUMENTS:
        raise Refused(f"Arguments have at most {LONGEST_ARGUMENTS} characters here.")
    try:
        value = json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise Refused(f"Not JSON: {error.msg}, line {error.lineno}, column {error.colno}.") from None
    except (ValueError, RecursionError) as error:
        raise Refused(f"Not JSON that can be kept: {error}.") from None
    if not isinstance(value, dict):
        raise Refused('Arguments are an object, such as {"city": "Oslo"}.')
    if is_too_deep(value):
        raise Refused("The arguments are nested too deeply.")
    return value


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        repeated = next(key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1)
        raise ValueError(f"the key {repeated!r} stands more than once")
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number of JSON")


def _linked(reference: Reference, edge: Edge) -> Reference:
    _require(edge.source, reference.call_count, "call")
    _require(edge.target, reference.call_count, "call")
    if misplaced(layout_of(reference), [edge]):
        raise Refused(
            f"Call {edge.target + 1} cannot need call {edge.source + 1}: that one does not stand in an "
            "earlier step."
        )
    edges = tuple(sorted({*reference.edges, edge}, key=lambda each: (each.source, each.target)))
    return msgspec.structs.replace(reference, edges=edges)


def _rearranged(reference: Reference, edit: Merge | Split | Move | Delete) -> Reference:
    calls = [call for _, call in reference.calls()]
    layout, plans = layout_of(reference), [step.plan for step in reference.steps]
    before = misplaced(layout, reference.edges)
    match edit:
        case Merge():
            _merge(layout, plans, edit.step)
        case Split():
            _split(layout, plans, edit)
        case Move():
            _move(layout, plans, edit)
        case Delete():
            _delete(layout, edit.call, reference.edges, calls)
    for edge in misplaced(layout, reference.edges):
        if edge not in before:
            raise Refused(sentence(edge, [call.name for call in calls]))
    return _assembled(reference, calls, layout, plans)


def _merge(layout: list[list[int]], plans: list[str | None], step: int) -> None:
    _require(step, len(layout), "step")
    if step + 1 == len(layout):
        raise Refused("There is no step behind the last one to merge it with.")
    layout[step] += layout.pop(step + 1)
    plans[step] = "\n".join(plan for plan in (plans[step], plans.pop(step + 1)) if plan) or None


def _split(layout: list[list[int]], plans: list[str | None], edit: Split) -> None:
    _require(edit.step, len(layout), "step")
    calls = layout[edit.step]
    if not 0 < edit.before < len(calls):
        raise Refused("A split leaves calls on both sides.")
    layout[edit.step : edit.step + 1] = [calls[: edit.before], calls[edit.before :]]
    plans.insert(edit.step + 1, None)


def _move(layout: list[list[int]], plans: list[str | None], edit: Move) -> None:
    _require(edit.call, sum(map(len, layout)), "call")
    _require(edit.step, len(layout) + edit.alone, "step")
    home = next(step for step in layout if edit.call in step)
    if not edit.alone and layout[edit.step] is home:
        raise Refused(f"Call {edit.call + 1} is in step {edit.step + 1} already.")
    home.remove(edit.call)
    if edit.alone:
        layout.insert(edit.step, [edit.call])
        plans.insert(edit.step, None)
    else:
        layout[edit.step].append(edit.call)


def _delete(layout: list[list[int]], call: int, edges: Sequence[Edge], calls: Sequence[Call]) -> None:
    _require(call, len(calls), "call")
    if len(calls) == 1:
        raise Refused("A reference has at least one call. Reject it instead.")
    for edge in edges:
        if edge.source == call and edge.target != call:
            raise Refused(
                f"Call {edge.target + 1} ({calls[edge.target].name}) needs what call {call + 1} "
                f"({calls[call].name}) brings: delete that one first, or take the dependency away."
            )
    next(step for step in layout if call in step).remove(call)


def _assembled(
    reference: Reference, calls: Sequence[Call], layout: Sequence[Sequence[int]], plans: Sequence[str | None]
) -> Reference:
    """The calls in a new order, with edges that follow them; steps that have become empty are gone."""
    filled = [(step, plan) for step, plan in zip(layout, plans, strict=True) if step]
    new_number = {old: new for new, old in enumerate(call for step, _ in filled for call in step)}
    edges = [
        Edge(new_number[edge.source], new_number[edge.target])
        for edge in reference.edges
        if edge.source in new_number and edge.target in new_number
    ]
    return msgspec.structs.replace(
        reference,
        steps=tuple(Step(tuple(calls[call] for call in step), plan) for step, plan in filled),
        edges=tuple(sorted(edges, key=lambda edge: (edge.source, edge.target))),
    )


def _require(index: int, count: int, what: str) -> None:
    if not 0 <= index < count:
        raise Refused(f"There is no {what} {index + 1}.", "Load the page again.")
