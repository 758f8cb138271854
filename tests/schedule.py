"""Which files a run of the slow tests reads, and in which order their tests start."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from zlib import crc32

ROOT = Path(__file__).resolve().parent
RARE = ("slow", "install")
"""Marks that few files use."""
LONGEST_FIRST = (
    "runs/distributed/test_ray_commands.py",
    "cli/test_cli.py",
    "test_docs.py",
    "suites/omni/test_released.py",
    "runs/distributed/test_ray_workers.py",
    "runs/distributed/test_two_nodes.py",
    "attacks/test_hostile_servers_long_messages.py",
    "apps/viewer/test_browser.py",
    "runs/test_chaos.py",
    "server_tests/test_walk.py",
    "attacks/test_leaking_secrets.py",
    "servers/test_fuzz.py",
    "checks/test_corruption.py",
    "apps/viewer/test_browser_runs.py",
    "cli/test_engine_options.py",
    "test_extending.py",
    "attacks/test_hostile_terminal_text.py",
    "test_docs_site.py",
    "agents/test_command_steps.py",
    "attacks/test_gateway_intruders.py",
    "attacks/test_hostile_agents.py",
    "apps/audit/test_browser.py",
    "apps/audit/test_browser_looks.py",
    "agents/presets/test_real.py",
    "attacks/test_hostile_servers_files.py",
    "world/scenes/test_scenes.py",
    "apps/audit/test_forged.py",
    "forge/links/test_chains.py",
    "attacks/test_escaping_paths.py",
    "attacks/test_fuzzed_files.py",
    "cli/suites/test_newcomer.py",
    "examples/test_examples.py",
)
"""Files whose tests take longest, by CPU time. They start first, so that no worker ends with one."""


def may_hold(mark: str, path: Path) -> bool:
    """Return whether the file, or a `conftest.py` of its folders below tests/, names the mark."""
    return any(mark in _text(source) for source in _sources(path))


def rank(path: Path) -> int:
    """Return the place of a file in the order in which files start."""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
    return LONGEST_FIRST.index(name) if name in LONGEST_FIRST else len(LONGEST_FIRST)


def is_in_slice(path: Path, part: str) -> bool:
    """Return whether a file of tests belongs to a part such as `1/2`. Each file belongs to one of the parts.

    Long files are dealt out in turn, so that parts take about as long.
    """
    number, _, count = part.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise ValueError(f"M3BENCH_TEST_SLICE={part}: expected a part of the files, such as 1/2.")
    name = path.relative_to(ROOT).as_posix()
    place = LONGEST_FIRST.index(name) if name in LONGEST_FIRST else crc32(name.encode())
    return place % int(count) == int(number) - 1


def _sources(path: Path) -> Iterator[Path]:
    yield path
    for folder in path.parents:
        if folder == ROOT or not folder.is_relative_to(ROOT):
            return
        yield folder / "conftest.py"


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8").lower() if path.is_file() else ""
