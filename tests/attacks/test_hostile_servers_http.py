"""Servers over HTTP: bounded as those over stdio, and told at once as what they are."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from m3bench.core import Call, Outcome
from m3bench.hosting import Pool, ServerSpec, Timeouts, Toolbox
from tests.attacks.loopwork import MOST_WORK, watched_loop
from tests.hanging import HANG_SECONDS
from tests.hosting.processes import run

ROOT = Path(__file__).parents[2]
MEGABYTE = 1024  # kilobytes


@contextmanager
def hostile(*args: str, call: float = 30.0) -> Iterator[ServerSpec]:
    command = [sys.executable, "-m", "tests.attacks.servers.hostile_http", *args]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        timeouts = Timeouts(start=20, call=call, stop=2)
        yield ServerSpec(name="hostile", url=f"http://127.0.0.1:{port}/mcp", timeouts=timeouts)
        process.kill()


def called(tool: str, call: float = 30.0) -> tuple[Call, float]:
    """The call as it ended, and the most work of the loop meanwhile; an honest call follows it."""

    async def work(spec: ServerSpec) -> tuple[Call, float]:
        async with Pool() as pool, pool.lease([spec]) as lease:
            toolbox = await Toolbox.mount(lease.host)
            await toolbox.run([Call("hostile/fine", {})])
            async with watched_loop() as loop:
                (answer,) = await toolbox.run([Call(f"hostile/{tool}", {})])
            (after,) = await toolbox.run([Call("hostile/fine", {})])
            assert after.outcome is Outcome.SUCCESS
            return answer, loop.longest

    with hostile(call=call) as spec:
        answer, longest = run(lambda: work(spec))
    return answer, longest


BROKEN = {
    "gzip_bomb": "sent a message larger than 64 MB",
    "broken_gzip": "sent a response that cannot be decompressed",
    "brotli": "used the content encoding 'br', which was not requested",
    "declared_huge": "sent a message larger than 64 MB",
    "endless_body": "sent a message larger than 64 MB",
    "endless_event": "sent a message larger than 64 MB",
    "endless_events": "sent 3,000 events without an answer",
    "many_headers": "sent 1,003 headers; the limit is 100",
    "large_headers": "bytes of headers; the limit is 32,768",
    "huge_headers": "is unreachable",
    "redirect_elsewhere": "Redirect to http://localhost:9/mcp not followed",
    "redirect_loop": "not followed",
    "redirect_to_file": "not followed|is unreachable",
    "web_page": "sent content type text/html, expected JSON or an event stream",
    "page_as_json": "printed text that is not a message",
    "empty": "sent an empty response",
    "accepted": "202 Accepted",
    "no_http": "is unreachable",
    "cut_body": "is unreachable",
    "hang_up": "is unreachable",
    "event_cut": "SSE stream ended without a response",
    "event_page": "printed text that is not a message",
    "invalid_utf8": "sent a message that is not UTF-8",
    "deep_json": "sent JSON nested deeper than 256 levels",
    "null_result": "its result is null, not an object",
    "many_blocks": "sent 5,000 content blocks; the limit is 1,000",
    "batch": "sent a batch of 2 messages, which MCP does not support",
    "string_id": "answered request 'the one you asked for', which was never made",
    "unasked_id": "which was never made",
    "many_values": "sent a message with more than 50,000 values",
    "too_large": "sent a message larger than 64 MB",
    "event_invalid_utf8": "sent a message that is not UTF-8",
    "event_null_result": "its result is null, not an object",
    "event_unasked_id": "which was never made",
    "event_batch": "sent a batch of 2 messages, which MCP does not support",
}


@pytest.mark.parametrize("attack", BROKEN)
def test_broken_answers(attack: str) -> None:
    """A server over HTTP answers a call with a bomb, a flood, a redirect or something that is no answer."""
    answer, work = called(attack)
    assert answer.outcome is Outcome.SERVER_FAULT
    assert answer.result is not None
    assert any(part in answer.result.text for part in BROKEN[attack].split("|")), answer.result.text
    assert work < MOST_WORK


@pytest.mark.parametrize("attack", ["drip", "drip_event"])
def test_slow_drips(attack: str) -> None:
    """A server over HTTP sends its answer byte by byte, for ever."""
    answer, _ = called(attack, call=2.0)
    assert answer.outcome is Outcome.SERVER_FAULT


def test_impatient_streams() -> None:
    """A server over HTTP ends each stream at once, and wishes to be asked again at once."""
    answer, work = called("impatient", call=4.0)
    assert answer.outcome is Outcome.SERVER_FAULT
    assert work < MOST_WORK


@pytest.mark.parametrize("tool", ["fine", "fine_event", "fine_gzip", "large_event"])
def test_honest_answers(tool: str) -> None:
    """Honest answers over HTTP pass: whole, as an event, compressed, of five megabytes."""
    answer, _ = called(tool)
    assert answer.outcome is Outcome.SUCCESS


HANDSHAKES = {
    "gzip_bomb": "sent a message larger than 64 MB",
    "web_page": "sent content type text/html",
    "null_result": "its result is null",
    "redirect_elsewhere": "Redirect to http://localhost:9/mcp not followed",
    "endless_event": "sent a message larger than 64 MB",
    "no_http": "is unreachable",
}


@pytest.mark.parametrize("attack", HANDSHAKES)
def test_broken_handshakes(attack: str) -> None:
    """A server over HTTP breaks the handshake."""

    async def work(spec: ServerSpec) -> dict[str, str]:
        async with Pool() as pool, pool.lease([spec]) as lease:
            assert await lease.host.tools() == []
            return lease.host.faults

    with hostile(attack) as spec:
        faults = run(lambda: work(spec))
    assert HANDSHAKES[attack] in faults["hostile"]


def test_memory_of_bombs() -> None:
    """Bombs and floods over HTTP do not grow the harness."""
    program = (
        "from tests.attacks.test_hostile_servers_http import called\n"
        "from tests.attacks.memory import peak_kilobytes\n"
        "for name in ('gzip_bomb', 'endless_body', 'endless_event', 'endless_events', 'too_large'):\n"
        "    called(name)\n"
        "print(peak_kilobytes())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=True,
    )
    assert int(done.stdout) < 500 * MEGABYTE
