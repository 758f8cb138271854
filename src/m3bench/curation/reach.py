"""Where an agent can get what a task requires: from tools, by sight, or by hearing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cached_property
from typing import Any

from m3bench.core import Media, Task, Trajectory, parsed_arguments
from m3bench.curation.heard import Words, heard_as, transcripts
from m3bench.curation.structures import plain_values
from m3bench.media.speech import spoken_words
from m3bench.worlds import FileContents, World, world_provider

_ID = re.compile(r"[A-Z]{2,}-[A-Z]*\d[A-Z\d]+")
_WORD = re.compile(r"[A-Za-z][a-z]{3,}")
_NOT_WRITTEN = frozenset(
    {
        "check", "path", "source", "sources", "tool", "table", "tables", "keys", "allowed", "picture",
        "unlike", "topics", "before", "after", "colors",
    }
)  # fmt: skip
"""What a check says about files, tools and records, and no agent has to write."""
_PICTURES = "png"


class Sense(StrEnum):
    """What an agent needs to get a value."""

    REQUEST = "request"
    """The request, the role, the rules, the form or the names of files."""
    USER = "user"
    """A question to the user."""
    TEXT = "text"
    """A tool: a result of the reference, or a file that tools can read."""
    SIGHT = "sight"
    """Looking at a picture, a film or a page."""
    HEARING = "hearing"
    """Listening to a recording."""


_TOOLS_ALONE = {Sense.REQUEST, Sense.USER, Sense.TEXT}


class Reach:
    """Where an agent that solves a task as its reference does can get values.

    The trajectory is a reference as executed.
    """

    def __init__(self, task: Task, trajectory: Trajectory, world: World) -> None:
        self._task, self._trajectory, self._world = task, trajectory, world

    def senses(self, value: str | int | float, before: int | None = None) -> frozenset[Sense]:
        """Return all that give a value, of results only those of the first steps if `before` is given."""
        given = {
            Sense.REQUEST: self._told,
            Sense.USER: self._user,
            Sense.TEXT: [*self._files, *self._results(before)],
            Sense.SIGHT: self._shown,
            Sense.HEARING: self._said,
        }
        return frozenset(sense for sense, texts in given.items() if any(text.tells(value) for text in texts))

    def needed(self) -> tuple[Sense, ...]:
        """Return the senses without which the task cannot be solved as its reference does.

        Sight is needed for a value that only pictures show, and if the reference looks at a picture that a
        tool returns; hearing for a value that is only said.
        """
        reached = [self.senses(value) for value in _all_values(self._task)]
        missed = [senses for senses in reached if senses and not senses & _TOOLS_ALONE]
        sees = any(Sense.SIGHT in senses for senses in missed) or self._looks
        hears = any(senses == {Sense.HEARING} for senses in missed)
        return (*([Sense.SIGHT] if sees else []), *([Sense.HEARING] if hears else []))

    def problems(self) -> Iterator[str]:
        """Yield what the task requires and nothing gives, and what is said but not heard."""
        yield from self._unheard()
        yield from self._untold_ids()

    def _unheard(self) -> Iterator[str]:
        if not self._transcripts:
            return
        for value in dict.fromkeys([*(self._task.key_facts or ()), *_required_words(self._task)]):
            if self.senses(value) == {Sense.HEARING}:
                heard = heard_as(value, self._said[0], self._transcripts[0])
                yield (
                    f"needs {value!r}, which no result or picture gives; the recognizer hears "
                    f"{heard!r}: spell it, or say what is heard"
                )

    def _untold_ids(self) -> Iterator[str]:
        for value in dict.fromkeys(_required_ids(self._task)):
            if not self.senses(value):
                yield f"needs {value!r}, which no result, picture or recording gives"
        for number, (step, call) in enumerate(self._trajectory.calls(), 1):
            named = [name for name in plain_values(parsed_arguments(call.arguments)) if isinstance(name, str)]
            for name in dict.fromkeys(named):
                if _ID.fullmatch(name) and not self._is_told(name, step):
                    yield f"call {number} ({call.name}) names {name!r}, which nothing has told before"

    def _is_told(self, value: str, step: int) -> bool:
        senses = self.senses(value, step)
        return bool(senses - {Sense.HEARING}) or (Sense.HEARING in senses and not self._transcripts)

    @cached_property
    def _told(self) -> list[Words]:
        task = self._task
        form = [task.form.template()] if task.form is not None else []
        names = [*task.images, *(file.name for file in task.files)]
        return _texts([task.request, task.fuzzy_request, task.role, *task.rules, *form, *names])

    @cached_property
    def _user(self) -> list[Words]:
        return _texts(fact.answer for fact in (self._task.user.facts if self._task.user else ()))

    @cached_property
    def _files(self) -> list[Words]:
        files = [file for file in self._task.data_files if file.kind != _PICTURES]
        return _texts(" ".join(map(str, plain_values(file.content))) for file in files)

    def _results(self, before: int | None) -> list[Words]:
        return [text for step, text in self._result_texts if before is None or step < before]

    @cached_property
    def _result_texts(self) -> list[tuple[int, Words]]:
        calls = self._trajectory.calls()
        return [(step, Words.of_result(call.result)) for step, call in calls if call.result is not None]

    @cached_property
    def _shown(self) -> list[Words]:
        contents = world_provider().picture_contents
        drawn = [file.content for file in self._task.data_files if file.kind == _PICTURES]
        pictures = self._task.pictures or ()
        return _texts(
            [
                *(text for picture in pictures for text in contents(self._world, picture).shown),
                *(text for contents in self._contents for text in contents.shown),
                *map(str, plain_values(drawn)),
            ]
        )

    @cached_property
    def _said(self) -> list[Words]:
        """All that recordings and films say, as one text."""
        said = [text for contents in self._contents for text in contents.said]
        return _texts([" ".join(said)])

    @cached_property
    def _contents(self) -> list[FileContents]:
        contents = world_provider().file_contents
        return [contents(self._world, file) for file in self._task.world_files]

    @cached_property
    def _transcripts(self) -> list[Words]:
        """The results that tell what is said."""
        return [
            result
            for said in self._said
            for result in transcripts((text for _, text in self._result_texts), said)
        ]

    @property
    def _looks(self) -> bool:
        results = [call.result for _, call in self._trajectory.calls() if call.result is not None]
        return any(
            isinstance(part, Media) and part.kind == "image" for result in results for part in result.content
        )


def _texts(texts: Iterable[str | None]) -> list[Words]:
    return [Words(text) for text in texts if text]


def _written(check: Any) -> Iterator[str]:
    """Yield the texts that a check demands, without patterns."""
    if isinstance(check, dict):
        for name, part in check.items():
            if name not in _NOT_WRITTEN and not name.startswith("$regex"):
                yield from _written(part)
    elif isinstance(check, list | tuple):
        for part in check:
            yield from _written(part)
    elif isinstance(check, str):
        yield check


def _required_words(task: Task) -> Iterator[str]:
    for check in task.checks:
        for text in _written(check):
            yield from (word for word in _WORD.findall(text) if not spoken_words(word)[0].isdigit())


def _required_ids(task: Task) -> Iterator[str]:
    for check in task.checks:
        for text in _written(check):
            yield from _ID.findall(text)


def _all_values(task: Task) -> set[str | int | float]:
    """Return all that a correct outcome depends on, as far as it is known."""
    facts = [fact.value for reference in task.references[:1] for fact in reference.facts]
    return {*(task.key_facts or ()), *facts, *_required_ids(task)}
