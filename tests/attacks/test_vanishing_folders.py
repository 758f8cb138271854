"""Run folders that go away, may not be written to, or have names that no file can have."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import anyio
import pytest

from m3bench.core import M3BenchError
from m3bench.runs import FinishedAttempt, Halt, RunLimits, RunSettings, read_run, run_settings, start_run
from m3bench.runs.engine.events import SilentWatcher
from tests.attacks.command_line import Command
from tests.hanging import HANG_SECONDS
from tests.runs.jury import made_run
from tests.runs.sums import sums_file

ONE_AT_A_TIME = RunLimits(concurrency=1)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(capsys, monkeypatch)


@pytest.fixture
def open_place() -> Iterator[Path]:
    """A folder that other users may look into: pytest's own is closed to them."""
    path = Path(tempfile.mkdtemp(prefix="m3bench-attack-"))
    path.chmod(0o755)
    yield path
    subprocess.run(["chmod", "-R", "u+rwX", str(path)], check=True)
    shutil.rmtree(path)


class Saboteur(SilentWatcher):
    """Does something to the run folder once a few attempts have ended, and counts what is claimed."""

    def __init__(self, harm: Callable[[], object], after: int = 2) -> None:
        self._harm, self._after = harm, after
        self.claimed: list[str] = []
        self.words: list[str] = []

    def ended(self, record: FinishedAttempt) -> None:
        self.claimed.append(record.task_id)
        if len(self.claimed) == self._after:
            self._harm()

    def said(self, text: str) -> None:
        self.words.append(text)


def delete(run: Path, beside: Path) -> None:
    shutil.rmtree(run)


def move(run: Path, beside: Path) -> None:
    run.rename(beside / "moved")


def replace(run: Path, beside: Path) -> None:
    run.rename(beside / "moved")
    shutil.copytree(beside / "moved", run)


def delete_journal(run: Path, beside: Path) -> None:
    (run / "journal.jsonl").unlink()


def swap_journal(run: Path, beside: Path) -> None:
    (run / "journal.jsonl").rename(beside / "old.jsonl")
    (run / "journal.jsonl").write_bytes(b"")


@pytest.mark.parametrize("harm", [delete, move, replace, delete_journal, swap_journal])
def test_a_folder_that_goes_away_ends_the_run(harm: Callable[[Path, Path], None], tmp_path: Path) -> None:
    """a run folder or its journal is deleted, moved or swapped while the run goes on."""
    run, beside = tmp_path / "run", tmp_path / "beside"
    beside.mkdir()
    watcher = Saboteur(lambda: harm(run, beside))
    settings = run_settings(suite=str(sums_file(tmp_path / "tasks.jsonl", 8)), agent="reference")
    halt = _halt(settings, run, watcher)
    assert len(watcher.claimed) == 2, "an attempt was claimed that is on no record"
    assert "journal" in halt
    assert any("cannot be written" in words for words in watcher.words) or "cannot be written" in halt


def _halt(settings: RunSettings, run: Path, watcher: Saboteur) -> str:
    """Why the run ended early."""

    async def work() -> Halt | None:
        return await start_run(settings, run, limits=ONE_AT_A_TIME, watcher=watcher)

    try:
        halt = anyio.run(work)
    except M3BenchError as error:
        return str(error)
    assert halt is not None
    return halt.reason


def test_the_command_says_what_became_of_its_folder(tmp_path: Path) -> None:
    """a run folder is deleted under a real process."""
    tasks, run = sums_file(tmp_path / "tasks.jsonl", 200), tmp_path / "run"
    command = [sys.executable, "-m", "m3bench", "run", str(tasks), "--agent", "reference", "--out", str(run)]
    said: list[str] = []
    with subprocess.Popen(
        [*command, "--concurrency", "1"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line)
            if line.startswith("[2/"):
                shutil.rmtree(run)
                break
        said += process.stdout.readlines()
    text = " ".join("".join(said).split())
    assert process.wait(timeout=HANG_SECONDS) == 3, "attempts are missing"
    assert "Traceback" not in text
    assert "journal.jsonl cannot be written" in text
    claimed = [line for line in said if line.startswith("[")]
    assert len(claimed) < 20
    assert "is not a run folder" in text


def as_nobody(work: Callable[[], int]) -> int:
    """What `work` returns in a child without the rights of root; 99 where it raised."""
    nobody = pwd.getpwnam("nobody")
    child = os.fork()
    if child == 0:
        code = 99
        try:
            os.setgroups([])
            os.setgid(nobody.pw_gid)
            os.setuid(nobody.pw_uid)
            code = work()
        except BaseException:  # noqa: BLE001 - the child says it, and the test fails
            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="takes another user's rights, which only root can")


def said_as_nobody(arguments: list[str], log: Path) -> tuple[int, str]:
    """Exit code and output of a command that may not write."""
    log.touch()
    log.chmod(0o666)

    def work() -> int:
        with log.open("w") as output:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
        sys.stdout = os.fdopen(1, "w", closefd=False)
        sys.stderr = os.fdopen(2, "w", closefd=False)
        os.environ["HOME"] = "/nonexistent"
        sys.argv = ["m3bench", *arguments]
        from m3bench.cli.app import main

        try:
            main()
        except SystemExit as stop:
            return stop.code if isinstance(stop.code, int) else 1
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
        return 0

    return as_nobody(work), log.read_text()


