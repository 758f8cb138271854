"""How tools and results are shown to models, and prompts that are data."""

from __future__ import annotations

import anyio
import pytest

from m3bench.agents.shared.prompts import (
    Detail,
    calls_as_json,
    describe_tools,
    load_prompts,
    result_content,
    result_text,
    tool_offers,
)
from m3bench.core import Call, Data, Media, Outcome, Result, Text
from m3bench.hosting import Aliases, Tool, Toolbox
from tests.hosting.fakes import FakeHost, echo

TOOL = Tool(
    server="maps", name="draw.it", description="Draw it.\nAt length.", input_schema={"type": "object"}
)


def test_offers_are_under_aliases_and_have_a_schema() -> None:
    async def mounted() -> Toolbox:
        return await Toolbox.mount(FakeHost({"maps/draw.it": echo}))

    (offer,) = tool_offers(anyio.run(mounted))
    assert offer.name == "maps__draw_it"
    assert offer.schema["type"] == "object"


def test_tools_in_a_line_or_whole() -> None:
    assert describe_tools([TOOL], detail=Detail.LINE) == "- maps/draw.it: Draw it."
    aliased = describe_tools([TOOL], Aliases(["maps/draw.it"]), detail=Detail.LINE)
    assert aliased == "- maps__draw_it: Draw it."
    whole = describe_tools([TOOL], detail=Detail.SCHEMA)
    assert whole == '- maps/draw.it: Draw it.\nAt length.\n  arguments: {"type":"object"}'
    assert describe_tools([TOOL], detail=Detail.DESCRIPTION) == "- maps/draw.it: Draw it.\nAt length."
    long = Tool(server="a", name="b", description="word " * 100)
    assert len(describe_tools([long], detail=Detail.LINE)) < 200


def test_results_keep_pictures_and_files_and_say_how_the_call_ended() -> None:
    picture = Media(media_type="image/png", data=b"x")
    file = Media(media_type="application/pdf", data=b"y", uri="a.pdf")
    result = Result((Text("drawn"), Data({"n": 1}), picture, file))
    done = Call("maps/draw", {"x": 1}, result=result, outcome=Outcome.SUCCESS)
    assert result_content(done) == (
        Text('maps/draw {"x":1} succeeded:'),
        Text("drawn"),
        Text('{"n":1}'),
        picture,
        file,
    )
    assert result_text(done) == (
        'maps/draw {"x":1} succeeded:\ndrawn\n{"n":1}\n[image/png]\n[application/pdf: a.pdf]'
    )
    assert result_content(Call("", "so")) == (Text('A call without a name "so" was not carried out:'),)
    assert calls_as_json([done]) == '{"tool_calls":[{"name":"maps/draw","arguments":{"x":1}}]}'


@pytest.mark.parametrize("agent", ["executor", "planner"])
def test_every_prompt_is_filled_once(agent: str) -> None:
    prompts = load_prompts(agent)
    assert len(prompts.digest) == 64
    assert prompts.fill("task", request="{{pictures}}", pictures="none").endswith("{{pictures}}\nnone")
    with pytest.raises(KeyError):
        prompts.fill("task")
