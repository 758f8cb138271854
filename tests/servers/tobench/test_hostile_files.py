"""Every tool that reads a file refuses a broken or harmful one, with advice, in little time and memory."""

from __future__ import annotations

import itertools
import resource
from pathlib import Path

import pytest

from m3bench.servers import Files, ToolFailure, load
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from tests.attacks.memory import peak_kilobytes, reset_peak
from tests.servers.tobench.hostile_files import ANY, HOSTILE, KINDS, ODD, Reading, good_files, readings

MOST_SECONDS, MOST_KILOBYTES = 20.0, 1_000_000
"""CPU seconds count double where tests share the cores: alone, the slowest file takes 5.5."""
WORLD = World()
PAIRS = [
    (server, kind) for server in KINDS for kind in HOSTILE if next(readings(server, kind), None) is not None
]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Good files and hostile ones, which are made when a test names them."""
    folder = tmp_path_factory.mktemp("workspace")
    good_files(folder)
    return folder


def seconds_used() -> float:
    """CPU time of this process and of the workers that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def refusal(server: str, reading: Reading, workspace: Path, file: str, good: str) -> str | None:
    """Return why the tool refuses the file; None for an answer. Fails if it takes too much."""
    arguments = reading.arguments(server, file, good)
    seconds, kilobytes = seconds_used(), reset_peak()
    try:
        load(server).call(ToolContext(WORLD, Files(workspace)), reading.tool, arguments)
    except ToolFailure as failure:
        return str(failure)
    finally:
        assert seconds_used() - seconds < MOST_SECONDS, (reading, file)
        assert peak_kilobytes() - kilobytes < MOST_KILOBYTES, (reading, file)
    return None


def left_over(server: str, kind: str, workspace: Path) -> list[str]:
    """Return the readings that gave an answer, or whose refusal is about something else than the file."""
    problems = []
    # An empty file is a text.
    for name, make in (HOSTILE[kind] if kind == "txt" else ANY | HOSTILE[kind]).items():
        file = f"hostile.{kind}"
        (workspace / file).write_bytes(make(workspace))
        for reading in readings(server, kind):
            words = refusal(server, reading, workspace, file, KINDS[server][0])
            if words is None or not (file in words or f"'{reading.parameter}" in words):
                problems.append(f"{reading.tool}, {reading.parameter}, {name}: {words}")
    return problems


@pytest.mark.parametrize(("server", "kind"), PAIRS)
def test_broken_and_harmful_files_are_refused(server: str, kind: str, workspace: Path) -> None:
    assert left_over(server, kind, workspace) == []


@pytest.mark.parametrize(
    ("server", "tool"),
    [
        ("word", "read_paragraphs"),
        ("slides", "list_slides"),
        ("pdf", "get_info"),
        ("sheets", "list_sheets"),
        ("archives", "list_archive"),
        ("audio", "get_audio_info"),
        ("video", "probe"),
        ("image-toolkit", "info"),
        ("text", "count_words"),
    ],
)
def test_whole_files_are_read(server: str, tool: str, workspace: Path) -> None:
    file = f"good.{KINDS[server][0]}"
    assert refusal(server, Reading(tool, "path"), workspace, file, KINDS[server][0]) is None


def test_a_table_of_empty_lines_is_refused(workspace: Path) -> None:
    (workspace / "lines.csv").write_bytes(b"\n" * 100_000)
    arguments = {"csv_path": "lines.csv", "path": "out.xlsx"}
    with pytest.raises(ToolFailure, match="cells"):
        load("sheets").call(ToolContext(WORLD, Files(workspace)), "import_csv", arguments)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("server", "kind", "name"),
    [(server, kind, name) for server, kind in PAIRS if kind in ODD for name in ODD[kind]],
)
def test_files_that_take_time_or_memory(server: str, kind: str, name: str, workspace: Path) -> None:
    file = f"odd.{kind}"
    (workspace / file).write_bytes(ODD[kind][name](workspace))
    for reading in itertools.islice(readings(server, kind), 12):
        words = refusal(server, reading, workspace, file, KINDS[server][0])
        assert words is None or file in words or "'" in words
