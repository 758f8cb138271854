from __future__ import annotations

from hypothesis import given

from m3bench.core import Call, Step
from m3bench.reports.study.divergence import Divergence, first_divergence
from tests.scoring import strategies

A, B, C = (Call("s/t", {"x": letter}) for letter in "abc")
OTHER = Call("s/u", {"x": "a"})


def test_the_first_step_that_differs_is_told_with_what_each_did() -> None:
    divergence = first_divergence((Step((A,)), Step((A, B))), (Step((A,)), Step((C, A))))
    assert divergence == Divergence(
        step=2, call=1, kind="different arguments", a='s/t {"x":"b"}', b='s/t {"x":"c"}'
    )


def test_another_tool_and_a_call_less_are_told_apart() -> None:
    another = first_divergence((Step((A,)),), (Step((OTHER,)),))
    assert another is not None
    assert another.kind == "different tool"
    less = first_divergence((Step((A,)), Step((B,))), (Step((A,)),))
    assert less is not None
    assert (less.step, less.kind, less.a, less.b) == (2, "missing call", 's/t {"x":"b"}', "nothing more")


def test_the_same_tool_is_set_beside_its_own() -> None:
    divergence = first_divergence((Step((A,)),), (Step((OTHER, B)),))
    assert divergence is not None
    assert (divergence.kind, divergence.b) == ("different arguments", 's/t {"x":"b"}')


def test_order_within_a_step_and_steps_without_calls_are_no_difference() -> None:
    assert first_divergence((Step((A, B)), Step()), (Step(), Step((B, A)))) is None


@given(strategies.steps, strategies.steps)
def test_it_is_found_from_either_side_at_the_same_step(a: tuple[Step, ...], b: tuple[Step, ...]) -> None:
    here, there = first_divergence(a, b), first_divergence(b, a)
    assert first_divergence(a, a) is None
    assert (here is None) == (there is None)
    if here and there:
        assert (here.step, here.call) == (there.step, there.call)
        assert {here.a == "nothing more", here.b == "nothing more"} == {
            there.a == "nothing more",
            there.b == "nothing more",
        }
