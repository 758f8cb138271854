from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import Call, Edge, Outcome, Result, Step, Text, UsageError
from m3bench.scoring.structure import (
    dependency_violations,
    hops,
    is_multi_hop,
    multi_threaded_steps,
    parallel_efficiency,
    redundant_calls,
    structure_metrics,
    threads,
)


def shape(*sizes: int) -> list[Step]:
    """Steps of so many calls, all different."""
    return [Step(tuple(Call("s/t", {"n": f"{i}.{j}"}) for j in range(size))) for i, size in enumerate(sizes)]


def edges(*pairs: tuple[int, int]) -> list[Edge]:
    return [Edge(*pair) for pair in pairs]


shapes = st.lists(st.integers(0, 3), max_size=5)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[Step], list[Edge]]:
    steps = shape(*draw(shapes))
    count = sum(len(step.calls) for step in steps)
    call = st.integers(0, count - 1)
    pairs = draw(st.lists(st.tuples(call, call), max_size=8)) if count else []
    return steps, edges(*pairs)


def test_multi_hop_needs_an_edge_to_a_later_step() -> None:
    assert is_multi_hop(shape(1, 1), edges((0, 1)))
    assert not is_multi_hop(shape(1, 1), [])
    assert not is_multi_hop(shape(2), edges((0, 1)))
    assert not is_multi_hop(shape(1, 1), edges((1, 0)))
    assert not is_multi_hop([], [])


def test_multi_threaded_needs_two_calls_apart() -> None:
    assert multi_threaded_steps(shape(2, 1, 3), []) == (0, 2)
    assert multi_threaded_steps(shape(2, 2), edges((0, 1), (0, 2))) == (1,)
    assert multi_threaded_steps(shape(3), edges((0, 1), (1, 2))) == ()
    assert multi_threaded_steps(shape(3), edges((0, 1))) == (0,)


def test_the_same_call_twice_is_one_thread() -> None:
    twice = [Step((Call("a", {"x": 1}), Call("a", '{"x": 1.0}')))]
    assert multi_threaded_steps(twice, []) == ()
    assert threads(twice, []) == 1
    assert threads([Step((*twice[0].calls, Call("b")))], []) == 2


@pytest.mark.parametrize(
    ("inner", "width"),
    [
        ([], 4),
        ([(0, 1)], 3),
        ([(0, 1), (2, 3)], 2),
        ([(0, 1), (0, 2), (0, 3)], 3),
        ([(0, 1), (1, 2), (2, 3)], 1),
        ([(3, 0), (0, 1)], 2),
        ([(0, 1), (1, 0)], 3),
        ([(0, 1), (1, 2), (2, 0)], 2),
        ([(0, 0)], 4),
    ],
)
def test_threads_by_hand(inner: list[tuple[int, int]], width: int) -> None:
    assert threads(shape(4), edges(*inner)) == width
    later = edges(*[(source + 1, target + 1) for source, target in inner])
    assert threads(shape(1, 0, 4), later) == width


def test_hops_by_hand() -> None:
    diamond = edges((0, 1), (0, 2), (1, 3), (2, 3))
    assert hops(shape(1, 2, 1), diamond) == 3
    assert hops(shape(1, 1, 1), edges((0, 2))) == 2
    assert hops(shape(1, 1, 1), edges((1, 2), (0, 1))) == 3
    assert hops(shape(3), edges((0, 1), (1, 2))) == 1
    assert hops(shape(1, 1), edges((1, 0))) == 1
    assert hops(shape(0, 0), []) == 0


def test_parallel_efficiency_by_hand() -> None:
    assert parallel_efficiency(shape(1, 1, 1), edges((0, 1), (1, 2))) == 1.0
    assert parallel_efficiency(shape(1, 1, 1), []) == pytest.approx(1 / 3)
    assert parallel_efficiency(shape(1, 0, 1, 1), edges((0, 2))) == pytest.approx(2 / 3)
    assert parallel_efficiency(shape(5), []) == 1.0
    assert parallel_efficiency(shape(0), []) == parallel_efficiency([], []) == 1.0


