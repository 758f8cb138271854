"""Server processes that write at once, or are killed."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Timer

import pytest

from m3bench.records import RecordStore
from m3bench_world.servers.tobench.mail.store import OUTBOX
from tests.servers.asking import OverStdio

MAIL = {"to": ["ada@north.example"], "subject": "s"}
PER_SERVER, KILLS = 15, 3


@pytest.mark.slow
def test_two_servers_write_at_once(tmp_path: Path) -> None:
    servers = [OverStdio("mail", tmp_path), OverStdio("calendar", tmp_path), OverStdio("mail", tmp_path)]

    def work(place: int) -> list[str]:
        ask = servers[place]
        found = []
        for number in range(PER_SERVER):
            if place == 1:
                day = f"2026-01-{number + 1:02}"
                made = ask("create_event", title="T", start=day, end=day, all_day=True).data["created"]["id"]
            else:
                made = ask("send_message", **MAIL, body=f"{place} {number}").data["sent"]
            found.append(made)
        return found

    with ThreadPoolExecutor(3) as pool:
        made = [key for keys in pool.map(work, range(3)) for key in keys]
    for server in servers:
        server.close()
    assert len(set(made)) == 3 * PER_SERVER
    changes = RecordStore(tmp_path).changes()
    assert {change.key for change in changes} == set(made)
    assert len({change.number for change in changes}) == 3 * PER_SERVER
    bodies = [change.value["body"] for change in changes if change.table == OUTBOX and change.value]
    assert sorted(bodies) == sorted(f"{place} {number}" for place in (0, 2) for number in range(PER_SERVER))


@pytest.mark.slow
def test_a_killed_server_loses_and_doubles_nothing(tmp_path: Path) -> None:
    acknowledged: list[str] = []
    begun = 0
    for kill in range(KILLS):
        ask = OverStdio("mail", tmp_path)
        process = ask._process
        timer = Timer(0.15 + 0.1 * kill, os.kill, (process.pid, signal.SIGKILL))
        timer.start()
        try:
            while True:
                begun += 1
                acknowledged.append(ask("send_message", **MAIL, body=f"number {begun}").data["sent"])
        except (AssertionError, BrokenPipeError):
            pass
        timer.join()
        process.wait()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        with suppress(BrokenPipeError):
            process.stdin.close()
    store = RecordStore(tmp_path)
    sent = store.changed(OUTBOX)
    copies = store.changed("mail")
    assert sent.keys() == copies.keys()
    assert set(acknowledged) <= sent.keys()
    assert len(sent) <= len(acknowledged) + KILLS  # one each may be written and not acknowledged
    bodies = [mail["body"] for mail in sent.values() if mail]
    assert len(set(bodies)) == len(bodies)
    assert acknowledged
