"""What was made before `Task` had its newer fields still opens, and scores the same to the bit.

`tests/fixtures/v1` holds a finished run of the suite `smoke` by `noisy:0.3` with its scores, trajectories of
the same suite, and the cassettes of a recorded run, all made by the version before.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from m3bench.apps.viewer.api import Parameters
from m3bench.core import Status, Task
from m3bench.formats import read_tasks, read_trajectories, write
from m3bench.runs import RunFolder, check_run, final_attempts, read_journal, read_run
from m3bench.suites import make_suite
from m3bench_world import World
from tests.apps.viewer.samples import api_over
from tests.attacks.command_line import Command

FIXTURES = Path(__file__).parents[1] / "fixtures" / "v1"
DIGESTS = {
    "smoke/warmth": "129352753810076fb0900b7a6d043ff03d717341ed211522eda1a06a203e82ea",
    "smoke/air-of-two-cities": "e1d5a2ae9a811a7cfbbaa41394bc8032aa03f5ee85924e3d8ddaad5a74b5144d",
    "smoke/film-per-minute": "d4a314e79df8c66c0ab9e3c588dc6af612ccf4ef706121153fd8bf3b23d9e044",
    "smoke/unknown-book": "fc66351b9d806014163501b2edd3ee560e02c3d94744a7baab4770f573829108",
    "smoke/half-in-grey": "52ba6870726b82a92d69d9b8833f66af48f1c4356b80004a0956b73198d29f6e",
    "smoke/lost-book": "ac47a557a217803417ce8d1de923aa4f227a2a6a4fa8ea38ba74d213cc8209cf",
}
RELEASED = "8aadced3f78ca9b1f7326f8a13ea769c348f034d6add7c7af81dbb5eb6be590f"
LATER_FIELDS = ("files", "role", "rules", "user", "difficulty", "kind", "time_sensitive", "answer_key")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.setenv("COLUMNS", "200")
    return Command(capsys, monkeypatch)


@pytest.fixture
def old_run(tmp_path: Path) -> Path:
    """A copy, under the name that is in its scores."""
    return Path(shutil.copytree(FIXTURES / "run", tmp_path / "run"))


@pytest.mark.slow
def test_digests_of_released_suites_are_what_they_were(command: Command) -> None:
    said = command("list", "tasks", "m3@1")
    assert said.code == 0, said
    assert f"digest {RELEASED}" in said.out
    assert make_suite("smoke@1", World(7)).digest == RunFolder.open(FIXTURES / "run").manifest.suite_digest


def test_digests_of_tasks_are_what_they_were(tmp_path: Path) -> None:
    tasks = read_tasks(FIXTURES / "run" / "tasks.jsonl")
    assert {task.id: task.digest for task in tasks} == DIGESTS
    assert not [name for task in tasks for name in LATER_FIELDS if getattr(task, name)]
    write(tmp_path / "tasks.jsonl", tasks, format="jsonl")
    assert (tmp_path / "tasks.jsonl").read_bytes() == (FIXTURES / "run" / "tasks.jsonl").read_bytes()


def test_a_digest_tells_each_new_field() -> None:
    plain = Task(id="a")
    changed = [
        Task(id="a", role="r"),
        Task(id="a", rules=("r",)),
        Task(id="a", kind="retrieval"),
        Task(id="a", time_sensitive=False),
    ]
    assert len({plain.digest, *(task.digest for task in changed)}) == len(changed) + 1


def test_the_folder_opens_and_its_checksums_hold(old_run: Path, command: Command) -> None:
    folder = RunFolder.open(old_run)
    assert not check_run(folder).damages
    assert len(list(read_journal(folder.journal))) == len(DIGESTS)
    said = command("runs", "verify", old_run)
    assert said.code == 0, said
    tasks = old_run / "tasks.jsonl"
    tasks.write_bytes(tasks.read_bytes().replace(b"Shantou", b"Shantau"))
    assert command("runs", "verify", old_run).code == 1


def test_scores_are_the_same_to_the_bit(old_run: Path, tmp_path: Path, command: Command) -> None:
    said = command("score", old_run, "--json", tmp_path / "score.json", seconds=120)
    assert said.code == 0, said
    assert (tmp_path / "score.json").read_bytes() == (FIXTURES / "score.json").read_bytes()


@pytest.mark.slow
def test_a_finished_run_is_resumed_without_work(old_run: Path, command: Command) -> None:
    before = (old_run / "journal.jsonl").read_bytes()
    said = command("run", "--resume", old_run, seconds=120)
    assert said.code == 0, said
    assert (old_run / "journal.jsonl").read_bytes() == before


def test_it_goes_on_with_the_tasks_of_its_release(old_run: Path) -> None:
    """The suite has had another release since, with other tasks under the same name."""
    manifest = RunFolder.open(old_run).manifest
    assert manifest.settings.suite.name == "smoke"
    assert manifest.located_settings.suite.name == "smoke@1"
    assert make_suite("smoke", World(7)).digest != manifest.suite_digest


@pytest.mark.slow
def test_it_is_reported_and_viewed(old_run: Path, tmp_path: Path, command: Command) -> None:
    said = command("report", old_run, "--out", tmp_path / "report.html", seconds=120)
    assert said.code == 0, said
    assert "noisy:0.3" in (tmp_path / "report.html").read_text()
    library, api = api_over(old_run.parent)
    view = api.attempt(Parameters({"run": "run", "task": "smoke/half-in-grey"}))
    library.close()
    assert view["task"]["level"] == "L2"
    assert view["task"]["files"] == []


def test_trajectories_are_read_as_the_journal_has_them(tmp_path: Path) -> None:
    read = read_trajectories(FIXTURES / "trajectories.jsonl")
    kept = {trajectory.task_id: trajectory for trajectory in read_run(FIXTURES / "run").trajectories}
    assert len(read) == len(DIGESTS) - 1
    for trajectory in read:
        assert trajectory.answer == kept[trajectory.task_id].answer
        assert trajectory.call_count == kept[trajectory.task_id].call_count
    write(tmp_path / "again.jsonl", read, format="jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == (FIXTURES / "trajectories.jsonl").read_bytes()


@pytest.mark.slow
def test_cassettes_replay(tmp_path: Path, command: Command) -> None:
    run = tmp_path / "replayed"
    said = command(
        "run", "smoke", "--agent", "reference", "--replay", FIXTURES / "cassette", "--out", run, seconds=120
    )
    assert said.code == 0, said
    attempts = list(final_attempts(RunFolder.open(run).journal))
    assert {attempt.trajectory.status for attempt in attempts} == {Status.COMPLETED}
    assert len(attempts) == len(DIGESTS)
