"""`m3bench suite`: list, show, build and verify suites."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import anyio
from typer import Argument, Exit, Option, Typer

from m3bench.cli import options
from m3bench.cli.console import output, print_line, progress_bar, remarks
from m3bench.cli.engine_options import Address, Engine, Workers, engine_settings
from m3bench.cli.installing import install_third_party
from m3bench.cli.sandbox_option import Sandbox, use_sandbox
from m3bench.cli.selection import configured_servers
from m3bench.cli.suites.building import build_with_progress
from m3bench.cli.suites.export import export
from m3bench.cli.suites.new import new
from m3bench.cli.suites.seal import reveal, seal
from m3bench.core import BUILT_IN, CameraLevel, RegistryEntry, Task, UsageError
from m3bench.core.text import did_you_mean
from m3bench.curation import VerificationProgram, VerifiedTask, verify_tasks
from m3bench.formats import check_writable, write
from m3bench.hosting import Pool, SandboxMode
from m3bench.reports import print_attacked, print_suite, print_task, print_verified
from m3bench.runs import EngineKind, EngineSettings
from m3bench.runs.distributed import SameSuite
from m3bench.runs.models import open_standalone_reviewer
from m3bench.runs.serving import ServerSet, reference_checker
from m3bench.suites import (
    MCP_BENCH,
    MCPVERSE,
    ORIGINAL,
    RELEASED,
    SUITES,
    Pictures,
    Suite,
    SuiteRef,
    WorldRef,
    ablate_suite,
    filter_families,
    find_suite,
    installed_suites,
    released_as,
    require_art,
    suite_generator,
    world_of_suite,
)
from m3bench.worlds import DEFAULT_SEED, World, make_world

suite = Typer(help="List, show, start, build, verify and seal suites of tasks.", no_args_is_help=True)

suite.command()(new)
suite.command()(seal)
suite.command()(reveal)
suite.command()(export)


@suite.command("list")
def list_suites(
    name: Annotated[str | None, Argument(help="List the tasks of this suite.", show_default=False)] = None,
) -> None:
    """List the suites, or the tasks of one."""
    if name is None:
        _print_suites()
        return
    listed, _ = _load_suite(name)
    print_suite(output(), listed.tasks)
    if name in SUITES or released_as(name) is not None:
        print_line(f"digest {listed.digest}")


def _print_suites() -> None:
    others = {
        ORIGINAL: f"M³-Bench's own tasks, from a folder: m3bench run {ORIGINAL} --data DIR",
        MCPVERSE: f"MCPVerse's public questions, from a file: m3bench run {MCPVERSE} --data FILE",
        MCP_BENCH: f"MCP-Bench's public tasks, from a folder: m3bench run {MCP_BENCH} --data DIR",
    }
    from_data = (RegistryEntry(name, BUILT_IN, about) for name, about in others.items())
    for row in (*SUITES.entries(), *from_data):
        what = f"broken: {row.problem}" if row.problem else row.summary
        print_line(f"{row.name:12} {what}")
        digest = f", digest {RELEASED[row.name]}" if row.name in RELEASED and not row.problem else ""
        output().print(f"{'':12} {row.source}{digest}", style="dim", soft_wrap=True)
        earlier = installed_suites()[row.name].earlier if row.name in installed_suites() else {}
        for number, older in earlier.items():
            output().print(f"{'':12} {row.name}@{number}, digest {older}", style="dim", soft_wrap=True)


@suite.command()
def show(
    task_id: Annotated[
        str, Argument(metavar="ID", help="Id of a task, such as smoke/warmth, or a file of one task.")
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
    whole, _ = _load_suite(name or task_id.partition("/")[0])
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
    out: Annotated[Path, Argument(help="File of tasks to write (jsonl).")],
    *,
    seed: options.WorldSeed = DEFAULT_SEED,
    now: options.WorldNow = options.DEFAULT_NOW_TEXT,
    name: Annotated[
        str,
        Option(
            "--suite",
            help="Suite whose families to build: m3, m3-camera, m3-photo, verse, cross, omni, or a Python "
            "file with a family of your own.",
        ),
    ] = "m3",
    size: options.SuiteSize = None,
    family: options.Family = None,
    config: Annotated[
        options.Paths,
        Option(help="MCP client configuration whose servers replace those of the same names. Repeatable."),
    ] = None,
    workers: Workers = 1,
    engine: Engine = EngineKind.LOCAL,
    address: Address = None,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Build new tasks and execute their references."""
    check_writable(out)
    where = engine_settings(workers, engine, address)
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
    engine: Engine = EngineKind.LOCAL,
    address: Address = None,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Execute all references again and test the checks of each task."""
    where = engine_settings(workers, engine, address)
    whole, world = _load_suite(name)
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


def _load_suite(name: str) -> tuple[Suite, World]:
    ref = SuiteRef(name=name)
    world = world_of_suite(ref, WorldRef())
    return find_suite(ref, world), world.world()


def _only_task(file: str) -> str:
    """Return the id of the only task of a file."""
    tasks = _load_suite(file)[0].tasks
    if len(tasks) != 1:
        hint = f"Name one: m3bench suite show ID --suite {file}. Ids: m3bench suite list {file}"
        raise UsageError(f"{file} has {len(tasks)} tasks.", hint)
    return tasks[0].id


def _find_task(whole: Suite, task_id: str) -> Task:
    tasks = {task.id: task for task in whole.tasks}
    if task_id not in tasks:
        hint = did_you_mean(task_id, tasks, f"m3bench suite list {whole.name}")
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
