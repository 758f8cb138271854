"""The smoke suite: its tasks in several worlds, and its references carried out."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from m3bench.core import Call, Outcome, UsageError
from m3bench.hosting import Toolbox
from m3bench.runs import BundledHost
from m3bench.suites import SUITES, make_suite
from m3bench.worlds import DEFAULT_NOW
from m3bench_world import World
from tests.hosting.processes import run
from tests.volume import sample

SEEDS = (7, *(pytest.param(seed, marks=pytest.mark.slow) for seed in sample((1, 2, 42, 31337), 2)))


class Made:
    """The suite of one world, with its references carried out."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.world = World(seed)
        self.suite = make_suite("smoke", self.world)
        self.tasks = {task.id.removeprefix("smoke/"): task for task in self.suite.tasks}
        self.folders = {name: folder / name for name in self.tasks}
        self.calls = {name: self._carried_out(name) for name in self.tasks}

    def answer(self, name: str) -> str:
        return self.tasks[name].references[0].answer or ""

    def _carried_out(self, name: str) -> list[Call]:
        task, workspace = self.tasks[name], self.folders[name]
        workspace.mkdir()
        for asset, data in self.suite.assets(task).items():
            assert isinstance(data, bytes)
            (workspace / asset).write_bytes(data)

        async def work() -> list[Call]:
            toolbox = await Toolbox.mount(BundledHost(task.servers, self.world, workspace))
            return [call for step in task.references[0].steps for call in await toolbox.run(step.calls)]

        calls: list[Call] = run(work)
        return calls


@pytest.fixture(scope="module", params=SEEDS)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    return Made(request.param, tmp_path_factory.mktemp("smoke"))


def result(call: Call) -> Any:
    assert call.result is not None
    return json.loads(call.result.text)


def test_it_has_the_six_tasks_that_a_run_needs(made: Made) -> None:
    tasks = made.suite.tasks
    steps = [task.references[0].steps for task in tasks]
    assert len({task.id for task in tasks}) == len(tasks) == 6
    assert {len(each) for each in steps} == {1, 2, 3}
    assert any(len(step.calls) > 1 for each in steps for step in each)
    assert [task.id for task in tasks if task.images] == ["smoke/unknown-book", "smoke/half-in-grey"]
    assert [task.id for task in tasks if task.writes] == ["smoke/half-in-grey"]
    assert [task.id for task in tasks if not task.solvable] == ["smoke/lost-book"]


def test_every_task_is_whole(made: Made) -> None:
    for task in made.suite.tasks:
        reference = task.references[0]
        assert all((task.family, task.level, task.request, task.fuzzy_request, reference.answer))
        assert {call.server for _, call in reference.calls()} == set(task.servers)
        assert task.hops == len(reference.steps)
        assert task.threads == max(len(step.calls) for step in reference.steps)
        assert ("image" in task.modalities) == bool(task.images)
        assert all(edge.source < edge.target < reference.call_count for edge in reference.edges)
        assert set(made.suite.assets(task)) == set(task.images)


def test_every_reference_can_be_carried_out(made: Made) -> None:
    for name, task in made.tasks.items():
        outcomes = {call.outcome for call in made.calls[name]}
        assert outcomes == {Outcome.SUCCESS if task.solvable else Outcome.NOT_FOUND}, name
        assert all((made.folders[name] / file).stat().st_size for file in task.writes)


def test_the_warmth_is_what_the_weather_says(made: Made) -> None:
    (weather,) = made.calls["warmth"]
    assert f"{result(weather)['current']['temperature']} °C" in made.answer("warmth")


def test_each_step_about_the_film_needs_the_one_before(made: Made) -> None:
    search, details, division = made.calls["film-per-minute"]
    assert result(search)["results"][0]["id"] == details.arguments["movie_id"]
    assert [result(details)[key] for key in ("revenue", "runtime")] == list(division.arguments.values())
    assert f"{result(division):,.0f}" in made.answer("film-per-minute")


def test_the_cleaner_air_is_that_of_the_lower_index(made: Made) -> None:
    *cities, one, other = made.calls["air-of-two-cities"]
    spots = [result(city)["results"][0]["geometry"]["location"] for city in cities]
    assert spots == [one.arguments, other.arguments]
    values = [result(call)["indexes"][1]["aqi"] for call in (one, other)]
    cleaner = cities[values.index(min(values))].arguments["address"]
    answer = made.answer("air-of-two-cities")
    assert answer.startswith(cleaner)
    assert all(str(value) in answer for value in values)


def test_only_the_picture_says_which_book_it_is(made: Made) -> None:
    task = made.tasks["unknown-book"]
    scan, book = made.calls["unknown-book"]
    isbn, known = book.arguments["isbn"], result(book)
    assert isbn in [code["data"] for code in result(scan)["results"][0]["codes"]]
    assert known["publish_date"] in made.answer("unknown-book")
    told = f"{task.request} {task.fuzzy_request} {task.images}"
    secrets = (isbn, known["title"], known["publish_date"], *known["authors"])
    assert all(secret not in told for secret in secrets)
    (picture,) = made.suite.assets(task).values()
    assert isinstance(picture, bytes)
    assert isbn.encode() not in picture


@pytest.mark.slow
def test_the_same_world_gives_the_same_suite_and_files(made: Made) -> None:
    same = make_suite("smoke", World(made.world.seed))
    assert made.suite.digest == same.digest
    assert made.suite.tasks == same.tasks
    half = made.tasks["half-in-grey"]
    assert made.suite.assets(half) == same.assets(half)


@pytest.mark.slow
def test_another_seed_or_another_day_gives_another_suite(made: Made) -> None:
    others = (World(made.world.seed + 1), World(made.world.seed, DEFAULT_NOW + timedelta(days=1)))
    assert len({made.suite.digest, *(make_suite("smoke", other).digest for other in others)}) == 3


def test_a_wrong_name_is_told_with_the_nearest() -> None:
    assert set(SUITES) == {"cross", "m3", "m3-camera", "m3-photo", "omni", "smoke", "verse"}
    with pytest.raises(UsageError, match="Did you mean smoke") as caught:
        make_suite("smok", World())
    assert "There is no suite 'smok'" in caught.value.message
