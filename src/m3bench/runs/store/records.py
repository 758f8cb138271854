"""What the journal of a run holds."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import msgspec

from m3bench.checks import Verdicts
from m3bench.core import Status, Trajectory, Usage
from m3bench.hosting import Changes


class Key(NamedTuple):
    """Which attempt: of which task, in which epoch (from 1)."""

    task_id: str
    epoch: int


class Attempted(
    msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag="attempt", tag_field="kind"
):
    """One try that came to an end. Of the final ones of a key the last counts."""

    task_id: str
    epoch: int = 1
    number: int = 1
    """Which try it was, from 1."""
    final: bool = True
    """It was not tried again."""
    seconds: float = 0.0
    waited: float = 0.0
    """Seconds of these that the provider kept it waiting; they do not count against the agent."""
    trajectory: Trajectory
    changes: Changes = Changes()
    """What is different in the workspace."""
    workspace: str | None = None
    """Where it is kept, in the run folder."""
    verdicts: Verdicts | None = None
    """What the task's checks say, where it has any."""
    rechecked: bool = False
    """Whether it is on record already, and only its verdicts are new."""

    @property
    def key(self) -> Key:
        return Key(self.task_id, self.epoch)

    @property
    def failed(self) -> bool:
        """By no doing of the agent's."""
        return self.trajectory.status in (Status.SERVER_FAILURE, Status.HARNESS_FAILURE)

    @property
    def usage(self) -> Usage | None:
        """What this record adds to what the run took."""
        return None if self.rechecked else self.trajectory.usage


class Parked(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag="parked", tag_field="kind"):
    """A try that was broken off to be made again: only what it cost counts."""

    task_id: str
    epoch: int = 1
    usage: Usage | None = None


class Probed(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag="probe", tag_field="kind"):
    """The request by which a session found out that its model answers."""

    model: str
    usage: Usage | None = None


class LimitsChanged(msgspec.Struct, frozen=True, kw_only=True, tag="limits", tag_field="kind"):
    """Somebody went on with other limits."""

    at: datetime
    by: str
    """The name of the user on the machine."""
    changes: dict[str, tuple[int | float | None, int | float | None]]
    """Before and after, by the names of the limits."""

    @property
    def usage(self) -> None:
        return None


Record = Attempted | Parked | Probed | LimitsChanged
