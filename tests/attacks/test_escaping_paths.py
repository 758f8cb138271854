"""Paths in arguments that lead out of the workspace: every path argument of every tool, without a sandbox."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import anyio
import msgspec
import pytest
from PIL import Image

from m3bench.core import Call, Outcome, Reference, Step, Task
from m3bench.formats import write
from m3bench.hosting import Environments, Pool, Toolbox, load_catalog
from m3bench.runs import THIRD_PARTY, BundledHost
from m3bench.runs.serving.bundled import third_party_spec
from m3bench.servers import LISTED, load
from m3bench_world import World
from tests.runs.processes import completed

SECRET = "the reference is 42"
WORLD = World()
PATH_LIKE = re.compile(r"path|file|uri|input|image|source|folder|save|output|template", re.IGNORECASE)
NO_PATHS = re.compile(
    r"google-maps/.*|metmuseum-mcp/.*|.*:(source_type|source_start|source_end|source_sheet|template_id|"
    r"include_images|enhance_\w+|apply_to_existing)"
)
"""Arguments that only sound like paths: places on a map, flags, names of sheets."""
LONG_ENOUGH = {
    "areas": [{"x1": 0, "y1": 0, "x2": 5, "y2": 5}],
    "arrows": [{"x1": 0, "y1": 0, "x2": 5, "y2": 5}],
    "circles": [{"center_x": 5, "center_y": 5, "radius": 2}],
    "lines": [{"x1": 0, "y1": 0, "x2": 5, "y2": 5}],
    "texts": [{"text": "a", "x": 1, "y": 9}],
    "palette": "sepia",
    "detections": [{"name": "a", "bbox": {"xmin": 1, "ymin": 1, "xmax": 5, "ymax": 5}}],
    "includeDescription": False,
    "textPrompt": "cat",
    "x1": 0,
    "y1": 0,
    "x2": 5,
    "y2": 5,
}


class Place:
    """A workspace with a picture and links out of it, below a folder with secrets."""

    def __init__(self, root: Path) -> None:
        self.root, self.workspace = root, root / "run" / "scratch" / "workspace"
        self.workspace.mkdir(parents=True)
        self.secret = root / "tasks.jsonl"
        self.secret.write_text(SECRET)
        Image.new("RGB", (20, 20), "white").save(root / "secret.png")
        self.fill(self.workspace)

    def fill(self, workspace: Path) -> None:
        Image.new("RGB", (20, 20), "white").save(workspace / "own.png")
        (workspace / "link.png").symlink_to(self.root / "secret.png")
        (workspace / "link").symlink_to(self.secret)
        (workspace / "folder").symlink_to(self.root)

    def paths(self, workspace: Path) -> Iterator[str]:
        """Ways out."""
        up = os.path.relpath(self.root, workspace)
        for name in ("tasks.jsonl", "secret.png", "new.png"):
            yield f"{up}/{name}"
            yield f"{self.root}/{name}"
            yield f"file://{self.root}/{name}"
            yield f"file:%2e%2e/{up}/{name}"
            yield f"own/../{up}/{name}"
            yield f"folder/{name}"
        yield from ("link", "link.png", "~/tasks.jsonl", "~root/new.png", "own\0.png", "x" * 5_000)

    def state(self) -> dict[str, str]:
        """Everything outside of the workspace."""
        files = [path for path in self.root.rglob("*") if path.is_file() and not path.is_symlink()]
        return {
            str(path): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in files
            if not path.is_relative_to(self.workspace)
        }


def own_arguments() -> list[str]:
    """`server/tool:argument` of every path argument of our own servers."""
    found = [
        f"{name}/{tool.name}:{argument}"
        for name in LISTED
        for tool in load(name).tools.values()
        for argument in tool.input_schema.get("properties", {})
        if PATH_LIKE.search(argument)
    ]
    return [one for one in found if not NO_PATHS.fullmatch(one)]


def arguments_of(tool: str, argument: str, path: str) -> dict[str, Any]:
    """A call that is right but for its path."""
    server, _, name = tool.partition("/")
    required = load(server).tools[name].input_schema.get("required", [])
    given = {each: LONG_ENOUGH[each] for each in required if each in LONG_ENOUGH}
    given |= {each: "own.png" for each in required if PATH_LIKE.search(each)}
    if "paper_id" in required:
        given["paper_id"] = paper_id(name)
    return given | {argument: [path] if argument in ("inputs", "image_paths") else path}


@cache
def paper_id(tool: str) -> str:
    source = tool.removeprefix("download_").removeprefix("read_").removesuffix("_paper")
    tool_index = {"arxiv": "arxiv", "biorxiv": "biorxiv", "medrxiv": "medrxiv", "iacr": "iacr"}.get(source)
    found = anyio.run(_search, f"paper_search/search_{tool_index or source}", WORLD)
    matched = re.search(r'"paper_id":\s*"([^"]+)"', found)
    return matched[1] if matched else "1234"


async def _search(tool: str, world: World) -> str:
    toolbox = await Toolbox.mount(BundledHost(["paper_search"], world, Path("/nonexistent")))
    (answer,) = await toolbox.run([Call(tool, {"query": "model"})])
    return answer.result.text if answer.result else ""


def called(place: Place, calls: list[Call]) -> tuple[Call, ...]:
    async def work() -> tuple[Call, ...]:
        servers = sorted({call.server for call in calls})
        toolbox = await Toolbox.mount(BundledHost(servers, WORLD, place.workspace))
        return await toolbox.run(calls)

    return anyio.run(work)


def refused(answer: Call) -> bool:
    if answer.name == "ocr/perform_batch_ocr":  # says of each picture whether it was read
        return answer.result is not None and json.loads(answer.result.text)["read"] == 0
    return answer.outcome in (Outcome.INVALID_ARGUMENTS, Outcome.NOT_FOUND)


def held(place: Place, before: dict[str, str], answers: tuple[Call, ...]) -> None:
    for answer in answers:
        assert refused(answer), answer
        assert SECRET not in json.dumps(msgspec.to_builtins(answer.result))
    assert place.state() == before


@pytest.mark.parametrize("one", own_arguments())
def test_own_tools(one: str, tmp_path: Path) -> None:
    """A call of a bundled tool names a file outside of the workspace."""
    place = Place(tmp_path)
    before, (tool, _, argument) = place.state(), one.rpartition(":")
    calls = [Call(tool, arguments_of(tool, argument, path), id=path) for path in place.paths(place.workspace)]
    held(place, before, called(place, calls))


@pytest.mark.parametrize("kind", ["pipe", "folder", "device"])
def test_special_files(kind: str, tmp_path: Path) -> None:
    """An agent puts a pipe, a folder or a link to a device in the place of a picture, to hang a tool."""
    place = Place(tmp_path)
    path = place.workspace / "strange.png"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("/dev/zero")
    before = place.state()
    calls = [
        Call("imagesorcery-mcp/crop", arguments_of("imagesorcery-mcp/crop", argument, "strange.png"))
        for argument in ("input_path", "output_path")
    ]
    held(place, before, called(place, calls))


def test_honest_paths(tmp_path: Path) -> None:
    """The guard refuses paths that stay inside."""
    place = Place(tmp_path)
    (place.workspace / "inner.png").symlink_to("own.png")
    for path in ("own.png", "./own.png", "new/../own.png", str(place.workspace / "own.png"), "inner.png"):
        call = Call("imagesorcery-mcp/crop", arguments_of("imagesorcery-mcp/crop", "input_path", path))
        (answer,) = called(place, [call])
        assert answer.outcome is Outcome.SUCCESS, (path, answer.result)


def installed(server: str) -> bool:
    return bool(Environments().installed(load_catalog().find(THIRD_PARTY[server])))


needs_office = pytest.mark.skipif(
    not all(map(installed, THIRD_PARTY)), reason="the servers excel and ppt are not installed"
)
BASE64 = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
OFFICE: dict[str, dict[str, Any]] = {
    "excel": {"sheet_name": "Sheet1", "cell": "A1", "formula": "=1", "start_cell": "A1", "end_cell": "B2"},
    "ppt": {"slide_index": 0, "operation": "add", "template_id": "title_slide", "presentation_id": "p"},
}


class Office:
    """The servers excel and ppt, without a sandbox, and their tools."""

    def __init__(self, place: Place, toolbox: Toolbox, workspace: Path) -> None:
        self.place, self.toolbox, self.workspace = place, toolbox, workspace

    def arguments(self) -> dict[str, list[dict[str, Any]]]:
        """Each path argument, with calls that are right but for it."""
        found: dict[str, list[dict[str, Any]]] = {}
        for tool in self.toolbox.tools:
            schema = tool.input_schema
            known = OFFICE[tool.server]
            for argument in schema.get("properties", {}):
                key = f"{tool.full_name}:{argument}"
                if not PATH_LIKE.search(argument) or NO_PATHS.fullmatch(key):
                    continue
                required = {name: known.get(name, _made(schema, name)) for name in schema.get("required", [])}
                found[key] = [
                    required | {argument: _value(schema, argument, path)}
                    for path in self.place.paths(self.workspace)
                ]
        return found


def _made(schema: dict[str, Any], name: str) -> Any:
    kind = schema["properties"][name].get("type")
    return {"integer": 1, "number": 1.0, "array": [], "object": {}, "boolean": False}.get(kind, "x")


def _value(schema: dict[str, Any], argument: str, path: str) -> Any:
    if argument == "image_paths":
        return {"main": path}
    if argument == "template_sequence":
        return [{"template_id": "text_with_image", "images": {"supporting": path}}]
    return path


@asynccontextmanager
async def office(root: Path) -> AsyncIterator[Office]:
    place = Place(root)
    async with Pool(root / "pool", logs=root / "logs") as pool:
        specs = [third_party_spec(name) for name in THIRD_PARTY]
        async with pool.lease(specs, ahead=0) as lease:
            place.fill(lease.workspace)
            yield Office(place, await Toolbox.mount(lease.host), lease.workspace)


async def _office_answers(root: Path) -> tuple[dict[str, tuple[Call, ...]], dict[str, Call], bool]:
    async with office(root) as made:
        before = _outside(made)
        answers = {
            key: await made.toolbox.run([Call(key.rpartition(":")[0], given) for given in calls])
            for key, calls in made.arguments().items()
        }
        unchanged = _outside(made) == before
        return answers, await _honest(made), unchanged


def _outside(made: Office) -> dict[str, str]:
    inside = (str(made.workspace), str(made.place.root / "logs"))
    return {path: digest for path, digest in made.place.state().items() if not path.startswith(inside)}


async def _honest(made: Office) -> dict[str, Call]:
    book, slides = str(made.workspace / "own.xlsx"), "own.pptx"
    own = {"presentation_id": "own"}
    picture = {"slide_index": 0, "operation": "add", "left": 1.0, "top": 1.0, **own}
    steps = {
        "a workbook": Call("excel/create_workbook", {"filepath": book}),
        "a presentation": Call("ppt/create_presentation", {"id": "own"}),
        "a slide": Call("ppt/add_slide", {"layout_index": 0, **own}),
        "a picture": Call("ppt/manage_image", {**picture, "image_source": "own.png", "source_type": "file"}),
        "bytes": Call("ppt/manage_image", {**picture, "image_source": BASE64, "source_type": "base64"}),
        "a saved file": Call("ppt/save_presentation", {"file_path": slides, **own}),
    }
    return {name: (await made.toolbox.run([call]))[0] for name, call in steps.items()}


@pytest.fixture(scope="module")
def answered(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[dict[str, tuple[Call, ...]], dict[str, Call], bool]:
    return anyio.run(_office_answers, tmp_path_factory.mktemp("office"))


Answered = tuple[dict[str, tuple[Call, ...]], dict[str, Call], bool]
EXCEL_TOOLS, PPT_ARGUMENTS = 25, 11


@needs_office
@pytest.mark.parametrize("server", THIRD_PARTY)
def test_third_party_tools(server: str, answered: Answered) -> None:
    """A call of excel or ppt names a file outside of the workspace, without a sandbox."""
    answers, _, unchanged = answered
    found = {key: calls for key, calls in answers.items() if key.startswith(f"{server}/")}
    assert len(found) == (EXCEL_TOOLS if server == "excel" else PPT_ARGUMENTS), sorted(found)
    for key, calls in found.items():
        for call in calls:
            assert call.outcome is Outcome.INVALID_ARGUMENTS, (key, call)
            assert call.result is not None
            assert SECRET not in call.result.text
    assert unchanged


@needs_office
def test_honest_office_paths(answered: Answered) -> None:
    """The guard refuses files of excel and ppt that stay inside."""
    for name, call in answered[1].items():
        assert call.outcome is Outcome.SUCCESS, (name, call.result)


@needs_office
@pytest.mark.parametrize("sandbox", ["auto", "off"])
def test_the_overwritten_tasks(sandbox: str, tmp_path: Path) -> None:
    """One tool call of the model under test overwrites ../../../tasks.jsonl, and so the references."""
    run = tmp_path / "run"
    target = str(run / "tasks.jsonl")
    ways = ("../../../tasks.jsonl", "../tasks.jsonl", target)
    saving = [Call("ppt/save_presentation", {"file_path": path}) for path in ways]
    making = Call("excel/create_workbook", {"filepath": target})
    steps = (Step((Call("ppt/create_presentation", {}),)), Step((*saving, making)))
    task = Task(id="t", request="Save.", servers=("excel", "ppt"), references=(Reference(steps=steps),))
    write(tmp_path / "suite.jsonl", [task], format="jsonl")
    code, said = completed(
        [str(tmp_path / "suite.jsonl"), "--agent", "reference", "--out", str(run), "--sandbox", sandbox]
    )
    assert code == 0, said
    record = msgspec.json.decode((run / "journal.jsonl").read_bytes().splitlines()[-1])
    calls = record["trajectory"]["steps"][1]["calls"]
    assert [call["outcome"] for call in calls] == ["invalid_arguments"] * 4
    assert record["trajectory"]["status"] == "completed", "the agent's mistake, and no failure of a server"
    assert b"Save." in (run / "tasks.jsonl").read_bytes()
