"""Replies from the cache."""

from __future__ import annotations

import json
from pathlib import Path

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Media, Usage
from m3bench.models import ModelUnavailable, Reply, Request, Settings, ToolOffer, ToolUse, User
from m3bench.models.wrappers.cache import CachedModel, CacheMiss
from m3bench.models.wrappers.reply_files import ReplyFiles, ReplyKey
from m3bench.testing import ScriptedModel
from tests.hosting.fakes import in_time
from tests.models.wrapped import REPLY, FunctionModel, request

HIT = Reply("Good day.", usage=Usage(10, 20, 0, 0.0))
"""`REPLY` from the cache: its tokens, but nothing was asked and nothing was paid."""


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def ask(model: CachedModel, text: str = "Hello") -> Reply:
    return in_time(lambda: model.ask(request(text)))


def test_the_second_time_nobody_is_asked(tmp_path: Path) -> None:
    model = ScriptedModel([REPLY], "openai/gpt-5")
    assert ask(CachedModel(model, tmp_path)) == REPLY
    again = CachedModel(ScriptedModel([], "openai/gpt-5"), tmp_path)
    assert ask(again) == HIT
    assert (again.counts.hits, again.counts.misses) == (1, 0)
    (file,) = files(tmp_path)
    assert file.parent.name == file.name[:2]
    assert json.loads(file.read_text())["key"]["model"] == "openai/gpt-5"


def test_unknown_tokens_stay_unknown(tmp_path: Path) -> None:
    model = CachedModel(ScriptedModel([Reply("x")]), tmp_path)
    ask(model)
    assert ask(model).usage == Usage(None, None, 0, 0.0)


@pytest.mark.parametrize(
    "other",
    [
        request("Hullo"),
        Request(request().messages, (ToolOffer("look"),)),
        Request(request().messages, settings=Settings(seed=1)),
        Request(request().messages * 2),
    ],
)
def test_whatever_differs_in_the_request_is_another_one(tmp_path: Path, other: Request) -> None:
    model = CachedModel(ScriptedModel([REPLY, Reply("other")]), tmp_path)
    ask(model)
    assert in_time(lambda: model.ask(other)).text == "other"


def test_pictures_count_by_their_bytes(tmp_path: Path) -> None:
    def showing(data: bytes) -> Request:
        return Request((User((Media(media_type="image/png", data=data),)),))

    model = CachedModel(ScriptedModel([Reply("one"), Reply("two")]), tmp_path)
    said = [in_time(lambda d=data: model.ask(showing(d))).text for data in (b"1", b"2", b"1", b"2")]  # type: ignore[misc]
    assert said == ["one", "two", "one", "two"]
    assert b"MQ==" not in files(tmp_path)[0].read_bytes()


def test_models_and_salts_have_replies_of_their_own(tmp_path: Path) -> None:
    inner = ScriptedModel([Reply("first epoch"), Reply("second epoch")], "a/b")
    model = CachedModel(inner, tmp_path, salt="1")
    second = model.salted("2")
    assert [ask(model).text, ask(second).text, ask(model).text] == [
        "first epoch",
        "second epoch",
        "first epoch",
    ]
    assert second.counts is model.counts
    with pytest.raises(CacheMiss):
        ask(CachedModel(ScriptedModel([], "a/c"), tmp_path, salt="1", only=True))


