"""Read thousands of damaged files with every reader, in a separate process that prints the results.

python -m tests.attacks.fuzzing files 20000 SEED
python -m tests.attacks.fuzzing commands 500 SEED
"""

from __future__ import annotations

import contextlib
import io
import json
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import msgspec

from m3bench.apps.audit import Decision, Ledger
from m3bench.apps.viewer.index import RunIndex
from m3bench.cli.app import main
from m3bench.cli.loading import load_tools
from m3bench.core import Data, M3BenchError, Task, Text, Usage
from m3bench.encoders import load_encoder
from m3bench.formats import (
    read_records,
    read_tasks,
    read_trajectories,
    write,
    write_collection,
)
from m3bench.hosting import CassetteWriter, Tool, read_cassette, read_specs
from m3bench.hosting.cassette.blocks import Listing
from m3bench.hosting.host import Reply
from m3bench.judges import Judgement
from m3bench.reports import is_scores_file, read_scores, read_successes, warnings_in, write_json
from m3bench.runs import RunFolder, read_judged_run, read_run, run_collection
from m3bench.runs.store import check_run
from m3bench.runs.store.chain import START, digest, link_of, link_record
from m3bench.runs.store.documents import stamp_of
from m3bench.runs.store.judgements import JudgementRecord, judgements_file
from m3bench.runs.store.records import LimitsChange, ModelProbe
from m3bench.scoring import Scorer
from tests.apps.viewer.samples import LATER, PLAIN, TRIP, make_run, picture, plain_attempt, trip_attempt
from tests.attacks.memory import peak_kilobytes
from tests.attacks.mutation import mutate

MOST_SECONDS = 2.0
"""Maximum CPU seconds for one file."""
Read = Callable[[Path], object]


class Reader(NamedTuple):
    """A reader of files, and intact files to damage."""

    name: str
    share: int
    seeds: tuple[bytes, ...]
    suffix: str
    read: Read
    repair: Callable[[bytes], bytes] | None = None
    """Updates checksums, as an author of files would."""


class Slow(BaseException):
    """Raised if something takes too long. Nothing may catch it."""


