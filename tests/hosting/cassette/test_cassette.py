from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import Data, Media, Text
from m3bench.hosting.cassette.cassette import CassetteMissError, RecordingHost, ReplayHost
from m3bench.hosting.cassette.file import CassetteWriter, read_cassette
from m3bench.hosting.host import Rejection, Reply, ServerFault
from m3bench.hosting.tool import Tool
from tests.hanging import HANG_SECONDS
from tests.hosting.cassettes import (
    ALERTS,
    FORECAST,
    MAPS,
    FakeHost,
    echoing,
    exact,
    missed,
    recorded,
    replayed,
    scripted,
)

# JSON joins two halves of a surrogate pair that stand side by side; servers speak JSON.
TEXTS = st.text(st.characters(exclude_categories=()), max_size=30).map(
    lambda text: json.loads(json.dumps(text))
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=10,
)
MEDIA = st.builds(
    Media,
    media_type=st.sampled_from(["image/png", "text/plain; charset=utf-8", "application/json", "a/b"]),
    data=st.none() | st.binary(max_size=20),
    digest=st.none() | st.text("0123456789abcdef", max_size=4),
    uri=st.none() | TEXTS,
)
JSON_TEXTS = st.builds(
    lambda value, gap, ascii_only: json.dumps(
        [value] * 9, separators=(f",{gap}", f":{gap}"), ensure_ascii=ascii_only
    ),
    JSON,
    st.sampled_from(["", " "]),
    st.booleans(),
)
CONTENTS = st.lists(st.builds(Text, TEXTS | JSON_TEXTS) | st.builds(Data, JSON) | MEDIA, max_size=4).map(
    tuple
)
ANSWERS = st.one_of(
    st.builds(Reply, CONTENTS, st.booleans()),
    st.builds(ServerFault, st.just("weather"), TEXTS),
    st.builds(Rejection, st.just("weather"), st.integers(-40000, 40000), TEXTS),
)
CALLS = st.lists(st.tuples(st.dictionaries(TEXTS, JSON, max_size=3), ANSWERS), max_size=6)


@pytest.mark.slow
@settings(max_examples=60)
@given(CALLS)
def test_a_replay_gives_the_same_to_the_byte(script: list[tuple[dict[str, Any], Reply | Exception]]) -> None:
    calls = [(FORECAST, arguments) for arguments, _ in script]
    with tempfile.TemporaryDirectory() as folder:
        live = recorded(Path(folder, "c"), scripted([answer for _, answer in script]), calls)
        cassette = read_cassette(Path(folder, "c"))
        assert [exact(value) for value in replayed(cassette, calls)] == [exact(value) for value in live]
    expected = [
        (type(answer), str(answer), vars(answer)) if isinstance(answer, Exception) else answer
        for _, answer in script
    ]
    assert [exact(value) for value in live] == [exact(value) for value in expected]


def test_tools_and_faults_come_back_and_later_listings_at_their_time(tmp_path: Path) -> None:
    host = echoing()
    host._faults = {"down": "not\nreachable"}

    async def listings(replaying: bool) -> list[Any]:
        if replaying:
            return await taken(ReplayHost(read_cassette(tmp_path / "c")))
        with CassetteWriter(tmp_path / "c") as writer:
            return await taken(RecordingHost(host, writer))

    async def taken(given: RecordingHost | ReplayHost) -> list[Any]:
        replies: list[Any] = []
        for number in range(5):
            if number == 3:
                host.listed, host._faults = (), {}
            replies.append((tuple(await given.tools()), given.faults))
        return replies

    live = asyncio.run(listings(False))
    assert live[0] == ((FORECAST, ALERTS, MAPS), {"down": "not\nreachable"})
    assert live[4] == ((), {})
    again = asyncio.run(listings(True))
    assert again == live
    assert msgspec.json.encode(again[0][0]) == msgspec.json.encode(live[0][0]), "the order of keys too"
    assert len(read_cassette(tmp_path / "c").listings) == 2


def test_identical_calls_get_their_answers_in_turn(tmp_path: Path) -> None:
    calls = [(ALERTS, {"a": 1, "b": 2}), (ALERTS, {"b": 2, "a": 1}), (FORECAST, {"a": 1, "b": 2})]
    live = recorded(tmp_path / "c", scripted([Reply((Text(str(i)),)) for i in range(3)]), calls)
    cassette = read_cassette(tmp_path / "c")
    assert replayed(cassette, calls) == live
    shuffled = [calls[2], calls[1], calls[0]]
    assert replayed(cassette, shuffled) == [live[2], live[0], live[1]]


def test_one_and_one_point_nought_are_different_arguments(tmp_path: Path) -> None:
    calls: list[tuple[Tool, dict[str, Any]]]
    calls = [(ALERTS, {"a": 1}), (ALERTS, {"a": 1.0}), (ALERTS, {"a": True}), (ALERTS, {"a": "1"})]
    live = recorded(tmp_path / "c", scripted([Reply((Text(str(i)),)) for i in range(4)]), calls)
    assert replayed(read_cassette(tmp_path / "c"), calls[::-1]) == live[::-1]