def test_errors_are_not_recorded(tmp_path: Path) -> None:
    model = CachedModel(ScriptedModel([ModelUnavailable("busy"), REPLY]), tmp_path)
    with pytest.raises(ModelUnavailable):
        ask(model)
    assert files(tmp_path) == []
    assert ask(model) == REPLY


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"null",
        b"[" * 100_000,
        b"\xff\xfe",
        b'{"format": "m3bench-reply-1"}',
        b'{"format": "m3bench-reply-1", "key": {}, "reply": {"text": "of something else"}}',
    ],
)
def test_a_broken_file_is_a_miss_and_is_replaced(tmp_path: Path, content: bytes) -> None:
    ask(CachedModel(ScriptedModel([REPLY]), tmp_path))
    (file,) = files(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(content)
    with pytest.raises(CacheMiss, match="an unreadable file"):
        ask(CachedModel(ScriptedModel([]), tmp_path, only=True))
    assert ask(CachedModel(ScriptedModel([REPLY]), tmp_path)) == REPLY
    assert files(tmp_path) == [file]
    assert file.read_bytes() == whole


def test_a_reply_of_the_wrong_shape_is_a_miss(tmp_path: Path) -> None:
    ask(CachedModel(ScriptedModel([REPLY]), tmp_path))
    (file,) = files(tmp_path)
    record = json.loads(file.read_text())
    file.write_text(json.dumps({**record, "reply": {"text": 5}}))
    assert ask(CachedModel(ScriptedModel([Reply("new")]), tmp_path)).text == "new"


def test_only_the_cache_names_what_is_missing(tmp_path: Path) -> None:
    inner = ScriptedModel([REPLY], "openai/gpt-5")
    with pytest.raises(CacheMiss) as caught:
        ask(CachedModel(inner, tmp_path, only=True), "What is\nin the picture?")
    assert inner.requests == []
    for words in ("openai/gpt-5", str(tmp_path), "1 messages", "'What is in the picture?'", "has none"):
        assert words in caught.value.message
    assert caught.value.hint is not None
    assert files(tmp_path) == []


def test_the_same_request_at_the_same_time_is_made_once(tmp_path: Path) -> None:
    async def work() -> list[Reply]:
        replies: list[Reply] = []
        is_open = anyio.Event()

        async def answer(_: Request) -> Reply:
            await is_open.wait()
            return REPLY

        inner = FunctionModel(answer)
        model = CachedModel(inner, tmp_path)

        async def one(text: str) -> None:
            replies.append(await model.ask(request(text)))

        async with anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(one, "Hello")
            group.start_soon(one, "Something else")
            await anyio.wait_all_tasks_blocked()
            assert inner.inside == 2
            is_open.set()
        assert inner.asked == 2
        assert len(model._turns) == 0
        return replies

    replies = in_time(work)
    assert sorted(reply.usage.requests or 0 for reply in replies) == [0, 0, 0, 0, 1, 1]


def test_when_the_one_who_asks_is_cancelled_the_next_one_asks(tmp_path: Path) -> None:
    async def work() -> None:
        is_open = anyio.Event()

        async def answer(_: Request) -> Reply:
            await is_open.wait()
            return REPLY

        inner = FunctionModel(answer)
        model = CachedModel(inner, tmp_path)
        replies: list[Reply] = []

        async def one() -> None:
            replies.append(await model.ask(request()))

        async with anyio.create_task_group() as others:
            async with anyio.create_task_group() as first:
                first.start_soon(one)
                await anyio.wait_all_tasks_blocked()
                others.start_soon(one)
                await anyio.wait_all_tasks_blocked()
                first.cancel_scope.cancel()
            assert (replies, files(tmp_path)) == ([], [])
            await anyio.wait_all_tasks_blocked()
            assert (inner.asked, inner.inside) == (2, 1)
            is_open.set()
        assert replies == [REPLY]
        assert len(model._turns) == 0

    in_time(work)


def test_a_folder_that_cannot_be_written_costs_the_record_and_not_the_reply(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    model = CachedModel(ScriptedModel([REPLY]), blocked)
    assert ask(model) == REPLY
    assert model.counts.unwritten == 1
    assert model.counts.problem is not None
    assert str(blocked) in model.counts.problem


def test_a_disk_that_fills_up_leaves_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    model = CachedModel(ScriptedModel([REPLY]), tmp_path)
    assert ask(model) == REPLY
    assert "No space left on device" in (model.counts.problem or "")
    assert files(tmp_path) == []


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
# Half surrogate pairs included: models write them.
any_text = st.text(st.characters(exclude_categories=()))
calls = st.lists(st.builds(ToolUse, any_text, any_text, json_values | any_text), max_size=3).map(tuple)
usages = st.builds(Usage, st.none() | st.integers(0, 10**9), st.none() | st.integers(0, 10**9))
replies = st.builds(Reply, any_text, calls, usages, st.none() | any_text)


@given(reply=replies, model=any_text, salt=any_text)
def test_any_reply_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, reply: Reply, model: str, salt: str
) -> None:
    store = ReplyFiles(tmp_path_factory.getbasetemp() / "replies")
    key = ReplyKey(model, request().digest, salt)
    store.write(key, reply)
    assert store.read(key) == reply
