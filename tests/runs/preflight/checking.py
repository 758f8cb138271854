"""Checks of agents with models that are scripts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from m3bench.agents import Agent
from m3bench.models import ModelError, Reply, Request
from m3bench.runs import PreflightReport, ProbeResult, RunLimits, run_settings
from m3bench.runs.preflight import PROBES, Codes, Probe, check_agent
from m3bench.runs.preflight.probes import SlowProbe
from m3bench.testing import ScriptedModel
from m3bench.testing.provider import SeenRequest
from tests.runs.preflight.reader import Reader

QUICK: tuple[Probe, ...] = tuple(
    SlowProbe(0.02) if isinstance(probe, SlowProbe) else probe for probe in PROBES
)
CODES = Codes("a seed of tests")
Reading = Callable[[SeenRequest], Reply]


def probes(*names: str) -> list[Probe]:
    """The probes with these names; the first is tried alone."""
    return [probe for name in names for probe in QUICK if probe.name == name]


def model_of(read: Reading) -> ScriptedModel:
    """A model without a network in between."""

    def reply(request: Request) -> Reply | ModelError:
        return read(SeenRequest(wire="openai", path="", model="", request=request))

    return ScriptedModel(reply)


async def check(
    agent: str | Agent, read: Reading | None = None, chosen: Sequence[Probe] = QUICK, **options: Any
) -> PreflightReport:
    """Check an agent with a model that reads."""
    return await check_agent(
        run_settings("preflight", agent if isinstance(agent, str) else "python:it", **options),
        RunLimits(task_timeout=20),
        agent=None if isinstance(agent, str) else agent,
        model=model_of(read or Reader(CODES)),
        probes=chosen,
        codes=CODES,
    )


def verdicts(report: PreflightReport) -> dict[str, str]:
    return {probe.name: str(probe.verdict) for probe in report.probes}


def result(report: PreflightReport, name: str) -> ProbeResult:
    return next(probe for probe in report.probes if probe.name == name)
