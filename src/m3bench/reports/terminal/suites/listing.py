"""Suites and tasks on a terminal: requests, references, and verification."""

from __future__ import annotations

import mimetypes
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean

import msgspec
from rich.console import Console
from rich.text import Text

from m3bench.core import CameraLevel, Difficulty, PointKind, Reference, Task, Turns, canonical_json
from m3bench.core.text import plural
from m3bench.curation import MANY_CALLS, VerifiedTask, count_structures
from m3bench.reports.terminal.forms import print_form
from m3bench.reports.terminal.tables import plain_table
from m3bench.runs import task_cameras

_MOST_LISTED = 40
_TOOLS_ALONE = "tools alone"
PUBLISHED = {"tasks": 211, "steps": 644, "calls": 1337}
"""Of M³-Bench's own evaluation set."""


def print_suite(console: Console, tasks: Sequence[Task]) -> None:
    """Print one line per task, then statistics of steps and calls."""
    table = plain_table()
    graded = any(set(task_cameras(task)) - {CameraLevel.CLEAN} for task in tasks)
    for title in ("Task", "Family", "Steps", "Calls", "Threads", *(["Camera"] if graded else []), "Servers"):
        table.add_column(title, justify="right" if title in ("Steps", "Calls", "Threads") else "left")
    for task in tasks:
        reference = task.references[0] if task.references else Reference()
        counts = map(str, (len(reference.steps), reference.call_count, _threads(reference)))
        camera = [", ".join(task_cameras(task))] if graded else []
        table.add_row(Text(task.id), Text(task.family or ""), *counts, *camera, Text(", ".join(task.servers)))
    console.print(table)
    _print_spread(console, tasks)


def _print_spread(console: Console, tasks: Sequence[Task]) -> None:
    """Print steps and calls of the first references; for M³ tasks, next to the paper's."""
    first = [task.references[0] for task in tasks if task.references]
    if not first:
        return
    steps = [len(reference.steps) for reference in first]
    calls = [reference.call_count for reference in first]
    threads = list(map(_threads, first))
    console.print(
        f"\n{len(first)} tasks with {sum(steps)} steps and {sum(calls)} calls{_published(tasks)}; "
        f"{mean(steps):.2f} hops and at most {mean(threads):.2f} parallel calls on average."
    )
    for title, counts in (("steps", Counter(steps)), ("most calls in a step", Counter(threads))):
        console.print(Text(f"{title}: " + ", ".join(f"{key}: {counts[key]}" for key in sorted(counts))))


def _threads(reference: Reference) -> int:
    return max((len(step.calls) for step in reference.steps), default=0)


def _published(tasks: Sequence[Task]) -> str:
    if not all(task.id.startswith("m3/") for task in tasks):
        return ""
    return f" (the paper's: {PUBLISHED['tasks']}, {PUBLISHED['steps']} and {PUBLISHED['calls']})"


def print_task(console: Console, task: Task, files: Sequence[Path]) -> None:
    """Print everything about a task. `files` are copies of its images and input files."""
    console.print(Text(f"{task.id} ({task.family})", style="bold"))
    for path in files:
        is_picture = (mimetypes.guess_type(path.name)[0] or "").startswith("image/")
        console.print(Text(f"{'image' if is_picture else 'file'}: {path}"), soft_wrap=True)
    console.print(Text(f"\n{task.request}\n\nfuzzy: {task.fuzzy_request}\n"), soft_wrap=True)
    for line in _told(task):
        console.print(Text(line), soft_wrap=True)
    if task.form is not None:
        print_form(console, task.form)
    for index, reference in enumerate(task.references, start=1):
        console.print(Text(f"Reference {index}", style="bold"))
        for number, step in enumerate(reference.steps, start=1):
            for call in step.calls:
                console.print(
                    Text(f"  {number}. {call.name} {canonical_json(call.arguments)}"), soft_wrap=True
                )
        console.print(Text(f"  answer: {reference.answer}"), soft_wrap=True)
        if reference.fields is not None:
            console.print(Text(f"  fields: {canonical_json(reference.fields)}"), soft_wrap=True)
    for line in _decided(task):
        console.print(Text(line), soft_wrap=True)


def _decided(task: Task) -> Iterator[str]:
    """The evaluation points as sentences, each with the checks that decide it, and the other checks."""
    for point in task.points:
        yield f"point ({point.kind}): {point.text}"
        yield from (f"  check: {canonical_json(task.checks[index])}" for index in point.checks)
    of_points = {index for point in task.points for index in point.checks}
    for index, check in enumerate(task.checks):
        if index not in of_points:
            yield f"check: {canonical_json(check)}"


