"""Estimate what a run would use, from its requests, its tools and the length of its references."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from m3bench.core import MissingExtraError, Task, UsageError, briefing
from m3bench.hosting import MountSize, mount, parse_mode, sandbox_state
from m3bench.hosting.mounting import MountKind
from m3bench.hosting.toolbox import estimate as estimate_tokens
from m3bench.models import learn_facts, price_of
from m3bench.runs.run_agent import resolve_agent
from m3bench.runs.serving import (
    MountPlan,
    ServerSet,
    hidden_tools,
    mountable_servers,
    open_server_set,
    required_servers,
    server_specs,
)
from m3bench.runs.settings import RunSettings, check_settings
from m3bench.runs.store import LeftOut, RunFolder
from m3bench.runs.task_choice import choose_tasks, require_programs
from m3bench.suites import Suite

PROMPT = 400
"""Instructions of an agent."""
REPLY = 150
RESULT = 300
"""Result of a call."""
PICTURE = 1_000
STEPS = 6
"""Requests of a task without a reference."""
WITHOUT_TOOLS = 2_000
"""Tools of servers whose list is not known."""


class Tokens(msgspec.Struct, frozen=True):
    """Estimated requests to the model, and their tokens."""

    requests: int = 0
    input: int = 0
    output: int = 0

    def __add__(self, other: Tokens) -> Tokens:
        return Tokens(self.requests + other.requests, self.input + other.input, self.output + other.output)

    def times(self, count: int) -> Tokens:
        """Return as much for so many attempts."""
        return Tokens(self.requests * count, self.input * count, self.output * count)


class RunEstimate(msgspec.Struct, frozen=True, kw_only=True):
    """What a run would attempt and use."""

    tasks: tuple[str, ...]
    families: dict[str, int]
    of_suite: int
    """Tasks of the whole suite."""
    left_out: tuple[LeftOut, ...]
    attempts: int
    servers: tuple[str, ...]
    least: MountSize | None
    """What the task with the fewest tools mounts; None if it is not known."""
    most: MountSize | None
    unknown_tools: int
    """Tasks whose tools are only known once their servers have started."""
    tokens: Tokens
    dollars: float | None
    """None if the price is unknown."""
    assumed: tuple[str, ...]


async def estimate_run(
    settings: RunSettings, suite: Suite, *, attempts: Sequence[str] | None = None
) -> RunEstimate:
    """Estimate a run. No server and no agent is started, no model is asked, and no file stays.

    Args:
        settings: Its settings.
        suite: Its suite.
        attempts: Task ids of the attempts to make. Defaults to all of a new run.

    Raises:
        UsageError: The run could not start.
    """
    check_settings(settings)
    learn_facts(settings.model.name, settings.model.facts)
    agent = resolve_agent(settings, None, None)
    tasks, left_out, mounting = choose_tasks(suite, settings)
    require_programs(tasks)
    sizes = await _sizes(settings, suite, tasks, mounting)
    made = Counter(attempts if attempts is not None else [task.id for task in tasks] * settings.epochs)
    known = [size for size in sizes if size is not None]
    tokens = Tokens()
    if agent.needs_model:
        for task, size in zip(tasks, sizes, strict=True):
            tokens += task_tokens(task, size, fuzzy=settings.suite.fuzzy).times(made[task.id])
    ordered = sorted(known, key=lambda size: (size.tokens, size.tools))
    return RunEstimate(
        tasks=tuple(task.id for task in tasks),
        families=dict(Counter(task.family or "none" for task in tasks)),
        of_suite=len(suite.tasks),
        left_out=left_out,
        attempts=made.total(),
        servers=tuple(sorted(required_servers(mounting))),
        least=ordered[0] if ordered else None,
        most=ordered[-1] if ordered else None,
        unknown_tools=len(sizes) - len(known),
        tokens=tokens,
        dollars=_dollars(settings, tokens),
        assumed=tuple(_assumed(settings, tasks)) if agent.needs_model else (),
    )


def task_tokens(task: Task, mounted: MountSize | None, *, fuzzy: bool = False) -> Tokens:
    """Estimate one attempt: a request for each step of the shortest reference, and one for the answer.

    Every request repeats the prompt, the tools, and what was said before.
    """
    steps = min((reference.steps for reference in task.references), key=len, default=None)
    calls = [len(step.calls) for step in steps] if steps is not None else [1] * (STEPS - 1)
    request = (task.fuzzy_request if fuzzy else task.request) or task.request or task.fuzzy_request or ""
    pictures = len(task.images) + sum(file.inline for file in task.files)
    said = estimate_tokens(f"{briefing(task.role, task.rules)}\n{request}") + PICTURE * pictures
    conversation = PROMPT + said + (mounted.tokens if mounted is not None else WITHOUT_TOOLS)
    total = 0
    for count in (*calls, 0):
        total += conversation
        conversation += REPLY + RESULT * count
    requests = len(calls) + 1
    return Tokens(requests, total, REPLY * requests)


async def _sizes(
    settings: RunSettings, suite: Suite, tasks: Sequence[Task], mounting: Sequence[Task]
) -> list[MountSize | None]:
    """Return what each task mounts; None where that is not known without starting a server."""
    with TemporaryDirectory(prefix="m3bench-dry-") as scratch:
        async with open_server_set(
            RunFolder(Path(scratch)),
            settings,
            suite,
            server_specs(settings, required_servers(mounting)),
            sandbox=sandbox_state(settings.sandbox).in_force,
        ) as server_set:
            await server_set.discover_tools(start=False)
            return _known_sizes(settings, tasks, mounting, server_set)


def _known_sizes(
    settings: RunSettings, tasks: Sequence[Task], mounting: Sequence[Task], server_set: ServerSet
) -> list[MountSize | None]:
    mode = parse_mode(settings.mode)
    if settings.replay or mode.kind is MountKind.RETRIEVE:
        mounted = [tuple(task.servers) for task in tasks]
    else:
        available, needed = mountable_servers(server_set, mounting, mode), sorted(required_servers(mounting))
        mounted = [mount(mode, task, needed, available, settings.seed).servers for task in tasks]
    names = sorted({name for servers in mounted for name in servers})
    plan = MountPlan(mounted, server_set.describe(names), hidden_tools(settings))
    return [plan.size(servers) for servers in mounted]


def _dollars(settings: RunSettings, tokens: Tokens) -> float | None:
    name = settings.model.name
    if not tokens.requests or name is None or name.startswith("local/"):
        return 0.0
    try:
        return price_of(name, tokens.input, tokens.output)
    except (MissingExtraError, UsageError):
        return None


def _assumed(settings: RunSettings, tasks: Sequence[Task]) -> list[str]:
    without = sum(not task.references for task in tasks)
    lines = [
        "one request for each step of the shortest reference, and one for the answer",
        f"tokens: {REPLY} for a reply, {RESULT} for a result, {PICTURE} for a picture, {PROMPT} for a prompt",
    ]
    if without:
        lines.append(f"{STEPS} requests for each of {without} tasks without a reference")
    if parse_mode(settings.mode).kind is MountKind.RETRIEVE:
        lines.append("the task's own servers, as only the attempt decides what it retrieves")
    lines.append("no retries, no cached tokens, and no judge; reasoning tokens come on top")
    return lines
