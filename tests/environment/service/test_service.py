"""Environments over HTTP, with the client that is copied into other projects."""

from __future__ import annotations

import http.client
import importlib.util
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import anyio
import pytest
from anyio.from_thread import start_blocking_portal

from m3bench.core import UsageError
from m3bench.environment import EnvironmentSettings, Reward
from m3bench.environment.service import ServiceSettings, serve
from m3bench.formats import write
from tests.environment.tasks import FORM, SOLUTION, SUM, add
from tests.hanging import HANG_SECONDS

TOKEN = "a-token-of-this-test-alone"
EXAMPLES = Path(__file__).parents[3] / "examples" / "training"


def load_client() -> ModuleType:
    spec = importlib.util.spec_from_file_location("environment_client", EXAMPLES / "client.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CLIENT = load_client()


@contextmanager
def serving(folder: Path, **options: Any) -> Iterator[str]:
    """Serve two tasks; yield the address."""
    tasks = folder / "tasks.jsonl"
    write(tasks, [SUM, FORM], format="jsonl")
    settings = ServiceSettings(suite=str(tasks), token=TOKEN, environment=EnvironmentSettings(), **options)
    address: list[str] = []
    listening = threading.Event()

    def ready(url: str) -> None:
        address.append(url)
        listening.set()

    with start_blocking_portal() as portal:
        stop = portal.call(_event)
        served = portal.start_task_soon(serve, settings, ready, stop)
        served.add_done_callback(lambda _: listening.set())
        listening.wait(HANG_SECONDS)
        if not address:
            served.result()
        try:
            yield address[0]
        finally:
            portal.call(stop.set)
            served.result(30)


async def _event() -> anyio.Event:
    return anyio.Event()


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("service"), sessions=4) as address:
        yield address


def play(session: Any, task: str = "sum", seed: int = 0) -> list[Any]:
    return [session.reset(task, seed), *(session.step(action) for action in SOLUTION)]


def test_an_episode_over_http(url: str) -> None:
    with CLIENT.Service(url, TOKEN) as service:
        assert [task["id"] for task in service.tasks()] == ["sum", "form"]
        with service.session() as session:
            first, *_, last = play(session)
            assert first["messages"][0]["role"] == "system"
            assert first["tools"][0]["type"] == "function"
            assert (last["reward"], last["done"]) == (1.0, True)
            assert session.state() == {"task": "sum", "seed": 0, "actions": 3, "done": True}
        with pytest.raises(CLIENT.ServiceError, match="closed"):
            session.step("126")
        session.close()


def test_sessions_run_side_by_side_and_agree(url: str) -> None:
    def work(_: int) -> str:
        with CLIENT.Service(url, TOKEN) as service, service.session() as session:
            return json.dumps([play(session, seed=3) for _ in range(3)])

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(work, range(4)))) == 1


def status_of(work: Any) -> int:
    with pytest.raises(CLIENT.ServiceError) as refused:
        work()
    return int(refused.value.status)


def test_wrong_requests_are_refused_with_a_reason(url: str) -> None:
    with CLIENT.Service(url, TOKEN) as service, service.session() as session:
        name = session._path
        assert status_of(lambda: session.step("before a reset")) == 409
        assert status_of(lambda: session.reset("no-such-task")) == 400
        wrong: tuple[Any, ...] = ([], {"seed": "x"}, {"task": 5})
        for body in wrong:
            assert status_of(partial(service.request, "POST", f"{name}/reset", body)) == 400
        session.reset("sum")
        assert status_of(lambda: service.request("POST", f"{name}/step", {})) == 400
        assert status_of(lambda: service.request("GET", "/elsewhere")) == 404
        assert status_of(lambda: service.request("GET", "/sessions/unknown")) == 404
        assert session.step({"tool_calls": 5})["info"]["malformed"] == 1
        more = [service.session() for _ in range(3)]
        assert status_of(service.session) == 429
        for opened in more:
            opened.close()
    with CLIENT.Service(url, "another-token") as stranger:
        assert status_of(stranger.tasks) == 401


def raw(url: str, body: bytes, **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=HANG_SECONDS)
    sent = {"Authorization": f"Bearer {TOKEN}", **headers}
    try:
        connection.request("POST", "/sessions/x/step", body, sent)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def test_pages_and_other_host_names_are_refused(url: str) -> None:
    assert raw(url, b"{}", Origin="http://elsewhere.example")[0] == 403
    assert raw(url, b"{}", Host="elsewhere.example")[0] == 403
    assert raw(url, b"{}")[0] == 404


def test_broken_and_huge_bodies_are_refused(url: str) -> None:
    with CLIENT.Service(url, TOKEN) as service, service.session() as session:
        session.reset("sum")
        for body, status in ((b"{", 400), (b"[" * 100_000, 400), (b"\xff", 400), (b" " * (9 << 20), 413)):
            connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=HANG_SECONDS)
            connection.request("POST", f"{session._path}/step", body, {"Authorization": f"Bearer {TOKEN}"})
            assert connection.getresponse().status == status
            connection.close()
        assert session.step(add(20, 22))["info"]["calls"][0]["outcome"] == "success"


def test_idle_sessions_expire(tmp_path: Path) -> None:
    with serving(tmp_path, idle_seconds=0.2) as url, CLIENT.Service(url, TOKEN) as service:
        session = service.session()
        session.reset("sum")
        with anyio.from_thread.start_blocking_portal() as portal:
            portal.call(anyio.sleep, 0.8)
        with pytest.raises(CLIENT.ServiceError, match="expired"):
            session.step("126")
        assert service.request("GET", "/health")["sessions"] == 0


def test_a_missing_suite_and_a_taken_port_are_said(tmp_path: Path, url: str) -> None:
    settings = ServiceSettings(suite=str(tmp_path / "none.jsonl"), token=TOKEN)

    async def start(given: ServiceSettings) -> None:
        await serve(given, lambda _: None, anyio.Event())

    with pytest.raises(UsageError, match="none"):
        anyio.run(start, settings)
    taken = ServiceSettings(suite="smoke", token=TOKEN, port=int(url.rpartition(":")[2]))
    with pytest.raises(UsageError, match="--port"):
        anyio.run(start, taken)


@pytest.mark.slow
def test_a_worker_that_cannot_start_ends_the_service(capfd: pytest.CaptureFixture[str]) -> None:
    """The worker says why, and the service does not wait for it."""
    chosen = EnvironmentSettings(reward=Reward(grounded=1))
    settings = ServiceSettings(suite="smoke", token=TOKEN, workers=2, environment=chosen)

    async def start() -> None:
        with anyio.fail_after(HANG_SECONDS):
            await serve(settings, lambda _: None, anyio.Event())

    with pytest.raises(UsageError, match="worker did not start"):
        anyio.run(start)
    said = capfd.readouterr().err
    assert "grounded=1" in said
    assert "Traceback" not in said


@pytest.mark.slow
def test_workers_share_the_sessions(tmp_path: Path) -> None:
    with serving(tmp_path, workers=2) as url, CLIENT.Service(url, TOKEN) as service:
        sessions = [service.session() for _ in range(4)]
        assert sorted({session._path.split("/")[2].partition("-")[0] for session in sessions}) == ["0", "1"]
        played = [json.dumps(play(session)) for session in sessions]
        assert len(set(played)) == 1
        assert service.request("GET", "/health")["workers"] == 2
        assert status_of(lambda: service.request("GET", "/sessions/7-unknown")) == 404
        for session in sessions:
            session.close()
