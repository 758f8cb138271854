"""Floor agents over bundled servers: each does what its name says, and none of them solves a task."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.agents import AGENTS, FLOORS, make_agent
from m3bench.core import Trajectory, UsageError
from m3bench.runs import HaltKind, RunResult, read_run, run_settings, start_run
from tests.runs.books import books_file

pytestmark = pytest.mark.anyio


async def run(folder: Path, agent: str, count: int = 2) -> RunResult:
    suite = books_file(folder, count)
    assert await start_run(run_settings(suite=str(suite), agent=agent), folder / "run") is None
    return read_run(folder / "run")


def calls(trajectory: Trajectory) -> list[list[tuple[str, object]]]:
    return [[(call.tool, call.arguments) for call in step.calls] for step in trajectory.steps]


@pytest.mark.parametrize("agent", FLOORS)
async def test_no_floor_solves_a_task(agent: str, tmp_path: Path) -> None:
    result = await run(tmp_path, agent)
    assert result.success == 0
    for trajectory in result.trajectories:
        assert trajectory.fields is not None
        assert trajectory.fields.keys() == {"isbn", "title", "pages"}
        assert trajectory.answer


@pytest.mark.parametrize("agent", ["reference", "repeat"])
async def test_the_reference_solves_every_task_however_often_it_calls(agent: str, tmp_path: Path) -> None:
    result = await run(tmp_path, agent)
    assert result.success == 1
    times = 3 if agent == "repeat" else 1
    assert [len(step.calls) for step in result.trajectories[0].steps] == [times, times]


async def test_generic_fills_in_file_names_and_values_by_type(tmp_path: Path) -> None:
    first, second = calls((await run(tmp_path, "generic")).trajectories[1])
    assert first == [("scan_barcode", {"image_paths": "shelf-1.png"})]
    assert [name for name, _ in second] == ["get_book_info"]
    assert "isbn" not in second[0][1] or not str(second[0][1]["isbn"]).startswith("978")  # type: ignore[index, operator]


async def test_names_have_no_arguments(tmp_path: Path) -> None:
    trajectory = (await run(tmp_path, "names")).trajectories[0]
    assert calls(trajectory) == [[("scan_barcode", {})], [("get_book_info", {})]]


async def test_canned_hands_in_the_fields_of_another_task(tmp_path: Path) -> None:
    result = await run(tmp_path, "canned")
    first, other = result.tasks
    trajectories = {trajectory.task_id: trajectory for trajectory in result.trajectories}
    assert trajectories[first.id].fields == other.references[0].fields
    assert trajectories[first.id].extra["sibling"] == other.id
    assert calls(trajectories[first.id])[0] == [("scan_barcode", {"image_paths": "shelf-1.png"})]


async def test_union_makes_the_calls_of_all_other_tasks(tmp_path: Path) -> None:
    result = await run(tmp_path, "union", 3)
    first, *others = result.tasks
    scanned = next(trajectory for trajectory in result.trajectories if trajectory.task_id == first.id)
    wanted = [
        [(call.tool, call.arguments) for other in others for call in other.references[0].steps[index].calls]
        for index in range(2)
    ]
    assert calls(scanned) == wanted


async def test_blind_takes_nothing_from_pictures_and_answers_what_is_most_frequent(tmp_path: Path) -> None:
    result = await run(tmp_path, "blind")
    first, other = result.tasks
    scanned = next(trajectory for trajectory in result.trajectories if trajectory.task_id == first.id)
    assert calls(scanned)[0] == [("scan_barcode", {"image_paths": "shelf-0.png"})]
    isbn = first.references[0].fields["isbn"]  # type: ignore[index]
    assert isbn not in str(calls(scanned))
    assert scanned.fields == other.references[0].fields


async def test_dump_hands_in_all_candidates(tmp_path: Path) -> None:
    result = await run(tmp_path, "dump")
    trajectory = result.trajectories[0]
    isbn = result.tasks[0].references[0].fields["isbn"]  # type: ignore[index]
    assert trajectory.fields is not None
    assert isbn in trajectory.fields["isbn"]
    assert isbn in (trajectory.answer or "")
    assert ";" in trajectory.fields["isbn"]


@pytest.mark.parametrize("agent", ["canned", "union", "blind"])
async def test_a_task_without_a_sibling_is_refused(agent: str, tmp_path: Path) -> None:
    suite = books_file(tmp_path, 2, lone=True)
    settings = run_settings(suite=str(suite), agent=agent, families=("lone",))
    halt = await start_run(settings, tmp_path / "run")
    assert halt is not None
    assert halt.kind is HaltKind.ERROR
    assert f"The agent {agent} needs another task in the family of book-2" in halt.reason


@pytest.mark.parametrize("agent", [*FLOORS, "repeat"])
async def test_floors_need_no_model_and_take_no_options(agent: str) -> None:
    assert agent in AGENTS
    assert make_agent(agent).needs_model is False
    with pytest.raises(UsageError, match="takes no argument"):
        make_agent(f"{agent}:3")


async def test_the_same_seed_gives_the_same_run(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    first, second = [await run(tmp_path / name, "canned", 3) for name in ("one", "two")]
    assert [trajectory.extra["sibling"] for trajectory in first.trajectories] == [
        trajectory.extra["sibling"] for trajectory in second.trajectories
    ]
