"""List suites, and the tasks of a suite."""

from __future__ import annotations

from m3bench.cli.console import output, print_line
from m3bench.cli.kinds.table import ListRequest
from m3bench.cli.loading import load_suite
from m3bench.core import BUILT_IN, RegistryEntry, UsageError
from m3bench.reports import print_suite
from m3bench.suites import MCP_BENCH, MCPVERSE, ORIGINAL, RELEASED, SUITES, installed_suites, released_as


def list_tasks(request: ListRequest) -> None:
    """List the tasks of a suite."""
    if len(request.names) != 1:
        raise UsageError("Name one suite, or a file of tasks.", "For example: m3bench list tasks smoke")
    (name,) = request.names
    listed, _ = load_suite(name)
    print_suite(output(), listed.tasks)
    if name in SUITES or released_as(name) is not None:
        print_line(f"digest {listed.digest}")


def list_suites(_: ListRequest) -> None:
    """List the suites that can be run."""
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
