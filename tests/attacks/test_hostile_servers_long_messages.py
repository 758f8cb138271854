"""Servers that send messages of tens of megabytes: whatever is in them, others are not held up."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from pathlib import Path

import pytest

from m3bench.core import Call, Outcome, Text
from m3bench.core.redaction import SECRET, isolated_secrets, protect
from m3bench.hosting import (
    CassetteWriter,
    Placeholders,
    Pool,
    RecordingHost,
    Toolbox,
    read_cassette,
)
from m3bench.hosting.host import Reply
from m3bench.runs.store.blobs import Blobs
from tests.attacks.loopwork import MOST_WORK, watched_loop
from tests.attacks.servers import long_messages
from tests.attacks.test_hostile_servers_http import called as called_over_http
from tests.attacks.test_hostile_servers_stdio import LONG, called, hostile
from tests.hosting.processes import run

Watched = tuple[Call, float]
"""A call as it ended, and the most work of the loop meanwhile."""
Send = Callable[[str], Watched]
REPORTED = {
    "error_text": Outcome.TOOL_ERROR,
    "error_values": Outcome.TOOL_ERROR,
    "refusal": Outcome.INVALID_ARGUMENTS,
}
BROKEN = {
    "cut_off": "sent invalid JSON: ",
    "invalid_utf8": "sent a message that is not UTF-8 (byte 0xff at 4000",
    "broken_escape": "sent invalid JSON: a string is not closed or has an invalid escape",
    "null_result": "its result is null, not an object",
    "list_result": "its result is a long list, not an object",
    "number": "sent invalid JSON: a number is too long",
    "too_wide": "sent a text of 40,000,001 characters, which take more than 64 MB of memory",
    "address": "sent media types and URIs longer than 1,048,576 characters",
}


def over_stdio(attack: str) -> Watched:
    return called(f"long_{attack}")


def over_http(attack: str) -> Watched:
    return called_over_http(f"long_{attack}")


def in_events(attack: str) -> Watched:
    return called_over_http(f"event_long_{attack}")


@pytest.mark.parametrize("attack", long_messages.ANSWERED)
def test_sound_messages_over_stdio(attack: str) -> None:
    """A server over stdio sends a sound message of 40 MB."""
    holds(over_stdio(attack), Outcome.SUCCESS)


@pytest.mark.parametrize("attack", REPORTED)
def test_reports_over_stdio(attack: str) -> None:
    """A server over stdio reports an error in 40 MB."""
    holds(over_stdio(attack), REPORTED[attack])


@pytest.mark.parametrize("attack", BROKEN)
def test_broken_messages_over_stdio(attack: str) -> None:
    """A server over stdio sends a broken message of 40 MB."""
    holds(over_stdio(attack), Outcome.SERVER_FAULT, BROKEN[attack])


@pytest.mark.parametrize("send", [over_http, in_events])
@pytest.mark.parametrize("attack", ["newlines", "non_ascii", "wide_end", "structured", "secrets"])
def test_sound_messages_over_http(attack: str, send: Send) -> None:
    """A server over HTTP sends a sound message of 40 MB, whole or as an event."""
    holds(send(attack), Outcome.SUCCESS)


@pytest.mark.parametrize("send", [over_http, in_events])
@pytest.mark.parametrize("attack", ["cut_off", "invalid_utf8", "null_result"])
def test_broken_messages_over_http(attack: str, send: Send) -> None:
    """A server over HTTP sends a broken message of 40 MB, whole or as an event."""
    holds(send(attack), Outcome.SERVER_FAULT, BROKEN[attack])


def test_notifications_over_http() -> None:
    """A server over HTTP sends a notification of 40 MB before its answer."""
    holds(in_events("notification"), Outcome.SUCCESS, "fine")


def test_events_of_many_lines() -> None:
    """A server over HTTP sends an event of ten million lines."""
    holds(called_over_http("event_many_lines"), Outcome.SERVER_FAULT, "an event of more than 100,000 lines")


def test_failures_over_http() -> None:
    """A server over HTTP fails with a body of 40 MB."""
    holds(called_over_http("failure"), Outcome.SERVER_FAULT, "Server returned an error response")


@pytest.mark.parametrize("attack", ["secrets", "non_ascii"])
def test_kept_results(attack: str, tmp_path: Path) -> None:
    """A server sends 40 MB, with a secret in it, that are kept without the secret."""
    blobs = Blobs(tmp_path)
    with isolated_secrets():
        protect([long_messages.SECRET_VALUE, *(secrets.token_urlsafe(32) for _ in range(11))])
        answer, work = called(f"long_{attack}", keep=blobs.keep)
    holds((answer, work), Outcome.SUCCESS, "The full content is stored as ")
    (kept,) = (path for path in tmp_path.rglob("*") if path.is_file())
    data = kept.read_bytes()
    assert answer.result is not None
    assert kept.parent.name + kept.name == hashlib.sha256(data).hexdigest()
    assert f"stored as {kept.parent.name}{kept.name}." in answer.result.text
    assert len(data) > 30_000_000
    assert long_messages.SECRET_VALUE.encode() not in data
    assert (SECRET.encode() in data) == (attack == "secrets")


def test_recorded_results(tmp_path: Path) -> None:
    """A server sends 40 MB, with a secret in it, while its answers are recorded."""
    cassette = tmp_path / "cassette.json"

    async def work() -> Watched:
        async with Pool() as pool, pool.lease([hostile(program=LONG)]) as lease:
            with CassetteWriter(cassette) as writer:
                host = RecordingHost(lease.host, writer, Placeholders.of_workspace(tmp_path))
                toolbox = await Toolbox.mount(host)
                await toolbox.run([Call("hostile/fine", {})])
                async with watched_loop() as loop:
                    (answer,) = await toolbox.run([Call("hostile/long_secrets", {})])
                return answer, loop.longest

    with isolated_secrets():
        protect([long_messages.SECRET_VALUE, *(secrets.token_urlsafe(32) for _ in range(11))])
        holds(run(work), Outcome.SUCCESS, "[Truncated: showing 20,000 of ")
    last = read_cassette(cassette).entries[-1].answer
    assert isinstance(last, Reply)
    (text,) = last.content
    assert isinstance(text, Text)
    assert len(text.text) >= long_messages.SIZE
    assert long_messages.SECRET_VALUE not in text.text
    assert SECRET in text.text


def holds(watched: Watched, outcome: Outcome, said: str = "") -> None:
    answer, work = watched
    assert answer.result is not None
    assert answer.outcome is outcome, answer.result.text
    assert said in answer.result.text
    assert work < MOST_WORK
