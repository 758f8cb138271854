"""Test servers: lint, proof calls, forged tasks, an agent on them, and the comparison with an old version."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from m3bench.core import Task, UsageError
from m3bench.encoders import check_encoder
from m3bench.forge.links import Progress
from m3bench.formats import write
from m3bench.server_tests.agent_runs import run_agent
from m3bench.server_tests.comparison import common_tasks, compare_versions, comparison_problem, task_tools
from m3bench.server_tests.records import ServerTest, VersionTest
from m3bench.server_tests.settings import ServerTestSettings
from m3bench.server_tests.versions import ExaminedVersion, examine_version

TASKS_FILE = "tasks.jsonl"
RUN, OLD_RUN = "run", "run-old"
_UNASKABLE = "its results or arguments cannot be asked for"


async def run_server_test(
    config: Path,
    out: Path,
    settings: ServerTestSettings,
    *,
    against: Path | None = None,
    on_progress: Progress = lambda _what, _done, _all: None,
    say: Callable[[str], None] = lambda _text: None,
) -> ServerTest:
    """Test the servers of a configuration.

    Args:
        config: The configuration of a client, with the servers.
        out: A folder for the tasks and the runs. It must be missing or empty.
        settings: What to do.
        against: The configuration of an old version, to compare with.
        on_progress: Called with progress.
        say: Called with remarks of the run.

    Raises:
        UsageError: A configuration cannot be read, has no such server, or the folder is not empty.
        EncoderError: The encoder cannot be used here.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"{out} is not an empty folder.", "Choose another --out, or delete it.")
    check_encoder(settings.encoder)
    new = await examine_version(config, settings, on_progress=on_progress)
    old = None if against is None else await examine_version(against, settings, on_progress=on_progress)
    problem = "" if old is None else comparison_problem(new, old)
    tasks = list(new.tasks) if old is None or problem else common_tasks(new, old, settings.tasks)
    out.mkdir(parents=True, exist_ok=True)
    if tasks:
        write(out / TASKS_FILE, tasks, format="jsonl")
    tests: list[VersionTest] = []
    for version, path, name in ((new, config, RUN), (old, against, OLD_RUN)):
        if version is None or path is None:
            continue
        agent = None
        if tasks and version.tools and not (version is old and problem):
            on_progress(f"running {settings.agent}", len(tests), 1 if old is None else 2)
            agent = await run_agent(
                out / TASKS_FILE,
                tasks,
                settings,
                config=path,
                folder=out / name,
                tools=version.tools,
                say=say,
            )
        tests.append(msgspec.structs.replace(version.test, agent=agent))
    change = compare_versions(tests[0], tests[1], tasks, problem=problem) if len(tests) > 1 else None
    return ServerTest(
        new=tests[0],
        tasks=tuple(tasks),
        untested=_untested(new, tasks),
        old=tests[1] if len(tests) > 1 else None,
        change=change,
    )


def _untested(version: ExaminedVersion, tasks: Sequence[Task]) -> dict[str, str]:
    covered = set[str]().union(*map(task_tools, tasks))
    reasons = {proof.tool: str(proof.outcome) for proof in version.test.proofs}
    reasons |= {name: _UNASKABLE for name, reason in reasons.items() if reason == "works"}
    return {name: reasons.get(name, "") for name in version.tools if name not in covered}
