"""Families: generators of tasks from a world and a number."""

from __future__ import annotations

from typing import NamedTuple

from m3bench_suites.builders.tasks import Family, Maker, ScenePicture, SuiteDraw

__all__ = ["ScenePicture", "TaskDraw", "Turn", "m3_family"]


class Turn(NamedTuple):
    """One number in each round of task numbers, such as that of the task that should stop early."""

    at: int
    of: int
    """The length of the round."""


class TaskDraw(SuiteDraw):
    """The source of the random choices of a task of `m3`."""

    suite = "m3"
    first_picture = 1000

    def is_turn(self, turn: Turn) -> bool:
        """Return whether the task has its turn."""
        return self.number % turn.of == turn.at


def m3_family(
    number: int,
    name: str,
    title: str,
    goal: str,
    tasks: tuple[Maker, ...],
    *,
    servers: tuple[str, ...] = (),
    level: str | None = None,
    modalities: tuple[str, ...] = ("text", "image"),
) -> Family:
    """Return a family of tasks with pictures.

    Those of `m3` have the number and the title that section 6.1 of the paper gives them.
    """
    return Family(
        number=number,
        name=name,
        title=title,
        goal=goal,
        tasks=tasks,
        servers=servers,
        level=level,
        modalities=modalities,
    )
