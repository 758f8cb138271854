"""The life of the fake provider: many clients, stalls, its end."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import anyio
import httpx2
import pytest

from m3bench.core import UsageError
from m3bench.testing.provider import (
    Endless,
    FakeProvider,
    HangUp,
    Line,
    Reset,
    SeenRequest,
    Stall,
    Status,
    rate_limit,
)
from m3bench.testing.provider.handler import MAX_BODY
from tests.hanging import HANG_SECONDS
from tests.hosting.fakes import in_time


def body_of(text: str = "Hello") -> dict[str, object]:
    return {"model": "gpt-5", "messages": [{"role": "user", "content": text}]}


def ask(fake: FakeProvider, text: str = "Hello", path: str = "/chat/completions") -> httpx2.Response:
    return httpx2.post(fake.url("openai") + path, json=body_of(text), timeout=HANG_SECONDS)


def said(response: httpx2.Response) -> str:
    return str(response.json()["choices"][0]["message"]["content"])


def connections_end() -> bool:
    return not [each for each in threading.enumerate() if each.name.startswith("fake provider")]


def test_lines_are_used_one_after_another_and_then_there_are_none() -> None:
    with FakeProvider(["one", "two"]) as fake:
        assert [said(ask(fake)), said(ask(fake))] == ["one", "two"]
        over = ask(fake)
    assert over.status_code == 400
    assert "no more lines" in over.text


def test_a_function_sees_the_request() -> None:
    with FakeProvider(lambda seen: seen.latest.upper()) as fake:
        assert said(ask(fake, "hello")) == "HELLO"
        assert [seen.latest for seen in fake.seen] == ["hello"]


def test_a_script_that_fails_says_so_to_who_asks() -> None:
    def script(seen: SeenRequest) -> Line:
        raise LookupError("nothing for you")

    with FakeProvider(script) as fake:
        answer = ask(fake)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"] == "The script failed: LookupError: nothing for you"


def test_what_arrived_need_not_be_kept() -> None:
    with FakeProvider(lambda _: "ok", keep=False) as fake:
        ask(fake)
        fake.wait_until_seen(1)
        assert fake.seen == []


def test_one_connection_serves_many_requests() -> None:
    with FakeProvider(lambda seen: seen.latest) as fake, httpx2.Client() as client:
        for number in range(20):
            answer = client.post(fake.url() + "/chat/completions", json=body_of(str(number)))
            assert said(answer) == str(number)
        assert len([each for each in threading.enumerate() if "connection" in each.name]) == 1
    assert connections_end()


def test_many_are_answered_at_the_same_time() -> None:
    everybody = threading.Barrier(8)

    def script(seen: SeenRequest) -> Line:
        everybody.wait(HANG_SECONDS)
        return seen.latest

    async def work() -> None:
        async with (
            FakeProvider(script) as fake,
            httpx2.AsyncClient(timeout=HANG_SECONDS) as client,
            anyio.create_task_group() as group,
        ):

            async def one(text: str) -> None:
                answer = await client.post(fake.url() + "/chat/completions", json=body_of(text))
                assert said(answer) == text

            for number in range(8):
                group.start_soon(one, str(number))

    in_time(work)
    assert connections_end()


def _in_background(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def test_a_stalled_reply_goes_out_when_it_is_released() -> None:
    answers: list[str] = []
    with FakeProvider([Stall("at last")]) as fake:
        asking = _in_background(lambda: answers.append(said(ask(fake))))
        fake.wait_until_seen(1)
        assert answers == []
        fake.release()
        asking.join(HANG_SECONDS)
    assert answers == ["at last"]


def test_the_end_of_the_server_breaks_a_stall_off() -> None:
    errors: list[type[Exception]] = []

    def asking_in_vain(fake: FakeProvider) -> None:
        try:
            ask(fake)
        except httpx2.TransportError as error:
            errors.append(type(error))

    with FakeProvider([Stall()]) as fake:
        asking = _in_background(lambda: asking_in_vain(fake))
        fake.wait_until_seen(1)
    asking.join(HANG_SECONDS)
    assert len(errors) == 1
    assert connections_end()


def test_a_client_that_leaves_a_stall_leaves_no_thread() -> None:
    with FakeProvider([Stall()]) as fake:
        connection = http.client.HTTPConnection(fake.url().split("/")[2], timeout=HANG_SECONDS)
        connection.request("POST", "/v1/chat/completions", json.dumps(body_of()))
        fake.wait_until_seen(1)
        (serving,) = [each for each in threading.enumerate() if "connection" in each.name]
        connection.close()
        serving.join(HANG_SECONDS)
        assert not serving.is_alive()


def test_cancelling_inside_ends_the_server() -> None:
    async def work() -> None:
        with anyio.CancelScope() as scope:
            async with FakeProvider([]):
                scope.cancel()
                await anyio.sleep_forever()

    in_time(work)
    assert connections_end()


def test_clients_that_keep_connections_open_do_not_hold_up_the_end() -> None:
    with FakeProvider(lambda _: "ok") as fake:
        address = fake.url().split("/")[2]
        idle = http.client.HTTPConnection(address, timeout=HANG_SECONDS)
        idle.request("POST", "/v1/chat/completions", json.dumps(body_of()))
        assert idle.getresponse().read()
        host, port = address.split(":")
        silent = socket.create_connection((host, int(port)))
    assert connections_end()
    idle.close()
    silent.close()


def test_nothing_listens_after_the_end_and_closing_twice_is_harmless() -> None:
    fake = FakeProvider(["ok"])
    fake.start()
    address = fake.url()
    fake.close()
    fake.close()
    with pytest.raises(httpx2.ConnectError):
        httpx2.post(address + "/chat/completions", json=body_of())
    with pytest.raises(UsageError, match="not running"):
        fake.url()


def test_a_port_that_is_taken_is_said() -> None:
    with FakeProvider([]) as fake:
        port = int(fake.url().split(":")[2].split("/")[0])
        with pytest.raises(UsageError, match=f"Cannot listen on port {port}"):
            FakeProvider([], port=port).start()


def test_an_unknown_wire_is_said() -> None:
    with FakeProvider([]) as fake, pytest.raises(UsageError, match="has no API 'telex'"):
        fake.url("telex")


def test_waiting_for_requests_has_an_end() -> None:
    with FakeProvider([]) as fake, pytest.raises(TimeoutError, match="0 of 1"):
        fake.wait_until_seen(1, seconds=0.01)


def test_what_is_not_spoken_is_not_found() -> None:
    with FakeProvider([]) as fake:
        assert ask(fake, path="/telegrams").status_code == 404
        assert httpx2.get(fake.url() + "/models").status_code == 404


@pytest.mark.parametrize(
    "data", [b"", b"no json", b"[]", b'{"model": "m"}', b'{"messages": 1, "model": "m"}']
)
def test_requests_that_cannot_be_read_are_refused(data: bytes) -> None:
    with FakeProvider([]) as fake:
        answer = httpx2.post(fake.url() + "/chat/completions", content=data)
        assert answer.status_code == 400
        assert answer.json()["error"]["message"] in fake.refused
        assert fake.seen == []


@pytest.mark.parametrize(("length", "status"), [(str(MAX_BODY + 1), 413), ("many", 411)])
def test_bodies_without_an_end_are_refused(length: str, status: int) -> None:
    with FakeProvider([]) as fake:
        connection = http.client.HTTPConnection(fake.url().split("/")[2], timeout=HANG_SECONDS)
        connection.putrequest("POST", "/v1/chat/completions")
        connection.putheader("Content-Length", length)
        connection.endheaders()
        assert connection.getresponse().status == status
        connection.close()


def test_the_time_of_a_rate_limit_can_be_a_date() -> None:
    moment = datetime(2027, 3, 4, 5, 6, 7, tzinfo=UTC)
    assert parsedate_to_datetime(rate_limit(moment).headers["Retry-After"]) == moment
    assert rate_limit(1.5).headers == {"Retry-After": "1.5"}
    assert rate_limit().headers == {}


@pytest.mark.parametrize(("body", "sent"), [(b"\x00", b"\x00"), ("text", b"text"), ([1], b"[1]")])
def test_bodies_of_the_script_go_out_as_they_are(body: object, sent: bytes) -> None:
    with FakeProvider([Status(299, {"X-Mark": "1"}, body), HangUp()]) as fake:
        answer = ask(fake)
        assert (answer.status_code, answer.content, answer.headers["x-mark"]) == (299, sent, "1")
        with pytest.raises(httpx2.RemoteProtocolError):
            ask(fake)


def test_an_endless_answer_ends_with_the_client() -> None:
    with FakeProvider([Endless(b"x" * 1_000)]) as fake:
        with httpx2.stream(
            "POST", fake.url() + "/chat/completions", json=body_of(), timeout=HANG_SECONDS
        ) as answer:
            pieces = answer.iter_bytes(1_000)
            assert all(next(pieces) == b"x" * 1_000 for _ in range(100))
        assert len(fake.seen) == 1
    assert connections_end()


def test_a_reset_comes_in_the_middle_of_a_reply() -> None:
    with FakeProvider([Reset("Good day.")]) as fake, pytest.raises(httpx2.TransportError):
        ask(fake)
    assert connections_end()
