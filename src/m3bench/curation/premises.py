"""Whether papers fit their task: they are about people it knows, and not written later than its clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from m3bench.core import Task, Trajectory, parsed_arguments
from m3bench.curation.heard import Words
from m3bench.curation.structures import plain_values
from m3bench.worlds import FileContents, World, world_provider


class Premises:
    """The papers of a task beside all else that it tells. The trajectory is a reference as executed."""

    def __init__(self, task: Task, trajectory: Trajectory, world: World) -> None:
        self._task, self._trajectory, self._world = task, trajectory, world

    def problems(self) -> Iterator[str]:
        """Yield papers about nobody whom the task knows, those that are not written yet, and a contradiction
        that an agent need not ask about."""
        if (topic := self._task.contradiction) is not None and topic not in _asked(self._task):
            yield f"no check user_asked requires the topic of the contradiction, {topic!r}"
        for name, contents in self._contents.items():
            yield from self._unwritten(name, contents)
            if contents.about and not any(self._is_known(person, name) for person in contents.about):
                people = " and ".join(contents.about)
                yield f"{name} is about {people}, of whom nothing else in the task tells"

    def _unwritten(self, name: str, contents: FileContents) -> Iterator[str]:
        today = (self._task.world.time if self._task.world is not None else self._world.now).date()
        for day in contents.written:
            if day > today:
                yield f"{name} was written or stamped on {day}, later than the clock of the task, {today}"

    def _is_known(self, person: str, paper: str) -> bool:
        return any(words.tells(person) for words in (*self._told, *self._said(paper), *self._results(paper)))

    @cached_property
    def _told(self) -> list[Words]:
        """What the request, the rules, the user and the tables tell."""
        task, user = self._task, self._task.user
        said = [user.persona, *(fact.answer for fact in user.facts)] if user is not None else []
        tables = [" ".join(map(str, plain_values(file.content))) for file in task.data_files]
        return _words([task.request, task.fuzzy_request, task.role, *task.rules, *said, *tables])

    def _said(self, paper: str) -> list[Words]:
        """What recordings and other papers tell."""
        others = [contents for name, contents in self._contents.items() if name != paper]
        return _words(text for contents in others for text in (*contents.said, *contents.shown))

    def _results(self, paper: str) -> list[Words]:
        """The results of the calls that do not read the paper."""
        return [
            Words.of_result(call.result)
            for _, call in self._trajectory.calls()
            if call.result is not None
            and not any(paper in str(value) for value in plain_values(parsed_arguments(call.arguments)))
        ]

    @cached_property
    def _contents(self) -> dict[str, FileContents]:
        provider = world_provider()
        pictures = self._task.pictures or ()
        return {
            **{picture.name: provider.picture_contents(self._world, picture) for picture in pictures},
            **{file.name: provider.file_contents(self._world, file) for file in self._task.world_files},
        }


def _asked(task: Task) -> set[str]:
    """Return the topics that an agent has to ask the user about."""
    asked = [check for check in task.checks if check["check"] == "user_asked"]
    return {topic for check in asked for topic in check["topics"]}


def _words(texts: Iterable[str | None]) -> list[Words]:
    return [Words(text) for text in texts if text]
