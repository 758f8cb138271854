from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import Call, Data, Media, Outcome, Result, Text, Timing
from m3bench.hosting import Rejection, Reply, ServerFault, Tool
from m3bench.hosting.toolbox.toolbox import Toolbox
from tests.hosting.fakes import Answer, FakeHost, echo, in_time, raising, saying

POINT = {
    "type": "object",
    "properties": {"x": {"type": "integer"}, "label": {"type": "string"}},
    "required": ["x"],
    "additionalProperties": False,
}


def run(host: FakeHost, *calls: Call, **options: Any) -> tuple[Call, ...]:
    async def work() -> tuple[Call, ...]:
        return await (await Toolbox.mount(host, **options)).run(calls)

    return in_time(work)


def run_one(host: FakeHost, call: Call, **options: Any) -> tuple[Outcome, Result]:
    (done,) = run(host, call, **options)
    assert (done.name, done.arguments, done.id) == (call.name, call.arguments, call.id)
    assert done.outcome is not None
    assert done.result is not None
    assert done.timing is not None
    return done.outcome, done.result


def mounted(host: FakeHost) -> Toolbox:
    async def work() -> Toolbox:
        return await Toolbox.mount(host)

    return in_time(work)


def maps(answer: Answer | None = None) -> FakeHost:
    return FakeHost({"maps/draw": answer or saying("drawn")}, schemas={"maps/draw": POINT})


def test_tools_are_read_once_and_keep_their_order() -> None:
    host = FakeHost({"b/two": echo, "a/one": echo, "b/one": echo})
    box = mounted(host)
    assert [tool.full_name for tool in box.tools] == ["b/two", "a/one", "b/one"]
    assert box.tool("a/one") is box.tools[1]
    assert box.tool("a__one") is None
    assert box.aliases.name("a__one") == "a/one"
    assert box.problems == {}
    assert host.listings == 1


def test_a_server_that_repeats_a_name_is_left_out_and_the_others_go_on() -> None:
    twice = [Tool(server="bad", name=name) for name in ("go", "stop", "go", "go")]
    host = FakeHost({"good/go": echo}, listed=twice, faults={"down": "exited at once"})
    box = mounted(host)
    assert [tool.full_name for tool in box.tools] == ["good/go"]
    assert box.problems == {
        "down": "exited at once",
        "bad": "lists more than one tool named: go",
    }
    assert run_one(host, Call("bad/stop"))[0] is Outcome.UNKNOWN_TOOL
    assert run_one(host, Call("good/go"))[0] is Outcome.SUCCESS


def test_names_that_only_look_the_same_across_servers_are_refused_too() -> None:
    box = mounted(FakeHost(listed=[Tool(server="a/b", name="c"), Tool(server="a", name="b/c")]))
    assert box.tools == ()
    assert set(box.problems) == {"a/b", "a"}


def test_success() -> None:
    picture = Media(media_type="image/png", data=b"png")

    async def answer(arguments: dict[str, Any]) -> Reply:
        return Reply((Text("here"), picture, Data({"n": 1})))

    assert run_one(maps(answer), Call("maps/draw", {"x": 1}, "call-1")) == (
        Outcome.SUCCESS,
        Result((Text("here"), picture, Data({"n": 1}))),
    )


@pytest.mark.parametrize("arguments", [None, {}, "{}"])
def test_no_arguments_are_an_empty_object(arguments: Any) -> None:
    host = FakeHost({"s/t": echo})
    assert run_one(host, Call("s/t", arguments))[0] is Outcome.SUCCESS
    assert host.calls == [("s/t", {})]


def test_a_json_string_is_read() -> None:
    host = maps()
    assert run_one(host, Call("maps/draw", '{"x": 3}'))[0] is Outcome.SUCCESS
    assert host.calls == [("maps/draw", {"x": 3})]


@pytest.mark.parametrize("name", ["", "  ", None, 5])
def test_a_call_without_a_name(name: Any) -> None:
    outcome, result = run_one(maps(), Call(name, {"x": 1}))
    assert outcome is Outcome.ILLEGAL_FORMAT
    assert result == Result((Text("The call has no tool name. The tools: maps/draw."),), is_error=True)


