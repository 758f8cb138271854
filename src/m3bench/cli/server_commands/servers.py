"""`m3bench servers`: check, call, test and convert servers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import anyio
import msgspec
from rich.console import Console
from typer import Argument, Exit, Option, Typer

from m3bench.caching import cache_folder
from m3bench.cli import options
from m3bench.cli.console import output, print_line, remarks
from m3bench.cli.installing import CONCURRENCY
from m3bench.cli.sandbox_option import Sandbox, use_sandbox
from m3bench.cli.selection import Selection, collection_by_server, select
from m3bench.cli.server_commands.pool import print_schema_problems, server_pool, tool_listings
from m3bench.cli.server_commands.registry import export_server, import_server_file
from m3bench.cli.server_commands.testing import run_test
from m3bench.core import Call, Media, Result, Text, UsageError, artefacts_in
from m3bench.core.redaction import redactor
from m3bench.formats import write_atomically
from m3bench.formats.io import recorded_path_inside
from m3bench.hosting import (
    SandboxMode,
    ServerCheck,
    ServerSpec,
    Toolbox,
    check_servers,
)
from m3bench.hosting.process import logs_of
from m3bench.hosting.workspace import fill_workspace
from m3bench.reports import print_checks

servers = Typer(
    help="Check, call and test MCP servers, and convert their configurations.", no_args_is_help=True
)
servers.command("import")(import_server_file)
servers.command("export")(export_server)

Names = Annotated[list[str] | None, Argument(help="Names of servers.")]
Bundled = Annotated[bool, Option("--bundled", help="The servers that come with m3bench.")]
Concurrency = Annotated[int, Option(min=1, help="Number of servers at a time.")]
Configs = Annotated[
    list[Path] | None,
    Option(
        "--config",
        "-c",
        help="Client configuration with servers: Claude Desktop, Cursor, VS Code. Repeatable.",
    ),
]

Files = Annotated[list[Path] | None, Option(help="Put a copy of this file into the workspace. Repeatable.")]


@servers.command()
def check(
    names: Names = None,
    config: Configs = None,
    *,
    concurrency: Concurrency = CONCURRENCY,
    sandbox: Sandbox = SandboxMode.AUTO,
    bundled: Bundled = False,
    json_path: Annotated[Path | None, options.json_file("Write the results here.")] = None,
) -> None:
    """Start servers, list their tools and make one call each. Without names, check all installed servers.

    Exits with 1 if a server failed. A server of which no tool can be called safely is not said to work.
    """
    selected = select(names, config, bundled=bundled)
    if not selected.specs:
        hint = "Install one with m3bench install servers NAME. All names: m3bench list servers --all"
        raise UsageError("No server is installed.", hint)
    checks = anyio.run(partial(_check, selected, concurrency, sandbox=use_sandbox(sandbox)))
    print_checks(output(), checks, collection_by_server() if bundled else None)
    if json_path:
        records = [
            msgspec.to_builtins(server) | {"passed": server.passed, "works": server.works}
            for server in checks
        ]
        write_atomically(json_path, [json.dumps(records, indent=1).encode(), b"\n"])
    if not all(server.passed for server in checks):
        raise Exit(1)


servers.command("test")(run_test)


@servers.command()
def call(
    tool: Annotated[str, Argument(help="Name of the tool, as server/tool.")],
    arguments: Annotated[str, Argument(help="Arguments as JSON.")] = "{}",
    *,
    config: Configs = None,
    file: Files = None,
    save: Annotated[Path | None, Option(help="Folder for returned and written files.")] = None,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Call a tool and show its result and outcome. It works in a workspace that is deleted at the end."""
    specs = select([tool.partition("/")[0]], config).specs
    given = {path.name: _content(path) for path in file or ()}
    answer = anyio.run(
        partial(_call, specs, Call(tool, arguments), given, save, sandbox=use_sandbox(sandbox))
    )
    if answer.result:
        _show(output(), answer.result, save)
    output().print(f"outcome: {answer.outcome}", style="bold")
    if answer.outcome is None or not answer.outcome.executed:
        raise Exit(1)


@servers.command()
def logs(
    name: Annotated[str, Argument(help="Name of a server.")],
    lines: Annotated[int, Option(help="Number of lines to show, from the end.")] = 40,
) -> None:
    """Show the log of a server from its last run by `m3bench servers`."""
    files = logs_of(cache_folder("servers") / "logs", name)
    if not files:
        raise UsageError(f"There is no log of {name!r} yet.", f"Run it first: m3bench servers check {name}")
    print_line("\n".join(files[-1].read_text(errors="replace").splitlines()[-lines:]))


async def _check(selected: Selection, concurrency: int, *, sandbox: bool) -> list[ServerCheck]:
    console, specs, proofs = remarks(), selected.specs, selected.proofs
    with console.status(f"checking {len(specs)} servers") as status:
        left = [spec.name for spec in specs]

        def done(server: ServerCheck) -> None:
            left.remove(server.name)
            status.update(f"{len(left)} of {len(specs)} servers to go")

        async with server_pool(sandbox=sandbox) as pool:
            return await check_servers(
                pool, specs, proofs, at_once=concurrency, listings=tool_listings(), done=done
            )


async def _call(
    specs: list[ServerSpec], wanted: Call, given: dict[str, bytes], save: Path | None, *, sandbox: bool
) -> Call:
    """Make a call in a workspace with the given files. Save what it writes there."""
    async with server_pool(sandbox=sandbox) as pool, pool.lease(specs, ahead=0) as lease:
        fill_workspace(lease.workspace, given)
        toolbox = await Toolbox.mount(lease.host)
        for name, reason in {**lease.host.faults, **toolbox.problems}.items():
            raise UsageError(f"{name}: {reason}", f"Its log: m3bench servers logs {name}")
        (answer,) = await toolbox.run([wanted])
        print_schema_problems(toolbox)
        if save is not None and answer.result is not None:
            _save_written(lease.workspace, artefacts_in(answer.result.meta).wrote, save)
        return answer


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        raise UsageError(f"{path} cannot be read: {problem.strerror}.", "Give --file a file.") from None


def _save_written(workspace: Path, names: Sequence[str], save: Path) -> None:
    """Copy the files that a bundled tool wrote."""
    for name in names:
        target = recorded_path_inside(save, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(target, [redactor().data(recorded_path_inside(workspace, name).read_bytes())])
        output().print(f"saved {target}")


def _show(console: Console, result: Result, save: Path | None) -> None:
    for number, part in enumerate(result.content, start=1):
        if isinstance(part, Media) and part.data is not None and save is not None:
            save.mkdir(parents=True, exist_ok=True)
            path = save / f"{number}.{part.media_type.rpartition('/')[2]}"
            write_atomically(path, [redactor().data(part.data)])
            console.print(f"saved {path}")
        elif isinstance(part, Media):
            size = f", {len(part.data)} bytes (use --save FOLDER to keep it)" if part.data is not None else ""
            console.print(f"{part.media_type} {part.uri or ''}{size}")
        else:
            text = part.text if isinstance(part, Text) else json.dumps(part.value)
            console.print(text, soft_wrap=True)
