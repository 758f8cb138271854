"""Users of tasks: what `suite verify` refuses."""

from __future__ import annotations

from pathlib import Path

import anyio
import msgspec
import pytest

from m3bench.checks import AnswerNumber, Called, UserAsked, write_checks
from m3bench.core import ASK_USER, Call, Reference, SimulatedUser, Step, Task, UserFact
from m3bench.curation.execution import make_references
from m3bench.curation.users import PROBES, user_problems
from m3bench.formats import write
from m3bench.hosting import Pool
from m3bench.runs.serving.server_set import ServerSet
from m3bench.suites import (
    RELEASED,
    Blueprint,
    Plan,
    PlanError,
    PlannedCall,
    Solution,
    SuiteRef,
    WorldRef,
    find_suite,
)
from m3bench_world import World
from tests.agents.user.cases import people
from tests.attacks.command_line import Command

NUMBER = UserFact("order number", "The order number is LX-48213.")
TASK = Task(
    id="t1",
    request="Get me my money back.",
    user=SimulatedUser(persona="Ann", facts=(NUMBER, UserFact("reason", "It is cracked."))),
    references=(Reference(fields={"refund": 87.25, "order": "LX-48213"}),),
)


def with_facts(*facts: UserFact) -> Task:
    return msgspec.structs.replace(TASK, user=SimulatedUser(persona="Ann", facts=facts))


def test_a_good_user_has_no_problems() -> None:
    assert list(user_problems(TASK)) == []
    assert list(user_problems(msgspec.structs.replace(TASK, user=None))) == []


@pytest.mark.parametrize("name", people())
def test_the_people_of_the_tests_give_nothing_away(name: str) -> None:
    assert list(user_problems(Task(id=name, request="Help me.", user=people()[name]))) == []


@pytest.mark.parametrize(
    ("task", "problem"),
    [
        (msgspec.structs.replace(TASK, request="Refund LX-48213."), "the request states the user's fact"),
        (msgspec.structs.replace(TASK, rules=("LX 48213 is free.",)), "a rule states the user's fact"),
        (with_facts(NUMBER, UserFact("contact", "Ann, order LX-48213.")), "gives away 'order number'"),
        (with_facts(NUMBER, UserFact("order number", "7.")), "several facts on 'order number'"),
        (with_facts(UserFact("more details", "The refund is 87.25.")), "the user tells more details"),
        (with_facts(UserFact("of the", "Yes.")), "does not tell 'of the'"),
    ],
)  # fmt: skip
def test_a_user_that_is_no_secret_is_refused(task: Task, problem: str) -> None:
    assert problem in "\n".join(user_problems(task))


def test_there_are_enough_probes() -> None:
    assert len(PROBES) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("name", RELEASED)
def test_no_user_of_a_suite_gives_anything_away(name: str) -> None:
    for task in find_suite(SuiteRef(name=name), WorldRef()).tasks:
        assert list(user_problems(task)) == [], task.id


ASK = Call(ASK_USER, {"question": "What is the weight of the parcel?"})
PRICE = Call("math/multiply", {"firstNumber": 3, "SecondNumber": 2})
ASKING = Task(
    id="lamp",
    request="What does it cost to send the parcel back, at 2 euros per kilogram?",
    servers=("math",),
    user=SimulatedUser(persona="Ann", facts=(UserFact("weight", "The parcel weighs 3 kilograms."),)),
    references=(Reference(steps=(Step((ASK,)), Step((PRICE,))), answer="It costs 6 euros."),),
    extra={
        "checks": write_checks(
            (UserAsked(("weight",), before="math/multiply"), Called("math/multiply"), AnswerNumber(6))
        )
    },
)  # fmt: skip


@pytest.mark.slow
def test_a_suite_whose_references_ask_the_user_is_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "tasks.jsonl", [ASKING], format="jsonl")
    command = Command(capsys, monkeypatch)
    good = command("suite", "verify", tmp_path / "tasks.jsonl")
    assert good.code == 0, good.text
    telling = SimulatedUser(persona="Ann", facts=(UserFact("more details", "It weighs 3 kilograms."),))
    write(tmp_path / "tasks.jsonl", [msgspec.structs.replace(ASKING, user=telling)], format="jsonl")
    leaking = command("suite", "verify", tmp_path / "tasks.jsonl")
    assert leaking.code == 1
    assert "the user tells more details" in leaking.text


def plan() -> Plan:
    (said,) = yield [PlannedCall(ASK.name, ASK.arguments)]
    assert "3 kilograms" in said.text
    yield [PlannedCall(PRICE.name, PRICE.arguments, uses=(said.index,))]
    return Solution("It costs 6 euros.")


@pytest.mark.parametrize("user", [ASKING.user, None])
def test_plans_of_blueprints_ask_the_user(user: SimulatedUser | None, tmp_path: Path) -> None:
    blueprint = Blueprint(
        id="lamp", family="parcels", request=ASKING.request or "", fuzzy_request="", servers=("math",),
        plans=(plan,), user=user, role="A clerk.", rules=("Ask first.",),
    )  # fmt: skip

    async def made() -> Task:
        async with Pool(tmp_path, ahead=0) as pool:
            return (await make_references(blueprint, World(), ServerSet(pool, World())))[0]

    if user is None:
        with pytest.raises(PlanError, match="ended in unknown_tool"):
            anyio.run(made)
        return
    task = anyio.run(made)
    assert (task.user, task.role, task.rules) == (user, "A clerk.", ("Ask first.",))
    assert [call.name for _, call in task.references[0].calls()] == [ASK_USER, "math/multiply"]
