"""A task: the request, its inputs, what is checked, and its solutions."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from m3bench.core.canonical import content_hash
from m3bench.core.closed_loop import Point, Sabotage, Shortcut
from m3bench.core.errors import FormatError, validation_problem
from m3bench.core.form import AnswerForm
from m3bench.core.tasks.made_files import DataFile, Picture, TaskWorld, WorldFile
from m3bench.core.tasks.parts import (
    AnswerKey,
    Condition,
    Difficulty,
    SimulatedUser,
    TaskFile,
    Turns,
    Validation,
    check_kind,
)
from m3bench.core.tasks.references import Reference

EXTRA_FIELDS: Final = (
    "modalities", "branches", "closed_loop", "validations", "solvable", "writes", "hops", "threads",
    "key_facts", "pictures", "varying", "data_files", "world_files", "sabotage", "world", "canary", "checks",
    "points", "results", "dependency_analysis", "shortcuts", "other_world", "picture_fields", "missing_files",
    "contradiction",
)  # fmt: skip
"""The fields that files of tasks have in `extra`, in the order in which they are written there.

They were no fields when tasks were first released, and digests of tasks are of this form.
"""


class TaskFieldError(FormatError, ValueError):
    """A field of a task that has a wrong value in `extra`."""

    def __init__(self, task: str, place: str, problem: str) -> None:
        super().__init__(problem, file=f"task {task}", place=place)
        self.record = task


class Task(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A task: the request, its inputs, what is checked, and its solutions. Data only.

    Fields with their default value are omitted from the canonical JSON, so that a new field does not change
    the digests of older tasks.
    """

    id: str
    family: str | None = None
    request: str | None = None
    fuzzy_request: str | None = None
    images: tuple[str, ...] = ()
    """Images, by their names in the workspace."""
    files: tuple[TaskFile, ...] = ()
    """Input files of any other kind. They are in the workspace; models that accept them get them too."""
    role: str | None = None
    """The role of the agent, as the agent reads it: `You are the night clerk of a hotel.`"""
    rules: tuple[str, ...] = ()
    """The rules of the domain, as the agent reads them."""
    user: SimulatedUser | None = None
    """The simulated user. Never shown to the agent."""
    turns: Turns = Turns.SINGLE
    servers: tuple[str, ...] = ()
    distractors: tuple[str, ...] = ()
    level: str | None = None
    """The number of steps as MCPVerse classifies it: L1, L2, L3."""
    difficulty: Difficulty | None = None
    kind: str | None = None
    """The kind of work: a key of `TASK_KINDS`, or another word."""
    time_sensitive: bool | None = None
    """Whether the correct answer depends on the date. None: unknown."""
    answer: str | None = None
    """The correct answer in words."""
    answer_key: AnswerKey | None = None
    """The correct answer as data."""
    form: AnswerForm | None = None
    """The fields that an answer must fill in."""
    references: tuple[Reference, ...] = ()

    checks: tuple[dict[str, Any], ...] = ()
    """The checks of the outcome. `m3bench.checks` reads them."""
    points: tuple[Point, ...] = ()
    """Evaluation points: the conditions that the outcome has to meet, each decided by checks."""
    branches: tuple[Condition, ...] = ()
    """The conditions of the request, and which branch the data demands."""
    validations: tuple[Validation, ...] = ()
    """What two sources say about the same things."""
    picture_fields: tuple[str, ...] | None = None
    """The fields of the form that depend on the picture. None: they are derived from the references."""
    closed_loop: bool | None = None
    """Whether the outcome can only be right if the agent looks at what it made. None: not stated, so no."""
    contradiction: str | None = None
    """What the request, the records and the papers contradict each other about, as a topic of the user's
    facts: the user has to be asked before anything is changed."""
    sabotage: Sabotage | None = None
    """A tool that reports success and leaves its file wrong."""
    shortcuts: dict[Shortcut, Reference] = {}
    """What careless agents do. The checks must fail it."""

    modalities: tuple[str, ...] = ()
    """Kinds of data that the task involves, such as `text` and `image`."""
    hops: int | None = None
    """Steps of the first reference."""
    threads: int | None = None
    """The most calls in one step of it."""
    solvable: bool | None = None
    """Whether the request can be fulfilled. None: not stated, so yes."""
    writes: tuple[str, ...] = ()
    """Files that the task writes."""
    dependency_analysis: str | list[Any] | dict[str, Any] | None = None
    """How the calls of the reference depend on each other, in words. MCP-Bench also has other forms."""

    pictures: tuple[Picture, ...] | None = None
    """The images that are drawn from scenes of the world. None: the images are files."""
    data_files: tuple[DataFile, ...] = ()
    """Files that are written from data."""
    world_files: tuple[WorldFile, ...] = ()
    """Recordings, films, documents and illustrations of the world."""
    missing_files: tuple[str, ...] = ()
    """Files that the request names and that the suite does not have."""
    key_facts: tuple[str, ...] | None = None
    """Facts that only the images reveal. Requests and file names must not contain them."""

    world: TaskWorld | None = None
    """The world that the task was built in."""
    other_world: int | None = None
    """The seed of a world in which a condition is decided the other way."""
    results: tuple[str, ...] | None = None
    """A hash of each result of the first reference. None: not recorded."""
    varying: tuple[str, ...] = ()
    """Tools whose results differ each time, so that they are not compared."""
    canary: str | None = None
    """A text by which benchmark data is found in training corpora."""

    extra: dict[str, Any] = {}
    """What other formats and users add. In files, it also has the fields of `EXTRA_FIELDS`."""
    spelling: dict[str, Any] = {}
    """Values of `EXTRA_FIELDS` as a file has them, where m3bench would write them in another way, such as an
    empty list. Digests include them."""

    def __post_init__(self) -> None:
        if self.kind is not None:
            check_kind(self.kind)
        seen = set(self.images)
        for file in self.files:
            if file.name in seen:
                raise ValueError(f"the file {file.name!r} is listed more than once")
            seen.add(file.name)
        if not _IN_EXTRA.isdisjoint(self.extra):
            self._read_extra()

    def _read_extra(self) -> None:
        """Move values of `extra` to their fields."""
        named = {name: value for name, value in self.extra.items() if name in _IN_EXTRA}
        read = _read_fields(self.id, named)
        for name in named:
            msgspec.structs.force_setattr(self, name, getattr(read, name))
        rest = {name: value for name, value in self.extra.items() if name not in named}
        msgspec.structs.force_setattr(self, "extra", rest)
        spelling = {name: value for name, value in named.items() if not _is_spelled_so(read, name, value)}
        msgspec.structs.force_setattr(self, "spelling", {**self.spelling, **spelling})

    @property
    def digest(self) -> str:
        """The hash of the canonical JSON."""
        return content_hash(self.to_dict())

    def to_dict(self) -> dict[str, Any]:
        """Return the task as JSON values, as files of tasks have it: with `EXTRA_FIELDS` in `extra`."""
        fields: dict[str, Any] = msgspec.to_builtins(self, str_keys=True)
        # As in released files: those of built tasks, and those of tasks that were written by hand.
        names = EXTRA_FIELDS if self.world is not None else ("hops", "threads", *EXTRA_FIELDS)
        stored = {name: fields.pop(name) for name in names if name in fields}
        stored |= {
            name: value
            for name, value in fields.pop("spelling", {}).items()
            if getattr(_read_fields(self.id, {name: value}), name) == getattr(self, name)
        }
        # What is no field comes after the modalities.
        first = {name: stored[name] for name in names[: names.index("modalities") + 1] if name in stored}
        extra = {**first, **fields.pop("extra", {}), **stored}
        return {**fields, "extra": extra} if extra else fields

    def without_user(self) -> Task:
        """Return the task without the user, as the agent may see it."""
        return self if self.user is None else msgspec.structs.replace(self, user=None)


def _read_fields(task: str, named: dict[str, Any]) -> Task:
    """Return a task that has only these fields. Raise `TaskFieldError` if one has a wrong value."""
    try:
        return msgspec.convert({"id": task, **named}, Task)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        place, problem = validation_problem(error)
        raise TaskFieldError(task, place or "extra", problem) from None


def _is_spelled_so(read: Task, name: str, value: Any) -> bool:
    """Return whether m3bench writes a field in the way in which it was read."""
    field = getattr(read, name)
    if field == getattr(_BLANK, name):
        return False
    if field == value or (isinstance(field, tuple) and list(field) == value):
        return True  # the usual case, which is quick to tell
    try:
        return _encode(field) == _encode(value)
    except (ValueError, TypeError, OverflowError):
        return False


_IN_EXTRA = frozenset(EXTRA_FIELDS)
_BLANK = Task(id="")
_encode = msgspec.json.Encoder(order="sorted").encode
