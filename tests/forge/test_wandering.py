"""The wanderer spoils the way, and keeps what depends on what."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Call, Edge, Reference, Step
from tests.forge.wandering import same_way, wandering_order

_CALLS = tuple(Call("a/b", {"n": number}) for number in range(6))
_REFERENCE = Reference(
    steps=(Step(_CALLS[:3]), Step(_CALLS[3:5]), Step(_CALLS[5:])),
    edges=(Edge(0, 3), Edge(1, 3), Edge(2, 4), Edge(3, 5), Edge(4, 5)),
)


@given(st.integers(0, 10_000))
def test_every_order_keeps_the_dependencies(seed: int) -> None:
    order = wandering_order(_REFERENCE, random.Random(seed))
    position = {call.arguments["n"]: index for index, call in enumerate(order)}
    assert sorted(position) == list(range(6))
    assert all(position[edge.source] < position[edge.target] for edge in _REFERENCE.edges)


def test_the_same_seed_wanders_the_same_way() -> None:
    assert wandering_order(_REFERENCE, random.Random(3)) == wandering_order(_REFERENCE, random.Random(3))
    assert len({str(wandering_order(_REFERENCE, random.Random(seed))) for seed in range(20)}) > 1


def test_ways_are_the_same_whatever_the_order_within_a_step() -> None:
    turned = Reference(steps=(Step(_CALLS[2::-1]), *_REFERENCE.steps[1:]))
    assert same_way(_REFERENCE, turned)
    assert not same_way(_REFERENCE, Reference(steps=_REFERENCE.steps[:2]))