@pytest.mark.parametrize("arguments", ["draw", "", [1], 3, True, {"x": float("nan")}, {"x": "\ud800"}])
def test_arguments_that_are_no_object(arguments: Any) -> None:
    host = maps()
    outcome, result = run_one(host, Call("maps/draw", arguments))
    assert outcome is Outcome.ILLEGAL_FORMAT
    assert result.is_error
    assert result.text.startswith("maps/draw got arguments ")
    assert result.text.endswith(
        "Send a JSON object. maps/draw takes x (required, integer), label (optional, string)."
    )
    assert host.calls == []


def test_an_unknown_tool_comes_with_the_nearest() -> None:
    host = maps()
    outcome, result = run_one(host, Call("maps/drawn", {"x": 1}))
    assert outcome is Outcome.UNKNOWN_TOOL
    assert result == Result((Text("Unknown tool 'maps/drawn'. Similar tools: maps/draw."),), is_error=True)
    nothing_alike = "Unknown tool 'zzz'. No tool has a similar name. The tools: maps/draw."
    assert run_one(host, Call("zzz"))[1].text == nothing_alike
    assert len(run_one(host, Call("z" * 100_000))[1].text) < 250
    assert host.calls == []


@pytest.mark.parametrize(
    ("count", "rest"),
    [
        (0, "No tool has a similar name. No tools are mounted."),
        (1, "Similar tools: a/tool0."),
        (2, "No tool has a similar name. The tools: a/tool0, a/tool1."),
        (12, f"The tools: {', '.join(f'a/tool{n}' for n in range(12))}."),
        (13, "Use full names from the list of 13 tools, such as a/tool0."),
    ],
)
def test_few_tools_are_listed_for_an_unknown_one(count: int, rest: str) -> None:
    host = FakeHost({f"a/tool{n}": echo for n in range(count)})
    text = run_one(host, Call("a/tol" if count == 1 else "elsewhere"))[1].text
    assert text.startswith("Unknown tool ")
    assert text.endswith(rest)


def test_invalid_arguments_do_not_reach_the_server() -> None:
    host = maps()
    outcome, result = run_one(host, Call("maps/draw", {"x": "one", "y": 2}))
    assert outcome is Outcome.INVALID_ARGUMENTS
    assert result.is_error
    assert result.text == (
        'Invalid arguments for maps/draw: "y" is not a parameter; x: expected integer, got the string "one". '
        "maps/draw takes x (required, integer), label (optional, string)."
    )
    assert host.calls == []


def test_a_broken_schema_lets_calls_through_and_is_noted() -> None:
    host = FakeHost({"s/t": echo}, schemas={"s/t": {"type": "strnig"}})

    async def work() -> None:
        box = await Toolbox.mount(host)
        assert box.schema_problems == {}
        (done,) = await box.run([Call("s/t", {"a": 1})])
        assert done.outcome is Outcome.SUCCESS
        assert list(box.schema_problems) == ["s/t"]

    in_time(work)


@pytest.mark.parametrize(
    ("error", "outcome", "says"),
    [
        (
            ServerFault("maps", "exited with code 1"),
            Outcome.SERVER_FAULT,
            "maps: exited with code 1. The server failed",
        ),
        (
            Rejection("maps", -32603, "boom"),
            Outcome.TOOL_ERROR,
            "maps/draw refused the call: boom. maps/draw takes x",
        ),
        (
            Rejection("maps", -32602, "x odd"),
            Outcome.INVALID_ARGUMENTS,
            "refused the call: x odd. maps/draw takes x (required, integer)",
        ),
        (Rejection("maps", -32002, "no map"), Outcome.NOT_FOUND, "maps/draw refused the call: no map."),
    ],
)
def test_what_a_host_may_raise(error: Exception, outcome: Outcome, says: str) -> None:
    actual, result = run_one(maps(raising(error)), Call("maps/draw", {"x": 1}))
    assert actual is outcome
    assert result.is_error
    assert says in result.text


