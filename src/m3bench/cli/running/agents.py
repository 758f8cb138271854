"""`m3bench agents check`: check an agent before a run."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Annotated

import anyio
import msgspec
from rich.console import Console
from rich.text import Text
from typer import Exit, Option, Typer

from m3bench.cli import options
from m3bench.cli.console import output, remarks
from m3bench.cli.running import launch_options
from m3bench.cli.running import options as run_options
from m3bench.cli.tables import folded_table
from m3bench.core import UsageError
from m3bench.core.text import plural
from m3bench.formats import write_atomically
from m3bench.hosting import parse_resource_limits
from m3bench.models import parse_settings
from m3bench.runs import PreflightReport, ProbeVerdict, RunLimits, RunSettings, run_settings
from m3bench.runs.preflight import PROBES, Finding, Probe, check_agent

_SECONDS = 120.0
_CONCURRENCY = 4
_STYLES = {ProbeVerdict.HELD: "green", ProbeVerdict.FAILED: "red"}

agents = Typer(help="Check an agent before a run.", no_args_is_help=True)


@agents.callback()
def _agents() -> None:
    """Check an agent before a run."""


Chosen = Annotated[
    list[str] | None,
    Option("--probe", help=f"Try only this: {', '.join(probe.name for probe in PROBES)}. Repeatable."),
]
Seconds = Annotated[float, Option("--task-timeout", min=0.001, help="Time limit per probe in seconds.")]


@agents.command()
def check(
    agent: Annotated[str, Option(help="The agent, as for `m3bench run`.", show_default=False)],
    *,
    model: run_options.Model = None,
    base_url: options.BaseUrl = None,
    text_only: run_options.TextOnly = False,
    accepts: run_options.Accepts = None,
    strict_format: run_options.StrictFormat = False,
    model_setting: launch_options.ModelSetting = None,
    probe: Chosen = None,
    task_timeout: Seconds = _SECONDS,
    reply_timeout: run_options.ReplyTimeout = None,
    context: run_options.Context = None,
    concurrency: Annotated[int, Option(min=1, help="Number of probes at a time.")] = _CONCURRENCY,
    sandbox: run_options.Sandbox = None,
    agent_env: run_options.AgentEnv = None,
    agent_read: run_options.AgentRead = None,
    agent_network: run_options.AgentNetwork = False,
    resource_limit: run_options.ResourceLimit = None,
    json_path: Annotated[Path | None, options.json_file("Write the report here.")] = None,
) -> None:
    """Check whether tools and their results reach an agent and its model, in a dozen tiny tasks.

    Nothing is scored. Exits with 1 if something failed that every run needs.
    """
    given = {
        "model": model, "base_url": base_url, "text_only": text_only, "accepts": accepts,
        "strict_format": strict_format, "context": context,
        "model_settings": parse_settings(model_setting or (), None),
        "sandbox": sandbox, "agent_env": agent_env, "agent_read": agent_read, "agent_network": agent_network,
        "resource_limits": parse_resource_limits(resource_limit or ()),
    }  # fmt: skip
    values = {name: options.plain_setting(value) for name, value in given.items() if value is not None}
    settings = run_settings("preflight", agent, **values)
    limits = RunLimits(task_timeout=task_timeout, model_timeout=reply_timeout or RunLimits().model_timeout)
    report = anyio.run(partial(_check, settings, limits, _chosen(probe or []), concurrency))
    print_preflight(output(), report)
    if json_path is not None:
        write_atomically(json_path, [json.dumps(msgspec.to_builtins(report), indent=1).encode(), b"\n"])
    if report.failures:
        raise Exit(1)


def print_preflight(console: Console, report: PreflightReport) -> None:
    """Print a line per probe, then what to do about failures."""
    table = folded_table("Probe", "Verdict", "Why")
    for probe in report.probes:
        verdict = probe.verdict if probe.required else f"{probe.verdict} (optional)"
        table.add_row(Text(probe.name), Text(verdict, style=_STYLES.get(probe.verdict, "")), Text(probe.why))
    console.print(table)
    for advice, names in _advice(report).items():
        console.print(f"{', '.join(names)}: {advice}", markup=False, soft_wrap=True)
    attempts, requests = plural(report.attempts, "attempt"), plural(report.requests, "request")
    asked = f" and {requests} to the model" if report.requests else ""
    console.print(f"{report.summary}; {attempts}{asked} in {report.seconds:g} s", markup=False)


def _advice(report: PreflightReport) -> dict[str, list[str]]:
    """Return what to do about failures, each with the probes that it is for."""
    names: dict[str, list[str]] = defaultdict(list)
    for result in report.probes:
        if result.advice and result.verdict is ProbeVerdict.FAILED:
            names[result.advice].append(result.name)
    return names


def _chosen(names: list[str]) -> list[Probe]:
    known = {probe.name: probe for probe in PROBES}
    for name in names:
        if name not in known:
            raise UsageError(f"There is no probe {name!r}.", f"Probes: {', '.join(known)}.")
    return [known[name] for name in dict.fromkeys(names)] or list(PROBES)


async def _check(
    settings: RunSettings, limits: RunLimits, probes: list[Probe], concurrency: int
) -> PreflightReport:
    console, left = remarks(), len(probes)
    with console.status(f"checking {settings.agent}") as status:

        def done(name: str, finding: Finding) -> None:
            nonlocal left
            left -= 1
            status.update(f"{name}: {finding.verdict}; {max(left, 0)} to go")

        say = partial(console.print, soft_wrap=True)
        return await check_agent(settings, limits, probes=probes, at_once=concurrency, say=say, done=done)
