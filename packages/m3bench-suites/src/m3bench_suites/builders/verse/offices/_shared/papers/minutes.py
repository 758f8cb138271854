"""Minutes of a meeting: decisions with votes, and a table of tasks."""

from __future__ import annotations

from typing import Any, NamedTuple

from m3bench.suites import DataFile
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.words import people

HEADER = ("Task", "Person", "Due")
_BOARDS = ("Allotment society", "Choir council", "Harbour board", "Library friends", "Rowing club")
_ROOMS = ("the boathouse", "the glass room", "the old mill", "the reading room", "the vestry")
_TOPICS = (
    "bicycle racks", "the annual fee", "the boiler", "the garden party", "the membership cards",
    "the newsletter", "the roof", "the summer trip", "the website",
)  # fmt: skip
_TASKS = (
    "Ask for three offers", "Book the coach", "Call the insurer", "Count the keys", "Draft the invitation",
    "Inspect the cellar", "Order new chairs", "Print the programme", "Renew the lease", "Repair the gate",
    "Sort the archive", "Update the address list",
)  # fmt: skip


class Decision(NamedTuple):
    topic: str
    mover: str
    votes: int
    against: int

    @property
    def text(self) -> str:
        return f"On {self.topic}: moved by {self.mover}, carried with {self.votes} votes to {self.against}."


class Task(NamedTuple):
    task: str
    person: str
    due: str


class Minutes(NamedTuple):
    """What was said and decided."""

    board: str
    chair: str
    room: str
    next_day: str
    members: list[str]
    decisions: list[Decision]
    tasks: list[Task]

    @property
    def title(self) -> str:
        return f"Minutes of the {self.board}"

    @property
    def opening(self) -> str:
        return f"{self.chair} was in the chair; {len(self.members)} members were present."

    @property
    def closing(self) -> str:
        return f"The next meeting is on {self.next_day} in {self.room}."

    @property
    def headings(self) -> tuple[str, ...]:
        return (self.title, "Decisions", "Next meeting", "Tasks")

    @property
    def texts(self) -> tuple[str, ...]:
        return (self.opening, *(decision.text for decision in self.decisions), self.closing)

    @property
    def table(self) -> tuple[tuple[str, ...], ...]:
        return (HEADER, *(tuple(task) for task in self.tasks))

    def file(self, name: str) -> DataFile:
        blocks: list[dict[str, Any]] = [
            {"heading": self.title, "level": 1},
            {"text": self.opening},
            {"heading": "Decisions", "level": 2},
            *({"text": decision.text} for decision in self.decisions),
            {"heading": "Next meeting", "level": 2},
            {"text": self.closing},
            {"heading": "Tasks", "level": 2},
            {"table": [list(row) for row in self.table]},
        ]
        return DataFile(name, "docx", blocks)


def draw_minutes(draw: TaskDraw, part: int = 0) -> Minutes:
    """Draw minutes. Every task has a day of its own."""
    members = people(draw, draw.whole(11, 15, "members", part), "members", part)
    decisions = [
        Decision(
            topic,
            draw.pick(members, "mover", part, topic),
            draw.whole(7, len(members) - 2, "votes", part, topic),
            draw.whole(0, 2, "against", part, topic),
        )
        for topic in draw.sample(_TOPICS, 5, "topics", part)
    ]
    days = draw.sample(range(2, 29), 8, "days", part)
    tasks = [
        Task(
            task,
            draw.pick(members[:4], "person", part, task),
            f"2025-{draw.whole(6, 8, 'month', part, task):02}-{day:02}",
        )
        for task, day in zip(draw.sample(_TASKS, 8, "tasks", part), days, strict=True)
    ]
    return Minutes(
        draw.pick(_BOARDS, "board", part),
        members[-1],
        draw.pick(_ROOMS, "room", part),
        f"2025-09-{draw.whole(1, 28, 'next', part):02}",
        members,
        decisions,
        tasks,
    )
