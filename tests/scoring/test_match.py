from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import Call, Step, UsageError
from m3bench.scoring.match import (
    ArgumentMode,
    Mode,
    call_key,
    match_metrics,
    trajectory_any_order_match,
    trajectory_exact_match,
    trajectory_in_order_match,
    trajectory_match,
    trajectory_precision,
    trajectory_recall,
    trajectory_single_tool_use,
)

MODES: tuple[Mode, ...] = get_args(Mode)
ARGUMENT_MODES: tuple[ArgumentMode, ...] = get_args(ArgumentMode)


def run(*calls: Any) -> list[Step]:
    """One step per call; a call is a name, or a name with arguments."""
    return [Step((Call(*call) if isinstance(call, tuple) else Call(call),)) for call in calls]


small_arguments = st.dictionaries(st.sampled_from("xy"), st.integers(0, 1), max_size=2)
small_runs = st.lists(st.tuples(st.sampled_from("ab"), small_arguments), max_size=4).map(lambda c: run(*c))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (None, {}, True),
        (None, "{}", True),
        ({"x": 1, "y": [2]}, '{"y": [2.0], "x": 1.0}', True),
        ({"x": -0.0}, {"x": 0}, True),
        ({"x": 10**22}, {"x": 1e22}, True),
        ({"x": (1, 2)}, {"x": [1, 2]}, True),
        ({"x": True}, {"x": 1}, False),
        ({"x": "1"}, {"x": 1}, False),
        ({"x": None}, {}, False),
        ({"x": [1, 2]}, {"x": [2, 1]}, False),
        ("free text", "free  text", False),
        ("[1]", [1], False),
    ],
)
def test_same_arguments(one: Any, other: Any, same: bool) -> None:
    assert (call_key(Call("a", one)) == call_key(Call("a", other))) is same
    for mode in MODES:
        assert trajectory_match(run(("a", one)), run(("a", other)), mode) is same


def test_arguments_that_are_not_json_are_still_compared() -> None:
    assert call_key(Call("a", {1: b"x"})) == call_key(Call("a", {1: b"x"}))
    assert call_key(Call("a", {1: b"x"})) != call_key(Call("a", {1: b"y"}))


def test_result_and_id_do_not_make_another_call() -> None:
    assert call_key(Call("a", {"x": 1}, id="1")) == call_key(Call("a", {"x": 1}, id="2"))


@pytest.mark.parametrize(
    ("prediction", "reference", "exact", "in_order", "any_order", "precision", "recall"),
    [
        ("abc", "abc", 1, 1, 1, 1, 1),
        ("axbc", "abc", 0, 1, 1, 3 / 4, 1),
        ("cab", "abc", 0, 0, 1, 1, 1),
        ("ab", "abc", 0, 0, 0, 1, 2 / 3),
        ("aaa", "a", 0, 1, 1, 1 / 3, 1),
        ("a", "aa", 0, 0, 0, 1, 1 / 2),
        ("aba", "aab", 0, 0, 1, 1, 1),
        ("xy", "ab", 0, 0, 0, 0, 0),
        ("", "", 1, 1, 1, 1, 1),
        ("a", "", 0, 1, 1, 0, 1),
        ("", "a", 0, 0, 0, 0, 0),
    ],
)
def test_by_hand(
    prediction: str,
    reference: str,
    exact: float,
    in_order: float,
    any_order: float,
    precision: float,
    recall: float,
) -> None:
    metrics = match_metrics(run(*prediction), run(*reference))
    found = metrics.exact_match, metrics.in_order_match, metrics.any_order_match
    assert found == (exact, in_order, any_order)
    assert (metrics.precision, metrics.recall) == pytest.approx((precision, recall))


def test_steps_are_flattened() -> None:
    together = [Step((Call("a"), Call("b"))), Step(), Step((Call("c"),))]
    assert trajectory_exact_match(together, run("a", "b", "c")) == 1.0
    assert trajectory_match(together, run("a", "b", "c"))


def test_single_tool_use() -> None:
    steps = run(("maps/search", {"q": "x"}), "wiki/summary")
    assert trajectory_single_tool_use(steps, "maps/search") == 1.0
    assert trajectory_single_tool_use(steps, "summary") == 1.0
    assert trajectory_single_tool_use(steps, "maps/summary") == 0.0
    assert trajectory_single_tool_use([], "search") == 0.0
    assert match_metrics(steps, steps, "maps/search").single_tool_use == 1.0
    assert match_metrics(steps, steps).single_tool_use is None


