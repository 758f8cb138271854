"""The verbs of `m3bench` by help panel. A verb's module is imported when the verb is called."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand


class Verb(NamedTuple):
    """The module below `m3bench.cli` that has something of the verb's name, and a summary for lists."""

    module: str
    summary: str


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
            "scoring.compare",
            "Compare two agents task by task, with a significance test for each metric.",
        ),
        "transcript": Verb(
            "running.transcript",
            "Show every request to a model in an attempt, and every reply.",
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
        "check": Verb(
            "running.check",
            "Repeat undecided checks of a finished run from its saved files.",
        ),
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
        "audit": Verb(
            "making.audit",
            "Review references on a local web page: edit, approve or reject them.",
        ),
    },
    "Servers, models and files": {
        "servers": Verb("servers", "List, install, check and call MCP servers."),
        "models": Verb("models", "List models and providers, and fetch local models that need no key."),
        "gateway": Verb(
            "running.gateway",
            "Serve several MCP servers as one to any agent, hand out a task and record the trajectory.",
        ),
        "environment": Verb("suites.environment", "Serve tasks as environments for training."),
        "scenes": Verb("suites.scenes", "List kinds of scenes, and fetch photographs for them."),
        "world": Verb("suites.world", "Show the simulated world that the bundled servers answer from."),
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
    verb = getattr(import_module(f"m3bench.cli.{VERBS[panel][name].module}"), name)
    parent = typer.Typer(rich_markup_mode="markdown", pretty_exceptions_enable=False)
    if isinstance(verb, typer.Typer):
        parent.add_typer(verb, name=name, rich_help_panel=panel)
    else:
        parent.command(name, rich_help_panel=panel)(verb)
        parent.callback()(lambda: None)  # typer makes a group of it
    return typer.main.get_group(parent).commands[name]
