"""Runs without pictures, with the pictures of other tasks, and without the tools that look at pictures."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest
from PIL import Image
from rich.console import Console

from m3bench.agents import Attempt, Ending
from m3bench.core import Call, Fact, Media, Outcome, Task
from m3bench.reports import print_run
from m3bench.runs import (
    HaltKind,
    Pictures,
    RunFolder,
    RunResult,
    ablations,
    read_run,
    run_agent,
    run_assets,
    run_settings,
    start_run,
)
from m3bench.runs.evidence import score_attempt_evidence
from m3bench.runs.serving.bundled import perception_tools
from m3bench.runs.store.journal import final_attempts
from m3bench.suites import SuiteRef, WorldRef, find_suite, make_suite
from m3bench.suites.pictures.ablation import ablate_suite, blank_picture
from m3bench_world import World
from tests.runs.books import books_file

pytestmark = pytest.mark.anyio


class Scanner:
    """Reads the code on the task's picture and hands in what it found."""

    name = "scanner"
    needs_model = False

    def __init__(self) -> None:
        self.seen: dict[str, tuple[Media, ...]] = {}
        self.sizes: dict[str, tuple[int, int]] = {}

    async def solve(self, attempt: Attempt) -> Ending:
        (name,) = attempt.task.images
        self.seen[attempt.task.id] = attempt.pictures
        with Image.open(attempt.workspace / name) as picture:
            self.sizes[attempt.task.id] = picture.size
        (done,) = await attempt.call([Call("pyzbar-mcp/scan_barcode", {"image_paths": name})])
        return Ending(done.result.text if done.result else None)


@pytest.fixture
def scanner(monkeypatch: pytest.MonkeyPatch) -> Scanner:
    agent = Scanner()
    monkeypatch.setattr(run_agent, "make_agent", lambda _: agent)
    return agent


async def run(folder: Path, **how: object) -> RunResult:
    suite = folder / "books.jsonl"
    if not suite.exists():
        books_file(folder, 3)
    settings = run_settings(suite=str(suite), agent="scanner", **how)
    assert await start_run(settings, folder / "run") is None
    return read_run(folder / "run")


def isbn(task: Task) -> str:
    fields = task.references[0].fields
    assert fields is not None
    return str(fields["isbn"])


async def test_the_pictures_of_the_task_are_the_default(scanner: Scanner, tmp_path: Path) -> None:
    result = await run(tmp_path)
    for task, trajectory in zip(result.tasks, result.trajectories, strict=True):
        assert isbn(task) in (trajectory.answer or "")
        assert [picture.uri for picture in scanner.seen[task.id]] == list(task.images)


async def test_without_pictures_files_are_blank_and_messages_have_none(
    scanner: Scanner, tmp_path: Path
) -> None:
    result = await run(tmp_path, pictures=Pictures.NONE)
    for task, trajectory in zip(result.tasks, result.trajectories, strict=True):
        assert scanner.seen[task.id] == ()
        assert scanner.sizes[task.id] == (320, 320)
        assert isbn(task) not in (trajectory.answer or "")
    assert RunFolder.open(tmp_path / "run").manifest.settings.suite.pictures is Pictures.NONE


async def test_wrong_pictures_are_those_of_a_sibling_under_the_same_names(
    scanner: Scanner, tmp_path: Path
) -> None:
    result = await run(tmp_path, pictures=Pictures.WRONG)
    others = {task.id: {isbn(sibling) for sibling in result.tasks} - {isbn(task)} for task in result.tasks}
    for task, trajectory in zip(result.tasks, result.trajectories, strict=True):
        assert isbn(task) not in (trajectory.answer or "")
        assert any(other in (trajectory.answer or "") for other in others[task.id])
        (shown,) = scanner.seen[task.id]
        assert shown.uri == task.images[0]
        given = run_assets(tmp_path / "run")(task.id)[task.images[0]]
        assert isinstance(given, Path)
        assert given.read_bytes() == shown.data
        own = run_assets(tmp_path / "run", as_given=False)(task.id)[task.images[0]]
        assert isinstance(own, Path)
        assert own.read_bytes() != shown.data


