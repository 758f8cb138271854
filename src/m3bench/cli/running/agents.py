"""`m3bench agents`: list agents, and check one before a run."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Annotated

import anyio
import msgspec
import typer
from rich.console import Console
from rich.text import Text

from m3bench.agents import AGENTS
from m3bench.cli import options
from m3bench.cli.console import output, remarks
from m3bench.cli.listing import kind_commands
from m3bench.cli.presets import add_preset_commands
from m3bench.cli.running import options as run_options
from m3bench.core import UsageError
from m3bench.core.text import plural
from m3bench.formats import write_atomically
from m3bench.hosting import parse_resource_limits
from m3bench.models import Settings as ModelSettings
from m3bench.reports.terminal import plain_table
from m3bench.runs import PreflightReport, ProbeVerdict, RunLimits, RunSettings, run_settings
from m3bench.runs.preflight import PROBES, Finding, Probe, check_agent

_SECONDS = 120.0
_AT_ONCE = 4
_STYLES = {ProbeVerdict.HELD: "green", ProbeVerdict.FAILED: "red"}

agents = kind_commands("Agents", AGENTS.entries, help_text="List agents, and check one before a run.")
add_preset_commands(agents)

Chosen = Annotated[
    list[str] | None,
    typer.Option("--probe", help=f"Try only this: {', '.join(each.name for each in PROBES)}. Repeatable."),
]
Seconds = Annotated[float, typer.Option("--task-timeout", min=0.001, help="Time limit per probe in seconds.")]
AtOnce = Annotated[int, typer.Option(min=1, help="Number of probes at a time.")]
JsonPath = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the report here.")]


@agents.command()
def check(
    agent: Annotated[str, typer.Option(help="The agent, as for `m3bench run`.", show_default=False)],
    *,
    model: run_options.Model = None,
    base_url: options.BaseUrl = None,
    text_only: run_options.TextOnly = False,
    accepts: run_options.Accepts = None,
    strict_format: run_options.StrictFormat = False,
    temperature: run_options.Temperature = None,
    probe: Chosen = None,
    task_timeout: Seconds = _SECONDS,
    reply_timeout: run_options.ReplyTimeout = None,
    max_reply_tokens: run_options.MaxReplyTokens = None,
    context: run_options.Context = None,
    at_once: AtOnce = _AT_ONCE,
    sandbox: run_options.Sandbox = None,
    agent_env: run_options.AgentEnv = None,
    agent_read: run_options.AgentRead = None,
    agent_network: run_options.AgentNetwork = False,
    resource_limit: run_options.ResourceLimit = None,
    json_path: JsonPath = None,
) -> None:
    """Check whether tools and their results reach an agent and its model, in a dozen tiny tasks.

    Nothing is scored. Exits with 1 if something failed that every run needs.
    """
    given = {
        "model": model, "base_url": base_url, "text_only": text_only, "accepts": accepts,
        "strict_format": strict_format, "context": context,
        "model_settings": ModelSettings(temperature=temperature, max_tokens=max_reply_tokens),
        "sandbox": sandbox, "agent_env": agent_env, "agent_read": agent_read, "agent_network": agent_network,
        "resource_limits": parse_resource_limits(resource_limit or ()),
    }  # fmt: skip
    settings = run_settings(
        "preflight", agent, **{name: plain(value) for name, value in given.items() if value is not None}
    )
    limits = RunLimits(task_timeout=task_timeout)
    if reply_timeout is not None:
        limits = msgspec.structs.replace(limits, model_timeout=reply_timeout)
    report = anyio.run(partial(_check, settings, limits, _chosen(probe or []), at_once))
    print_preflight(output(), report)
    if json_path is not None:
        write_atomically(json_path, [json.dumps(msgspec.to_builtins(report), indent=1).encode(), b"\n"])
    if report.failures:
        raise typer.Exit(1)


def plain(value: object) -> object:
    """Return the value of an option as settings take it."""
    if isinstance(value, list):
        return tuple(map(plain, value))
    return str(value.absolute()) if isinstance(value, Path) else value


def print_preflight(console: Console, report: PreflightReport) -> None:
    """Print a line per probe, then what to do about failures."""
    table = plain_table()
    for title in ("Probe", "Verdict", "Why"):
        table.add_column(title, overflow="fold")
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
    names: dict[str, list[str]] = {}
    for result in report.probes:
        if result.advice and result.verdict is ProbeVerdict.FAILED:
            names.setdefault(result.advice, []).append(result.name)
    return names


def _chosen(names: list[str]) -> list[Probe]:
    known = {probe.name: probe for probe in PROBES}
    for name in names:
        if name not in known:
            raise UsageError(f"There is no probe {name!r}.", f"Probes: {', '.join(known)}.")
    return [known[name] for name in dict.fromkeys(names)] or list(PROBES)


async def _check(
    settings: RunSettings, limits: RunLimits, probes: list[Probe], at_once: int
) -> PreflightReport:
    console, left = remarks(), len(probes)
    with console.status(f"checking {settings.agent}") as status:

        def done(name: str, found: Finding) -> None:
            nonlocal left
            left -= 1
            status.update(f"{name}: {found.verdict}; {max(left, 0)} to go")

        def say(text: str) -> None:
            console.print(text, markup=False, soft_wrap=True)

        return await check_agent(settings, limits, probes=probes, at_once=at_once, say=say, done=done)