def test_overlapping_calls_are_recorded_whole_and_in_the_order_of_issue(tmp_path: Path) -> None:
    """Identical calls too: the n-th issued keeps its own answer though it is answered last."""
    events: list[asyncio.Event] = []
    all_issued = asyncio.Event()

    async def answer(tool: Tool, arguments: dict[str, Any]) -> Reply:
        number = len(events)
        events.append(asyncio.Event())
        if len(events) == 12:
            all_issued.set()
        await events[number].wait()
        return Reply((Text(f"answer {number} " + "x" * 50_000),))

    async def run() -> list[Reply]:
        with CassetteWriter(tmp_path / "c") as writer:
            host = RecordingHost(FakeHost(answer), writer)
            tasks = [asyncio.create_task(host.call(ALERTS, {"n": n % 3})) for n in range(12)]
            await asyncio.wait_for(all_issued.wait(), HANG_SECONDS)
            for number in (11, 3, 7, 0, 1, 2, 10, 9, 8, 4, 6, 5):
                events[number].set()
                await tasks[number]
            appended = (tmp_path / "c").read_text()
            assert appended.index("answer 11 ") < appended.index("answer 0 "), "written as they came in"
            return [await task for task in tasks]

    live = asyncio.run(run())
    text = (tmp_path / "c").read_text()
    places = [text.index(f"answer {number} ") for number in range(12)]
    assert places == sorted(places)
    assert replayed(read_cassette(tmp_path / "c"), [(ALERTS, {"n": n % 3}) for n in range(12)]) == live
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c"]


@pytest.mark.parametrize("kind", ["arguments", "answer"])
def test_what_is_nested_too_deeply_ends_in_an_outcome(tmp_path: Path, kind: str) -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    answer = Reply((Data(deep),)) if kind == "answer" else Reply()
    outcomes = recorded(
        tmp_path / "c", scripted([answer]), [(ALERTS, {"a": deep} if kind == "arguments" else {})]
    )
    assert outcomes[0][0] is (Rejection if kind == "arguments" else ServerFault)
    if kind == "answer":
        assert replayed(read_cassette(tmp_path / "c"), [(ALERTS, {})]) == outcomes
    while deep:  # taken apart, since its removal in one go would be nested as deeply
        deep = deep.pop()


def test_a_miss_names_the_closest_call_of_the_tool_and_what_differs(tmp_path: Path) -> None:
    calls = [
        (FORECAST, {"place": {"name": "Skagen", "country": "DK"}, "days": 3}),
        (FORECAST, {"place": {"name": "Turin", "country": "IT"}, "days": 3}),
        (ALERTS, {"place": {"name": "Skagn", "country": "DK"}, "days": 3, "unit": "C"}),
    ]
    recorded(tmp_path / "c", echoing(), calls)
    wanted = {"days": 3, "place": {"country": "DK", "name": "Skagn"}, "unit": "C"}
    recorded_arguments = '{"days":3,"place":{"country":"DK","name":"Skagen"}}'
    assert missed(tmp_path / "c", FORECAST, wanted).splitlines() == [
        f"weather/forecast {json.dumps(wanted, separators=(',', ':'))} was not recorded in {tmp_path}/c.",
        f"The most similar recorded call is weather/forecast {recorded_arguments}",
        '  place.name: asked "Skagn", recorded "Skagen"',
        '  unit: "C" only asked',
        "Record the run again.",
    ]


def test_a_miss_of_a_tool_names_the_nearest_tool(tmp_path: Path) -> None:
    recorded(tmp_path / "c", echoing(), [(MAPS, {}), (FORECAST, {"a": 1}), (ALERTS, {})])
    said = missed(tmp_path / "c", Tool(server="weather", name="forecasts"), {"a": 1})
    assert "The most similar recorded call is weather/forecast {" in said
    recorded(tmp_path / "empty", echoing(), [])
    assert "most similar" not in missed(tmp_path / "empty", ALERTS, {})


def test_one_call_too_many_says_how_many_there_were(tmp_path: Path) -> None:
    recorded(tmp_path / "c", echoing(), [(ALERTS, {}), (ALERTS, {})])
    with pytest.raises(CassetteMissError, match=r"Call 3 of weather/alerts \{\} was not .* which has 2"):
        replayed(read_cassette(tmp_path / "c"), [(ALERTS, {})] * 3)


def test_a_miss_with_long_arguments_shows_the_place_that_differs(tmp_path: Path) -> None:
    recorded(
        tmp_path / "c",
        echoing(),
        [(ALERTS, {"text": "same " * 200 + "old end", **{f"k{i}": 0 for i in range(20)}})],
    )
    said = missed(
        tmp_path / "c", ALERTS, {"text": "same " * 200 + "new end", **{f"k{i}": 1 for i in range(20)}}
    )
    assert "and 13 more" in said
    assert max(map(len, said.splitlines())) < 400
    said = missed(
        tmp_path / "c", ALERTS, {"text": "same " * 200 + "new end", **{f"k{i}": 0 for i in range(20)}}
    )
    assert '  text: asked …same same same same new end", recorded …same same same same old end"' in said


def test_a_cassette_without_a_listing_says_so(tmp_path: Path) -> None:
    CassetteWriter(tmp_path / "c").close()
    with pytest.raises(CassetteMissError, match="contains no tool listing"):
        asyncio.run(ReplayHost(read_cassette(tmp_path / "c")).tools())
