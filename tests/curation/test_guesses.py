"""Blind guesses: `suite verify` names tasks that can be passed without a tool."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import pytest

from m3bench.checks import AnswerFields, Expected, write_checks
from m3bench.core import AnswerField, AnswerForm, Call, FieldType, Reference, Step, Task
from m3bench.curation.guesses import blind_guesses
from m3bench.curation.verification import Verifier
from m3bench.encoders import load_encoder
from m3bench.hosting import Pool
from m3bench.runs.serving import ServerSet
from m3bench.suites import FileSuite
from m3bench_world import World

SURE = AnswerField("sure", FieldType.YES_NO, "whether it is so")
SUM = AnswerField("sum", FieldType.NUMBER, "the sum")
SIDE = AnswerField("side", FieldType.CHOICE, "the side", choices=("left", "right"))


def sum_task(number: int, fields: dict[str, Any], *asked: AnswerField) -> Task:
    call = Call("math/add", {"firstNumber": number, "secondNumber": 1})
    expected = {name: Expected(value) for name, value in fields.items()}
    reference = Reference(steps=(Step((call,)),), answer="It is so.", fields=fields)
    return Task(
        id=f"sum-{number}",
        family="sums",
        request=f"Add one to {number}.",
        servers=("math",),
        form=AnswerForm(asked),
        references=(reference,),
        checks=write_checks((AnswerFields(expected),)),
    )


def guessed(*tasks: Task) -> list[bool]:
    """Whether each task can be guessed."""

    async def verify() -> list[bool]:
        async with Pool(ahead=0) as pool:
            suite, world = FileSuite("sums", Path.cwd(), tasks), World()
            verifier = Verifier(suite, world, ServerSet(pool, world), load_encoder("hashing"))
            verified = [await verifier.verify(task) for task in tasks]
        return [
            any("a guess without a tool" in problem for problem in result.problems) for result in verified
        ]

    return anyio.run(verify)


@pytest.mark.parametrize(
    ("fields", "asked", "weak"),
    [
        ({"sure": True, "side": "left"}, (SURE, SIDE), True),
        ({"sure": False, "sum": 1}, (SURE, SUM), True),
        ({"sure": True, "sum": 83_412}, (SURE, SUM), False),
    ],
)
def test_a_task_that_can_be_guessed_is_named(
    fields: dict[str, Any], asked: tuple[AnswerField, ...], weak: bool
) -> None:
    assert guessed(sum_task(83_411, fields, *asked)) == [weak]


def test_the_answer_to_another_task_is_a_guess() -> None:
    same = [sum_task(number, {"sure": True, "sum": 83_412}, SURE, SUM) for number in (1, 2)]
    assert guessed(*same) == [True, True]


def test_a_task_without_a_form_is_answered_in_words() -> None:
    (only,) = blind_guesses(Task(id="t"), ())
    assert only.answer
    assert not only.steps
