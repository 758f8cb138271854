"""Several hosts as one."""

from __future__ import annotations

from typing import Any

import pytest

from m3bench.core import Call, Text
from m3bench.hosting import JoinedHost, Reply, Toolbox
from tests.hosting.fakes import FakeHost, in_time, saying


def test_calls_go_to_the_host_that_has_the_server() -> None:
    joined = JoinedHost([FakeHost({"a/one": saying("first")}), FakeHost({"b/one": saying("second")})])

    async def work() -> list[str]:
        toolbox = await Toolbox.mount(joined)
        answers = await toolbox.run([Call("b/one", {}), Call("a/one", {})])
        return [answer.result.text if answer.result else "" for answer in answers]

    assert in_time(work) == ["second", "first"]


def test_faults_of_all_hosts_are_told() -> None:
    left, right = FakeHost(faults={"a": "dead"}), FakeHost(faults={"b": "absent"})
    assert JoinedHost([left, right]).faults == {"a": "dead", "b": "absent"}


def test_a_server_cannot_have_two_hosts() -> None:
    joined = JoinedHost([FakeHost({"a/one": saying("x")}), FakeHost({"a/two": saying("y")})])

    async def work() -> None:
        await joined.tools()

    with pytest.raises(ValueError, match="two hosts serve a"):
        in_time(work)


def test_what_comes_beside_an_answer_is_kept() -> None:
    async def answer(arguments: dict[str, Any]) -> Reply:
        return Reply((Text("x"),), meta={"m3bench/sources": {"shops": "invented"}})

    async def work() -> Call:
        toolbox = await Toolbox.mount(FakeHost({"a/one": answer}), limit=0)
        return (await toolbox.run([Call("a/one", {})]))[0]

    call = in_time(work)
    assert call.result is not None
    assert call.result.meta == {"m3bench/sources": {"shops": "invented"}}
