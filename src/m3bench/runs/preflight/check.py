"""Check an agent before a run: do tools and their results reach it and its model?"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime

import msgspec

from m3bench.agents import BASELINES, Agent, ContentFitter, confine
from m3bench.core import NO_USAGE, Usage, UsageError
from m3bench.hosting import sandbox_state
from m3bench.hosting.workspace import private_scratch
from m3bench.models import ChatModel, accepted_types, learn_facts
from m3bench.runs.models import describe_media, needs_probe, open_named_model, probe_model, require_model
from m3bench.runs.preflight.attempts import Attempts, total_requests
from m3bench.runs.preflight.checking import Check, Done
from m3bench.runs.preflight.codes import Codes
from m3bench.runs.preflight.probes import PROBES, Probe
from m3bench.runs.run_agent import resolve_agent
from m3bench.runs.serving import confinement
from m3bench.runs.settings import RunLimits, RunSettings, check_settings
from m3bench.runs.store import PreflightReport, ProbeResult, ProbeVerdict

_AT_ONCE = 4
_SECONDS = 120.0
_PROVIDER_WAIT = 20.0
"""Seconds that a request may wait for its provider: a check takes seconds, not minutes."""

Say = Callable[[str], None]


def _ignore(*_: object) -> None:
    pass


async def check_agent(
    settings: RunSettings,
    limits: RunLimits = RunLimits(),  # noqa: B008 - frozen
    *,
    agent: Agent | None = None,
    model: ChatModel | None = None,
    probes: Sequence[Probe] = PROBES,
    at_once: int = _AT_ONCE,
    codes: Codes | None = None,
    say: Say = _ignore,
    done: Done = _ignore,
) -> PreflightReport:
    """Check an agent with its model.

    Args:
        settings: Agent, model and sandbox, as of a run. The suite plays no part.
        limits: The time of an attempt and of a reply.
        agent: Replaces the agent of the settings.
        model: Replaces the model of the settings.
        probes: What to try, at least one.
        at_once: Attempts at a time.
        codes: What tools return. Drawn anew if not given.
        say: Receives messages.
        done: Called with each verdict.

    Returns:
        What held and what did not.

    Raises:
        ModelError: The model does not answer.
        UsageError: The agent cannot be checked or started.
    """
    check_settings(settings)
    _require_checkable(settings, agent)
    learn_facts(settings.model.name, settings.model.facts)
    agent = resolve_agent(settings, agent, model)
    limits = msgspec.structs.replace(limits, provider_wait=min(limits.provider_wait, _PROVIDER_WAIT))
    codes, start = codes or Codes(), time.monotonic()
    accepted = accepted_types(settings.model) if model is None and settings.model.name else None
    async with AsyncExitStack() as stack:
        asked = await _require_reply(settings, limits, say) if model is None else None
        opening = open_named_model(settings.model, limits, say=say, given=model)
        used = await stack.enter_async_context(opening)
        folder = stack.enter_context(private_scratch())
        attempts = Attempts(
            agent=confine(agent, confinement(settings, sandbox_state(settings.sandbox))),
            model=used if agent.needs_model else None,
            settings=settings,
            codes=codes,
            folder=folder,
            fitter=ContentFitter(accepted, describe_media),
            seconds=limits.task_timeout,
        )
        check = Check(attempts, codes, accepted, done)
        results = await check.run(probes, at_once)
    report = _report(check, results, asked)
    name = settings.model.name if model is None else model.name
    seconds = round(time.monotonic() - start, 1)
    return msgspec.structs.replace(report, agent=settings.agent, model=name, seconds=seconds)


def _report(check: Check, results: tuple[ProbeResult, ...], asked: Usage | None) -> PreflightReport:
    """Return the results of a check. `asked` is the usage of the first short request, if there was one."""
    return PreflightReport(
        agent="",
        created=datetime.now(UTC),
        requests=total_requests(check.evidence) + (asked is not None),
        attempts=len(check.evidence),
        usage=sum((seen.usage for seen in check.evidence if seen.usage), asked or NO_USAGE),
        tools=check.names,
        probes=results,
    )


async def require_preflight(
    settings: RunSettings,
    limits: RunLimits,
    *,
    agent: Agent | None = None,
    model: ChatModel | None = None,
    say: Say = _ignore,
) -> PreflightReport:
    """Check the agent of a run before it starts.

    Raises:
        UsageError: Something failed that every run needs.
        ModelError: The model does not answer.
    """
    seconds = _SECONDS if limits.task_timeout is None else min(_SECONDS, limits.task_timeout)
    limits = msgspec.structs.replace(limits, task_timeout=seconds)
    report = await check_agent(settings, limits, agent=agent, model=model, say=say)
    say(f"preflight: {report.summary}")
    for why, probes in _reasons(report).items():
        say(f"  {', '.join(probes)}: {why}")
    if report.failures:
        names = ", ".join(failure.name for failure in report.failures)
        raise UsageError(
            f"The preflight check failed: {names}. Nothing was run.",
            "See m3bench agents check for what to do, or run without --preflight.",
        )
    return report


def _reasons(report: PreflightReport) -> dict[str, list[str]]:
    """Return why probes failed, each reason with all probes that it is for."""
    names: dict[str, list[str]] = {}
    for result in report.probes:
        if result.verdict is ProbeVerdict.FAILED:
            names.setdefault(result.why, []).append(result.name)
    return names


def _require_checkable(settings: RunSettings, agent: Agent | None) -> None:
    """Raise `UsageError` for agents that need neither a model nor a program."""
    name = settings.agent.partition(":")[0]
    if agent is None and name in BASELINES:
        raise UsageError(
            f"The agent {name} has no model and no client that could be checked.",
            "Check an agent with a model, such as caller, or a program: command:./agent.sh",
        )


async def _require_reply(settings: RunSettings, limits: RunLimits, say: Say) -> Usage | None:
    """Send a short request to the model, if any. Raises if it is not answered."""
    if settings.model.name is None:
        return None
    require_model(settings.model)
    return await probe_model(settings.model, limits, say=say) if needs_probe(settings.model) else None
