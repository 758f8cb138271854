"""`noisy`: mistakes of every kind, the same for the same seed, more of them for a greater share."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.agents import make_agent
from m3bench.agents.baselines.corruption import corrupt
from m3bench.agents.baselines.mistakes import OF_CALLS, OF_STEPS, Mistake, PlannedMistake, plan
from m3bench.agents.baselines.noisy import NoisyAgent, corrupt_answer, corrupt_fields, corrupt_steps
from m3bench.agents.baselines.slips import leaves, other_entry, other_number, other_words, replace_at
from m3bench.core import Call, Outcome, Step, Trajectory, UsageError
from m3bench.encoders import HashingEncoder
from m3bench.scoring import Scorer
from tests.agents.smoke_runs import SERVERS, attempt_with, smoke, task_called

TOOLS = ("map/find", "map/route", "air/now")
FIND = Call("map/find", {"address": "Lisbon, Portugal", "limit": 3})
AIR = Call("air/now", {"lat": 38.7, "lng": -9.1})
STEPS = (Step((FIND, FIND)), Step((AIR,)), Step((Call("map/route", {}),)))


def planned(mistake: Mistake, step: int | None = None, call: int | None = None) -> PlannedMistake:
    return PlannedMistake(mistake, 5, step, call)


def names(steps: tuple[Step, ...]) -> list[list[str]]:
    return [[call.tool for call in step.calls] for step in steps]


@pytest.mark.parametrize("text", ["", "lots", "-0.1", "1.5", "nan", "0,3"])
def test_a_share_that_is_none_is_told(text: str) -> None:
    with pytest.raises(UsageError, match=r"noisy:0\.3"):
        make_agent(f"noisy:{text}")


def test_its_name_says_the_share() -> None:
    assert [make_agent(f"noisy:{text}").name for text in ("0.30", "1", "0")] == [
        "noisy:0.3",
        "noisy:1",
        "noisy:0",
    ]


@pytest.mark.slow
def test_without_mistakes_it_is_the_reference(tmp_path: Path) -> None:
    task = task_called("air-of-two-cities")
    noisy, reference = (
        attempt_with(agent, task, tmp_path / agent.replace(":", "-")) for agent in ("noisy:0", "reference")
    )
    assert noisy.extra == {"mistakes": []}
    assert noisy.answer == reference.answer
    done, meant = (
        [(step, call.name, call.arguments, call.result) for step, call in each.calls()]
        for each in (noisy, reference)
    )
    assert done == meant


def test_the_same_seed_makes_the_same_mistakes(tmp_path: Path) -> None:
    task = task_called("film-per-minute")
    tries = [
        attempt_with("noisy:0.6", task, tmp_path / str(index), servers=SERVERS, seed=seed)
        for index, seed in enumerate((3, 3, 4))
    ]
    done = [
        ([(step, call.name, call.arguments) for step, call in each.calls()], each.answer, each.extra)
        for each in tries
    ]
    assert done[0] == done[1] != done[2]


def test_mistakes_over_real_servers_end_in_outcomes(tmp_path: Path) -> None:
    """Every kind of fault that is the agent's, and not one that is the server's or an exception."""
    seen: set[Outcome | None] = set()
    for name in ("warmth", "air-of-two-cities", "film-per-minute", "half-in-grey", "lost-book"):
        for seed in range(6):
            folder = tmp_path / f"{name}-{seed}"
            trajectory = attempt_with("noisy:1", task_called(name), folder, servers=SERVERS, seed=seed)
            seen |= {call.outcome for _, call in trajectory.calls()}
            assert trajectory.extra["mistakes"]
    assert seen == set(Outcome) - {Outcome.SERVER_FAULT, Outcome.TOOL_ERROR}


@given(st.randoms(use_true_random=False), st.lists(st.floats(0, 1), min_size=2, max_size=2).map(sorted))
def test_what_goes_wrong_at_a_smaller_share_goes_wrong_at_a_greater(
    dice: random.Random, shares: list[float]
) -> None:
    seed = dice.getrandbits(32)
    few, many = (plan(STEPS, random.Random(seed), share) for share in shares)
    assert set(few) <= set(many)
    assert plan(STEPS, random.Random(seed), 0) == ()


def test_at_share_one_everything_goes_wrong_and_every_kind_occurs() -> None:
    plans = [plan(STEPS, random.Random(seed), 1) for seed in range(200)]
    assert {len(each) for each in plans} == {4 + 3 + 2}
    assert {mistake.mistake for each in plans for mistake in each} == set(Mistake)


def test_scores_fall_with_the_share_of_mistakes() -> None:
    scorer = Scorer(encoder=HashingEncoder())
    tasks = smoke().tasks
    tools = [call.name for task in tasks for _, call in task.references[0].calls()] + list(TOOLS)

    def mean(share: float) -> float:
        scores = []
        for task in tasks:
            steps = task.references[0].steps
            for seed in range(60):
                corrupted = corrupt_steps(
                    steps, plan(steps, random.Random(f"{seed} {task.id}"), share), tools
                )
                trajectory = Trajectory(task_id=task.id, steps=corrupted.steps)
                scores.append(scorer.score(trajectory, task).metrics.average)
        return fmean(scores)

    means = [mean(share) for share in (0, 0.1, 0.2, 0.3, 0.5, 0.7, 1)]
    assert means[0] == 1.0
    assert all(before - after > 0.03 for before, after in pairwise(means)), means
    assert means[-1] < 0.3


@pytest.mark.parametrize("mistake", OF_CALLS)
def test_each_mistake_of_a_call_is_what_it_says(mistake: Mistake) -> None:
    made, calls = corrupt(FIND, planned(mistake), TOOLS)
    assert made is mistake
    assert calls != [FIND]
    expected: dict[Mistake, Any] = {
        Mistake.OTHER_TOOL: lambda: calls[0].name == "map/route",
        Mistake.FOREIGN_TOOL: lambda: calls[0].name == "air/now",
        Mistake.UNKNOWN_TOOL: lambda: calls[0].name not in TOOLS and calls[0].arguments == FIND.arguments,
        Mistake.DROPPED: lambda: calls == [],
        Mistake.REPEATED: lambda: calls == [FIND, FIND],
        Mistake.NUMBER: lambda: type(calls[0].arguments["limit"]) is int,
        Mistake.WORDS: lambda: calls[0].arguments["address"] in ("Lisbon,", "Portugal"),
        Mistake.MISSING: lambda: len(calls[0].arguments) == 1,
        Mistake.INVENTED: lambda: len(calls[0].arguments) == 3,
        Mistake.BROKEN: lambda: calls[0].oddity == "arguments as plain text",
    }
    assert expected[mistake]()


@pytest.mark.parametrize("mistake", OF_CALLS)
@pytest.mark.parametrize("arguments", [None, {}, "text", [1], {"flag": True}])
def test_a_call_that_cannot_go_wrong_so_goes_wrong_otherwise(mistake: Mistake, arguments: Any) -> None:
    call = Call("only/tool", arguments)
    made, calls = corrupt(call, planned(mistake), ["only/tool"])
    assert made in OF_CALLS
    assert calls != [call]


def test_steps_swap_split_and_merge() -> None:
    def after(*mistakes: PlannedMistake) -> list[list[str]]:
        return names(corrupt_steps(STEPS, mistakes, TOOLS).steps)

    swapped, split, merged = OF_STEPS
    assert after() == [["find", "find"], ["now"], ["route"]]
    assert after(planned(swapped, 0)) == [["now"], ["find", "find"], ["route"]]
    assert after(planned(swapped, 2)) == [["find", "find"], ["route"], ["now"]]
    assert after(planned(swapped, 0), planned(swapped, 1))[0] == ["now"]
    assert after(planned(split, 0)) == [["find"], ["find"], ["now"], ["route"]]
    assert after(planned(merged, 1)) == [["find", "find"], ["now", "route"]]
    assert after(planned(merged, 0), planned(merged, 1), planned(merged, 2)) == [
        ["find", "find", "now", "route"]
    ]
    assert after(planned(Mistake.DROPPED, 1, 0)) == [["find", "find"], ["route"]]


def test_who_stops_half_way_lacks_steps_and_an_answer() -> None:
    stop = planned(Mistake.EARLY_STOP)
    corrupted = corrupt_steps(STEPS, [stop], TOOLS)
    assert len(corrupted.steps) < len(STEPS)
    assert corrupted.mistakes == ("stopped half-way",)
    assert corrupt_answer("It is 42.", [stop, planned(Mistake.WRONG_ANSWER)]) is None
    assert corrupt_answer("It is 42.", []) == "It is 42."
    assert corrupt_answer("It is 42.", [planned(Mistake.WRONG_ANSWER)]) not in ("It is 42.", None)


FIELDS = {"total": 42, "title": "Starry Night", "open": True, "rows": [{"day": "2026-01-03"}], "none": None}


def test_a_wrong_answer_has_another_value_in_one_field() -> None:
    wrong = planned(Mistake.WRONG_ANSWER)
    assert corrupt_fields(FIELDS, []) == FIELDS
    assert corrupt_fields(None, [wrong]) is None
    assert corrupt_fields(FIELDS, [planned(Mistake.EARLY_STOP), wrong]) is None
    corrupted = corrupt_fields(FIELDS, [wrong])
    assert corrupted is not None
    assert corrupted.keys() == FIELDS.keys()
    assert sum(corrupted[name] != FIELDS[name] for name in FIELDS) == 1


@given(st.randoms(use_true_random=False))
def test_every_kind_of_field_can_be_spoilt(dice: random.Random) -> None:
    for name, value in {**FIELDS, "empty": []}.items():
        assert other_entry({name: value}, dice) != {name: value}


def test_mistakes_are_told_in_words() -> None:
    told = corrupt_steps(STEPS, [planned(Mistake.MERGED, 0), planned(Mistake.DROPPED, 1, 0)], TOOLS).mistakes
    assert told == ("step 2, air/now: a call left out", "step 1: two steps at once")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(JSON, st.randoms(use_true_random=False))
def test_every_leaf_can_be_replaced_alone(value: Any, dice: random.Random) -> None:
    found = list(leaves(value))
    if not found:
        return
    path, _ = dice.choice(found)
    changed = dict(leaves(replace_at(value, path, "NEW")))
    assert changed[path] == "NEW"
    assert {key: leaf for key, leaf in changed.items() if key != path} == {
        key: leaf for key, leaf in found if key != path
    }


@given(st.text(), st.randoms(use_true_random=False))
def test_other_words_are_other_words(text: str, dice: random.Random) -> None:
    assert other_words(text, dice) != text


@given(st.integers() | st.floats(allow_nan=False, allow_infinity=False), st.randoms(use_true_random=False))
def test_another_number_is_another_of_its_kind(number: float, dice: random.Random) -> None:
    changed = other_number(number, dice)
    assert changed != number
    assert isinstance(changed, int) == isinstance(number, int)


def test_it_needs_no_model() -> None:
    assert not NoisyAgent(0.5).needs_model
