"""`m3bench suite`: list, show, build and verify suites."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import anyio
import typer
from rich.text import Text

from m3bench.cli import options
from m3bench.cli.console import output, progress_bar, remarks
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
    require_art,
    suite_generator,
    world_of_suite,
)
from m3bench.worlds import DEFAULT_SEED, World, make_world

suite = typer.Typer(help="List, show, start, build, verify and seal suites of tasks.", no_args_is_help=True)

suite.command()(new)
suite.command()(seal)
suite.command()(reveal)
suite.command()(export)


@suite.command("list")
def list_suites(
    name: Annotated[
        str | None, typer.Argument(help="List the tasks of this suite.", show_default=False)
    ] = None,
) -> None:
    """List the suites, or the tasks of one."""
    if name is None:
        _print_suites()
        return
    found, _ = _load_suite(name)
    print_suite(output(), found.tasks)
    if name in SUITES:
        output().print(Text(f"digest {found.digest}"), soft_wrap=True)


def _print_suites() -> None:
    others = {
        ORIGINAL: f"M³-Bench's own tasks, from a folder: m3bench run {ORIGINAL} --data DIR",
        MCPVERSE: f"MCPVerse's public questions, from a file: m3bench run {MCPVERSE} --data FILE",
        MCP_BENCH: f"MCP-Bench's public tasks, from a folder: m3bench run {MCP_BENCH} --data DIR",
    }
    from_data = (RegistryEntry(name, BUILT_IN, about) for name, about in others.items())
    for row in (*SUITES.entries(), *from_data):
        what = f"broken: {row.problem}" if row.problem else row.summary
        output().print(Text(f"{row.name:12} {what}"), soft_wrap=True)
        digest = f", digest {RELEASED[row.name]}" if row.name in RELEASED and not row.problem else ""
        output().print(Text(f"{'':12} {row.source}{digest}", style="dim"), soft_wrap=True)


@suite.command()
def show(
    task_id: Annotated[
        str, typer.Argument(metavar="ID", help="Id of a task, such as smoke/warmth, or a file of one task.")
    ],
    *,
    name: Annotated[
        str | None,
        typer.Option("--suite", help="Suite or file of the task [default: the first part of the id]."),
    ] = None,
    pictures: Annotated[Path | None, typer.Option(help="Folder to write the pictures to.")] = None,
    camera: Annotated[
        CameraLevel | None,
        typer.Option(help="Write the pictures at this camera level [default: that of the task]."),
    ] = None,
    config: Annotated[
        options.Paths,
        typer.Option(
            help="MCP client configuration: say which calls of the references do not exist. Repeatable."
        ),
    ] = None,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Show a task: pictures, request, references and checks."""
    if name is None and Path(task_id).is_file():
        name, task_id = task_id, _only_task(task_id)
    found, _ = _load_suite(name or task_id.partition("/")[0])
    task = _find_task(found, task_id)
    folder = pictures or Path(tempfile.gettempdir()) / "m3bench-pictures"
    folder.mkdir(parents=True, exist_ok=True)
    shown = found if camera is None else ablate_suite(found, Pictures(camera.value), 0)
    print_task(output(), task, _write_pictures(shown, task, folder))
    if config:
        for problem in anyio.run(partial(_wrong_calls, task, config, sandbox=use_sandbox(sandbox))):
            output().print(Text(f"problem: {problem}"), soft_wrap=True)


async def _wrong_calls(task: Task, configs: Sequence[Path], *, sandbox: bool) -> list[str]:
    """Return servers of a task that fail, and calls of its references that cannot work."""
    async with Pool(ahead=0, sandbox=sandbox) as pool:
        server_set = ServerSet(pool, make_world(), configured_servers(configs), replacing=True)
        faults = await server_set.discover_tools(task.servers)
        problems = reference_checker([task], server_set).problems(task)
    return [*(f"{name}: {reason}" for name, reason in faults.items()), *problems]


