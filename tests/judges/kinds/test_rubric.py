"""The rubric: which orders there are, and what is shown."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from m3bench.judges import READINGS, RubricJudge, UnshuffledRubricJudge
from m3bench.judges.kinds.rubric import AXES, DIMENSIONS, rubric_order
from m3bench.models import System
from tests.judges.cases import CASE, instructions


def told(judge: RubricJudge, turn: int) -> str:
    message = judge.question(CASE, turn).messages[0]
    assert isinstance(message, System)
    return message.text


@given(st.integers(0, 10**9), st.text(max_size=20))
def test_all_readings_of_a_case_differ_in_order_and_in_nothing_else(seed: int, case: str) -> None:
    orders = [rubric_order(seed, case, turn) for turn in range(READINGS)]
    assert len(set(orders)) == READINGS
    for order in orders:
        assert {axis: tuple(sorted(names)) for axis, names in order} == {
            axis: tuple(sorted(names)) for axis, names in AXES.items()
        }


def test_every_order_comes_before_one_comes_again() -> None:
    orders = [rubric_order(0, "c", turn) for turn in range(96)]
    assert len(set(orders[:48])) == 48
    assert orders[:48] == orders[48:]


def test_orders_follow_from_seed_and_case() -> None:
    assert rubric_order(1, "c", 0) == rubric_order(1, "c", 0)
    firsts = {rubric_order(seed, case, 0) for seed in range(10) for case in "abcdefghij"}
    assert len(firsts) > 30


def test_every_order_is_as_likely_as_another() -> None:
    firsts = [rubric_order(0, str(number), 0)[0][0] for number in range(600)]
    assert all(150 < firsts.count(axis) < 250 for axis in AXES)


def test_the_words_stay_the_same_in_every_order() -> None:
    judge = RubricJudge(seed=7)
    texts = [told(judge, turn) for turn in range(READINGS)]
    assert len(set(texts)) == READINGS
    rubrics = [text.partition("{")[0] for text in texts]
    assert len({tuple(sorted(rubric.split("\n"))) for rubric in rubrics}) == 1


def test_rubric_and_form_have_the_same_order() -> None:
    judge = RubricJudge()
    for turn in range(READINGS):
        order = [name for _, names in rubric_order(0, CASE.id, turn) for name in names]
        text = told(judge, turn)
        assert sorted(DIMENSIONS, key=lambda name: text.index(f"- {name}: ")) == order
        assert sorted(DIMENSIONS, key=lambda name: text.index(f'"{name}": {{')) == order
        assert list(judge.question(CASE, turn).form.scales) == order


def test_the_judge_sees_everything_that_the_paper_names() -> None:
    shown = "\n".join(instructions(RubricJudge().question(CASE).request))
    named = [line.removeprefix("BEGIN ") for line in shown.split("\n") if line.startswith("BEGIN ")]
    assert named == ["request", "concrete", "dependencies", "trace", "answer", "tools"]


def test_another_seed_is_another_prompt() -> None:
    assert RubricJudge(1).prompt != RubricJudge(2).prompt
    assert RubricJudge(1).prompt.startswith("rubric@")


def test_the_unshuffled_rubric_has_one_order_and_a_name_of_its_own() -> None:
    judge = UnshuffledRubricJudge()
    texts = [told(judge, turn) for turn in range(READINGS)]
    assert len(set(texts)) == 1
    places = [texts[0].index(f"- {name}:") for name in DIMENSIONS]
    assert places == sorted(places)
    assert texts[0] in {told(RubricJudge(), turn) for turn in range(48)}
    assert judge.prompt.startswith("rubric-unshuffled@")
    assert judge.prompt.partition("@")[2] != RubricJudge().prompt.partition("@")[2]
