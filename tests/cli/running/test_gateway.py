"""`m3bench gateway` by hand: calls of every kind, servers that fail, and every way to end."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from m3bench.cli.running.gateway import gateway
from m3bench.cli.selection import chosen_servers
from m3bench.core import (
    FormatError,
    SimulatedUser,
    Status,
    Task,
    TaskFile,
    Text,
    Trajectory,
    UsageError,
    UserFact,
    user_turns,
)
from m3bench.formats import write
from tests.agents.workplace import png
from tests.cli.gateway_process import (
    BEARER,
    HANDSHAKE,
    TASK,
    Place,
    a_place,
    address_of,
    call,
    running,
    steps,
    wait_for_end,
)
from tests.hanging import HANG_SECONDS


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with a_place(tmp_path) as place:
        yield place


ENDINGS = (signal.SIGTERM, signal.SIGINT, signal.SIGKILL)


@pytest.mark.parametrize(
    ("given", "host"),
    [("0", "127.0.0.1"), pytest.param("127.0.0.2:0", "127.0.0.2", marks=pytest.mark.slow)],
)
def test_http_is_for_this_machine_and_for_no_page_of_a_browser(place: Place, given: str, host: str) -> None:
    with running(place, "--http", given) as raw:
        address = address_of(raw)
        assert address.startswith(f"http://{host}:")
        body = json.dumps(HANDSHAKE).encode()
        kinds = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            **BEARER,
        }
        with urllib.request.urlopen(
            urllib.request.Request(address, body, kinds), timeout=HANG_SECONDS
        ) as reply:
            assert reply.status == 200
        for header, value, code in (("Origin", "https://example.org", 403), ("Host", "example.org", 421)):
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(
                    urllib.request.Request(address, body, {**kinds, header: value}), timeout=HANG_SECONDS
                )
            refused.value.close()
            assert refused.value.code == code


def test_calls_of_every_kind_by_hand(place: Place) -> None:
    with running(place, *TASK) as raw:
        assert "Say something three times." in raw.shake_hands()["instructions"]
        raw.send(
            *(call(number, "well__echo", {"text": number}) for number in (1, 2)), call(3, "well__slow", {})
        )
        assert {raw.receive()["id"] for _ in range(3)} == {1, 2, 3}
        assert (
            raw.ask(4, "tools/call", name="well__echo", arguments='{"text": "x"}')["result"]["isError"]
            is False
        )
        assert raw.ask(5, "tools/call", name="well__echo", arguments=[1])["result"]["isError"] is True
        assert raw.ask(6, "tools/call", arguments={})["result"]["isError"] is True
        assert raw.ask(7, "tools/call", name="well__die")["result"]["isError"] is True
        raw.stdin.write("no message at all\n")
        assert raw.ask(8, "ping")["result"] == {}
        raw.stdin.close()
        assert raw.process.wait(HANG_SECONDS) == 0
        assert raw.stdout.read() == ""
    assert steps(place.trajectory) == [
        [
            "well/echo {'text': 1} invalid_arguments",
            "well/echo {'text': 2} invalid_arguments",
            "well/slow {} success",
        ],
        ['well/echo {"text": "x"} success'],
        ["well/echo [1] illegal_format"],
        [" {} illegal_format"],
        ["well/die None server_fault"],
    ]
    assert place.trajectory.agent == "by-hand"
    assert place.trajectory.status is Status.UNKNOWN


@pytest.mark.parametrize(
    "number", [None, *(pytest.param(ending, marks=pytest.mark.slow) for ending in ENDINGS)]
)
def test_however_it_ends_what_finished_is_on_record_and_no_server_is_left(
    place: Place, number: signal.Signals | None
) -> None:
    place.serve("well", "detached")
    with running(place, *TASK) as raw:
        raw.shake_hands()
        for turn in range(2):
            raw.ask(turn, "tools/call", name="well__echo", arguments={"text": str(turn)})
        together = [call(2, "well__hang", {}), call(3, "detached__echo", {"text": "together"})]
        for message in together:  # with the id of a step answers are not held back
            message["params"]["_meta"] = {"m3bench/step": 1}
        raw.send(*together)
        assert raw.receive()["id"] == 3
        servers = place.servers()
        assert len(servers) >= 3
        if number is None:
            raw.stdin.close()
        else:
            raw.process.send_signal(number)
        assert raw.process.wait(HANG_SECONDS) == (-signal.SIGKILL if number is signal.SIGKILL else 0)
        for pid in servers:
            wait_for_end(pid)
    assert steps(place.trajectory) == [
        ["well/echo {'text': '0'} success"],
        ["well/echo {'text': '1'} success"],
        ["well/hang {} None", "detached/echo {'text': 'together'} success"],
    ]


@pytest.mark.slow
def test_servers_that_do_not_start_are_named_and_the_others_served(place: Place) -> None:
    place.serve("exits", "well", "duplicates")
    with running(place) as raw:
        raw.shake_hands()
        names = {tool["name"].partition("__")[0] for tool in raw.ask(1, "tools/list")["result"]["tools"]}
        assert names == {"well"}
        raw.stdin.close()
        assert raw.process.wait(HANG_SECONDS) == 0
        complaints = raw.stderr.read().splitlines()
    assert [line.partition(" is not available: ")[0] for line in complaints] == ["exits", "duplicates"]
    assert "no licence key" in complaints[0]
    assert place.trajectory == Trajectory(task_id="gateway", agent="by-hand", extra={"agent_version": "1"})


@pytest.mark.slow
def test_a_long_result_is_cut_for_the_agent_and_kept_whole_beside_the_record(place: Place) -> None:
    with running(place) as raw:
        raw.shake_hands()
        (part,) = raw.ask(1, "tools/call", name="well__big", arguments={"bytes": 30_000})["result"]["content"]
        raw.stdin.close()
        assert raw.process.wait(HANG_SECONDS) == 0
    (result,) = [call.result for _, call in place.trajectory.calls() if call.result]
    assert result.content == (Text(part["text"]),)
    (kept,) = place.record.with_name("record.jsonl.files").iterdir()
    assert kept.read_text() == "x" * 30_000
    assert kept.name in part["text"]


@pytest.mark.slow
def test_a_task_of_a_file_comes_with_its_pictures(place: Place, tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "a b.png").write_bytes(b"\x89PNG")
    tasks = [
        {"id": "one", "question": "First?"},
        {"id": "two", "question": "Second?", "image": "pictures/a b.png"},
    ]
    (tmp_path / "tasks.json").write_text(json.dumps(tasks))
    with running(place, "--task", str(tmp_path / "tasks.json"), "--id", "two") as raw:
        raw.shake_hands()
        text, picture = raw.ask(1, "tools/call", name="get_task")["result"]["content"]
        assert text["text"] == "Second?"
        assert (picture["mimeType"], picture["data"]) == ("image/png", "iVBORw==")
        raw.ask(2, "tools/call", name="submit_answer", arguments={"answer": "Yes."})
        raw.process.kill()
        raw.process.wait(HANG_SECONDS)
    assert place.trajectory.task_id == "two"
    assert (place.trajectory.answer, place.trajectory.status) == ("Yes.", Status.COMPLETED)


def test_a_name_with_a_configuration_is_a_server_of_it(place: Place) -> None:
    """`gateway NAME --config F` looked for NAME in the catalog, and wanted it dropped."""
    place.serve("well", "garbage")
    with running(place, "well") as raw:
        raw.shake_hands()
        names = {tool["name"].partition("__")[0] for tool in raw.ask(1, "tools/list")["result"]["tools"]}
    assert "well" in names
    assert "garbage" not in names


def test_names_of_a_configuration_and_others_are_served_together(tmp_path: Path) -> None:
    config = tmp_path / "servers.json"
    config.write_text('{"mcpServers": {"a": {"command": "true"}, "b": {"command": "true"}}}')
    assert [spec.name for spec in chosen_servers(["weather"], [config])] == ["weather", "a", "b"]
    assert [spec.name for spec in chosen_servers(["b"], [config])] == ["b"]
    assert [spec.name for spec in chosen_servers(["b", "weather"], [config])] == ["weather", "b"]
    config.write_text('{"mcpServers": {"weather": {"command": "true"}, "b": {"command": "true"}}}')
    assert [spec.command for spec in chosen_servers(["weather"], [config])] == ["true"]
    with pytest.raises(UsageError, match="has no server 'wether', and the catalog has none") as no:
        chosen_servers(["wether"], [config])
    assert no.value.hint == "Did you mean weather?"


def test_options_that_make_no_sense(tmp_path: Path) -> None:
    config, tasks = tmp_path / "servers.json", tmp_path / "tasks.json"
    config.write_text('{"mcpServers": {"a": {"command": "true"}}}')
    one = {"id": "one", "question": "1", "image": "gone.png"}
    tasks.write_text(json.dumps([one, {"id": "two", "question": "2"}, {"id": "three"}]))
    cases: list[tuple[dict[str, Any], str]] = [
        ({}, "No servers were given"),
        ({"servers": ["no such server"]}, "Server 'no such server' is not in the catalog"),
        ({"config": [config, config]}, "More than one server is named 'a'"),
        ({"config": [config], "task": tasks}, "holds 3 tasks"),
        ({"config": [config], "task": tasks, "task_id": "twos"}, "Did you mean two"),
        ({"config": [config], "task": tasks, "task_id": "three"}, "three has no request"),
        ({"config": [config], "task": tasks, "task_id": "two", "fuzzy": True}, "two has no fuzzy request"),
        ({"config": [config], "task": tasks, "task_id": "one"}, r"one cannot be read: .*gone\.png"),
        ({"config": [config], "task": tasks, "request": "a"}, "cannot be combined"),
        ({"config": [config], "fuzzy": True}, "needs a task"),
        ({"config": [config], "http": "here"}, "not an address"),
        ({"config": [config], "record": tmp_path / "no" / "r.jsonl"}, "No such directory"),
        ({"config": [config]}, "No server has any tools"),
    ]
    for options, complaint in cases:
        with pytest.raises((UsageError, FormatError), match=complaint):
            gateway(**options)


@pytest.mark.slow
def test_a_port_that_is_taken_is_said(place: Place) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with running(place, "--http", str(port)) as raw:
            assert raw.process.wait(HANG_SECONDS) != 0
            assert "Address already in use" in raw.stderr.read()


@pytest.mark.slow
def test_a_record_that_cannot_be_written_any_more_ends_it_with_a_complaint(place: Place) -> None:
    place.record = place.record.parent / "runs" / "record.jsonl"
    place.record.parent.mkdir()
    with running(place) as raw:
        raw.shake_hands()
        shutil.rmtree(place.record.parent)
        raw.send(call(1, "well__echo", {"text": "a"}))
        assert raw.process.wait(HANG_SECONDS) != 0
        assert "cannot be written" in raw.stderr.read()


@pytest.mark.slow
def test_a_client_that_does_not_read_cannot_keep_it_from_ending(place: Place) -> None:
    with running(place) as raw:
        raw.shake_hands()
        raw.send(*(call(number, "well__big", {"bytes": 19_000}) for number in range(20)))
        # One answer is read, so that the others are on their way: far more than a pipe holds.
        assert raw.receive()["result"]["isError"] is False
        raw.process.terminate()
        assert raw.process.wait(HANG_SECONDS) == 0
    assert len(place.trajectory.steps) == 1


@pytest.mark.slow
def test_a_signal_ends_it_while_servers_are_still_starting(place: Place) -> None:
    place.serve("well", "never")
    with running(place) as raw:
        deadline = time.monotonic() + HANG_SECONDS
        while len(place.servers()) < 2:
            assert raw.process.poll() is None
            assert time.monotonic() < deadline
        raw.process.terminate()
        assert raw.process.wait(HANG_SECONDS) == 0
    assert not place.record.exists()


def test_files_of_the_task_lie_in_the_workspace(place: Place, tmp_path: Path) -> None:
    scan = TaskFile("scans/one.png", "image/png")
    (tmp_path / "scans").mkdir()
    (tmp_path / scan.name).write_bytes(png())
    user = SimulatedUser(persona="knows-the-secret", facts=(UserFact("secret", "knows-the-secret"),))
    task = Task(id="scan", request="How wide?", files=(scan,), role="A clerk.", rules=("Hurry.",), user=user)
    write(tmp_path / "tasks.jsonl", [task], format="jsonl")
    with running(place, "imagesorcery-mcp", "--task", str(tmp_path / "tasks.jsonl")) as raw:
        told = raw.shake_hands()["instructions"]
        assert "Your role:\nA clerk.\n\nThe rules of this work:\nHurry.\n\nThe request:\nHow wide?" in told
        seen = raw.ask(1, "tools/call", name="get_task", arguments={})["result"]["content"]
        assert [block["type"] for block in seen] == ["text", "image"]
        box = {"input_path": scan.name, "x1": 0, "y1": 0, "x2": 9, "y2": 9}
        cropped = raw.ask(2, "tools/call", name="imagesorcery-mcp__crop", arguments=box)["result"]
        assert cropped["isError"] is False, cropped
        listed = [raw.ask(3, "tools/list")]
        listed += [raw.ask(4, "prompts/get", name="task"), raw.ask(5, "resources/read", uri="m3bench://task")]
        assert "knows-the-secret" not in json.dumps([told, seen, listed])
        raw.stdin.close()
        assert raw.process.wait(HANG_SECONDS) == 0
    assert "knows-the-secret" not in place.record.read_text()


@pytest.mark.parametrize("user", ["rules", pytest.param("none", marks=pytest.mark.slow)])
def test_the_user_of_the_task_can_be_asked(place: Place, tmp_path: Path, user: str) -> None:
    ann = SimulatedUser(persona="Ann", facts=(UserFact("number to add", "Add 3."),))
    write(tmp_path / "tasks.jsonl", [Task(id="sum", request="Add it to 2.", user=ann)], format="jsonl")
    with running(place, "math", "--task", str(tmp_path / "tasks.jsonl"), "--user", user) as raw:
        raw.shake_hands()
        question = {"question": "Which number should I add?"}
        said = raw.ask(1, "tools/call", name="user__ask_user", arguments=question)["result"]
        raw.stdin.close()
        assert raw.process.wait(HANG_SECONDS) == 0
    assert said["isError"] is (user == "none")
    assert ("Add 3." in json.dumps(said)) is (user == "rules")
    assert "topics" not in json.dumps(said)
    told = [turn.topics for turn in user_turns(place.trajectory.steps)]
    assert told == ([("number to add",)] if user == "rules" else [])


def test_no_model_plays_the_user_of_a_gateway(place: Place) -> None:
    with pytest.raises(UsageError, match="cannot play the user as 'openai/gpt-5'"):
        gateway(servers=["math"], user="openai/gpt-5")
