"""Tools that change records, and answers with attachments."""

from __future__ import annotations

from pathlib import Path

import mcp_types as types
import pytest

from m3bench.core import ARTEFACTS_KEY, RECEIPTS_KEY, Media
from m3bench.hosting.host import Reply, without_reserved_meta
from m3bench.records import CallInfo, Receipt, RecordStore
from m3bench.runs.serving.bundled import _content
from m3bench.servers.kit import Answer, Attachment, BadArgument, Files, Server, answer_meta
from m3bench.servers.sdk.wire import wire_result
from m3bench_world import World
from m3bench_world.servers.context import ToolContext

server = Server("desk", "A desk.", sources=("arithmetic",))


@server.tool(read_only=False)
def refund(context: ToolContext, order: str) -> Answer:
    """Refund an order."""
    context.change_records({("orders", order): {"state": "refunded"}})
    return Answer("done")


@server.tool
def peek(context: ToolContext, order: str) -> Answer:
    """Change an order, although the tool is declared to change nothing."""
    context.change_records({("orders", order): {"state": "seen"}})
    return Answer("done")


def context_of(folder: Path) -> ToolContext:
    return ToolContext(World(), Files(folder))


def test_a_change_is_recorded_with_its_call(tmp_path: Path) -> None:
    server.call(context_of(tmp_path), "refund", {"order": "A1"})
    (change,) = RecordStore(tmp_path).changes()
    assert change.call == CallInfo("desk", "refund", {"order": "A1"})
    assert (change.table, change.key, change.value) == ("orders", "A1", {"state": "refunded"})


def test_the_result_has_a_receipt_for_the_change(tmp_path: Path) -> None:
    answers = [server.call(context_of(tmp_path), "refund", {"order": order}) for order in ("A1", "A2")]
    receipts = [Receipt.read(answer_meta(answer)[RECEIPTS_KEY][0]) for answer in answers]
    assert [receipt and receipt.number for receipt in receipts] == [1, 2]


def test_other_servers_cannot_report_files_or_records() -> None:
    meta = {RECEIPTS_KEY: ["1:0"], ARTEFACTS_KEY: {"wrote": ["a"]}, "theirs": 1}
    assert without_reserved_meta(Reply(meta=meta)).meta == {"theirs": 1}


def test_a_tool_declared_read_only_cannot_change_records(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="read_only=False"):
        server.call(context_of(tmp_path), "peek", {"order": "A1"})
    assert RecordStore(tmp_path).changes() == []


def test_tools_neither_see_nor_reach_the_records(tmp_path: Path) -> None:
    server.call(context_of(tmp_path), "refund", {"order": "A1"})
    (tmp_path / "note.txt").write_text("hello", encoding="utf-8")
    files = Files(tmp_path)
    assert files.names() == ["note.txt"]
    with pytest.raises(BadArgument, match="is reserved"):
        files.write(".m3bench/records.sqlite", b"")


def test_attachments_reach_the_harness_and_clients() -> None:
    sound = Attachment(b"RIFF", "audio/wav", "a b.wav")
    film = Attachment(b"film", "video/mp4", "a b.mp4")
    answer = Answer("made", attachments=(sound, film), sources=("arithmetic",))
    _, *media = _content(answer)
    assert media == [
        Media(media_type="audio/wav", data=b"RIFF", uri="a b.wav"),
        Media(media_type="video/mp4", data=b"film", uri="a b.mp4"),
    ]
    _, first, second = wire_result(answer).content
    assert isinstance(first, types.AudioContent)
    assert isinstance(second, types.EmbeddedResource)
    assert str(second.resource.uri) == "file:a%20b.mp4"
