"""The verbs of `m3bench` by help panel. A verb's module is imported when the verb is called."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Any

import typer

VERBS: dict[str, dict[str, str]] = {
    "Run and inspect": {
        "demo": "running.demo",
        "run": "running.run",
        "score": "scoring.score",
        "report": "scoring.report",
        "view": "scoring.view",
        "compare": "scoring.compare",
        "replay": "running.replay",
        "runs": "running.runs",
        "soak": "running.soak",
    },
    "Judge": {
        "judge": "judging.judge",
        "check": "running.check",
        "agreement": "judging.agreement",
        "calibrate": "judging.calibrate",
    },
    "Create tasks": {"suite": "suites.suite", "forge": "making.forge", "audit": "making.audit"},
    "Servers, models and files": {
        "servers": "servers",
        "models": "models",
        "gateway": "running.gateway",
        "world": "suites.world",
        "convert": "scoring.convert",
    },
    "Extension points": {
        "agents": "extensions",
        "checks": "extensions",
        "formats": "extensions",
        "encoders": "extensions",
    },
}
"""The module of each verb, below `m3bench.cli`. The verb is the thing in it that has its name."""


class LazyVerbs(MutableMapping[str, Any]):
    """The commands of all verbs by name; each is built at its first use.

    Args:
        added: Commands that are built already.
    """

    def __init__(self, added: MutableMapping[str, Any]) -> None:
        self._built = dict(added)
        self._panels = {verb: panel for panel, verbs in VERBS.items() for verb in verbs}

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
    verb = getattr(import_module(f"m3bench.cli.{VERBS[panel][name]}"), name)
    parent = typer.Typer(rich_markup_mode="markdown", pretty_exceptions_enable=False)
    if isinstance(verb, typer.Typer):
        parent.add_typer(verb, name=name, rich_help_panel=panel)
    else:
        parent.command(name, rich_help_panel=panel)(verb)
        parent.callback()(lambda: None)  # typer makes a group of it
    return typer.main.get_group(parent).commands[name]
