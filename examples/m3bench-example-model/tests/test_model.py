"""The majority wins, everything is paid for, and errors come through."""

from __future__ import annotations

import anyio
import pytest
from m3bench_example_model import VotingModel

from m3bench.core import Text, UsageError
from m3bench.core import Usage as Used
from m3bench.models import ModelError, ModelMisconfigured, Reply, Request, ToolUse, User, open_model
from m3bench.testing import ScriptedModel

ASKED = Request((User((Text("How many?"),)),))
USED = Used(10, 2, 1, 0.5)


def given(*replies: Reply | ModelError) -> tuple[Reply, ScriptedModel]:
    model = ScriptedModel(replies, name="openai/some")
    return anyio.run(VotingModel(model).ask, ASKED), model


def test_the_majority_wins_and_all_votes_are_paid() -> None:
    reply, model = given(Reply("Four.", usage=USED), Reply("Three", usage=USED), Reply(" three ", usage=USED))
    assert (reply.text, reply.usage) == ("Three", Used(30, 6, 3, 1.5))
    assert len({request.settings.seed for request in model.requests}) == 3


def test_calls_are_compared_by_what_they_ask() -> None:
    one, other = ToolUse("1", "add", '{"b": 2, "a": 1}'), ToolUse("2", "add", {"a": 1, "b": 2})
    reply, _ = given(Reply("5"), Reply(calls=(one,)), Reply(calls=(other,)))
    assert reply.calls == (one,)


def test_errors_come_through() -> None:
    with pytest.raises(ModelError, match="overloaded"):
        given(Reply("4"), ModelError("overloaded"))


def test_it_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ModelMisconfigured, match="OPENAI_API_KEY"):
        open_model("vote/openai/some")
    with pytest.raises(UsageError, match="names no model"):
        open_model("vote/")
    assert open_model("vote/ollama/some").name == "vote/ollama/some"
