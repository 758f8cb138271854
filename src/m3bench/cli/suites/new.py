"""`m3bench suite new`: a file of tasks with one task that works."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import anyio
from typer import Argument, Option

from m3bench.cli import options
from m3bench.cli.console import print_line, remark
from m3bench.cli.sandbox_option import Sandbox, use_sandbox
from m3bench.cli.selection import configured_servers
from m3bench.core import Task, UsageError
from m3bench.core.text import did_you_mean, shorten
from m3bench.curation.scaffold import MadeCall, Trial, find_call, first_task, make_call
from m3bench.formats import check_writable, jsonl, write_atomically
from m3bench.hosting import Pool, SandboxMode, ServerSpec, Toolbox, ToolHost
from m3bench.runs.serving import ServerSet, own_servers
from m3bench.servers import SERVERS
from m3bench.worlds import make_world

_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,59}", re.ASCII)
_BUNDLED = ("weather/get_weather", '{"location": "Tokyo, Japan", "units": "metric"}')
_LONGEST = 100


def new(
    name: Annotated[str, Argument(help="Name of the suite. Its file is NAME.json.", show_default=False)],
    *,
    config: options.Config = None,
    tool: Annotated[
        str | None,
        Option(metavar="SERVER/TOOL", help="Tool of the first task [default: one that only reads]."),
    ] = None,
    arguments: Annotated[str | None, Option(help="Arguments for --tool, as JSON.")] = None,
    folder: Annotated[Path, Option("--dir", help="Folder of the file.", show_default=False)] = Path(),
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Write a file of tasks with one task that works, made from a real call of a server.

    With --config, a tool of that configuration is called; otherwise one of a bundled server.
    """
    path = _target(name, folder)
    specs = _specs(config or ())
    if not specs and tool is None:
        tool, arguments = _BUNDLED[0], arguments or _BUNDLED[1]
    given = _arguments(arguments, tool)
    made = anyio.run(partial(_call, specs, tool, given, sandbox=bool(specs) and use_sandbox(sandbox)))
    task = first_task(name, made)
    text = json.dumps([jsonl.json_of(task)], indent=2, ensure_ascii=False)  # to be edited by a person
    write_atomically(path, [text.encode(), b"\n"])
    _say(path, task, made, config or ())


def _target(name: str, folder: Path) -> Path:
    if not _NAME.fullmatch(name):
        hint = "Use letters, digits, '-', '_' and '.', such as my-suite; name a folder with --dir."
        raise UsageError(f"{shorten(name, _LONGEST)!r} is not a name of a suite.", hint)
    path = folder / f"{name.removesuffix('.json')}.json"
    if path.exists():
        raise UsageError(f"{path} exists already, and is left as it is.", "Choose another name or --dir.")
    folder.mkdir(parents=True, exist_ok=True)
    check_writable(path)
    return path


def _specs(configs: Sequence[Path]) -> list[ServerSpec]:
    """Return the servers of configurations. Raises if none can be started."""
    specs = configured_servers(configs)
    bundled = next((spec.name for spec in specs if spec.name in own_servers()), None)
    if bundled is not None:
        hint = "Rename yours in its configuration file."
        raise UsageError(f"A bundled server is also called {bundled}.", hint)
    for spec in specs:
        if reason := spec.unavailable_because:
            remark(f"{spec.name} is left out: {reason}")
    usable = [spec for spec in specs if spec.available]
    if configs and not usable:
        raise UsageError("No server of the configuration can be started.", "See the reasons above.")
    return usable


def _arguments(text: str | None, tool: str | None) -> dict[str, Any]:
    if text is None:
        return {}
    if tool is None:
        raise UsageError("--arguments needs --tool.", "Name the tool: --tool SERVER/TOOL")
    try:
        arguments = json.loads(text)
    except (ValueError, RecursionError):
        arguments = None
    if not isinstance(arguments, dict):
        raise UsageError("--arguments is not a JSON object.", """Write it as '{"city": "Paris"}'.""")
    return arguments


async def _call(
    specs: Sequence[ServerSpec], tool: str | None, arguments: dict[str, Any], *, sandbox: bool
) -> MadeCall:
    async with Pool(ahead=0, sandbox=sandbox) as pool:
        servers = ServerSet(pool, make_world(), specs)
        async with servers.lease(_names(specs, tool)) as (_, host):
            toolbox = await _mounted(host)
            if tool is None:
                made, trials = await find_call(toolbox)
            else:
                _require_tool(toolbox, tool)
                made, trial = await make_call(toolbox, tool, arguments)
                trials = [trial]
    if made is None:
        raise _no_call(trials, tool)
    return made


def _names(specs: Sequence[ServerSpec], tool: str | None) -> list[str]:
    """Return the servers to mount: the one of the tool, or all of the configuration."""
    known = [spec.name for spec in specs] or list(SERVERS)
    if tool is None:
        return known
    server = tool.partition("/")[0]
    if "/" not in tool or server not in known:
        hint = did_you_mean(server, known, f"Servers: {shorten(', '.join(known), _LONGEST)}.")
        raise UsageError(f"There is no server {server!r} for --tool {tool}.", hint)
    return [server]


async def _mounted(host: ToolHost) -> Toolbox:
    toolbox = await Toolbox.mount(host)
    faults = {**getattr(host, "faults", {}), **toolbox.problems}
    if not toolbox.tools:
        said = "; ".join(f"{name}: {reason}" for name, reason in faults.items()) or "they list none"
        hint = "Try them: m3bench servers check --config FILE"
        raise UsageError(f"The servers offer no tools: {said}", hint)
    for name, reason in faults.items():
        remark(f"{name} is left out: {reason}")
    return toolbox


def _require_tool(toolbox: Toolbox, tool: str) -> None:
    if toolbox.tool(tool) is None:
        names = [offered.full_name for offered in toolbox.tools]
        listed = f"Its tools: {shorten(', '.join(names), 4 * _LONGEST)}."
        raise UsageError(f"There is no tool {tool!r}.", did_you_mean(tool, names, listed))


def _no_call(trials: Sequence[Trial], tool: str | None) -> UsageError:
    rows = [f"  {trial.tool} {json.dumps(trial.arguments)}  {trial.outcome}" for trial in trials]
    hint = """Name a call that works: --tool SERVER/TOOL --arguments '{"name": "value"}'"""
    if not rows:
        return UsageError("The servers have no tool that only reads.", hint)
    what = "No call gave an answer to ask for" if tool is None else "The call gave no answer to ask for"
    return UsageError("\n".join([f"{what}:", *rows]), hint)


def _say(path: Path, task: Task, made: MadeCall, configs: Sequence[Path]) -> None:
    extra = "".join(f" --config {shlex.quote(str(config))}" for config in configs)
    file = shlex.quote(str(path))
    print_line(f"Wrote {path} with the task {task.id}.")
    print_line(f"called  {made.call.name} {json.dumps(made.call.arguments, ensure_ascii=False)}")
    print_line(f"answer  {task.answer}")
    print_line(f"verify  m3bench suite verify {file}{extra}")
    print_line(f"run     m3bench run {file}{extra} --agent reference")
    print_line("Then write the request as your users would, and add tasks: see docs/own-suites.md")