@suite.command()
def build(
    out: Annotated[Path, typer.Argument(help="File of tasks to write (jsonl).")],
    *,
    seed: options.WorldSeed = DEFAULT_SEED,
    now: options.WorldNow = options.DEFAULT_NOW_TEXT,
    name: Annotated[
        str,
        typer.Option(
            "--suite",
            help="Suite whose families to build: m3, m3-camera, m3-photo, verse, cross, omni, or a Python "
            "file with a family of your own.",
        ),
    ] = "m3",
    size: options.SuiteSize = None,
    family: options.Family = None,
    config: Annotated[
        options.Paths,
        typer.Option(
            help="MCP client configuration whose servers replace those of the same names. Repeatable."
        ),
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
    for each in family or ():
        generator.family(each)
    families = list(family or generator.families)
    world = options.chosen_world(seed, now)
    ref = WorldRef(seed=world.seed, now=world.now)
    configs = tuple(str(path.resolve()) for path in config or ())
    built = build_with_progress(
        generator, families, ref, size, sandbox=use_sandbox(sandbox), configs=configs, engine=where
    )
    write(out, [each.task for each in built], format="jsonl")
    skipped = sum(len(each.skipped) for each in built)
    output().print(f"Wrote {len(built)} tasks to {out}; {skipped} draws failed and were skipped.")


@suite.command()
def verify(
    name: options.SuiteName,
    *,
    family: options.Family = None,
    limit: options.Limit = None,
    attack: Annotated[
        bool,
        typer.Option(
            "--attack", help="Also test the checks with wrong attempts and rewritten correct answers."
        ),
    ] = False,
    judge: options.Judge = None,
    config: options.Config = None,
    live: Annotated[
        bool, typer.Option("--live", help="Replace bundled servers with those of --config.")
    ] = False,
    workers: Workers = 1,
    engine: Engine = EngineKind.LOCAL,
    address: Address = None,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Execute all references again and test the checks of each task."""
    where = engine_settings(workers, engine, address)
    found, world = _load_suite(name)
    tasks = filter_families(found, family or ())[:limit]
    require_art(tasks)
    servers = frozenset(server for task in tasks for server in task.servers)
    install_third_party(servers)
    configs = tuple(str(path.resolve()) for path in config or ())
    program = VerificationProgram(
        suite=SameSuite(SuiteRef(name=name), WorldRef(seed=world.seed, now=world.now), found.digest),
        servers=servers,
        attack=attack,
        sandbox=use_sandbox(sandbox),
        reviews=judge is not None,
        configs=configs,
        live=live,
    )
    verified = anyio.run(partial(_verify, program, tasks, judge, where))
    print_verified(output(), verified, tasks, name if name not in SUITES else None)
    withstood = print_attacked(output(), verified) if attack else True
    if not withstood or any(one.problems for one in verified):
        raise typer.Exit(1)


def _load_suite(name: str) -> tuple[Suite, World]:
    ref = SuiteRef(name=name)
    world = world_of_suite(ref, WorldRef())
    return find_suite(ref, world), world.world()


def _only_task(file: str) -> str:
    """Return the id of the only task of a file."""
    tasks = _load_suite(file)[0].tasks
    if len(tasks) != 1:
        raise UsageError(
            f"{file} has {len(tasks)} tasks.",
            f"Name one: m3bench suite show ID --suite {file}. Ids: m3bench suite list {file}",
        )
    return tasks[0].id


def _find_task(found: Suite, task_id: str) -> Task:
    task = next((task for task in found.tasks if task.id == task_id), None)
    if task is None:
        ids = (task.id for task in found.tasks)
        hint = did_you_mean(task_id, ids, f"m3bench suite list {found.name}")
        raise UsageError(f"{found.name} has no task {task_id!r}.", hint)
    return task


def _write_pictures(found: Suite, task: Task, folder: Path) -> list[Path]:
    paths = []
    for name, data in found.assets(task).items():
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
                program,
                [task.id for task in tasks],
                engine=engine,
                see=see,
                on_verified=lambda _: advance(1),
                say=say,
            )
