"""How tools and results are shown to models, and prompts that are data."""

from __future__ import annotations

import re

import anyio
import pytest

from m3bench.agents.shared.prompts import (
    Detail,
    describe_tools,
    load_prompts,
    part_text,
    result_content,
    tool_offers,
)
from m3bench.core import Call, Data, Media, Outcome, Result, Text
from m3bench.hosting import Tool, Toolbox
from tests.hosting.fakes import FakeHost, echo

TOOL = Tool(
    server="maps", name="draw.it", description="Draw it.\nAt length.", input_schema={"type": "object"}
)


def test_offers_are_under_aliases_and_have_a_schema() -> None:
    async def mounted() -> Toolbox:
        return await Toolbox.mount(FakeHost({"maps/draw.it": echo}))

    toolbox = anyio.run(mounted)
    (offer,) = tool_offers(toolbox, toolbox.tools)
    assert offer.name == "maps__draw_it"
    assert offer.schema["type"] == "object"


def test_tools_in_a_line_or_whole() -> None:
    assert describe_tools([TOOL], detail=Detail.LINE) == "- maps/draw.it: Draw it. At length."
    whole = describe_tools([TOOL], detail=Detail.SCHEMA)
    assert whole == '- maps/draw.it: Draw it.\nAt length.\n  JSON schema of the arguments: {"type":"object"}'
    assert describe_tools([TOOL], detail=Detail.DESCRIPTION) == "- maps/draw.it: Draw it.\nAt length."
    long = Tool(server="a", name="b", description="word " * 100)
    assert len(describe_tools([long], detail=Detail.LINE)) < 200


@pytest.mark.parametrize(
    ("description", "line"),
    [
        ("Find a place\nby name. Gives\nits id.", "Find a place by name. Gives its id."),
        ("One sentence\nover two lines. " + "Another one, " * 20, "One sentence over two lines."),
        ("Draw it.\n\nArgs:\n  x: where to.", "Draw it."),
        ("", ""),
    ],
)
def test_a_line_of_a_description_ends_with_a_sentence(description: str, line: str) -> None:
    tool = Tool(server="maps", name="draw", description=description)
    assert describe_tools([tool], detail=Detail.LINE) == f"- maps/draw: {line}"


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
    assert list(map(part_text, (picture, file))) == ["[image/png]", "[application/pdf: a.pdf]"]
    assert result_content(Call("", "so")) == (Text('A call without a name "so" was not carried out:'),)


@pytest.mark.parametrize("media_type", ["text/plain", "text/csv; charset=utf-8", "application/json"])
def test_text_files_in_results_are_shown(media_type: str) -> None:
    file = Media(media_type=media_type, data="größe: 3".encode(), uri="notes://1")
    call = Call("a/b", {}, result=Result((Text("attached"), file)), outcome=Outcome.SUCCESS)
    assert result_content(call)[1:] == (Text("attached"), Text(f"[{media_type}: notes://1]\ngröße: 3"))


def test_long_text_files_are_shortened_and_other_files_are_no_text() -> None:
    long = Media(media_type="text/plain", data=b"x" * 1_000_000 + b"end")
    page = Media(media_type="application/pdf", data=b"%PDF text")
    link = Media(media_type="text/plain", uri="notes://2")
    call = Call("a/b", {}, result=Result((long, page, link)), outcome=Outcome.SUCCESS)
    _, shown, *others = result_content(call)
    assert isinstance(shown, Text)
    assert len(shown.text) < 20_100
    assert shown.text.endswith("end")
    assert others == [page, Text("[text/plain: notes://2]")]


@pytest.mark.parametrize("agent", ["executor", "planner", "caller", "react"])
def test_no_prompt_has_a_made_up_call(agent: str) -> None:
    for name, text in load_prompts(agent).texts.items():
        assert "server/tool" not in text, name
        assert '"parameter"' not in text, name
        assert not re.search(r'"name": "(?!claim_done)', text), name


@pytest.mark.parametrize("agent", ["executor", "planner"])
def test_every_prompt_is_filled_once(agent: str) -> None:
    prompts = load_prompts(agent)
    assert len(prompts.digest) == 64
    assert prompts.fill("task", request="{{pictures}}", pictures="none").endswith("{{pictures}}\nnone")
    with pytest.raises(KeyError):
        prompts.fill("task")
