"""Plans, the order in which they are tried, and references whose independent calls stand in one step."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Call, Edge
from m3bench.forge.links.chains import Chain, Graph, Link
from m3bench.forge.tasks.composition import Composition, Leg, PassedValue
from m3bench.forge.tasks.facts import Fact
from m3bench.forge.tasks.plans import Plan, Shape, Turns, draw_plans


def link(source: str, target: str) -> Link:
    return Link(
        source=source, target=target, field="id", slot="id", ground="about", score=1.0, confirmed=True
    )


def leg(start: str, end: str, value: int, *, tool: str = "a/get", rank: int | None = 0) -> Leg:
    calls = (Call("a/search", {"q": start}), Call(tool, {"id": end}))
    fact = Fact("price", value, ("price",))
    return Leg(
        (link("a/search", tool),), calls, (PassedValue("lamp", end, rank),), ({"q": start}, {}), (fact,)
    )


def widths(composition: Composition) -> list[int]:
    return [len(step.calls) for step in composition.reference.steps]


def test_a_fork_shares_its_first_call() -> None:
    made = Composition(Shape.FORK, (leg("x", "1", 5), leg("x", "1", 7, tool="a/stock")))
    assert widths(made) == [1, 2]
    assert made.reference.edges == (Edge(0, 1), Edge(0, 2))


def test_a_pair_looks_up_two_things_of_one_list() -> None:
    made = Composition(Shape.PAIR, (leg("x", "1", 5), leg("x", "2", 7, rank=1)))
    assert widths(made) == [1, 2]
    assert made.answer == "price: the first lamp: 5; the second lamp: 7. Higher: the second lamp."


def test_a_comparison_has_two_chains_side_by_side() -> None:
    made = Composition(Shape.COMPARISON, (leg("x", "1", 9), leg("y", "2", 7)))
    assert widths(made) == [2, 2]
    assert made.reference.edges == (Edge(0, 2), Edge(1, 3))
    assert made.answer == "price: “x”: 9; “y”: 7. Higher: “x”."


def test_forks_part_at_the_last_link() -> None:
    graph = Graph([link("a/x", "a/y"), link("a/y", "a/z"), link("a/y", "a/w")])
    (short, long) = sorted(draw_plans(graph, 2, 0)[Shape.FORK], key=lambda plan: len(plan.tools))
    assert short.tools == ("a/y", "a/w", "a/z")
    assert long.tools == ("a/x", "a/y", "a/w", "a/z")


def _plan(shape: Shape, number: int) -> Plan:
    chain: Chain = (link(f"a/{number}", "a/end"),)
    return Plan(shape, (chain,))


@given(st.dictionaries(st.sampled_from(Shape), st.integers(0, 30)), st.randoms(use_true_random=False))
def test_every_plan_has_its_turn_once(sizes: dict[Shape, int], drawn: object) -> None:
    plans = {shape: [_plan(shape, number) for number in range(sizes.get(shape, 0))] for shape in Shape}
    turns, seen = Turns(plans), []
    for plan in turns:
        seen.append(plan)
        if hash((drawn, len(seen))) % 3 == 0:
            turns.gave_a_task()
    assert len(seen) == sum(map(len, plans.values()))
    assert [plan for plan in seen if plan.shape is Shape.PAIR] == plans[Shape.PAIR]


def test_shapes_take_turns_where_all_succeed() -> None:
    turns, seen = Turns({shape: [_plan(shape, number) for number in range(9)] for shape in Shape}), []
    for plan in turns:
        turns.gave_a_task()
        seen.append(plan.shape)
    assert seen[:6] == [Shape.CHAIN, Shape.FORK, Shape.CHAIN, Shape.PAIR, Shape.CHAIN, Shape.COMPARISON]


@given(st.dictionaries(st.sampled_from(Shape), st.integers(0, 30)), st.sets(st.integers(0, 60)))
def test_plans_are_known_ahead_until_one_gives_a_task(sizes: dict[Shape, int], gave: set[int]) -> None:
    plans = {shape: [_plan(shape, number) for number in range(sizes.get(shape, 0))] for shape in Shape}
    turns = Turns(plans)
    expected = turns.ahead(5)
    for index, plan in enumerate(turns):
        assert plan is expected[0]
        if index in gave:
            turns.gave_a_task()
            expected = turns.ahead(5)
        else:
            assert turns.ahead(4) == expected[1:]
            expected = turns.ahead(5)
    assert expected == []