def test_repeats_are_redundant_and_retries_are_not() -> None:
    ok, fault = Outcome.SUCCESS, Outcome.SERVER_FAULT
    error = Result((Text("no"),), is_error=True)

    def repeated(*calls: Call) -> tuple[int, ...]:
        return redundant_calls([Step((call,)) for call in calls])

    a = {"x": 1}
    assert repeated(Call("a", a, outcome=ok), Call("a", '{"x": 1.0}', outcome=ok)) == (1,)
    assert repeated(Call("a", a), Call("b", a), Call("a", {"x": 2}), Call("a", a)) == (3,)
    assert repeated(Call("a", a, outcome=fault), Call("a", a, outcome=ok), Call("a", a)) == (2,)
    assert repeated(Call("a", a, result=error), Call("a", a)) == ()
    assert repeated(Call("a", a, outcome=Outcome.INVALID_ARGUMENTS), Call("a", a)) == ()
    assert repeated(Call("a", a, outcome=Outcome.NOT_FOUND), Call("a", a)) == (1,)
    assert repeated(Call("a", a, outcome=ok), Call("a", a, outcome=fault), Call("a", a)) == (1, 2)
    assert redundant_calls([Step((Call("a"), Call("a", {})))]) == (1,)


def test_dependency_violations_by_hand() -> None:
    needed = edges((0, 1), (1, 2), (0, 3))
    prediction = shape(2, 1)
    assert dependency_violations(needed, {0: 0, 1: 2}, prediction) == ()
    assert dependency_violations(needed, {0: 2, 1: 0}, prediction) == (Edge(0, 1),)
    assert dependency_violations(needed, {0: 0, 1: 1, 2: 2}, prediction) == (Edge(0, 1),)
    assert dependency_violations(needed, {0: 2, 1: 0, 3: 1}, prediction) == (Edge(0, 1), Edge(0, 3))
    assert dependency_violations(needed, {}, []) == ()


def test_calls_that_do_not_exist_are_refused() -> None:
    for measure in (is_multi_hop, multi_threaded_steps, hops, threads):
        with pytest.raises(UsageError, match="edge refers to call 2, but the calls are numbered from 0 to 1"):
            measure(shape(2), edges((0, 2)))
    with pytest.raises(UsageError, match="alignment refers to call -1"):
        dependency_violations(edges((0, 1)), {0: -1}, shape(1))


def test_all_of_it_from_given_edges() -> None:
    found = structure_metrics(shape(2, 0, 1, 1), edges=edges((0, 2)))
    assert (found.steps, found.calls, found.calls_with_result) == (3, 4, 0)
    assert (found.edges, found.multi_hop, found.hops) == ((Edge(0, 2),), True, 2)
    assert (found.multi_threaded_steps, found.threads) == ((0,), 2)
    assert found.parallel_efficiency == pytest.approx(2 / 3)
    assert found.redundant_calls == ()


def test_all_of_it_from_traced_edges() -> None:
    search = Call("shop/search", {"query": "lamp"}, result=Result((Text("item B0X7 costs 30"),)))
    buy = Call("shop/buy", {"item": "B0X7"})
    found = structure_metrics([Step((search,)), Step((buy,))], request="buy a lamp")
    assert found.edges == (Edge(0, 1),)
    assert (found.multi_hop, found.hops, found.parallel_efficiency) == (True, 2, 1.0)
    assert found.calls_with_result == 1
    known = structure_metrics([Step((search,)), Step((buy,))], request="buy lamp B0X7")
    assert (known.edges, known.multi_hop, known.parallel_efficiency) == ((), False, 0.5)


@settings(max_examples=150)
@given(graphs())
def test_against_brute_force(graph: tuple[list[Step], list[Edge]]) -> None:
    steps, known = graph
    step_of = [index for index, step in enumerate(steps) for _ in step.calls]
    forward = {(e.source, e.target) for e in known if step_of[e.source] < step_of[e.target]}

    def deepest(call: int) -> int:
        return 1 + max((deepest(target) for source, target in forward if source == call), default=0)

    longest = max(map(deepest, range(len(step_of))), default=0)
    assert hops(steps, known) == longest
    assert is_multi_hop(steps, known) is (longest >= 2)
    assert 0 < parallel_efficiency(steps, known) <= 1
    assert threads(steps, known) == max((_widest(step, step_of, known) for step in set(step_of)), default=0)


def _widest(step: int, step_of: list[int], known: list[Edge]) -> int:
    """The largest set of calls of a step without a way from one to another, by trying all."""
    calls = [call for call, index in enumerate(step_of) if index == step]
    reach = {(e.source, e.target) for e in known if step_of[e.source] == step_of[e.target] == step}
    for middle in calls:
        reach |= {(a, b) for a in calls for b in calls if (a, middle) in reach and (middle, b) in reach}
    apart = [
        chosen
        for size in range(1, len(calls) + 1)
        for chosen in combinations(calls, size)
        if not any((a, b) in reach or (b, a) in reach for a, b in combinations(chosen, 2))
    ]
    return max(map(len, apart))
