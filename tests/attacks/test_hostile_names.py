"""An agent that leaves files with odd names: not UTF-8, line breaks, escapes, 255 bytes, turned around."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from m3bench.apps.viewer import Library
from m3bench.apps.viewer.api import Parameters, ViewerApi
from m3bench.core import Status
from m3bench.core.text import name_from_record, recorded_name
from m3bench.encoders import load_encoder
from m3bench.hosting import sandbox_problem
from m3bench.runs import FinishedAttempt, read_journal
from m3bench.scoring import Scorer
from tests.attacks.command_line import Command
from tests.attacks.probes import PYTHON
from tests.attacks.programs.odd_names import NAMES, content
from tests.attacks.run_folders import FAST, PICTURED
from tests.attacks.test_hostile_terminal_text import assert_clean
from tests.runs.processes import completed

PROGRAM = Path(__file__).parent / "programs" / "odd_names.py"
WAYS = {"here": (), "by workers": ("--workers", "2")}
"""Where attempts are made."""


def odd_run(path: Path, *options: str) -> Path:
    """Run the agent with odd names on the smoke suite, as its user would."""
    (path / "programs").mkdir()
    program = shutil.copy(PROGRAM, path / "programs")
    sandbox = () if sandbox_problem() is None else ("--sandbox", "off")
    agent = ("--agent", f"command:{PYTHON} {program}")
    code, said = completed(["smoke", *agent, "--out", str(path / "run"), *sandbox, *options])
    assert code == 0, said
    assert_clean(said.encode(), terminal=False)
    return path / "run"


@pytest.fixture(scope="module", params=WAYS)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return odd_run(tmp_path_factory.mktemp("odd"), *WAYS[request.param])


@pytest.fixture
def attempts(run: Path) -> list[FinishedAttempt]:
    found = [each for each in read_journal(run / "journal.jsonl") if isinstance(each, FinishedAttempt)]
    assert len(found) == 6
    return found


@pytest.fixture
def viewer(run: Path) -> Iterator[ViewerApi]:
    library = Library(run.parent)
    yield ViewerApi(library, lambda: Scorer(encoder=load_encoder("hashing")))
    library.close()


def test_attempts_count(run: Path, attempts: list[FinishedAttempt]) -> None:
    """odd names end the run, or make the attempt a failure of the harness."""
    assert {attempt.trajectory.status for attempt in attempts} == {Status.COMPLETED}
    assert not (run / "errors").exists()


@pytest.mark.parametrize("kind", NAMES)
def test_names_are_recorded_and_kept(
    kind: str, run: Path, attempts: list[FinishedAttempt], viewer: ViewerApi
) -> None:
    """a file, folder or link has a name that cannot be recorded, kept or looked at."""
    name = NAMES[kind]
    recorded = recorded_name(os.fsdecode(name))
    assert os.fsencode(name_from_record(recorded)) == name
    for attempt in attempts:
        added = set(attempt.changes.added)
        assert {
            recorded,
            f"folders/{recorded}",
            f"folders/{recorded}/{recorded}",
            f"links/{recorded}",
        } <= added
        assert attempt.workspace is not None
        kept = run / attempt.workspace
        assert (kept / name_from_record(f"folders/{recorded}/{recorded}")).read_bytes() == content(name)
        assert os.fsencode((kept / name_from_record(f"links/{recorded}")).readlink()) == name
    where = {"run": run.name, "task": attempts[0].task_id, "epoch": "1", "try": "1"}
    for path in (recorded, f"folders/{recorded}/{recorded}"):
        assert viewer.file(Parameters({**where, "path": path})) == content(name)


COMMANDS: dict[str, list[tuple[str, ...]]] = {
    "verify": [("runs", "verify", "{run}")],
    "score": [("score", "{run}", *FAST), ("score", "{run}", *FAST, "--explain", PICTURED)],
    "report": [("report", "{run}", "--out", "{out}/report.html", *FAST)],
    "check": [("judge", "undecided", "{run}", "--all")],
    "convert": [("convert", "{run}", "{out}/run.jsonl")],
    "view": [("view", "{run}", "--export", "{out}/pages")],
    "resume": [("run", "--resume", "{run}")],
    "leaderboard": [
        ("leaderboard", "submit", "{run}", "--system", "odd", "--out", "{out}/odd.m3bench"),
        ("leaderboard", "build", "{out}", "--out", "{out}/site", "--strict", *FAST),
    ],
}


@pytest.mark.parametrize("run", ["here"], indirect=True)
@pytest.mark.parametrize("verb", COMMANDS)
def test_commands_on_the_run(verb: str, run: Path, tmp_path: Path, command: Command) -> None:
    """a command meets a run with odd names in it."""
    for arguments in COMMANDS[verb]:
        said = command(*(argument.format(run=run, out=tmp_path) for argument in arguments))
        assert said.code == 0, said
        assert_clean(f"{said.out}{said.err}".encode(), terminal=False)