@pytest.mark.parametrize(
    ("prediction", "reference", "modes"),
    [
        ("ab", "ab", {"strict", "unordered", "subset", "superset"}),
        ("ba", "ab", {"unordered", "subset", "superset"}),
        ("a", "ab", {"subset"}),
        ("abc", "ab", {"superset"}),
        ("aa", "ab", set()),
        ("aa", "a", {"superset"}),
        ("a", "aa", {"subset"}),
        ("", "", {"strict", "unordered", "subset", "superset"}),
        ("", "a", {"subset"}),
        ("a", "", {"superset"}),
    ],
)
def test_modes_by_hand(prediction: str, reference: str, modes: set[str]) -> None:
    one, other = run(*prediction), run(*reference)
    assert {mode for mode in MODES if trajectory_match(one, other, mode)} == modes
    metrics = match_metrics(one, other)
    assert {mode for mode in MODES if getattr(metrics, mode)} == modes


@pytest.mark.parametrize(
    ("predicted", "expected", "modes"),
    [
        ({"x": 1}, {"x": 1}, {"exact", "ignore", "subset", "superset"}),
        ({"x": 1}, {"x": 1, "y": 2}, {"ignore", "subset"}),
        ({"x": 1, "y": 2}, {"x": 1}, {"ignore", "superset"}),
        ({"x": 1}, {"x": 2}, {"ignore"}),
        ({"x": 1}, {"x": True}, {"ignore"}),
        (None, {"x": 1}, {"ignore", "subset"}),
        ("text", {"x": 1}, {"ignore"}),
        ("text", "text", {"exact", "ignore", "subset", "superset"}),
    ],
)
def test_argument_modes_by_hand(predicted: Any, expected: Any, modes: set[str]) -> None:
    one, other = run(("a", predicted)), run(("a", expected))
    for mode in MODES:
        found = {arguments for arguments in ARGUMENT_MODES if trajectory_match(one, other, mode, arguments)}
        assert found == modes
    assert not trajectory_match(run(("b", predicted)), other, "strict", "ignore")


def test_matching_where_the_first_fit_would_fail() -> None:
    # The empty arguments fit both, and must leave the second to the call that fits nothing else.
    prediction = run("a", ("a", {"x": 1}))
    reference = run(("a", {"x": 1}), ("a", {"y": 2}))
    for mode in ("unordered", "subset", "superset"):
        assert trajectory_match(prediction, reference, mode, "subset")
        assert trajectory_match(reference, prediction, mode, "superset")
        assert not trajectory_match(prediction, reference, mode, "superset")


def test_unknown_modes_are_refused() -> None:
    with pytest.raises(UsageError, match="unknown match mode 'loose'"):
        trajectory_match([], [], "loose")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="unknown argument mode 'some'"):
        trajectory_match([], [], "strict", "some")  # type: ignore[arg-type]


@given(small_runs, small_runs)
def test_the_metrics_agree_with_each_other(one: list[Step], other: list[Step]) -> None:
    metrics = match_metrics(one, other)
    assert metrics.exact_match <= metrics.in_order_match <= metrics.any_order_match
    assert bool(metrics.exact_match) is metrics.strict
    assert bool(metrics.any_order_match) is (metrics.recall == 1) is metrics.superset
    assert metrics.unordered is (metrics.subset and metrics.superset)
    if one and other:
        assert metrics.precision == trajectory_recall(other, one)
        assert metrics.recall == trajectory_precision(other, one)


@given(small_runs, small_runs)
def test_in_order_is_a_subsequence(prediction: list[Step], reference: list[Step]) -> None:
    keys, wanted = ([call_key(step.calls[0]) for step in steps] for steps in (prediction, reference))
    naive = any(list(chosen) == wanted for chosen in combinations(keys, len(wanted)))
    assert bool(trajectory_in_order_match(prediction, reference)) is naive
    assert bool(trajectory_any_order_match(prediction, reference)) is (Counter(wanted) <= Counter(keys))


@settings(max_examples=150)
@given(small_runs, small_runs, st.sampled_from(ARGUMENT_MODES))
def test_subset_against_all_assignments(one: list[Step], other: list[Step], arguments: ArgumentMode) -> None:
    def fits(predicted: Step, expected: Step) -> bool:
        return trajectory_match([predicted], [expected], "strict", arguments)

    naive = any(all(map(fits, one, chosen)) for chosen in permutations(other, len(one)))
    assert trajectory_match(one, other, "subset", arguments) is naive
    assert trajectory_match(one, other, "unordered", arguments) is (naive and len(one) == len(other))
