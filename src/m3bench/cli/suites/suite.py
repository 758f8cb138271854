"""`m3bench suite`: show, build and verify suites."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import anyio
from typer import Argument, Exit, Option, Typer

from m3bench.cli import options
from m3bench.cli.completion import complete_tasks
from m3bench.cli.console import output, print_line, progress_bar, remarks
from m3bench.cli.engine_options import Ray, Workers, engine_settings
from m3bench.cli.installing import install_third_party
from m3bench.cli.loading import load_suite
from m3bench.cli.sandbox_option import Sandbox, use_sandbox
from m3bench.cli.selection import configured_servers
from m3bench.cli.suites.building import build_with_progress
from m3bench.cli.suites.export import export
from m3bench.cli.suites.new import new
from m3bench.cli.suites.seal import SEALED_SUITE, reveal, seal
from m3bench.core import CameraLevel, Task, UsageError
from m3bench.core.text import did_you_mean
from m3bench.curation import VerificationProgram, VerifiedTask, verify_tasks
from m3bench.formats import check_writable, write
from m3bench.hosting import Pool, SandboxMode
from m3bench.reports import print_attacked, print_task, print_verified
from m3bench.runs import EngineSettings
from m3bench.runs.distributed import SameSuite
from m3bench.runs.models import open_standalone_reviewer
from m3bench.runs.serving import ServerSet, reference_checker
from m3bench.suites import (
    SUITES,
    Pictures,
    Suite,
    SuiteRef,
    WorldRef,
    ablate_suite,
    filter_families,
    require_art,
    suite_generator,
)
from m3bench.worlds import DEFAULT_SEED, make_world

suite = Typer(help="Start, show, build, verify, export and reveal suites of tasks.", no_args_is_help=True)

suite.command()(new)
suite.command()(reveal)
suite.command()(export)


@suite.command()
def show(
    task_id: Annotated[
        str,
        Argument(
            metavar="ID",
            help="Id of a task, such as smoke/warmth, or a file of one task.",
            autocompletion=complete_tasks,
        ),
    ],
    *,
    name: Annotated[
        str | None, Option("--suite", help="Suite or file of the task [default: the first part of the id].")
    ] = None,
    pictures: Annotated[Path | None, Option(help="Folder to write the pictures to.")] = None,
    camera: Annotated[
        CameraLevel | None,
        Option(help="Write the pictures at this camera level [default: that of the task]."),
    ] = None,
    config: Annotated[
        options.Paths,
        Option(help="MCP client configuration: say which calls of the references do not exist. Repeatable."),
    ] = None,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Show a task: pictures, request, references and checks."""
    if name is None and Path(task_id).is_file():
        name, task_id = task_id, _only_task(task_id)
    whole, _ = load_suite(name or task_id.partition("/")[0])
    task = _find_task(whole, task_id)
    folder = pictures or Path(tempfile.gettempdir()) / "m3bench-pictures"
    folder.mkdir(parents=True, exist_ok=True)
    shown = whole if camera is None else ablate_suite(whole, Pictures(camera.value), 0)
    print_task(output(), task, _write_pictures(shown, task, folder))
    if config:
        for problem in anyio.run(partial(_wrong_calls, task, config, sandbox=use_sandbox(sandbox))):
            print_line(f"problem: {problem}")


async def _wrong_calls(task: Task, configs: Sequence[Path], *, sandbox: bool) -> list[str]:
    """Return servers of a task that fail, and calls of its references that cannot work."""
    async with Pool(ahead=0, sandbox=sandbox) as pool:
        server_set = ServerSet(pool, make_world(), configured_servers(configs), replacing=True)
        faults = await server_set.discover_tools(task.servers)
        problems = reference_checker([task], server_set).problems(task)
    return [*(f"{name}: {reason}" for name, reason in faults.items()), *problems]


