"""`m3bench servers`: list, install, check and call servers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import anyio
import msgspec
from rich.console import Console
from typer import Argument, Exit, Option, Typer

from m3bench.caching import cache_folder
from m3bench.cli import options
from m3bench.cli.console import output, print_json, print_line, remark, remarks
from m3bench.cli.installing import AT_ONCE, install_with_progress
from m3bench.cli.listing import print_entries
from m3bench.cli.sandbox_option import Sandbox, use_sandbox
from m3bench.cli.selection import Selection, configured_servers, select
from m3bench.cli.server_commands import export_server, import_server_file, run_test
from m3bench.core import BUILT_IN, Call, Media, RegistryEntry, Result, Text, UsageError, artefacts_in
from m3bench.core.redaction import redactor
from m3bench.formats import write_atomically
from m3bench.formats.io import recorded_path_inside
from m3bench.hosting import (
    CatalogEntry,
    Environments,
    Pool,
    SandboxMode,
    ServerCheck,
    ServerSpec,
    Toolbox,
    ToolListStore,
    check_servers,
    load_catalog,
)
from m3bench.hosting.catalog import preset_entries, presets
from m3bench.hosting.process import logs_of, prune_logs
from m3bench.hosting.workspace import fill_workspace
from m3bench.reports import print_checks, print_servers, print_tools
from m3bench.runs.serving import needed_packages
from m3bench.servers import INSTALLED, SERVERS, servers_by_collection
from m3bench.suites import SUITES, SuiteRef, WorldRef, find_suite

_LOGS_KEPT = 5

servers = Typer(help="List, install, check and call MCP servers.", no_args_is_help=True)
servers.command("import")(import_server_file)
servers.command("export")(export_server)

Names = Annotated[list[str] | None, Argument(help="Names of servers.")]
Bundled = Annotated[bool, Option("--bundled", help="The servers that come with m3bench.")]
AtOnce = Annotated[int, Option(min=1, help="Number of servers at a time.")]
Configs = Annotated[
    list[Path] | None,
    Option(
        "--config",
        "-c",
        help="Client configuration with servers: Claude Desktop, Cursor, VS Code. Repeatable.",
    ),
]

Files = Annotated[list[Path] | None, Option(help="Put a copy of this file into the workspace. Repeatable.")]


@servers.command("list")
def list_servers(
    words: Annotated[list[str] | None, Argument(help="Words to search for.")] = None,
    config: Configs = None,
    everything: Annotated[bool, Option("--all", help="Include servers that are not installed.")] = False,
    collection: Annotated[
        str | None, Option(help=f"Only bundled servers of a collection: {', '.join(INSTALLED)}.")
    ] = None,
) -> None:
    """List bundled, plugin and installed servers; with --all, the whole catalog."""
    if collection is not None:
        _print_collection(collection, words or [])
        return
    catalog, environments = load_catalog(), Environments()
    if config:
        print_servers(output(), [(spec, None) for spec in configured_servers(config)])
        return
    known = _print_own(words or [])
    entries = catalog.search(" ".join(words or []))
    rows = [(catalog.spec(entry.name, environments), entry) for entry in entries]
    shown = [row for row in rows if everything or row[0].available]
    if shown or not known:
        print_servers(output(), shown)
    if len(shown) < len(rows):
        remarks().print(f"{len(rows) - len(shown)} more in the catalog are not installed: --all shows them.")


def _print_own(words: Sequence[str]) -> int:
    """Print bundled servers and those of plugins. Return their number."""
    rows = _matching(SERVERS.entries(), words)
    if rows:
        print_entries("Server", rows, _collections())
        output().print()
    return len(rows)


def _print_collection(collection: str, words: Sequence[str]) -> None:
    """Print the bundled servers of a collection."""
    if collection not in INSTALLED:
        raise UsageError(f"There is no collection {collection!r}.", f"Collections: {', '.join(INSTALLED)}.")
    names = servers_by_collection().get(collection, ())
    rows = [row for row in SERVERS.entries() if row.name in names]
    on_request = INSTALLED[collection].on_request
    rows += [RegistryEntry(name, BUILT_IN, on_request[name].purpose.rstrip(".")) for name in on_request]
    print_entries("Server", _matching(rows, words), dict.fromkeys((*names, *on_request), collection))


def _matching(rows: Sequence[RegistryEntry], words: Sequence[str]) -> list[RegistryEntry]:
    """Return the rows that contain all words."""
    wanted = [word.casefold() for word in words]
    return [row for row in rows if all(word in f"{row.name} {row.summary}".casefold() for word in wanted)]


def _collections() -> dict[str, str]:
    """Return the collection of each bundled server."""
    return {name: collection for collection, names in servers_by_collection().items() for name in names}


@servers.command()
def install(
    names: Annotated[list[str] | None, Argument(help="Names from the catalog.")] = None,
    *,
    preset: Annotated[
        str | None, Option(help="A named set: verse-65, verse-all, or a suite for all that its tasks need.")
    ] = None,
    at_once: AtOnce = AT_ONCE,
    again: Annotated[bool, Option("--again", help="Remove and install again.")] = False,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Install servers of the catalog, each in its own environment, and keep the lists of their tools.

    The same command continues after an interruption: what is complete stays.
    """
    entries = _chosen(names or [], preset)
    done = install_with_progress(entries, sandbox=use_sandbox(sandbox), at_once=at_once, again=again)
    failed = [installation for installation in done if installation.problem]
    for installation in failed:
        remark(f"{installation.entry.name}: {installation.problem}")
    tools = sum(installation.tools or 0 for installation in done)
    output().print(f"{len(done) - len(failed)} of {len(done)} servers are ready: {tools} tools")
    if failed:
        raise Exit(1)


