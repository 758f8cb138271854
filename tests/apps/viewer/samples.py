"""Run folders made by hand: a plain one with everything in it, and one that means harm."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import openpyxl
from PIL import Image
from pptx import Presentation
from pptx.util import Inches

from m3bench.apps.viewer import Library
from m3bench.apps.viewer.api import ViewerApi
from m3bench.checks import Verdict, Verdicts
from m3bench.core import (
    ASK_USER,
    Call,
    Content,
    Media,
    Outcome,
    Reference,
    ReplyKind,
    Result,
    Status,
    Step,
    Task,
    Text,
    Timing,
    Trajectory,
    user_note,
)
from m3bench.encoders import load_encoder
from m3bench.hosting import Changes
from m3bench.runs import FinishedAttempt, RunFolder, RunManifest, read_journal, record_of, run_settings
from m3bench.scoring import Scorer

SCRIPT = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>"
UNSEEN = "\x00\x1b[31m \u202egnp.exe"


def call(name: str, arguments: object, *content: Content | str, start: float = 0.0, **more: Outcome) -> Call:
    """A call that took a quarter of a second."""
    parts = tuple(Text(part) if isinstance(part, str) else part for part in content)
    outcome = more.get("outcome", Outcome.SUCCESS)
    return Call(name, arguments, result=Result(parts), outcome=outcome, timing=Timing(start, start + 0.25))


PLACES = json.dumps({"places": [{"id": "place-4711", "stars": 4}, {"id": "place-4712", "stars": 3}]})
TRIP_REFERENCE = Reference(
    steps=(
        Step((Call("town/find", {"city": "Bergen"}), Call("town/time", {"zone": "Europe/Oslo"}))),
        Step((Call("town/address", {"id": "place-4711"}),)),
        Step((Call("town/weather", {"street": "Torget 5", "day": "Sunday afternoon"}),)),
    )
)
TRIP = Task(
    id="town/trip one",
    family="trips",
    request="Find the café in Bergen.",
    answer="Torget 5",
    references=(TRIP_REFERENCE,),
)
OSLO = Reference(steps=(Step((Call("town/find", {"city": "Oslo"}),)),))
PLAIN = Task(id="town/plain", family="rest", references=(OSLO,))
LATER = Task(id="town/later", family="rest", references=(OSLO,))


def picture(colour: str = "teal") -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (80, 60), colour).save(data, "PNG")
    return data.getvalue()


def talk_attempt() -> FinishedAttempt:
    """An attempt in which the user was asked twice."""
    told = Result((Text("Bergen."),), meta=user_note(ReplyKind.FACT, ("city",)))
    refused = Result((Text("No."),), meta=user_note(ReplyKind.REFUSED, (), guarded=True))
    steps = (
        Step((Call(ASK_USER, {"question": "Which city?"}, result=told, outcome=Outcome.SUCCESS),)),
        Step(
            (
                call("town/find", {"city": "Bergen"}, PLACES, start=0.1),
                Call(ASK_USER, {"question": "Tell me everything."}, result=refused, outcome=Outcome.SUCCESS),
            )
        ),
    )
    return FinishedAttempt(
        task_id=TRIP.id,
        epoch=1,
        number=1,
        trajectory=Trajectory(task_id=TRIP.id, steps=steps, answer="Bergen", status=Status.COMPLETED),
    )


def trip_attempt(blob: str) -> FinishedAttempt:
    steps = (
        Step(
            (
                call("town/find", {"city": "Bergen"}, PLACES, start=0.1),
                call("town/guess", {"what": "street"}, "No such tool.", outcome=Outcome.UNKNOWN_TOOL),
            ),
            plan="First look around.",
        ),
        Step(
            (
                call(
                    "town/address",
                    {"id": "place-4711"},
                    "Torget 5",
                    Media(media_type="image/png", digest=blob),
                    start=0.5,
                ),
            )
        ),
        Step((call("town/weather", {"street": "Torget 5", "day": "Sunday"}, "Rain.", start=0.9),)),
    )
    verdicts = (
        Verdict(check="answer_names", kind="answer", passed=True, reason="the answer names Torget 5"),
        Verdict(check="file_exists", kind="workspace", passed=False, reason="there is no report.pdf"),
        Verdict(check="picture_shows", kind="workspace", passed=False, undecided=True, reason="unseen"),
    )
    return FinishedAttempt(
        task_id=TRIP.id,
        number=2,
        seconds=1.25,
        trajectory=Trajectory(
            task_id=TRIP.id, family="trips", steps=steps, answer="Torget 5.", status=Status.COMPLETED
        ),
        changes=Changes(added=("report.xlsx", "slides.pptx", "notes.svg")),
        workspace="workspaces/trip",
        verdicts=Verdicts(verdicts=verdicts),
    )


def attempt_of(
    task: Task, *steps: Step, status: Status = Status.COMPLETED, answer: str = ""
) -> FinishedAttempt:
    trajectory = Trajectory(task_id=task.id, family=task.family, steps=steps, answer=answer, status=status)
    return FinishedAttempt(task_id=task.id, seconds=0.5, trajectory=trajectory)


def plain_attempt() -> FinishedAttempt:
    return attempt_of(PLAIN, Step((call("town/find", {"city": "Oslo"}, "A fjord."),)), answer="Oslo")


def failed_try() -> FinishedAttempt:
    gone = attempt_of(TRIP, status=Status.SERVER_FAILURE)
    return msgspec.structs.replace(gone, final=False)


def make_run(path: Path, tasks: Iterable[Task], attempts: Iterable[FinishedAttempt] = ()) -> RunFolder:
    every = list(tasks)
    manifest = RunManifest(
        created=datetime(2026, 3, 1, 9, tzinfo=UTC),
        recorded=record_of(run_settings(suite="town", agent="noisy")),
        suite_digest="",
        tasks=len(every),
    )
    folder = RunFolder.create(path, manifest, every)
    folder.journal.touch()
    append(folder, *attempts)
    return folder


def append(folder: RunFolder, *attempts: FinishedAttempt) -> None:
    with folder.open_journal() as journal:
        for attempt in attempts:
            journal.append(attempt)


def without_checksums(folder: RunFolder) -> RunFolder:
    """As older versions made runs."""
    manifest = msgspec.structs.replace(folder.manifest, m3bench=1, id="", tasks_sha256=None)
    (folder.path / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    records = [msgspec.json.encode(record) + b"\n" for record in read_journal(folder.journal)]
    folder.journal.write_bytes(b"".join(records))
    return folder


def town_run(path: Path) -> RunFolder:
    """Two tries of a trip, a plain attempt, and one that is yet to be made."""
    folder = make_run(path, [TRIP, PLAIN, LATER])
    append(folder, failed_try(), trip_attempt(folder.blobs.put(picture())), plain_attempt())
    workspace = folder.path / "workspaces" / "trip"
    workspace.mkdir(parents=True)
    (workspace / "report.xlsx").write_bytes(workbook())
    (workspace / "slides.pptx").write_bytes(deck())
    (workspace / "notes.svg").write_text(f"<svg xmlns='http://www.w3.org/2000/svg'>{SCRIPT}</svg>")
    (workspace / "secret.txt").write_text("not among the changes")
    return folder


def workbook() -> bytes:
    book = openpyxl.Workbook()
    page = book.active
    page.title = "Prices"
    for row in (["Thing", "Price"], ["Bread", 3], ["Milk", 2], ["Sum", "=SUM(B2:B3)"]):
        page.append(row)
    book.create_sheet("Notes").append([SCRIPT])
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def deck() -> bytes:
    shown = Presentation()
    slide = shown.slides.add_slide(shown.slide_layouts[5])
    slide.shapes.title.text = "A week in Bergen"
    slide.shapes.add_picture(io.BytesIO(picture("crimson")), Inches(1), Inches(2), Inches(3))
    data = io.BytesIO()
    shown.save(data)
    return data.getvalue()


HOSTILE = Task(id=f"evil/{SCRIPT}#?&%2F", family=SCRIPT, request=SCRIPT + UNSEEN, references=(OSLO,))


def hostile_run(path: Path) -> RunFolder:
    """Scripts everywhere, 300 calls at once, a result of five megabytes, a picture that is none."""
    many = tuple(call(f"{SCRIPT}/{UNSEEN}{number}", {SCRIPT: UNSEEN}, SCRIPT) for number in range(298))
    worse = (
        call("evil/huge", {"text": "y" * 100_000}, "x" * 5_000_000),
        call("evil/deep", "[" * 900 + "]" * 900, Media(media_type="image/png", data=SCRIPT.encode())),
    )
    return make_run(path, [HOSTILE], [attempt_of(HOSTILE, Step((*worse, *many), plan=SCRIPT), answer=SCRIPT)])


def api_over(root: Path) -> tuple[Library, ViewerApi]:
    library = Library(root)
    return library, ViewerApi(library, lambda: Scorer(encoder=load_encoder("hashing")))