@suite.command()
def build(
    out: Annotated[Path, Argument(help="File of tasks to write (jsonl), or a new folder with --sealed.")],
    *,
    sealed: Annotated[
        bool,
        Option("--sealed", help="Build from a secret seed, and write a commitment to publish before a run."),
    ] = False,
    seed: options.WorldSeed = DEFAULT_SEED,
    now: options.WorldNow = options.DEFAULT_NOW_TEXT,
    name: Annotated[
        str,
        Option(
            "--suite",
            help="Suite whose families to build: m3, m3-camera, m3-photo, verse, cross, omni, or a Python "
            "file with a family of your own.",
        ),
    ] = SEALED_SUITE,
    size: options.SuiteSize = None,
    family: options.Family = None,
    config: Annotated[
        options.Paths,
        Option(help="MCP client configuration whose servers replace those of the same names. Repeatable."),
    ] = None,
    workers: Workers = 1,
    ray: Ray = None,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Build new tasks and execute their references."""
    if sealed:
        if (seed, name, config, workers, ray) != (DEFAULT_SEED, SEALED_SUITE, None, 1, None):
            hint = "Leave out --seed, --suite, --config, --workers and --ray."
            raise UsageError(f"--sealed builds {SEALED_SUITE} from a secret seed, in this process.", hint)
        seal(out, now=now, size=size, family=family, sandbox=sandbox)
        return
    check_writable(out)
    where = engine_settings(workers, ray)
    generator = suite_generator(name)
    families = list(family or generator.families)
    for title in families:
        generator.family(title)
    world = options.chosen_world(seed, now)
    ref = WorldRef(seed=world.seed, now=world.now)
    configs = tuple(str(path.resolve()) for path in config or ())
    built = build_with_progress(
        generator, families, ref, size, sandbox=use_sandbox(sandbox), configs=configs, engine=where
    )
    write(out, [task.task for task in built], format="jsonl")
    skipped = sum(len(task.skipped) for task in built)
    output().print(f"Wrote {len(built)} tasks to {out}; {skipped} draws failed and were skipped.")


@suite.command()
def verify(
    name: options.SuiteName,
    *,
    family: options.Family = None,
    limit: options.Limit = None,
    attack: Annotated[
        bool,
        Option("--attack", help="Also test the checks with wrong attempts and rewritten correct answers."),
    ] = False,
    judge: options.Judge = None,
    config: options.Config = None,
    live: Annotated[bool, Option("--live", help="Replace bundled servers with those of --config.")] = False,
    workers: Workers = 1,
    ray: Ray = None,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Execute all references again and test the checks of each task."""
    where = engine_settings(workers, ray)
    whole, world = load_suite(name)
    tasks = filter_families(whole, family or ())[:limit]
    require_art(tasks)
    servers = frozenset(server for task in tasks for server in task.servers)
    install_third_party(servers)
    configs = tuple(str(path.resolve()) for path in config or ())
    program = VerificationProgram(
        suite=SameSuite(SuiteRef(name=name), WorldRef(seed=world.seed, now=world.now), whole.digest),
        servers=servers, attack=attack, sandbox=use_sandbox(sandbox), reviews=judge is not None,
        configs=configs, live=live,
    )  # fmt: skip
    verified = anyio.run(partial(_verify, program, tasks, judge, where))
    print_verified(output(), verified, tasks, name if name not in SUITES else None)
    withstood = print_attacked(output(), verified) if attack else True
    if not withstood or any(task.problems for task in verified):
        raise Exit(1)


def _only_task(file: str) -> str:
    """Return the id of the only task of a file."""
    tasks = load_suite(file)[0].tasks
    if len(tasks) != 1:
        hint = f"Name one: m3bench suite show ID --suite {file}. Ids: m3bench list tasks {file}"
        raise UsageError(f"{file} has {len(tasks)} tasks.", hint)
    return tasks[0].id


def _find_task(whole: Suite, task_id: str) -> Task:
    tasks = {task.id: task for task in whole.tasks}
    if task_id not in tasks:
        hint = did_you_mean(task_id, tasks, f"m3bench list tasks {whole.name}")
        raise UsageError(f"{whole.name} has no task {task_id!r}.", hint)
    return tasks[task_id]


def _write_pictures(shown: Suite, task: Task, folder: Path) -> list[Path]:
    paths = []
    for name, data in shown.assets(task).items():
        path = folder / f"{task.id.replace('/', '-')}-{Path(name).name}"
        path.write_bytes(data if isinstance(data, bytes) else data.read_bytes())
        paths.append(path)
    return paths


async def _verify(
    program: VerificationProgram, tasks: Sequence[Task], judge: str | None, engine: EngineSettings
) -> list[VerifiedTask]:
    say = remarks().print
    with progress_bar("verifying tasks", len(tasks)) as advance:
        async with open_standalone_reviewer(judge, say=say) as see:
            return await verify_tasks(
                program, [task.id for task in tasks],
                engine=engine, see=see, on_verified=lambda _: advance(1), say=say,
            )  # fmt: skip
