"""Edits of references. Each edit returns a new reference or raises `EditRefused`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from m3bench.apps.audit.dependencies import in_order, misplaced_edges, sentence, step_layout
from m3bench.apps.audit.edits import (
    AddCall,
    Delete,
    Edit,
    EditRefused,
    Link,
    Merge,
    Move,
    SetAnswer,
    SetCall,
    Split,
    Unlink,
)
from m3bench.core import Call, Edge, Reference, Step, content_hash, is_too_deep

MAX_CALLS = 2_000


def apply(reference: Reference, edit: Edit) -> Reference:
    """Return the edited reference. Its edges must be explicit (see `with_edges`)."""
    match edit:
        case SetCall():
            return _with_call(reference, edit)
        case AddCall():
            return _with_new_call(reference, edit)
        case SetAnswer():
            return msgspec.structs.replace(reference, answer=parse_answer(edit.text))
        case Link():
            return _add_edge(reference, Edge(edit.source, edit.target))
        case Unlink():
            edges = tuple(edge for edge in reference.edges if edge != Edge(edit.source, edit.target))
            return msgspec.structs.replace(reference, edges=edges)
        case _:
            return _rearrange(reference, edit)


def changed_call(before: Reference, after: Reference) -> int | None:
    """Return the number of the call that an edit added or changed; None if there is none."""
    known = {id(call) for _, call in before.calls()}
    return next((number for number, (_, call) in enumerate(after.calls()) if id(call) not in known), None)


def _with_call(reference: Reference, edit: SetCall) -> Reference:
    _require(edit.call, reference.call_count, "call")
    calls = [call for _, call in reference.calls()]
    old, given = calls[edit.call], parse_arguments(edit.text)
    if content_hash([old.name, old.arguments]) == content_hash([edit.name, given]):
        return reference
    # The result of the old call does not belong to the new one.
    calls[edit.call] = Call(edit.name, given, old.id)
    return _assemble(reference, calls, step_layout(reference), _plans(reference))


def _with_new_call(reference: Reference, edit: AddCall) -> Reference:
    if reference.call_count >= MAX_CALLS:
        raise EditRefused(f"A reference has at most {MAX_CALLS} calls here.")
    calls = [call for _, call in reference.calls()]
    layout, plans = step_layout(reference), _plans(reference)
    _put(layout, plans, edit.step, len(calls), alone=edit.alone)
    calls.append(Call(edit.name, parse_arguments(edit.text)))
    return _assemble(reference, calls, layout, plans)


def _plans(reference: Reference) -> list[str | None]:
    return [step.plan for step in reference.steps]


def _add_edge(reference: Reference, edge: Edge) -> Reference:
    _require(edge.source, reference.call_count, "call")
    _require(edge.target, reference.call_count, "call")
    if misplaced_edges(step_layout(reference), [edge]):
        raise EditRefused(
            f"Call {edge.target + 1} cannot need call {edge.source + 1}: that one is not in an earlier step."
        )
    return msgspec.structs.replace(reference, edges=in_order({*reference.edges, edge}))


def _rearrange(reference: Reference, edit: Merge | Split | Move | Delete) -> Reference:
    calls = [call for _, call in reference.calls()]
    layout, plans = step_layout(reference), _plans(reference)
    before = misplaced_edges(layout, reference.edges)
    match edit:
        case Merge():
            _merge(layout, plans, edit.step)
        case Split():
            _split(layout, plans, edit)
        case Move():
            _move(layout, plans, edit)
        case Delete():
            _delete(layout, edit.call, reference.edges, calls)
    for edge in misplaced_edges(layout, reference.edges):
        if edge not in before:
            raise EditRefused(sentence(edge, [call.name for call in calls]))
    return _assemble(reference, calls, layout, plans)


def _merge(layout: list[list[int]], plans: list[str | None], step: int) -> None:
    _require(step, len(layout), "step")
    if step + 1 == len(layout):
        raise EditRefused("There is no step after the last one to merge it with.")
    layout[step] += layout.pop(step + 1)
    plans[step] = "\n".join(plan for plan in (plans[step], plans.pop(step + 1)) if plan) or None


def _split(layout: list[list[int]], plans: list[str | None], edit: Split) -> None:
    _require(edit.step, len(layout), "step")
    calls = layout[edit.step]
    if not 0 < edit.before < len(calls):
        raise EditRefused("A split needs calls on both sides.")
    layout[edit.step : edit.step + 1] = [calls[: edit.before], calls[edit.before :]]
    plans.insert(edit.step + 1, None)


def _move(layout: list[list[int]], plans: list[str | None], edit: Move) -> None:
    _require(edit.call, sum(map(len, layout)), "call")
    home = next(step for step in layout if edit.call in step)
    if not edit.alone and layout.index(home) == edit.step:
        raise EditRefused(f"Call {edit.call + 1} is in step {edit.step + 1} already.")
    home.remove(edit.call)
    _put(layout, plans, edit.step, edit.call, alone=edit.alone)


def _put(layout: list[list[int]], plans: list[str | None], step: int, call: int, *, alone: bool) -> None:
    """Put a call into a step, or into a new step before it."""
    _require(step, len(layout) + alone, "step")
    if alone:
        layout.insert(step, [call])
        plans.insert(step, None)
    else:
        layout[step].append(call)


def _delete(layout: list[list[int]], call: int, edges: Sequence[Edge], calls: Sequence[Call]) -> None:
    _require(call, len(calls), "call")
    if len(calls) == 1:
        raise EditRefused("A reference has at least one call. Reject it instead.")
    for edge in edges:
        if edge.source == call and edge.target != call:
            raise EditRefused(
                f"Call {edge.target + 1} ({calls[edge.target].name}) needs what call {call + 1} "
                f"({calls[call].name}) returns: delete that call first, or remove the dependency."
            )
    next(step for step in layout if call in step).remove(call)


def _assemble(
    reference: Reference, calls: Sequence[Call], layout: Sequence[Sequence[int]], plans: Sequence[str | None]
) -> Reference:
    """Return the calls in a new order, with renumbered edges and without empty steps."""
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
        edges=in_order(edges),
    )


def _require(index: int, count: int, what: str) -> None:
    if not 0 <= index < count:
        raise EditRefused(f"There is no {what} {index + 1}.", "Load the page again.")


LONGEST_ARGUMENTS = 200_000
LONGEST_ANSWER = 20_000


def parse_arguments(text: str) -> dict[str, Any]:
    """Parse arguments as a JSON object. Raise `EditRefused` with the error."""
    if len(text) > LONGEST_ARGUMENTS:
        raise EditRefused(f"Arguments have at most {LONGEST_ARGUMENTS} characters here.")
    try:
        value = json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise EditRefused(f"Not JSON: {error.msg}, line {error.lineno}, column {error.colno}.") from None
    except (ValueError, RecursionError) as error:
        raise EditRefused(f"Unsupported JSON: {error}.") from None
    if not isinstance(value, dict):
        raise EditRefused('Arguments must be an object, such as {"city": "Oslo"}.')
    if is_too_deep(value):
        raise EditRefused("The arguments are nested too deeply.")
    return value


def parse_answer(text: str) -> str | None:
    """Return the answer without surrounding space, or None if it is empty."""
    if len(text) > LONGEST_ANSWER:
        raise EditRefused(f"An answer has at most {LONGEST_ANSWER} characters here.")
    return text.strip() or None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        repeated = next(key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1)
        raise ValueError(f"the key {repeated!r} is repeated")
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")
