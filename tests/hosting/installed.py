"""Servers of the catalog that are installed without an installer: small ones under the names of real ones."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from m3bench.hosting import Environments, Tool, load_catalog
from m3bench.hosting.catalog.environments import MARKER, Installed

SMALL = Path(__file__).with_name("servers") / "small.py"
SHARED = "mcp-server-calculator"
TASK = "mcp-filesystem"
STARTS = "starts.log"


def script(further: Sequence[str], log: Path) -> str:
    """The program of a small server, as an installer would leave it."""
    arguments = f"['small', {','.join(further)!r}, {str(log)!r}]"
    code = f"import runpy, sys\nsys.argv = {arguments}\nrunpy.run_path({str(SMALL)!r}, run_name='__main__')\n"
    return f"#!{sys.executable} -IS\n{code}"


def install_small(
    environments: Environments, name: str, *, tools: Sequence[str] = (), kept: Sequence[Tool] | None = None
) -> Path:
    """Put a small server where a server of the catalog would be installed; return its log of starts.

    With `kept`, its tool list is there as well, and need not be true.
    """
    entry = load_catalog().find(name)
    folder = environments.folder(name)
    (folder / "bin").mkdir(parents=True)
    program = entry.program(folder)
    program.write_text(script(tools, folder / STARTS))
    program.chmod(0o755)
    (folder / "bin" / "python").symlink_to(sys.executable)
    marker = Installed(
        name=name, registry=entry.registry, package=entry.package, version=entry.version,
        digest=entry.digest, folder=str(folder),
    )  # fmt: skip
    (folder / MARKER).write_bytes(msgspec.json.encode(marker))
    if kept is not None:
        environments.tool_list(name).put(list(kept))
    return folder / STARTS


def tools_of(name: str, *tools: str) -> list[Tool]:
    """Tools as a small server lists them."""
    listed = ("count", "note", "grow", *tools)
    return [
        Tool(server=name, name=tool, description=tool, input_schema={"type": "object"}) for tool in listed
    ]


def starts(log: Path) -> int:
    """How often a small server was started."""
    return len(log.read_text().splitlines()) if log.exists() else 0


def is_alive(log: Path) -> bool:
    """Whether the process that was started last still runs."""
    pid = int(log.read_text().split()[-1])
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
