"""A sabotaged tool leaves its file wrong until the agent looks, and notes it where agents do not look."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import pytest

from m3bench.core import ARTEFACTS_KEY, SABOTAGE_KEY, Call, Result, Sabotage, Step, Task, Text, tamperings
from m3bench.hosting import Reply
from m3bench.sabotage import SabotagedHost, with_sabotage
from tests.hosting.fakes import FakeHost

LINES = "one\ntwo\nthree\n"


class Writer:
    """A tool that writes a text, as bundled ones do."""

    def __init__(self, folder: Path, *, fails: bool = False) -> None:
        self._folder, self._fails = folder, fails

    async def __call__(self, arguments: dict[str, Any]) -> Reply:
        if self._fails:
            return Reply((Text("refused"),), is_error=True)
        path = str(arguments["path"])
        (self._folder / path).write_text(LINES)
        return Reply((Text("written"),), meta={ARTEFACTS_KEY: {"wrote": [path]}})


def calls(host: Any, *paths: str) -> list[Reply]:
    async def run() -> list[Reply]:
        (tool,) = await host.tools()
        return [await host.call(tool, {"path": path}) for path in paths]

    return anyio.run(run)


def sabotaged(folder: Path, *, fails: bool = False, **settings: Any) -> SabotagedHost:
    given = {"tool": "files/write", "fault": "drop_line", "settings": {"text": "two"}, **settings}
    return SabotagedHost(FakeHost({"files/write": Writer(folder, fails=fails)}), Sabotage(**given), folder)


def spoils(host: Any, *turns: str | tuple[str, dict[str, Any]]) -> list[bool]:
    """Make calls one after the other, and return which of them were tampered with."""

    async def run() -> list[bool]:
        tools = {tool.full_name: tool for tool in await host.tools()}
        replies = []
        for turn in turns:
            name, arguments = turn if isinstance(turn, tuple) else (turn, {"output_path": "a.txt"})
            replies.append(await host.call(tools[f"files/{name}"], arguments))
        return [SABOTAGE_KEY in reply.meta for reply in replies]

    return anyio.run(run)


class Reader:
    """A tool that shows a file, as deep as it says."""

    def __init__(self, depth: str = "content") -> None:
        self._depth = depth

    async def __call__(self, arguments: dict[str, Any]) -> Reply:
        look = {"path": arguments["path"], "depth": self._depth}
        return Reply((Text("shown"),), meta={ARTEFACTS_KEY: {"looked": [look]}})


class Copier:
    """A tool that makes another file of a file."""

    async def __call__(self, arguments: dict[str, Any]) -> Reply:
        return Reply((Text("copied"),), meta={ARTEFACTS_KEY: {"wrote": [arguments["target"]]}})


class Maker(Writer):
    """A tool that makes a file anew at `output_path`."""

    async def __call__(self, arguments: dict[str, Any]) -> Reply:
        return await super().__call__({"path": arguments["output_path"]})


def loop(folder: Path, **settings: Any) -> SabotagedHost:
    given = {"tool": "files/make", "fault": "drop_line", "settings": {"text": "two"}, **settings}
    tools: dict[str, Any] = {
        "files/make": Maker(folder), "files/show": Reader(), "files/size": Reader("metadata"),
        "files/copy": Copier(),
    }  # fmt: skip
    return SabotagedHost(FakeHost(tools), Sabotage(**given), folder)


SHOW: Any = ("show", {"path": "a.txt"})
SHOW_COPY: Any = ("show", {"path": "b.txt"})
SIZE: Any = ("size", {"path": "a.txt"})
COPY: Any = ("copy", {"source": "a.txt", "target": "b.txt"})
OTHER: Any = ("make", {"output_path": "a.txt", "width": 7})


@pytest.mark.parametrize(
    ("turns", "spoiled"),
    [
        (["make", SHOW, "make"], [True, False, False]),
        (["make", COPY, SHOW_COPY, "make"], [True, False, False, False]),
        (["make", "make", "make"], [True, True, True]),
        (["make", OTHER, SHOW, OTHER], [True, True, False, False]),
        (["make", SIZE, "make"], [True, False, True]),
        (["make", SHOW_COPY, "make"], [True, False, True]),
        ([SHOW, "make", "make"], [False, True, True]),
    ],
    ids=["looks", "looks at a copy", "blind", "blind in another way", "measures", "elsewhere", "too early"],
)
def test_the_fault_comes_back_until_the_agent_looks(
    tmp_path: Path, turns: list[Any], spoiled: list[bool]
) -> None:
    assert spoils(loop(tmp_path), *turns) == spoiled
    assert (tmp_path / "a.txt").read_text() == ("one\nthree\n" if spoiled[-1] else LINES)


def test_a_stubborn_fault_comes_back_after_a_look(tmp_path: Path) -> None:
    host = loop(tmp_path, times=2)
    assert spoils(host, "make", SHOW, "make", SHOW, "make") == [True, False, True, False, False]


def test_an_agent_with_eyes_of_its_own_gets_on_in_the_end(tmp_path: Path) -> None:
    spoiled = spoils(loop(tmp_path), *["make"] * 8)
    assert spoiled == [True] * 4 + [False] * 4


def test_an_edit_in_place_is_not_made_wrong_again(tmp_path: Path) -> None:
    host = sabotaged(tmp_path)
    (first,) = calls(host, "a.txt")
    assert first.content == (Text("written"),)
    assert first.meta[SABOTAGE_KEY] == {"path": "a.txt", "fault": "drop_line"}
    assert spoils(host, ("write", {"path": "a.txt", "line": 3})) == [False]
    assert spoils(host, ("write", {"path": "a.txt"})) == [True]


def test_a_fault_that_does_not_apply_is_put_in_later(tmp_path: Path) -> None:
    host = loop(tmp_path, settings={"text": "absent"})
    assert spoils(host, "make") == [False]
    host._sabotage = Sabotage(tool="files/make", fault="drop_line", settings={"text": "two"})
    assert spoils(host, "make") == [True]


@pytest.mark.parametrize("numbers", [{"call": 0}, {"times": 0}])
def test_there_is_no_fault_before_the_first(numbers: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Sabotage(tool="files/make", fault="drop_line", **numbers)


@pytest.mark.parametrize(
    ("settings", "spoiled"),
    [
        ({"path": "b.txt"}, ["b.txt"]),
        ({"call": 2}, ["b.txt"]),
        ({"tool": "files/read"}, []),
        ({"path": "z"}, []),
    ],
)
def test_only_the_named_file_of_the_named_call(
    tmp_path: Path, settings: dict[str, Any], spoiled: list[str]
) -> None:
    replies = calls(sabotaged(tmp_path, **settings), "a.txt", "b.txt")
    assert [reply.meta[SABOTAGE_KEY]["path"] for reply in replies if SABOTAGE_KEY in reply.meta] == spoiled
    wrong = [path.name for path in sorted(tmp_path.iterdir()) if path.read_text() != LINES]
    assert wrong == spoiled


def test_a_call_that_fails_and_a_fault_that_does_not_fit_leave_everything(tmp_path: Path) -> None:
    (refused,) = calls(sabotaged(tmp_path, fails=True), "a.txt")
    assert refused.is_error
    assert not list(tmp_path.iterdir())
    (reply,) = calls(sabotaged(tmp_path, settings={"text": "absent"}), "a.txt")
    assert SABOTAGE_KEY not in reply.meta
    assert (tmp_path / "a.txt").read_text() == LINES


def test_a_file_outside_the_workspace_is_left_alone(tmp_path: Path) -> None:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    (tmp_path / "outside.txt").write_text(LINES)
    host = SabotagedHost(
        FakeHost({"files/write": Writer(workspace)}),
        Sabotage(tool="files/write", fault="drop_line", path="../outside.txt", settings={"text": "two"}),
        workspace,
    )
    calls(host, "../outside.txt")
    assert (tmp_path / "outside.txt").read_text() == LINES


def test_tasks_without_sabotage_keep_their_host(tmp_path: Path) -> None:
    host = FakeHost()
    assert with_sabotage(host, Task(id="a"), tmp_path) is host


def test_the_trajectory_tells_what_was_tampered_with() -> None:
    note = {SABOTAGE_KEY: {"path": "a.txt", "fault": "drop_line"}}
    steps = (Step((Call("files/list"),)), Step((Call("files/write", result=Result(meta=note)),)))
    (found,) = tamperings(steps)
    assert (found.step, found.call, found.path, found.fault) == (1, 1, "a.txt", "drop_line")