@pytest.mark.parametrize(
    ("text", "is_error", "outcome", "marked"),
    [
        ("Error: HTTP 400", False, Outcome.INVALID_ARGUMENTS, True),
        ("Connection refused", False, Outcome.TOOL_ERROR, True),
        ("City not found", False, Outcome.NOT_FOUND, False),
        ("City not found", True, Outcome.NOT_FOUND, True),
        ("x must be even", True, Outcome.INVALID_ARGUMENTS, True),
        ("", True, Outcome.TOOL_ERROR, True),
        ("", False, Outcome.SUCCESS, False),
    ],
)
def test_failures_that_servers_put_in_words(
    text: str, is_error: bool, outcome: Outcome, marked: bool
) -> None:
    host = maps(saying(text, is_error=is_error))
    assert run_one(host, Call("maps/draw", {"x": 1})) == (outcome, Result((Text(text),), marked))


@pytest.mark.parametrize("beside", [0, 1, 2])
def test_a_bug_in_a_host_is_raised_as_it_is(beside: int) -> None:
    host = FakeHost({"s/bug": raising(ZeroDivisionError("a bug")), "s/echo": echo})
    with pytest.raises(ZeroDivisionError, match="a bug"):
        run(host, *[Call("s/echo")] * beside, Call("s/bug"))


CALLS = st.builds(
    Call,
    st.sampled_from(["maps/draw", "maps/fall", "maps/refuse", "maps/what", "", "draw"]),
    st.none()
    | st.text()
    | st.integers()
    | st.dictionaries(st.text(max_size=2) | st.just("x"), st.integers()),
)


@settings(max_examples=50, deadline=None)
@given(st.lists(CALLS, max_size=5))
def test_every_call_ends_in_one_outcome_whatever_is_sent(calls: list[Call]) -> None:
    fault, refusal = ServerFault("maps", "gone"), Rejection("maps", -1, "no")
    answers = {"maps/draw": echo, "maps/fall": raising(fault), "maps/refuse": raising(refusal)}
    done = run(FakeHost(answers, schemas={"maps/draw": POINT}), *calls)
    assert [(call.name, call.arguments) for call in done] == [(call.name, call.arguments) for call in calls]
    for call in done:
        assert call.outcome is not None
        assert call.result is not None
        assert call.result.is_error is not call.outcome.executed
        assert bool(call.result.text)


def test_a_step_without_calls() -> None:
    assert run(maps()) == ()


def test_timing_is_counted_from_the_origin_by_the_given_clock() -> None:
    ticks = count(100.0)

    async def work() -> None:
        box = await Toolbox.mount(FakeHost({"s/t": echo}))
        (late,) = await box.run([Call("s/t")], clock=ticks.__next__, origin=90.0)
        assert late.timing == Timing(10.0, 11.0)
        (fresh,) = await box.run([Call("s/t")], clock=ticks.__next__)
        assert fresh.timing == Timing(1.0, 2.0)

    in_time(work)


def test_long_results_are_cut_and_kept_whole() -> None:
    kept: list[tuple[bytes, str]] = []

    def keep(data: bytes, media_type: str) -> str:
        kept.append((data, media_type))
        return "blob-7"

    _, result = run_one(maps(saying("x" * 50)), Call("maps/draw", {"x": 1}), limit=10, keep=keep)
    assert (
        result.text
        == f"{'x' * 10}\n[Truncated: showing 10 of 50 characters. The full content is stored as blob-7.]"
    )
    assert kept == [(b"x" * 50, "text/plain; charset=utf-8")]


def test_the_words_of_failures_are_bounded_too() -> None:
    fault = ServerFault("maps", "z" * 100_000)
    _, result = run_one(maps(raising(fault)), Call("maps/draw", {"x": 1}), limit=500)
    assert len(result.text) < 700


def test_large_media_are_left_out() -> None:
    async def answer(arguments: dict[str, Any]) -> Reply:
        return Reply((Media(media_type="image/png", data=b"12345"),))

    outcome, result = run_one(maps(answer), Call("maps/draw", {"x": 1}), media_limit=4)
    assert outcome is Outcome.SUCCESS
    assert result.text.startswith("[Omitted: image/png, 5 bytes")


def test_arguments_and_contents_are_handed_on_and_not_copied() -> None:
    arguments, reply = {"x": 1}, Reply((Data({"big": [1] * 100}),))

    async def answer(given: dict[str, Any]) -> Reply:
        assert given is arguments
        return reply

    _, result = run_one(maps(answer), Call("maps/draw", arguments))
    assert result.content is reply.content