async def test_wrong_pictures_depend_on_the_seed_alone(tmp_path: Path) -> None:
    suite = find_suite(SuiteRef(name=str(books_file(tmp_path, 5))), WorldRef())

    def swapped(seed: int) -> list[object]:
        ablated = ablate_suite(suite, Pictures.WRONG, seed)
        return [ablated.assets(task)[task.images[0]] for task in suite.tasks]

    assert swapped(0) == swapped(0)
    assert swapped(0) != swapped(1)
    assert ablate_suite(suite, Pictures.WRONG, 0).digest == suite.digest


@pytest.mark.usefixtures("scanner")
async def test_a_task_without_a_sibling_has_no_wrong_picture(tmp_path: Path) -> None:
    suite = books_file(tmp_path, 2, lone=True)
    settings = run_settings(suite=str(suite), agent="x", pictures=Pictures.WRONG, families=("lone",))
    halt = await start_run(settings, tmp_path / "run")
    assert halt is not None
    assert halt.kind is HaltKind.ERROR
    assert "No other task in the family of book-2" in halt.reason


@pytest.mark.usefixtures("scanner")
async def test_without_perception_scanners_are_unknown_tools(tmp_path: Path) -> None:
    result = await run(tmp_path, without_perception=True)
    outcomes = {call.outcome for trajectory in result.trajectories for _, call in trajectory.calls()}
    assert outcomes == {Outcome.UNKNOWN_TOOL}


async def test_bundled_servers_declare_their_perception_tools() -> None:
    tools = perception_tools()
    assert {"ocr/perform_ocr", "pyzbar-mcp/scan_barcode", "dinox-mcp/detect-all-objects"} <= tools
    assert not {name for name in tools if name.startswith(("imagesorcery-mcp/", "wiki/", "openlibrary_mcp/"))}


@pytest.mark.usefixtures("scanner")
async def test_the_summary_names_the_ablation(tmp_path: Path) -> None:
    result = await run(tmp_path, pictures=Pictures.NONE, without_perception=True, limit=1)
    file = io.StringIO()
    print_run(Console(file=file, width=100), result)
    assert "ablation: no pictures, no perception tools" in file.getvalue()
    assert ablations(run_settings(suite="m3", agent="idle")) == []


async def test_a_run_at_a_camera_level_records_it_and_its_pictures_count_as_evidence(tmp_path: Path) -> None:
    settings = run_settings("smoke", "idle", pictures="handheld", tasks=("smoke/unknown-book",))
    assert await start_run(settings, tmp_path / "run") is None
    folder, result = RunFolder.open(tmp_path / "run"), read_run(tmp_path / "run")
    assert folder.manifest.settings.suite.pictures is Pictures.HANDHELD
    assert folder.manifest.suite_digest == make_suite("smoke", World()).digest
    suite = ablate_suite(make_suite("smoke", World()), Pictures.HANDHELD, 0)
    (task,) = result.tasks
    assert run_assets(tmp_path / "run")(task.id) == suite.assets(suite.tasks[3])
    file = io.StringIO()
    print_run(Console(file=file, width=100), result)
    assert "ablation: handheld pictures" in file.getvalue()
    shown = msgspec.structs.replace(
        task.references[0], facts=(Fact("Tern", picture=True, field="published"),)
    )
    seen = msgspec.structs.replace(task, references=(shown,))
    (attempt,) = final_attempts(folder.journal)
    unfounded = [picture for picture in Pictures if score_attempt_evidence(attempt, seen, picture).ungrounded]
    assert unfounded == [Pictures.NONE, Pictures.WRONG]


@pytest.mark.parametrize(("name", "kind"), [("a.jpg", "JPEG"), ("a.PNG", "PNG"), ("a.webp", "WEBP")])
async def test_blank_pictures_keep_size_and_format(name: str, kind: str) -> None:
    file = io.BytesIO()
    Image.new("RGB", (31, 17), "red").save(file, "PNG")
    with Image.open(io.BytesIO(blank_picture(name, file.getvalue()))) as picture:
        assert (picture.size, picture.format) == ((31, 17), kind)
        assert len(picture.convert("RGB").getcolors() or ()) == 1
