"""The verbs of `m3bench` by help panel. A verb's module is imported when the verb is called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand


class Verb(NamedTuple):
    """The module that has something of the verb's name, and a summary for lists."""

    module: str
    """Below the package."""
    summary: str
    package: str = "m3bench.cli"


# Named here, so that the help needs no package that brings commands, and their absence can be explained.
_WORLD = "m3bench_world.cli"

VERBS: dict[str, dict[str, Verb]] = {
    "Run and inspect": {
        "demo": Verb(
            "running.demo",
            "Run agents that need no model on tasks of every suite, explain a score and write a report.",
        ),
        "run": Verb("running.run", "Run an agent on a suite. Attempts are saved as they end."),
        "score": Verb(
            "scoring.score",
            "Score a run, or predicted trajectories against references, by family and in total.",
        ),
        "report": Verb(
            "scoring.report",
            "Write an HTML report on runs: leaderboard, families, budgets, failures, and two runs compared.",
        ),
        "view": Verb(
            "scoring.view",
            "Browse runs on a local web page, down to each call and the reasons for its score.",
        ),
        "compare": Verb(
            "scoring.compare", "Compare two agents task by task, with a significance test for each metric."
        ),
        "transcript": Verb(
            "running.transcript", "Show every request to a model in an attempt, and every reply."
        ),
        "replay": Verb(
            "running.replay",
            "Send saved calls through the bundled servers again, and count their outcomes by tool and model.",
        ),
        "runs": Verb("running.runs", "List, merge, verify and repair run folders."),
        "soak": Verb(
            "running.soak",
            "Run a suite while servers, the provider and workers fail at set rates; check the invariants.",
        ),
    },
    "Share": {
        "submit": Verb(
            "scoring.submit",
            "Bundle runs into one file that others can verify: manifests, journals, digests and costs.",
        ),
        "leaderboard": Verb(
            "scoring.leaderboard",
            "Verify bundles, score their runs again, and write a static site with ranks and intervals.",
        ),
    },
    "Judge": {
        "judge": Verb("judging.judge", "Let models judge a run. Judgements are saved as they arrive."),
        "check": Verb("running.check", "Repeat undecided checks of a finished run from its saved files."),
        "agreement": Verb(
            "judging.agreement",
            "Compare judges with human labels: exact and near agreement, weighted kappa, rank correlation.",
        ),
        "calibrate": Verb(
            "judging.calibrate",
            "Find the thresholds τ_weak and τ_strong that agree best with labelled pairs of calls.",
        ),
    },
    "Create tasks": {
        "suite": Verb("suites.suite", "List, show, start, build, verify and seal suites of tasks."),
        "forge": Verb("making.forge", "Generate reference trajectories and tasks."),
        "audit": Verb("making.audit", "Review references on a local web page: edit, approve or reject them."),
    },
    "Servers, models and files": {
        "servers": Verb("servers", "List, install, check and call MCP servers."),
        "models": Verb("models", "List models and providers, and fetch local models that need no key."),
        "gateway": Verb(
            "running.gateway",
            "Serve several MCP servers as one to any agent, hand out a task and record the trajectory.",
        ),
        "environment": Verb("suites.environment", "Serve tasks as environments for training."),
        "scenes": Verb("scenes", "List kinds of scenes, and fetch photographs for them.", _WORLD),
        "world": Verb("world", "Show the simulated world that the bundled servers answer from.", _WORLD),
        "convert": Verb("scoring.convert", "Convert runs, tasks or trajectories between formats."),
        "harbor": Verb("suites.harbor", "Serve and verify tasks that were exported to Harbor."),
    },
    "Extension points": {
        "agents": Verb("running.agents", "List agents, and check one before a run."),
        "checks": Verb("extensions", "List checks, built in and from plugins."),
        "formats": Verb("extensions", "List formats, built in and from plugins."),
        "encoders": Verb("extensions", "List encoders, built in and from plugins."),
    },
}

PANELS: Mapping[str, Mapping[str, str]] = {
    "run": {
        "Agent and model": "agent:NAME model:NAME base_url:URL judge:MODEL user temperature:X context "
        "max_reply_tokens:N model_setting extra_body header accepts:KIND text_only strict_format no_probe "
        "preflight",
        "Tasks": "limit:N family:NAME task where sample sample_seed:N per_family:N bundled_only skip_missing "
        "epochs:N fuzzy pictures:KIND data",
        "Servers": "mode:MODE without_perception config:FILE live record:DIR replay:DIR seed:N world_seed:N "
        "now:TIME server_memory",
        "Limits and retries": "max_steps:N max_concurrent:N concurrency:N in_flight:N workers:N engine:KIND "
        "address:ADDRESS retries:N task_timeout:S reply_timeout:S provider_wait:S "
        "max_cost:USD max_tokens:N",
        "Sandbox": "sandbox:MODE agent_env agent_read agent_network resource_limit",
        "Run folder and results": "out:DIR resume retry dry_run tag note cache:DIR encoder fail_under junit "
        "json_path",
    }
}
"""The panels of a verb with their parameters, and what a value is called where the option does not say."""


class LazyVerbs(MutableMapping[str, Any]):
    """The commands of all verbs by name; each is built at its first use.

    Args:
        added: Commands that are built already.
    """

    def __init__(self, added: MutableMapping[str, Any]) -> None:
        self._built = dict(added)
        self._panels = {verb: panel for panel, verbs in VERBS.items() for verb in verbs}

    def summaries(self) -> dict[str, Any]:
        """Return commands that can be listed but not called. No verb is imported for them."""
        listed = {
            name: TyperCommand(name, help=verb.summary, rich_help_panel=panel)
            for panel, verbs in VERBS.items()
            for name, verb in verbs.items()
        }
        return {**self._built, **listed}

    def __getitem__(self, name: str) -> Any:
        if name not in self._built:
            self._built[name] = _build(name, self._panels[name])
        return self._built[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._built[name] = command

    def __delitem__(self, name: str) -> None:
        del self._built[name]

    def __contains__(self, name: object) -> bool:
        return name in self._built or name in self._panels

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*self._panels, *self._built]))

    def __len__(self) -> int:
        return len(list(iter(self)))


def _build(name: str, panel: str) -> Any:
    """Import a verb and return its command (a class that typer does not export)."""
    known = VERBS[panel][name]
    verb = getattr(import_module(f"{known.package}.{known.module}"), name)
    parent = typer.Typer(rich_markup_mode="markdown", pretty_exceptions_enable=False)
    if isinstance(verb, typer.Typer):
        parent.add_typer(verb, name=name, rich_help_panel=panel)
    else:
        parent.command(name, rich_help_panel=panel)(verb)
        parent.callback()(lambda: None)  # typer makes a group of it
    command = typer.main.get_group(parent).commands[name]
    _arrange_help(name, command)
    return command


def _arrange_help(name: str, command: Any) -> None:
    """Set the panels of a verb and the names of its values. Switches, also of its commands, have no value."""
    for inner in getattr(command, "commands", {}).values():
        _arrange_help("", inner)
    listed = {
        param: (panel, value)
        for panel, params in PANELS.get(name, {}).items()
        for param, _, value in (word.partition(":") for word in params.split())
    }
    for param in command.params:
        panel, value = listed.get(param.name, (getattr(param, "rich_help_panel", None), ""))
        param.rich_help_panel = panel
        if param.metavar is None and (value or getattr(param, "is_flag", False)):
            param.metavar = value