def _chosen(names: Sequence[str], preset: str | None) -> list[CatalogEntry]:
    if not names and preset is None:
        hint = f"Name servers of the catalog, or a preset: {', '.join(presets())}, or a suite such as verse."
        raise UsageError("No server was named.", hint)
    catalog = load_catalog()
    chosen = [*map(catalog.find, names), *(_preset(preset) if preset else ())]
    return list({entry.name: entry for entry in chosen}.values())


def _preset(name: str) -> Iterable[CatalogEntry]:
    """Return the servers of a preset, or those of the catalog that a suite needs."""
    if name in presets() or name not in SUITES:
        return preset_entries(name)
    suite = find_suite(SuiteRef(name=name), WorldRef())
    return needed_packages(sorted({server for task in suite.tasks for server in task.servers})).values()


@servers.command()
def remove(names: Annotated[list[str], Argument(help="Names of installed servers.")]) -> None:
    """Remove installed servers with their environments."""
    environments = Environments()
    for name in names:
        output().print(f"{name}: {'removed' if environments.remove(name) else 'was not installed'}")


@servers.command()
def check(
    names: Names = None,
    config: Configs = None,
    *,
    at_once: AtOnce = AT_ONCE,
    sandbox: Sandbox = SandboxMode.AUTO,
    bundled: Bundled = False,
    json_path: Annotated[Path | None, options.json_file("Write the results here.")] = None,
) -> None:
    """Start servers, list their tools and make one call each. Without names, check all installed servers.

    Exits with 1 if a server failed. A server of which no tool can be called safely is not said to work.
    """
    selected = select(names, config, bundled=bundled)
    if not selected.specs:
        hint = "Install one with m3bench servers install NAME. All names: m3bench servers list --all"
        raise UsageError("No server is installed.", hint)
    checks = anyio.run(partial(_check, selected, at_once, sandbox=use_sandbox(sandbox)))
    print_checks(output(), checks, _collections() if bundled else None)
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
def tools(
    names: Names = None,
    config: Configs = None,
    bundled: Bundled = False,
    as_json: Annotated[bool, Option("--json", help="Print names, descriptions and schemas as JSON.")] = False,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Show the tools of servers."""
    specs = select(names, config, bundled=bundled).specs
    listed = anyio.run(partial(_tools, specs, sandbox=use_sandbox(sandbox)))
    if as_json:
        print_json(listed)
    else:
        print_tools(output(), listed)


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


def _pool(**options: Any) -> Pool:
    """Return a pool that keeps the latest logs. Workspaces are deleted when the command ends."""
    logs = cache_folder("servers") / "logs"
    prune_logs(logs, _LOGS_KEPT)
    return Pool(logs=logs, **options)


def _listings() -> ToolListStore:
    return ToolListStore(cache_folder("servers") / "listings")


async def _check(selected: Selection, at_once: int, *, sandbox: bool) -> list[ServerCheck]:
    console, specs, proofs = remarks(), selected.specs, selected.proofs
    with console.status(f"checking {len(specs)} servers") as status:
        left = [spec.name for spec in specs]

        def done(server: ServerCheck) -> None:
            left.remove(server.name)
            status.update(f"{len(left)} of {len(specs)} servers to go")

        async with _pool(sandbox=sandbox) as pool:
            return await check_servers(pool, specs, proofs, at_once=at_once, listings=_listings(), done=done)


async def _tools(specs: list[ServerSpec], *, sandbox: bool) -> list[dict[str, Any]]:
    async with _pool(listings=_listings(), sandbox=sandbox) as pool:
        async with pool.lease(specs, ahead=0) as lease:
            toolbox = await Toolbox.mount(lease.host)
        for name, reason in {**lease.host.faults, **toolbox.problems}.items():
            remarks().print(f"{name}: {reason}")
        for name, reason in toolbox.refused.items():
            remark(f"{name} is left out: {reason}")
        _print_schema_problems(toolbox)
    return [
        {"name": tool.full_name, "description": tool.description, "inputSchema": tool.input_schema}
        for tool in toolbox.tools
    ]


async def _call(
    specs: list[ServerSpec], wanted: Call, given: dict[str, bytes], save: Path | None, *, sandbox: bool
) -> Call:
    """Make a call in a workspace with the given files. Save what it writes there."""
    async with _pool(sandbox=sandbox) as pool, pool.lease(specs, ahead=0) as lease:
        fill_workspace(lease.workspace, given)
        toolbox = await Toolbox.mount(lease.host)
        for name, reason in {**lease.host.faults, **toolbox.problems}.items():
            raise UsageError(f"{name}: {reason}", f"Its log: m3bench servers logs {name}")
        (answer,) = await toolbox.run([wanted])
        _print_schema_problems(toolbox)
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


def _print_schema_problems(toolbox: Toolbox) -> None:
    for name, problem in toolbox.schema_problems.items():
        remark(f"{name}: {problem.reason}; its arguments are not checked")


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