def _told(task: Task) -> Iterator[str]:
    """The fields of a task that only some have, a line each."""
    for file in task.files:
        yield f"input file: {file.name} ({file.media_type})"
    for name in ("level", "difficulty", "kind"):
        if (value := getattr(task, name)) is not None:
            yield f"{name}: {value}"
    if cameras := task_cameras(task):
        yield f"camera: {', '.join(cameras)}"
    if task.turns is not Turns.SINGLE:
        yield f"turns: {task.turns}"
    if task.time_sensitive is not None:
        yield f"time-sensitive: {'yes' if task.time_sensitive else 'no'}"
    if task.role is not None:
        yield f"role: {task.role}"
    yield from (f"rule: {rule}" for rule in task.rules)
    if task.user is not None:
        yield f"user (hidden from the agent): {canonical_json(msgspec.to_builtins(task.user))}"
    if task.answer_key is not None:
        yield f"answer key: {canonical_json(msgspec.to_builtins(task.answer_key))}"


def print_verified(
    console: Console, verified: Sequence[VerifiedTask], tasks: Sequence[Task], file: str | None = None
) -> None:
    """Print the problems by task, with the file of the tasks if there is one, and what the suite covers."""
    where = "" if file is None else f"{file}, "
    wrong = [task for task in verified if task.problems]
    for task in wrong[:_MOST_LISTED]:
        for problem in task.problems:
            console.print(Text(f"{where}{task.task_id}: {problem}"), soft_wrap=True)
    tools = {tool for task in verified for tool in task.tools}
    servers = {tool.partition("/")[0] for tool in tools}
    console.print(
        f"{len(verified) - len(wrong)} of {len(verified)} tasks are valid; "
        f"{len(servers)} servers and {len(tools)} tools are used."
    )
    _print_spread(console, tasks)
    _print_points(console, tasks)
    _print_senses(console, verified)
    if any(task.dependency_analysis is not None for task in tasks):
        _print_structures(console, verified, tasks)


def _print_senses(console: Console, verified: Sequence[VerifiedTask]) -> None:
    """Print what tasks need; nothing if tools alone give everything."""
    if not any(task.senses for task in verified):
        return
    counts = Counter(" and ".join(task.senses) or _TOOLS_ALONE for task in verified)
    order = (_TOOLS_ALONE, "sight", "hearing", "sight and hearing")
    console.print(Text("solvable with: " + ", ".join(f"{name} {counts[name]}" for name in order)))


def _print_structures(console: Console, verified: Sequence[VerifiedTask], tasks: Sequence[Task]) -> None:
    """Print the structures that MCP-Bench names, and how many decisions another world reverses."""
    counts = count_structures(tasks)
    servers = ", ".join(f"{number}: {plural(count, 'task')}" for number, count in counts.servers.items())
    console.print(Text(f"servers per task: {servers}"))
    console.print(
        f"{counts.calls:.1f} calls in {counts.rounds:.1f} rounds on average; "
        f"{plural(counts.many_calls, 'task')} with more than {MANY_CALLS} calls."
    )
    for structure, count in counts.structures.items():
        console.print(Text(f"  {structure:12} {plural(count, 'task')}"))
    decided = [task.other_branch for task in verified if task.other_branch is not None]
    if decided:
        console.print(f"Another world takes the other branch in {sum(decided)} of {len(decided)} decisions.")


def _print_points(console: Console, tasks: Sequence[Task]) -> None:
    """Print counts by slice, difficulty, modality and kind of point; nothing if no task has points."""
    pointed = [task for task in tasks if task.points]
    if not pointed:
        return
    for title, counts in _point_counts(pointed).items():
        console.print(Text(f"{title}: " + ", ".join(f"{name} {count}" for name, count in counts.items())))
    kinds = Counter(point.kind for task in pointed for point in task.points)
    by_code = kinds.total() - kinds[PointKind.JUDGE]
    console.print(
        f"evaluation points: {', '.join(f'{kind} {kinds[kind]}' for kind in PointKind)}; "
        f"{by_code / kinds.total():.1%} decided by code"
    )


def _point_counts(tasks: Sequence[Task]) -> dict[str, Mapping[str, int]]:
    families = Counter(task.family or "" for task in tasks)
    difficulties = Counter((task.kind, task.difficulty) for task in tasks)
    media = [[modality for modality in task.modalities if modality != "text"] for task in tasks]
    modalities = Counter(modality for kinds in media for modality in kinds)
    return {
        "slices": dict(sorted(families.items())),
        **{
            f"{kind}": {level: difficulties[kind, level] for level in Difficulty}
            for kind in dict.fromkeys(task.kind for task in tasks)
        },
        "modalities": {
            **dict(sorted(modalities.items())),
            "two or more": sum(len(kinds) > 1 for kinds in media),
        },
        "tasks with": {
            "a user": sum(task.user is not None for task in tasks),
            "a closed loop": sum(bool(task.closed_loop) for task in tasks),
            "a contradiction": sum(task.contradiction is not None for task in tasks),
            "a sabotaging tool": sum(task.sabotage is not None for task in tasks),
        },
    }
