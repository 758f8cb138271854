"""What the page is told of requests and replies, also of hostile ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from m3bench.apps.viewer.api import Parameters, ViewerApi
from m3bench.apps.viewer.web import viewer_app
from m3bench.core import Media, Text, Usage, UsageError
from m3bench.models import Assistant, Reply, Request, Settings, System, ToolOffer, ToolReturn, ToolUse, User
from m3bench.runs import RunFolder
from m3bench.runs.store import MadeExchange, write_transcript
from tests.apps.audit.browsing import browser
from tests.apps.audit.serving import TOKEN, served
from tests.apps.viewer.browsing import Viewer, link
from tests.apps.viewer.samples import SCRIPT, TRIP, UNSEEN, api_over, append, make_run, picture, trip_attempt

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OPENING = (System(SCRIPT), User((Text("Where?"), Media(media_type="image/png", data=picture()))))
USE = ToolUse("1", f"town__find{SCRIPT}", '{"city":  "Bergen"}')
TOOLS = (ToolOffer("town__find", f"Finds.{SCRIPT}", {"type": "object"}),)
FIRST = Reply(UNSEEN, (USE,), Usage(1200, 30, 1, None), "tool_calls", f"hm {SCRIPT}", 1000, {"raw": SCRIPT})
LONG = "x" * 9_000


def exchange(*messages: Any, **more: Any) -> MadeExchange:
    request = Request(messages, TOOLS, Settings(temperature=0.1))
    return MadeExchange(by="agent", model="openai/some", request=request, **more)


def talked_run(path: Path, count: int = 0) -> RunFolder:
    folder = make_run(path, [TRIP])
    told = ToolReturn(
        "1", "town__find", (Text(LONG), Media(media_type="image/png", data=SCRIPT.encode())), True
    )
    longer = (*OPENING, Assistant("", (USE,)), told)
    exchanges = [
        exchange(*OPENING, reply=FIRST),
        exchange(*longer, reply=Reply("Bergen.", finish_reason="stop"), failed_tries=(f"503 {SCRIPT}",)),
        exchange(*longer, error="refused", cached=True),
        *[exchange(*longer, reply=Reply("again")) for _ in range(count)],
    ]
    digest = write_transcript(exchanges, folder.blobs)
    attempt = trip_attempt("0" * 64)
    append(folder, msgspec.structs.replace(attempt, transcript=digest, reply_seconds=(1.5, 0.25, 0.0)))
    return folder


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ViewerApi]:
    talked_run(tmp_path / "town", 30)
    library, made = api_over(tmp_path)
    yield made
    library.close()


def asked(**more: Any) -> Parameters:
    return Parameters({"run": "town", "task": TRIP.id, **{name: str(value) for name, value in more.items()}})


def test_each_request_has_what_is_new(api: ViewerApi) -> None:
    view = api.transcript(asked())
    first, second, third, *_ = view["exchanges"]
    assert (view["count"], len(view["exchanges"]), view["next"]) == (33, 20, 20)
    assert view["tokens"] == {"input": 1200, "output": 30, "cached": 1000}
    assert [message["role"] for message in first["messages"]] == ["system", "user"]
    assert first["messages"][1]["blocks"][1]["kind"] == "media"
    assert [block["kind"] for block in first["reply"]["blocks"]] == ["reasoning", "text", "call", "raw"]
    assert first["reply"]["blocks"][2]["text"] == '{"city":  "Bergen"}'
    assert (first["reply"]["finish_reason"], first["reply"]["cached_tokens"]) == ("tool_calls", 1000)
    assert (first["seconds"], first["tools"]["same"], first["tools"]["count"]) == (1.5, False, 1)
    assert (second["same"], second["tools"]["same"], len(second["messages"])) == (2, True, 2)
    assert second["same_tokens"] > 10
    assert (third["same"], third["reply"], third["error"], third["messages"]) == (4, None, "refused", [])
    rest = api.transcript(asked(**{"from": 20}))
    assert [exchange["number"] for exchange in rest["exchanges"]] == list(range(20, 33))
    assert rest["next"] is None


def test_long_texts_come_in_pieces_and_prefixes_on_request(api: ViewerApi) -> None:
    block = api.transcript(asked())["exchanges"][1]["messages"][1]["blocks"][0]
    rest = api.transcript_text(asked(exchange=1, message=3, part=block["part"], **{"from": block["next"]}))
    assert block["text"] + rest["text"] == LONG
    raw = api.transcript_text(asked(exchange=0, message=-1, part=3))
    assert "hacked" in raw["text"]
    assert [message["role"] for message in api.transcript_prefix(asked(exchange=1))["messages"]] == [
        "system",
        "user",
    ]


@pytest.mark.parametrize("place", [(99, 0, 0), (-1, 0, 0), (0, 99, 0), (0, 0, 99), (0, -3, 0), (0, 0, -1)])
def test_texts_that_are_not_there_are_refused(api: ViewerApi, place: tuple[int, int, int]) -> None:
    number, message, part = place
    with pytest.raises(UsageError, match="There is no such"):
        api.transcript_text(asked(exchange=number, message=message, part=part))


def test_older_runs_have_no_requests(tmp_path: Path) -> None:
    make_run(tmp_path / "town", [TRIP], [trip_attempt("0" * 64)])
    library, api = api_over(tmp_path)
    assert api.transcript(asked())["exchanges"] == []
    library.close()


def test_an_edited_transcript_is_not_shown(tmp_path: Path) -> None:
    folder = talked_run(tmp_path / "town")
    for path in (folder.path / "blobs").rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes() + b" ")
    library, api = api_over(tmp_path)
    with pytest.raises(UsageError, match="does not match its SHA-256"):
        api.transcript(asked())
    library.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.mark.slow
@pytest.mark.parametrize("width", [1400, 420])
def test_the_conversation_in_a_browser(chromium: Browser, tmp_path: Path, width: int) -> None:
    talked_run(tmp_path / "town", 30)
    library, api = api_over(tmp_path)
    with served(viewer_app(api, TOKEN)) as address:
        viewer = Viewer(chromium, address, link("town", TRIP.id, "conversation"), width=width)
        viewer.at(TRIP.id)
        card = viewer.page.locator("#conversation")
        card.locator(".exchange").first.wait_for()
        assert "33 requests" in card.locator("h2").inner_text()
        assert card.locator(".exchange").count() == 20
        first = card.locator(".exchange").first
        assert "finish reason: tool_calls" in first.inner_text()
        assert "1,200 tokens in (1,000 cached), 30 out" in first.inner_text()
        assert "‹U+202E›" in first.inner_text()
        shown = first.locator("figure img")
        shown.scroll_into_view_if_needed()  # pictures are loaded when they are seen
        assert shown.evaluate("image => image.decode().then(() => image.naturalWidth)") == 80
        assert not first.locator("details.reasoning pre").is_visible()
        first.locator("details.reasoning summary").click()
        assert "onerror" in first.locator("details.reasoning pre").inner_text()
        second = card.locator(".exchange").nth(1)
        second.locator("details.prefix summary").click()
        second.locator(".unfolded .message").first.wait_for()
        assert second.locator(".unfolded .message").count() == 2
        second.locator("button", has_text="Show more").first.click()
        card.locator("button", has_text="13 requests left").click()
        card.locator(".exchange").nth(32).wait_for()
        assert "No reply: refused" in card.locator(".exchange").nth(2).inner_text()
        assert viewer.overflow() <= 0
        assert viewer.page.evaluate("window.hacked") is None
        assert viewer.page.get_by_role("tab", selected=True).inner_text() == "Conversation 33"
        viewer.close()
    library.close()
    assert (viewer.complaints, viewer.strangers) == ([], [])
