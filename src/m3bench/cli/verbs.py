"""The verbs of `m3bench` by help panel. A verb's module is imported when the verb is called."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand

from m3bench.cli.help_pages import arrange_help


class Verb(NamedTuple):
    """The module that has something of the verb's name, and a summary for lists."""

    module: str
    """Below the package."""
    summary: str
    package: str = "m3bench.cli"
    function: str = ""
    """Its name in the module, where it is not that of the verb."""


# Named here, so that the help needs no package that brings commands, and their absence can be explained.
_WORLD = "m3bench_world.cli"

VERBS: dict[str, dict[str, Verb]] = {
    "The first hour": {
        "demo": Verb(
            "running.demo",
            "Run agents that need no model on tasks of every suite, explain a score and write a report.",
        ),
        "run": Verb("running.run", "Run an agent on a suite. Attempts are saved as they end."),
        "score": Verb(
            "scoring.score",
            "Score a run, or predicted trajectories against references, by family and in total.",
        ),
        "view": Verb(
            "scoring.view",
            "Browse runs on a local web page, down to each call and the reasons for its score.",
        ),
        "list": Verb(
            "kinds",
            "List agents, checks, models, servers, suites, tasks, tools and other kinds of things.",
            function="list_kind",
        ),
    },
    "Runs": {
        "report": Verb(
            "scoring.report",
            "Write an HTML report on runs: leaderboard, families, budgets, failures, and two runs compared.",
        ),
        "compare": Verb(
            "scoring.compare", "Compare two agents task by task, with a significance test for each metric."
        ),
        "runs": Verb("running.runs", "List, merge, verify and repair runs, and show their transcripts."),
        "judge": Verb("judging.commands", "Judge runs with models, and measure how far to trust the judges."),
        "replay": Verb(
            "running.replay",
            "Send saved calls through the bundled servers again, and count their outcomes by tool and model.",
        ),
        "leaderboard": Verb(
            "scoring.leaderboard", "Bundle runs so that others can verify them, and rank bundles."
        ),
        "soak": Verb(
            "running.soak",
            "Run a suite while servers, the provider and workers fail at set rates; check the invariants.",
        ),
    },
    "Tasks": {
        "suite": Verb("suites.suite", "Start, show, build, verify, export and reveal suites of tasks."),
        "forge": Verb("making.forge", "Generate reference trajectories and tasks."),
        "audit": Verb("making.audit", "Review references on a local web page: edit, approve or reject them."),
        "world": Verb(
            "world", "Show what each server knows about a thing, and the sources of its data.", _WORLD
        ),
    },
    "Servers, agents and files": {
        "install": Verb(
            "kinds", "Install servers of the catalog, programs of agents, local models, or photographs."
        ),
        "remove": Verb("kinds", "Remove what was installed."),
        "servers": Verb(
            "server_commands.servers", "Check, call and test MCP servers, and convert their configurations."
        ),
        "agents": Verb("running.agents", "Check an agent before a run."),
        "gateway": Verb(
            "running.gateway",
            "Serve several MCP servers as one to any agent, hand out a task and record the trajectory.",
        ),
        "environment": Verb("suites.environment", "Serve tasks as environments for training."),
        "convert": Verb("scoring.convert", "Convert runs, tasks or trajectories between formats."),
    },
}


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
    verb = getattr(import_module(f"{known.package}.{known.module}"), known.function or name)
    parent = typer.Typer(rich_markup_mode="markdown", pretty_exceptions_enable=False)
    if isinstance(verb, typer.Typer):
        parent.add_typer(verb, name=name, rich_help_panel=panel)
    else:
        parent.command(name, rich_help_panel=panel)(verb)
        parent.callback()(lambda: None)  # typer makes a group of it
    command = typer.main.get_group(parent).commands[name]
    arrange_help(name, command)
    return command
