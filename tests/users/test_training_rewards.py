"""A trainer sets a reward, and a policy looks for what earns it without work."""

from __future__ import annotations

import pytest

from m3bench.core import UsageError
from m3bench.environment import Environment, Reward
from tests.environment.tasks import FORM, SUM, SmallSuite, add

RIGHT = '{"total": 42}'


def test_a_grounded_reward_is_refused_where_no_task_has_facts() -> None:
    """The tasks of smoke have no facts: a memorized answer would earn 1.0 without a call."""
    with pytest.raises(UsageError) as refusal, Environment("smoke", reward=Reward(success=0, grounded=1)):
        pass
    assert "grounded" in refusal.value.message
    assert "smoke/warmth" in refusal.value.message
    assert refusal.value.hint is not None
    assert "success" in refusal.value.hint


def test_in_a_mix_the_reward_of_a_task_without_facts_is_undefined() -> None:
    reward = Reward(success=0, grounded=1)
    with Environment(SmallSuite(SUM, FORM), reward=reward) as environment:
        environment.reset("form")
        result = environment.step(f"It is 42. {RIGHT}")
        assert result.reward is None
        assert result.info["components"] == {"success": 1.0, "grounded": None}
        environment.reset("sum")
        assert environment.step("It is 126.").reward == 0.0


def test_beside_another_weight_an_undefined_part_adds_nothing() -> None:
    with Environment(SmallSuite(SUM, FORM), reward=Reward(success=0.5, grounded=1)) as environment:
        environment.reset("form")
        assert environment.step(f"It is 42. {RIGHT}").reward == 0.5


@pytest.mark.parametrize(
    "prose", ["It is 42, 5, 6 or 9.", "Maybe 42.", "It is not 42.", "It is 42. It is 43.", "42 or 43"]
)
def test_a_right_field_with_hedged_prose_loses(prose: str) -> None:
    with Environment(SmallSuite(FORM)) as environment:
        for action in (f"{prose} {RIGHT}", {"answer": prose, "fields": {"total": 42}}):
            environment.reset("form")
            environment.step(add(20, 22))
            result = environment.step(action)
            assert result.reward == 0.0
            assert result.info["checks"][-1] == {
                "check": "answer_fields",
                "passed": False,
                "undecided": False,
            }


@pytest.mark.parametrize(
    "prose", ["", "It is 42.", "20 and 22 make 42.", "Done.", "20 + 20 is 40, the total 42."]
)
def test_a_right_field_with_plain_prose_wins(prose: str) -> None:
    with Environment(SmallSuite(FORM)) as environment:
        environment.reset("form")
        environment.step(add(20, 22))
        assert environment.step(f"{prose} {RIGHT}").reward == 1.0
