"""The dependencies of executed calls in words, for judges and readers."""

from __future__ import annotations

from m3bench.core import Branch, Call, Condition
from m3bench.forge.tasks.composition import Leg, call_key
from m3bench.forge.tasks.phrases import as_json
from m3bench.forge.tasks.plans import Shape
from m3bench.forge.tasks.shapes.shaped import Decision, Shaped


def analyse_dependencies(shaped: Shaped) -> str:
    """Return the edges of the call graph in words, what can be done together, and decisions."""
    calls = [call for level in shaped.levels for call in level]
    lines = [_edge_line(shaped, calls, edge.source, edge.target) for edge in shaped.edges]
    done = 0
    for level in shaped.levels:
        if len(level) > 1:
            lines.append(f"{_calls(range(done, done + len(level)))} do not need each other.")
        done += len(level)
    lines += _shape_lines(shaped, len(calls))
    return "\n".join(lines)


def describe_branches(decision: Decision) -> Condition:
    """Return the condition of a decision with the tools of both branches, as `docs/taxonomy.md` describes it.

    A tool of both branches belongs to the branch that is taken.
    """
    taken = _later_tools(decision.taken)
    other = [name for name in _later_tools(decision.other) if name not in taken]
    return Condition(
        condition=f"the {decision.fact.words} is at least {decision.threshold:g}",
        taken=Branch(tools=tuple(taken)),
        other=Branch(tools=tuple(other)),
        holds=decision.holds,
    )


def _edge_line(shaped: Shaped, calls: list[Call], source: int, target: int) -> str:
    leg, index = _passing(shaped, calls[source], calls[target])
    link, passed = leg.links[index], leg.passed[index]
    servers = {call.name.partition("/")[0] for call in (calls[source], calls[target])}
    across = ", on another server" if len(servers) > 1 else ""
    return (
        f"Call {target + 1} ({calls[target].name}) needs the {passed.thing} that call {source + 1} "
        f"({calls[source].name}) returns as {link.field}{across}: {link.slot} = {as_json(passed.value)}."
    )


def _passing(shaped: Shaped, source: Call, target: Call) -> tuple[Leg, int]:
    """Return the leg and the index of the link at which one call gives a value to another."""
    wanted = call_key(source), call_key(target)
    return next(
        (leg, index)
        for leg in shaped.legs
        for index in range(len(leg.links))
        if (call_key(leg.calls[index]), call_key(leg.calls[index + 1])) == wanted
    )


def _shape_lines(shaped: Shaped, count: int) -> list[str]:
    names = dict.fromkeys(leg.calls[-1].name for leg in shaped.legs)
    last = _calls(range(count - len(shaped.legs), count))
    match shaped.shape:
        case Shape.ITERATION:
            return [f"{last} are the same call, {next(iter(names))}, once for each thing found."]
        case Shape.AGGREGATION:
            return [f"{last} are the same call for each thing found; the answer sums up all their results."]
        case Shape.PARALLEL:
            return ["The two chains are independent; the answer combines their last results."]
        case Shape.VALIDATION:
            sources = [shaped.legs[0].calls[-2].name, *names] if len(shaped.legs) == 1 else list(names)
            return [f"{sources[-2]} and {sources[-1]} return the same fact; the answer compares them."]
        case Shape.DECISION if shaped.decision is not None:
            return _decision_lines(shaped.decision)
        case _:
            return []


def _decision_lines(decision: Decision) -> list[str]:
    field = decision.fact.path[-1]
    then, otherwise, taken, other = (
        " and ".join(call.name for call in leg.calls[1:])
        for leg in (decision.then, decision.otherwise, decision.taken, decision.other)
    )
    rule = f"if {field} is at least {decision.threshold:g}, {then} follows; otherwise {otherwise}."
    here = f"Here it is {decision.fact.value:g}, so {taken} follows."
    there = f"For {decision.other_label}, with {decision.other_fact.value:g}, it would be {other}."
    return [f"Decision after call 1: {rule}", f"{here} {there}"]


def _later_tools(leg: Leg) -> list[str]:
    return list(dict.fromkeys(call.name for call in leg.calls[1:]))


def _calls(indexes: range) -> str:
    numbers = [str(index + 1) for index in indexes]
    return f"Calls {', '.join(numbers[:-1])} and {numbers[-1]}" if len(numbers) > 1 else f"Call {numbers[0]}"
