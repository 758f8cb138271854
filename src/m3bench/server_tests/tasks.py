"""Tasks from proof calls: each has one or two calls whose results are known, and checks of them."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import date

import msgspec

from m3bench.checks import Called, Check, NoStrayFiles
from m3bench.core import Call, Edge, Reference, Step, Task, content_hash
from m3bench.forge import name_parts
from m3bench.forge.links import (
    Graph,
    Sample,
    Trials,
    extract_fields,
    in_turn,
    make_sample,
    succeeded,
    values_at,
)
from m3bench.forge.tasks import (
    Composition,
    Fact,
    Plan,
    Shape,
    compose,
    executed_steps,
    find_facts,
    sound_checks,
    value_check,
    with_checks,
)
from m3bench.hosting import Tool
from m3bench.server_tests.proofs import CarefulTrials, Proofs
from m3bench.server_tests.wording import chain_opening, chain_question, is_sayable, single_request

FAMILY = "server-test"
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST_NAME = 40
_FACTS_PER_CALL = 3
_CALLS_PER_STEP = 3
_CHECKS, _KINDS = 3, 2
"""The fewest checks and kinds of checks with which `suite verify` accepts a task."""
_COLUMNS = 3
_PLAIN = ("[]", "*", "key", "result", "")
"""Names of fields that say nothing."""
_SAMPLES = 3
"""Calls of one tool that tasks are made of."""
_CHAINS = 40
"""Chains that are tried."""


class Draft(msgspec.Struct, frozen=True):
    """A task before it is checked: the calls with their results, and what is asked for."""

    request: str
    calls: tuple[Call, ...]
    fact: Fact | None = None

    @property
    def tool(self) -> str:
        return self.calls[-1].name


async def draft_tasks(proofs: Proofs, trials: Trials, today: date) -> list[Draft]:
    """Return drafts: for every tool that worked, and for links between tools."""
    tools = {tool.full_name: tool for tool in trials.toolbox.tools}
    singles = [
        draft
        for name, samples in (await _more_samples(proofs, trials, tools)).items()
        for sample in samples
        for draft in _singles(tools[name], sample)
    ]
    chains = [draft async for draft in _chains(proofs.graph, trials, tools, today)]
    return _unambiguous([*singles, *chains])


def _unambiguous(drafts: Sequence[Draft]) -> list[Draft]:
    """Leave out requests that calls of different tools solve: nobody could tell which is meant."""
    tools: dict[str, set[str]] = defaultdict(set)
    for draft in drafts:
        tools[draft.request].add(draft.tool)
    return [draft for draft in drafts if len(tools[draft.request]) == 1]


async def _more_samples(proofs: Proofs, trials: Trials, tools: Mapping[str, Tool]) -> dict[str, list[Sample]]:
    """Return the samples of every tool, with calls on other things of the lists that its values come from."""
    samples = {name: _telling(own) for name, own in proofs.samples.items()}
    for link in proofs.graph.links:
        known, second = samples.get(link.target, []), link.second
        if not link.confirmed or second is None or len(known) >= _SAMPLES:
            continue
        sources = proofs.samples.get(link.source, ())
        values = [value for sample in sources for value in values_at(sample.fields, link.field)]
        for value in values[:_SAMPLES]:
            call = await trials.call(tools[link.target], {**second.arguments, link.slot: value})
            is_new = call is not None and all(call.arguments != sample.call.arguments for sample in known)
            if call is not None and succeeded(call) and is_new:
                known.append(make_sample(call, tools[link.target]))
        samples[link.target] = known[:_SAMPLES]
    return samples


def _telling(samples: Sequence[Sample]) -> list[Sample]:
    """Return samples without those of a single letter, if there are others."""
    kept = [
        sample
        for sample in samples
        if not any(isinstance(value, str) and len(value) == 1 for value in sample.call.arguments.values())
    ]
    return kept or list(samples)


async def repeatable_tasks(
    drafts: Sequence[Draft], trials: CarefulTrials, servers: tuple[str, ...], most: int
) -> list[Task]:
    """Make tasks of drafts, tools in turn. What a second execution does not return again is not checked."""
    made: dict[str, Task] = {}
    for draft in _in_turn(drafts):
        if len(made) >= most:
            break
        again = [await _repeat(trials, call) for call in draft.calls]
        if not all(map(succeeded, again)):
            continue
        same = draft.fact is None or _states(again[-1], draft.fact)
        task = make_task(draft, servers, with_fact=same, writes_nothing=trials.is_workspace_empty)
        if task is not None:
            made.setdefault(task.id, task)
    return list(made.values())


def make_task(
    draft: Draft, servers: tuple[str, ...], *, with_fact: bool = True, writes_nothing: bool = True
) -> Task | None:
    """Return a task with its checks; None if there are too few sound ones to verify it.

    The answer is checked `with_fact`. If the calls leave no files, agents must not leave any either.
    """
    value = str(draft.fact.value) if draft.fact is not None and with_fact else ""
    answer = f"{draft.fact.words}: {value}" if draft.fact is not None and value else ""
    steps = tuple(Step((Call(call.name, call.arguments),)) for call in draft.calls)
    edges = tuple(Edge(index, index + 1) for index in range(len(steps) - 1))
    said = answer or "Done."
    key = content_hash([[call.name, call.arguments] for call in draft.calls] + [draft.request])[:8]
    task = Task(
        id=f"{FAMILY}/{_UNSAFE.sub('_', draft.tool.partition('/')[2])[:_LONGEST_NAME]}-{key}",
        family=draft.tool,
        request=draft.request,
        servers=servers,
        level=f"L{len(steps)}",
        answer=said,
        references=(Reference(steps=steps, edges=edges, answer=said),),
        solvable=True,
        extra={"shape": "chain" if len(steps) > 1 else "single"},
    )
    drawn = _checks(draft, stated=bool(answer), writes_nothing=writes_nothing)
    checks = sound_checks(drawn, task, executed_steps([call] for call in draft.calls), said)
    enough = len(checks) >= _CHECKS and len({check.kind for check in checks}) >= _KINDS
    return with_checks(task, checks) if enough else None


def _checks(draft: Draft, *, stated: bool, writes_nothing: bool) -> list[Check]:
    """Return checks: the calls, not many others, no files left behind, and the answer."""
    count, server = len(draft.calls), draft.tool.partition("/")[0]
    checks: list[Check] = [Called(call.name, dict(call.arguments)) for call in draft.calls]
    # An agent that calls every tool until one fits has understood nothing.
    checks.append(Called(f"{server}/*", at_least=count, at_most=_CALLS_PER_STEP * count))
    checks += [NoStrayFiles()] if writes_nothing else []
    answer = value_check(draft.fact.value) if stated and draft.fact is not None else None
    return [*checks, answer] if answer is not None else checks


def _singles(tool: Tool, sample: Sample) -> Iterator[Draft]:
    call = sample.call
    if not is_sayable(call.arguments):
        return
    facts = [fact for fact in _facts(sample, tool) if value_check(fact.value) is not None]
    for fact in facts[:_FACTS_PER_CALL]:
        request = single_request(tool, call.arguments, [fact.words])
        if request is not None:
            yield Draft(request, (call,), fact)
    request = None if facts else single_request(tool, call.arguments, _columns(sample))
    if request is not None:
        yield Draft(request, (call,))


def _columns(sample: Sample) -> list[str]:
    """Return what the items of a result have, in words."""
    names = (
        " ".join(name_parts(field.name)).casefold() for field in sample.fields if field.name not in _PLAIN
    )
    return list(dict.fromkeys(names))[:_COLUMNS]


def _facts(sample: Sample, tool: Tool) -> list[Fact]:
    """Return the facts of a result, whatever the description of the tool says about them."""
    names = " ".join(" ".join(field.path) for field in sample.fields)
    return find_facts(sample, msgspec.structs.replace(tool, description=names))


async def _chains(
    graph: Graph, trials: Trials, tools: Mapping[str, Tool], today: date
) -> AsyncIterator[Draft]:
    confirmed = (chain for chain in graph.chains(1) if chain[0].confirmed)
    for chain in itertools.islice(confirmed, _CHAINS):
        composed = await compose(Plan(Shape.CHAIN, (chain,)), trials, tools, today)
        draft = _chain(composed, tools) if composed is not None else None
        if draft is not None:
            yield draft


def _chain(composed: Composition, tools: Mapping[str, Tool]) -> Draft | None:
    leg = composed.legs[0]
    passed = leg.passed[-1]
    is_first = passed.rank in (None, 0)
    if not is_first or not all(map(is_sayable, leg.own)) or value_check(leg.fact.value) is None:
        return None
    opening = chain_opening(tools[leg.calls[0].name], leg.own[0], passed.thing)
    question = chain_question(leg.fact.words, passed.thing, leg.own[-1])
    return Draft(f"{opening} {question}", leg.calls, leg.fact)


def _in_turn(drafts: Sequence[Draft]) -> list[Draft]:
    """Return drafts so that every tool has one before any has two."""
    groups: dict[str, list[Draft]] = defaultdict(list)
    for draft in drafts:
        groups[f"{draft.tool} {len(draft.calls)}"].append(draft)
    return in_turn(groups.values())


async def _repeat(trials: Trials, call: Call) -> Call | None:
    tool = trials.toolbox.tool(call.name)
    return await trials.call(tool, call.arguments) if tool is not None else None


def _states(call: Call | None, fact: Fact) -> bool:
    if call is None or call.result is None:
        return False
    return any(fact.value in field.values for field in extract_fields(call.result) if field.path == fact.path)
