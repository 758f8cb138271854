"""What shells complete: names of suites, ids of tasks, run folders, agents and kinds."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from typer import Context

_RUNS = Path("runs")
_MANIFEST = "manifest.json"


def complete_suites(incomplete: str) -> list[str]:
    """Return suites by name, and files of tasks."""
    from m3bench.suites import SUITES  # noqa: PLC0415 - the help does without it

    files = [str(path) for path in _paths(incomplete) if path.suffix == ".jsonl" or path.is_dir()]
    return [*_starting(SUITES, incomplete), *files]


def complete_tasks(ctx: Context, incomplete: str) -> list[str]:
    """Return the ids of the tasks of the suite on the command line."""
    from m3bench.cli.loading import load_suite  # noqa: PLC0415
    from m3bench.core import M3BenchError  # noqa: PLC0415

    name = ctx.params.get("suite") or incomplete.partition("/")[0]
    try:
        whole, _ = load_suite(name)
    except M3BenchError:
        return []
    return _starting((task.id for task in whole.tasks), incomplete)


def complete_runs(incomplete: str) -> list[str]:
    """Return run folders: those below runs/, and where the word leads."""
    found = [*_RUNS.glob("*"), *_paths(incomplete)]
    runs = [str(path) for path in found if (path / _MANIFEST).is_file()]
    return list(dict.fromkeys(_starting(sorted(runs), incomplete)))


def complete_agents(incomplete: str) -> list[str]:
    """Return agents by name."""
    from m3bench.agents import AGENTS  # noqa: PLC0415

    return _starting(AGENTS, incomplete)


def complete_kinds(incomplete: str) -> list[str]:
    """Return what can be listed."""
    from m3bench.cli.kinds import LISTED  # noqa: PLC0415

    return _starting(LISTED, incomplete)


def _paths(incomplete: str) -> list[Path]:
    start = Path(incomplete)
    folder, name = (start, "") if incomplete.endswith("/") else (start.parent, start.name)
    return [path for path in sorted(folder.glob("*")) if path.name.startswith(name)] if incomplete else []


def _starting(words: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]