def fuzz_files(count: int, seed: int) -> dict[str, Any]:
    """Read damaged files, and return the results."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as place:
        readers = all_readers(Path(place, "seeds"))
        shares = sum(reader.share for reader in readers)
        found: dict[str, Any] = {"files": 0, "refused": 0, "failures": [], "slowest": 0.0, "by_reader": {}}
        for reader in readers:
            many = count * reader.share // shares
            fuzz_reader(reader, many, random.Random(f"{seed} {reader.name}"), Path(place), found)
            found["by_reader"][reader.name] = many
    found["megabytes"] = peak_kilobytes() / 1024
    return found


def fuzz_reader(reader: Reader, many: int, draw: random.Random, place: Path, found: dict[str, Any]) -> None:
    """Read damaged files with one reader, and add the results to `found`."""
    path = place / f"spoiled{reader.suffix}"
    for number in range(many):
        data = mutate(draw.choice(reader.seeds), draw)
        if reader.repair is not None and draw.random() < 0.6:
            data = reader.repair(data)
        path.write_bytes(data)
        _try(f"{reader.name} {number}", lambda: reader.read(path), found)


def _try(name: str, work: Callable[[], object], found: dict[str, Any]) -> None:
    began = time.process_time()
    found["files"] += 1
    try:
        with cpu_limit(MOST_SECONDS):
            work()
    except M3BenchError:
        found["refused"] += 1
    except (Exception, Slow):  # noqa: BLE001 - every one of them is a finding
        found["failures"].append(f"{name}: {traceback.format_exc()[-1500:]}")
    found["slowest"] = max(found["slowest"], time.process_time() - began)


@contextlib.contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    def over(number: int, frame: FrameType | None) -> None:
        raise Slow(f"more than {seconds} s")

    before = signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def all_readers(place: Path) -> list[Reader]:
    """Return every reader of files that others write, with intact files."""
    folder = small_run(place / "run")
    return [*_format_readers(place, folder), *_run_readers(folder), *_other_readers(place)]


def small_run(path: Path) -> RunFolder:
    """Make a sealed run with two attempts, a blob and a judgement."""
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = make_run(path, [TRIP, PLAIN, LATER])
    with folder.open_journal() as journal:
        journal.append(trip_attempt(folder.blobs.put(picture())))
        journal.append(ModelProbe(model="openai/gpt-4o", usage=Usage(1, 2, 1, 0.1)))
        journal.append(plain_attempt())
        change: dict[str, tuple[int | float | None, int | float | None]] = {
            "retries": (2, 5),
            "max_cost": (None, 1.5),
        }
        journal.append(LimitsChange(at=datetime(2026, 3, 1, tzinfo=UTC), by="ann", changes=change))
    output = Judgement(case=PLAIN.id, judge="a", prompt="completion@1", input="x", scores={"planning": 1.0})
    with folder.open_journal(judgements_file(folder)) as records:
        records.append(JudgementRecord(judgement=output))
    folder.write_seal()
    return folder


def _format_readers(place: Path, folder: RunFolder) -> Iterator[Reader]:
    tasks = [TRIP, PLAIN, LATER]
    collection = run_collection(folder.path, {"town/plain": {"recall": 0.5}})
    trajectories = [attempt_record.trajectory for attempt_record in collection.attempt_records]
    for name, suffix in (("m3", ".json"), ("jsonl", ".jsonl"), ("mcp_bench", ".json"), ("mcpverse", ".csv")):
        bare = [Task(id="1", request="When?", answer="Now.", servers=("time",))]
        records = bare if name.startswith("mcp") else tasks
        seed = _write(place / f"tasks-{name}{suffix}", records, name)
        yield Reader(f"{name} tasks", 1400, seed, suffix, lambda path: read_tasks(path, duplicates="all"))
    for name, suffix in (("m3", ".json"), ("jsonl", ".jsonl"), ("openai", ".jsonl"), ("otel", ".jsonl")):
        seed = _write(place / f"made-{name}{suffix}", trajectories, name)
        yield Reader(
            f"{name} trajectories", 1400, seed, suffix, lambda path: read_trajectories(path, duplicates="all")
        )
    for suffix in (".json", ".eval"):
        path = place / f"log{suffix}"
        write_collection(path, collection, format="inspect")
        yield Reader(f"inspect {suffix}", 1400, (path.read_bytes(),), suffix, read_records)


def _write(path: Path, records: list[Any], name: str) -> tuple[bytes, ...]:
    write(path, records, format=name)
    return (path.read_bytes(),)


def _run_readers(folder: RunFolder) -> Iterator[Reader]:
    for name, repair in (
        ("journal.jsonl", _relink(folder.manifest.id)),
        ("judgements.jsonl", _relink(folder.manifest.id)),
        ("manifest.json", _restamp),
        ("seal.json", _restamp),
        ("tasks.jsonl", None),
    ):
        seed = (folder.path / name).read_bytes()
        yield Reader(f"run {name}", 600, (seed,), ".part", _run_with(folder, name), repair)


def _run_with(folder: RunFolder, name: str) -> Read:
    """Return a function that reads a run with the damaged file in place, as commands do."""

    def read(path: Path) -> None:
        target = folder.path / name
        whole = target.read_bytes()
        shutil.copyfile(path, target)
        try:
            index = RunIndex(folder.path, "run")
            index.refresh()
            index.rows()
            index.close()
            check_run(RunFolder.open(folder.path))
            read_judged_run(folder.path, read_run(folder.path))
        finally:
            target.write_bytes(whole)

    return read


def _relink(run: str) -> Callable[[bytes], bytes]:
    def repair(data: bytes) -> bytes:
        previous, lines = START, []
        for line in data.split(b"\n"):
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                lines.append(line + b"\n")
                continue
            if isinstance(record, dict):
                record = {key: value for key, value in record.items() if key not in ("run", "prev", "check")}
            body = json.dumps(record).encode("utf-8", "backslashreplace")
            if body.endswith(b"}") and len(body) > 2:
                made, previous = link_record(body, run, previous)
                assert link_of(made)
                lines.append(made)
        return b"".join(lines)

    return repair


def _restamp(data: bytes) -> bytes:
    """Update the checksum if the data is still an object."""

    try:
        value = json.loads(data)
        value.pop("check", None)
        raw = msgspec.json.format(json.dumps(value).encode())
    except (ValueError, AttributeError, RecursionError, TypeError, msgspec.MsgspecError):
        return data
    body = raw[: -len(b"\n}")]
    made = body + b',\n  "check": "%b"\n}\n' % digest(body).encode()
    return made if stamp_of(made).intact else data


def _other_readers(place: Path) -> Iterator[Reader]:
    config = {
        "mcpServers": {
            "one": {"command": "python", "args": ["-m", "x"], "env": {"KEY": "${KEY}"}, "cwd": "here"},
            "two": {"url": "https://example.org/mcp", "headers": {"Authorization": "Bearer ${TOKEN}"}},
        }
    }
    yield Reader("configuration", 600, (json.dumps(config, indent=1).encode(),), ".json", _specs)
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    tools = {"town": [{"name": "find", "description": "Finds.", "inputSchema": schema}]}
    yield Reader("tools", 600, (json.dumps(tools).encode(),), ".json", load_tools)
    yield Reader("scores", 600, (_scores(place / "scores.json"),), ".json", _read_scores)
    ledger = place / "decisions.jsonl"
    for number in range(3):
        Ledger(ledger, Decision).append(
            Decision(task=f"t{number}", reference=0, judged="d", auditor="Ann", at="2026", verdict="approved")
        )
    yield Reader("decisions", 600, (ledger.read_bytes(),), ".jsonl", _decisions)
    with CassetteWriter(place / "one.cassette") as writer:
        _record(writer)
    seeds = ((place / "one.cassette").read_bytes(),)
    yield Reader("cassette", 600, seeds, ".cassette", read_cassette)


def _record(writer: CassetteWriter) -> None:
    tool = Tool(server="town", name="find", description="Finds.", input_schema={"type": "object"})
    writer.listing(writer.next_order(), Listing(request=1, tools=(tool,)))
    for city in ("Oslo", "Bergen", "Oslo"):
        ticket = writer.issue("town", "find", {"city": city})
        writer.answer(ticket, Reply((Text("A fjord.\nMore."), Data({"stars": 4}))))


def _decisions(path: Path) -> object:
    return Ledger(path, Decision).entries


def _specs(path: Path) -> object:
    return read_specs(path, {"KEY": "k"})


def _scores(path: Path) -> bytes:
    scorer = Scorer(encoder=load_encoder("hashing"))
    report = scorer.score_many([plain_attempt().trajectory], [PLAIN])
    run = {"strict": {"town/plain": True}, "families": {"town/plain": "rest"}, "integrity": {"damages": []}}
    write_json(report, path, run=run)
    return path.read_bytes()


def _read_scores(path: Path) -> object:
    if not is_scores_file(path):
        raise M3BenchError("no scores")
    return read_scores(path), read_successes(path), warnings_in(path)


def fuzz_commands(count: int, seed: int) -> dict[str, Any]:
    """Run commands on damaged runs and files. Each must end with a message or a result."""
    found: dict[str, Any] = {"files": 0, "refused": 0, "failures": [], "slowest": 0.0, "by_reader": {}}
    with tempfile.TemporaryDirectory(prefix="fuzz-") as place:
        for number, arguments in enumerate(damaged_commands(Path(place), count, seed)):
            name = f"{number} {' '.join(arguments[:2])}"
            _try(name, lambda arguments=arguments: _command(arguments), found)  # type: ignore[misc]
    found["megabytes"] = peak_kilobytes() / 1024
    return found


def damaged_commands(place: Path, count: int, seed: int) -> Iterator[list[str]]:
    """Yield command lines, and damage the run or file of each just before."""
    draw = random.Random(seed)
    whole = small_run(place / "whole")
    tasks, made = place / "tasks.jsonl", place / "made.jsonl"
    write(tasks, [TRIP, PLAIN, LATER], format="jsonl")
    write(made, [plain_attempt().trajectory], format="jsonl")
    files = ["journal.jsonl", "manifest.json", "tasks.jsonl", "judgements.jsonl", "seal.json"]
    fast = ["--encoder", "hashing", "--no-cache"]
    for number in range(count):
        run, file = place / "run", place / "spoiled.jsonl"
        shutil.rmtree(run, ignore_errors=True)
        shutil.copytree(whole.path, run)
        name = files[number % len(files)]
        data = mutate((run / name).read_bytes(), draw)
        repair = _relink(whole.manifest.id) if name.endswith(".jsonl") else _restamp
        (run / name).write_bytes(repair(data) if draw.random() < 0.5 and name != "tasks.jsonl" else data)
        file.write_bytes(mutate((tasks if number % 2 else made).read_bytes(), draw))
        out = str(place / "out.json")
        references, predictions = (file, made) if number % 2 else (tasks, file)
        yield [
            ["score", str(run), *fast],
            ["runs", "verify", str(run)],
            ["runs", "verify", "--repair", str(run), *(["--accept"] if number % 4 else [])],
            ["convert", str(run), out, "--to", "inspect", "--no-scores"],
            ["score", "-r", str(references), "-p", str(predictions), *fast],
            ["convert", str(file), out, "--to", "m3"],
            ["compare", str(run), str(whole.path), *fast],
            ["audit", str(file), "--report"],
            ["run", "--resume", str(run)],
            ["judge", "undecided", str(run), "--all"],
        ][number // len(files) % 10]


def _command(arguments: list[str]) -> None:
    sys.argv = ["m3bench", *arguments]
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        try:
            main()
        except SystemExit as stop:
            if stop.code not in (0, 1, 2, 3, None):
                raise AssertionError(f"exit code {stop.code}: {output.getvalue()[-300:]}") from None
    if "Traceback" in output.getvalue():
        raise AssertionError(output.getvalue()[-1500:])


if __name__ == "__main__":
    work = {"files": fuzz_files, "commands": fuzz_commands}[sys.argv[1]]
    print(json.dumps(work(int(sys.argv[2]), int(sys.argv[3]))))
