"""Faults are drawn from the seed, each kind at its rate."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import UsageError
from m3bench.soak.faults import FATAL, FILLING, KINDS, RETRIED, FaultPlan, Place, make_plan
from m3bench.soak.leftovers import LEFTOVERS
from m3bench.soak.provider import BROKEN

DRAWS = 20_000


@pytest.mark.parametrize("place", Place)
def test_each_kind_comes_at_its_rate(place: Place) -> None:
    plan = FaultPlan(seed=3, rate=0.05)
    drawn = Counter(plan.pick(place, number) for number in range(DRAWS))
    names = [kind.name for kind in KINDS if kind.place is place]
    assert drawn.keys() == {None, *names}
    assert all(abs(drawn[name] / DRAWS - 0.05) < 0.01 for name in names)


def test_another_seed_draws_others() -> None:
    one, same, other = FaultPlan(seed=1), FaultPlan(seed=1), FaultPlan(seed=2)
    drawn = [[plan.pick(Place.REQUEST, number) for number in range(100)] for plan in (one, same, other)]
    assert drawn[0] == drawn[1] != drawn[2]


@settings(max_examples=25)
@given(st.floats(0, 0.1), st.integers(), st.text())
def test_only_selected_kinds_come(rate: float, seed: int, identity: str) -> None:
    plan = FaultPlan(seed, rate, ("provider:429", "server:crash"))
    assert plan.pick(Place.REQUEST, identity) in (None, "provider:429")
    assert plan.pick(Place.START, identity) is None


def test_a_plan_without_faults_injects_nothing() -> None:
    plan = FaultPlan(rate=0.11).without_faults()
    assert {plan.pick(place, number) for place in Place for number in range(200)} == {None}


def test_every_choice_is_one_of_those_given() -> None:
    assert {FaultPlan().choose([7, 8, 9], number) for number in range(100)} == {7, 8, 9}


def test_all_faults_of_a_provider_are_known_to_it() -> None:
    assert BROKEN.keys() == RETRIED
    assert {kind.name for kind in KINDS if kind.place is Place.REQUEST} - RETRIED == {"provider:slow"}
    assert {"server:crash", "server:hang", "server:malformed", "server:oversized", "server:memory"} == FATAL
    assert {"workspace:sparse", "workspace:deep"} == FILLING
    assert LEFTOVERS.keys() == {kind.name for kind in KINDS if kind.name.startswith("workspace:")}


def test_groups_and_names_select_kinds() -> None:
    plan = make_plan(0, 0.05, ["provider:429", "server"], workers=1)
    assert plan.kinds == ("provider:429", *(kind.name for kind in KINDS if kind.name.startswith("server:")))


def test_workers_are_killed_only_where_there_are_some() -> None:
    assert "worker:kill" not in make_plan(0, 0.05, [], workers=1).kinds
    assert "worker:kill" in make_plan(0, 0.05, [], workers=2).kinds
    with pytest.raises(UsageError, match="needs worker processes"):
        make_plan(0, 0.05, ["worker"], workers=1)


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(UsageError, match="Unknown kind of fault: 'server:tired'"):
        make_plan(0, 0.05, ["server:tired"], workers=1)


def test_rates_that_add_up_to_more_than_one_are_refused() -> None:
    with pytest.raises(UsageError, match=r"0\.100 or less"):
        make_plan(0, 0.12, [], workers=1)
    assert make_plan(0, 0.12, ["server"], workers=1).rate == 0.12