@needs_root
@pytest.mark.parametrize(
    "verb",
    [
        ("run", "--resume"),
        ("judge", "undecided", "--all"),
        ("runs", "verify", "--repair"),
        ("judge", "run", "--judges", "local/x", "--rubric"),
    ],
)
def test_a_folder_that_may_not_be_written_to(verb: tuple[str, ...], open_place: Path) -> None:
    """a run in a folder of somebody else is to go on."""
    run = made_run(open_place, 2)
    subprocess.run(["chmod", "-R", "a+rX,go-w", str(open_place)], check=True)
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    arguments = [*verb[:2], str(run), *verb[2:]]
    code, text = said_as_nobody(arguments, open_place / "log")
    assert code in (1, 2, 3), text
    assert "Traceback" not in text
    assert "error:" in text
    assert {path: path.read_bytes() for path in run.rglob("*") if path.is_file()} == before


@needs_root
def test_reading_needs_no_rights_to_write(open_place: Path, command: Command) -> None:
    """the other side: a run that may only be read can be scored."""
    run = made_run(open_place, 2)
    subprocess.run(["chmod", "-R", "a+rX,go-w", str(open_place)], check=True)
    arguments = ["score", str(run), "--encoder", "hashing", "--no-cache"]
    command(*arguments)  # loads what a child may not be allowed to load: the interpreter may be root's own
    code, text = said_as_nobody(arguments, open_place / "log")
    assert code == 0, text
    assert "warning" not in text


@needs_root
@pytest.mark.parametrize("name", ["journal.jsonl", "tasks.jsonl", "manifest.json", "blobs"])
def test_files_that_may_not_be_read(name: str, open_place: Path) -> None:
    """a file of the run folder may not be read."""
    run = made_run(open_place, 2)
    (run / "blobs").mkdir(exist_ok=True)
    subprocess.run(["chmod", "-R", "a+rX", str(open_place)], check=True)
    (run / name).chmod(0)
    code, text = said_as_nobody(["score", str(run), "--encoder", "hashing", "--no-cache"], open_place / "log")
    assert "Traceback" not in text
    if name != "blobs":  # of which this run has none
        assert code == 2, text
        assert name in text
        assert "Permission denied" in text


@needs_root
def test_a_folder_made_read_only_ends_the_run(open_place: Path) -> None:
    """a run folder is made read-only while the run goes on."""
    run = open_place / "mine" / "run"
    run.parent.mkdir()
    run.parent.chmod(0o777)
    sums_file(open_place / "tasks.jsonl", 8)
    (open_place / "tasks.jsonl").chmod(0o644)
    log = open_place / "log"
    log.touch()
    log.chmod(0o666)

    def close_folder() -> None:
        for path in [*run.rglob("*"), run]:
            path.chmod(0o555 if path.is_dir() else 0o444)

    def work() -> int:
        watcher = Saboteur(close_folder)
        settings = run_settings(suite=str(open_place / "tasks.jsonl"), agent="reference")
        reason = _halt(settings, run, watcher)
        log.write_text("\n".join([reason, *watcher.claimed]))
        return 0

    assert as_nobody(work) == 0
    reason, *claimed = log.read_text().splitlines()
    assert "Permission denied" in reason or "cannot be written" in reason
    made = {trajectory.task_id for trajectory in read_run(run).trajectories}
    assert set(claimed) <= made, "an attempt was claimed that is on no record"


LONG = "x" * 300
NAMES = (LONG, f"{LONG}/{LONG}", "a/" * 3_000, "é" * 200)


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_names_that_no_file_can_have(name: str, tmp_path: Path, command: Command) -> None:
    """folders and files with names that are too long are given to every verb."""
    path = tmp_path / name
    tasks = sums_file(tmp_path / "tasks.jsonl", 1)
    verbs: list[tuple[object, ...]] = [
        ("score", path), ("convert", path, tmp_path / "x.json"), ("report", path),
        ("compare", path, path),
        ("judge", "undecided", path), ("judge", "run", path, "--judges", "local/x", "--rubric"),
        ("replay", path),
        ("runs", "verify", path), ("runs", "verify", "--repair", path), ("run", "--resume", path),
        ("audit", path, "--report"), ("view", path), ("score", "-r", path, "-p", path),
        ("run", tasks, "--agent", "reference", "--out", path),
        ("convert", tasks, path),
    ]  # fmt: skip
    for verb in verbs:
        said = command(*verb)
        assert said.code == 2, (verb[0], said)
        assert "error:" in said.err, verb[0]


def test_a_run_is_named_after_a_long_suite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    """a file of tasks has as long a name as files can have."""
    monkeypatch.chdir(tmp_path)
    tasks = sums_file(tmp_path / f"{'y' * 240}.jsonl", 1)
    said = command("run", tasks, "--agent", "reference")
    assert said.code == 0
    assert len(list((tmp_path / "runs").iterdir())) == 1
