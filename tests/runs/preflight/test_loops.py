"""Checks of our own loops."""

from __future__ import annotations

import msgspec
import pytest

from m3bench.agents import Attempt, Ending
from m3bench.core import Call, Media, Text
from m3bench.models import ModelIncapable, Reply, ToolReturn, User
from m3bench.runs.preflight import Codes
from m3bench.runs.store import PreflightReport
from m3bench.testing.provider import SeenRequest
from tests.runs.preflight.checking import CODES, QUICK, check, probes, result, verdicts
from tests.runs.preflight.reader import Reader

pytestmark = pytest.mark.anyio
SLOW = pytest.mark.slow
AGENTS = (
    "caller",
    "executor",
    pytest.param("caller:prompted", marks=SLOW),
    pytest.param("planner", marks=SLOW),
    pytest.param("react", marks=SLOW),
    pytest.param("react:prompted", marks=SLOW),
)


@pytest.mark.parametrize("agent", AGENTS)
async def test_everything_reaches_the_model(agent: str) -> None:
    report = await check(agent)
    held = {"tools": "held", "names": "held"} | {probe.name: "held" for probe in QUICK}
    assert verdicts(report) == held | {"elicitation": "not applicable"}  # a loop has no client
    assert report.failures == ()
    assert report.requests >= 2 * len(QUICK) - 3
    assert msgspec.json.decode(msgspec.json.encode(report), type=PreflightReport) == report


async def test_names_are_those_that_the_model_got() -> None:
    native = await check("caller", chosen=probes("text"))
    assert native.tools.seen == ("probe__read_text",)
    prompted = await check("caller:prompted", chosen=probes("text"))
    assert prompted.tools.seen == ("probe/read_text",)
    assert prompted.tools.called == ("probe/read_text",)


async def test_a_model_that_ignores_pictures_is_found() -> None:
    report = await check("caller", Reader(CODES, sees=False), probes("text", "picture", "sound"))
    assert verdicts(report) == {
        "tools": "held", "names": "held", "text": "held", "picture": "failed", "sound": "failed",
    }  # fmt: skip
    picture = result(report, "picture")
    assert picture.why.startswith("The picture was sent to the model, but the code did not come back")
    assert "--blind" in picture.advice
    assert [failure.name for failure in report.failures] == ["picture"]


class WithoutPictures:
    """A loop that passes on the texts of results only."""

    name, needs_model = "texts", True

    async def solve(self, attempt: Attempt) -> Ending:
        (tool,) = attempt.toolbox.tools
        (done,) = await attempt.call([Call(tool.full_name, {})])
        content = done.result.content if done.result is not None else ()
        shown = tuple(part for part in content if not isinstance(part, Media))
        reply = await attempt.ask([User((Text(f"{attempt.request} {tool.full_name} returned:"), *shown))])
        return Ending(reply.text)


async def test_an_agent_that_drops_pictures_is_told_from_a_blind_model() -> None:
    report = await check(WithoutPictures(), _last_word, probes("text", "picture", "file"))
    assert [failure.why for failure in report.failures] == [
        "The picture did not reach the model: no request had it.",
        "The embedded file did not reach the model: no request had it.",
    ]


def _last_word(seen: SeenRequest) -> Reply:
    return Reply(seen.latest)


class WithoutTools:
    """A loop that never shows the tools."""

    name, needs_model = "bare", True

    async def solve(self, attempt: Attempt) -> Ending:
        return Ending((await attempt.ask([User((Text(attempt.request),))])).text)


async def test_tools_that_never_reach_the_model_are_a_finding_of_its_own() -> None:
    report = await check(WithoutTools(), lambda _: Reply("K7RHMX"))
    assert result(report, "tools").why == "The tools never reached the model: no request had them."
    assert result(report, "text").why == result(report, "tools").why
    assert result(report, "picture").verdict == "unknown"
    assert report.requests == 1  # nothing is spent on what cannot succeed


async def test_guessing_fails() -> None:
    guesses = Codes("another seed")
    report = await check("caller", lambda _: Reply(f"{guesses.word('text')} {guesses.scripts('unicode')}"))
    failed = {probe.name for probe in report.probes if probe.verdict == "failed"}
    assert failed == {probe.name for probe in QUICK} - {"elicitation"}
    assert result(report, "tools").verdict == "held"
    assert result(report, "text").why.startswith("No tool was called")


async def test_the_codes_of_one_check_do_not_pass_another() -> None:
    report = await check("caller", Reader(Codes("another seed")), probes("picture"))
    assert verdicts(report)["picture"] == "failed"


async def test_renamed_tools_are_found() -> None:
    reader = Reader(CODES, rename=lambda name: f"mcp_{name.replace('read', 'fetch')}_tool")
    report = await check("caller", reader, probes("text"))
    assert verdicts(report) == {"tools": "held", "names": "failed", "text": "failed"}
    assert "mcp_probe__fetch_text_tool" in result(report, "names").why
    assert "probe__read_text" in result(report, "names").why


async def test_names_that_can_be_repaired_are_noted() -> None:
    report = await check("caller", Reader(CODES, rename=lambda _: "ReadText"), probes("text"))
    assert verdicts(report)["names"] == "held"
    assert "repaired" in result(report, "names").why
    assert result(report, "text").why == "calls were repaired: renamed_tool"


async def test_calls_one_after_another_are_not_parallel() -> None:
    report = await check("caller", Reader(CODES, one_by_one=True), probes("parallel"))
    assert result(report, "parallel").why == "The calls were made one after another."
    assert report.failures == ()  # not required


def _refuses_pictures(seen: SeenRequest) -> Reply:
    if seen.media:
        raise ModelIncapable("image input is not supported", "Use --text-only.", capability="pictures")
    return Reader(CODES)(seen)


async def test_an_endpoint_that_refuses_pictures_is_found() -> None:
    report = await check("caller", _refuses_pictures, probes("text", "picture", "long"))
    assert verdicts(report) == {
        "tools": "held", "names": "held", "text": "held", "picture": "failed", "long": "held",
    }  # fmt: skip
    assert result(report, "picture").why == "image input is not supported"
    assert result(report, "picture").advice == "Use --text-only."


def _cuts_results(seen: SeenRequest) -> Reply:
    """Plays an endpoint that sees only the beginning of each result."""
    messages = [
        msgspec.structs.replace(message, content=tuple(_cut(part) for part in message.content))
        if isinstance(message, ToolReturn)
        else message
        for message in seen.request.messages
    ]
    request = msgspec.structs.replace(seen.request, messages=tuple(messages))
    return Reader(CODES)(msgspec.structs.replace(seen, request=request))


def _cut(part: object) -> object:
    return Text(part.text[:5_000]) if isinstance(part, Text) else part


async def test_long_results_that_are_cut_are_found() -> None:
    report = await check("caller", _cuts_results, probes("text", "long"))
    assert verdicts(report)["long"] == "failed"
    assert "was sent to the model" in result(report, "long").why
