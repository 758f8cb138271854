"""One question, one repair, and what is missing then."""

from __future__ import annotations

import anyio
import pytest

from m3bench.core import Media, Text, Usage
from m3bench.judges import Case, CompletionJudge, GroundingJudge, Judgement, OutcomeJudge, VisionJudge
from m3bench.judges.question import PromptJudge
from m3bench.models import (
    Assistant,
    ModelMisconfigured,
    ModelUnavailable,
    Reply,
    RequestRefused,
    RequestTooLong,
    User,
)
from m3bench.testing import ScriptedModel
from m3bench.testing.scripted import Line
from tests.judges.cases import CASE, PICTURE, completion, instructions

GOOD = completion(2, 1.5, 3)


def judged(
    *lines: Line, judge: PromptJudge | None = None, case: Case = CASE
) -> tuple[Judgement, ScriptedModel]:
    model = ScriptedModel(lines, "acme/judge")
    return anyio.run(lambda: (judge or CompletionJudge()).judge(case, model, turn=3)), model


def test_a_judgement_says_whose_it_is_and_of_what() -> None:
    said, model = judged(Reply(GOOD, usage=Usage(900, 40, 1, 0.01)))
    assert said == Judgement(
        case="fruit-1",
        judge="acme/judge",
        prompt=CompletionJudge().prompt,
        input=CASE.digest,
        turn=3,
        scores={"planning": 2.0, "process": 1.5, "result": 3.0},
        reason="so",
        raw=(GOOD,),
        usage=Usage(900, 40, 1, 0.01),
    )
    assert len(model.requests) == 1


def test_one_repair_shows_the_fault() -> None:
    bad = completion(2, 1.5, 5)
    said, model = judged(
        Reply(bad, usage=Usage(900, 40, 1, 0.01)), Reply(GOOD, usage=Usage(1_000, 40, 1, 0.02))
    )
    assert said.scores == {"planning": 2.0, "process": 1.5, "result": 3.0}
    assert said.raw == (bad, GOOD)
    assert said.usage == Usage(1_900, 80, 2, 0.03)
    first, second = model.requests
    assert second.messages[: len(first.messages)] == first.messages
    echo, wrong = second.messages[len(first.messages) :]
    assert echo == Assistant(bad)
    assert isinstance(wrong, User)
    (part,) = wrong.content
    assert isinstance(part, Text)
    assert '"result" must be a number from 0 to 4, not 5' in part.text
    assert '"planning": <a number from 0 to 3>' in part.text


def test_after_the_repair_it_is_missing() -> None:
    said, model = judged("I would say 7.", "")
    assert (said.scores, said.reason, said.raw) == (None, "", ("I would say 7.", ""))
    assert said.problem == (
        "cannot parse the reply: it is not one JSON object and nothing else; second attempt: "
        "cannot parse the reply: it is empty"
    )
    assert len(model.requests) == 2


@pytest.mark.parametrize("error", [ModelUnavailable, RequestRefused, RequestTooLong])
def test_a_provider_that_fails_gives_a_missing_judgement(error: type[Exception]) -> None:
    said, _ = judged(error("not today"))  # type: ignore[arg-type]
    assert (said.scores, said.problem, said.raw) == (None, "not today", ())
    assert said.usage == Usage(0, 0, 0, 0.0)


def test_a_provider_that_fails_in_the_repair_leaves_the_first_reply() -> None:
    said, _ = judged("hm", ModelUnavailable("busy"))
    assert said.raw == ("hm",)
    assert said.problem.endswith("nothing else; second attempt: busy")


def test_what_would_fail_every_time_comes_through() -> None:
    with pytest.raises(ModelMisconfigured):
        judged(ModelMisconfigured("no key"))


def test_a_limit_of_cost_comes_through() -> None:
    class Spent(Exception):
        pass

    def spend(_: object) -> Line:
        raise Spent

    with pytest.raises(Spent):
        anyio.run(lambda: CompletionJudge().judge(CASE, ScriptedModel(spend)))


def test_a_reply_with_halves_of_characters_can_be_answered() -> None:
    said, model = judged("\ud800 is no verdict", GOOD)
    assert said.raw[0] == "\ud800 is no verdict"
    echo = model.requests[1].messages[-2]
    assert echo == Assistant("⟨U+D800⟩ is no verdict")


def test_an_endless_reply_is_not_sent_back_whole() -> None:
    _, model = judged("so " * 100_000, GOOD)
    echo = model.requests[1].messages[-2]
    assert isinstance(echo, Assistant)
    assert len(echo.text) <= 4_000


@pytest.mark.parametrize(
    ("judge", "case", "problem"),
    [
        (GroundingJudge(), Case(id="a", request="b", trace="c"), "the task has no reference"),
        (OutcomeJudge(), Case(id="a", request="b"), "the task has no reference answer"),
        (VisionJudge({"a": "b"}), CASE, "there is no picture to judge"),
    ],
)
def test_what_cannot_be_judged_is_not_asked(judge: PromptJudge, case: Case, problem: str) -> None:
    said, model = judged("never", judge=judge, case=case)
    assert (said.scores, said.problem, said.usage) == (None, problem, Usage(0, 0, 0, 0.0))
    assert model.requests == []


def test_pictures_are_shown_without_the_names_that_others_gave_them() -> None:
    case = Case(id="a", request="b", pictures=(PICTURE,))
    _, model = judged(GOOD, case=case)
    (_, user) = model.requests[0].messages
    assert isinstance(user, User)
    assert [type(part).__name__ for part in user.content] == ["Text", "Text", "Media", "Text"]
    assert user.content[1] == Text("Picture 1 of 1:")
    assert "secret" not in repr(model.requests[0])


def test_of_pictures_that_cannot_be_shown_the_number_is_told() -> None:
    absent = Media(media_type="image/png", digest="0" * 64)
    sound = Media(media_type="audio/wav", data=b"RIFF")
    case = Case(id="a", request="b", pictures=(absent, sound, *[PICTURE] * 22))
    _, model = judged(GOOD, case=case)
    (_, user) = model.requests[0].messages
    assert isinstance(user, User)
    assert sum(isinstance(part, Media) for part in user.content) == 20
    assert user.content[-2] == Text("Pictures that cannot be shown here: 4.")


def test_that_there_is_no_answer_is_shown_and_other_fields_without_text_are_not() -> None:
    _, model = judged(GOOD, case=Case(id="a", request="b"))
    shown = "\n".join(instructions(model.requests[0]))
    assert [line for line in shown.split("\n") if line.startswith("BEGIN")] == [
        "BEGIN request",
        "BEGIN answer",
    ]
