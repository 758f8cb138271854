"""The records of a run's journal."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import msgspec

from m3bench.checks import Verdicts
from m3bench.core import NO_USAGE, Status, Trajectory, Usage
from m3bench.hosting import Changes, MountSize

USER_MODEL = "user_model"
"""Key of `Trajectory.extra`: the name of the model that played the user, and its usage."""


class _Record(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """A line of the journal."""


class Key(NamedTuple):
    """Identifies an attempt by task and epoch (from 1)."""

    task_id: str
    epoch: int


class FinishedAttempt(_Record, frozen=True, kw_only=True, tag="attempt"):
    """One finished try. The last final record of a key counts."""

    task_id: str
    epoch: int = 1
    number: int = 1
    """The number of the try, from 1."""
    final: bool = True
    """Whether it was not retried."""
    seconds: float = 0.0
    waited: float = 0.0
    """Seconds spent waiting for the provider; not counted as the agent's time."""
    trajectory: Trajectory
    changes: Changes = Changes()
    """Changed files of the workspace."""
    workspace: str | None = None
    """The path of the stored workspace in the run folder."""
    verdicts: Verdicts | None = None
    """Verdicts of the task's checks, if it has any."""
    mounted: MountSize | None = None
    """The servers and tools that the agent saw, if servers were mounted."""
    started: dict[str, int] = {}
    """Servers whose process was started for this try, and how often. Bundled servers have none. A shared
    server counts where it was needed first."""
    transcript: str | None = None
    """The digest of the blob with all requests to models and their replies, if there were any."""
    reply_seconds: tuple[float, ...] = ()
    """Seconds from each request of the transcript to its reply."""
    rechecked: bool = False
    """Whether this record only replaces the verdicts of an earlier one."""

    @property
    def key(self) -> Key:
        return Key(self.task_id, self.epoch)

    @property
    def failed(self) -> bool:
        """Whether it is not scored: a server or the harness failed, or the task does not fit the model."""
        return self.trajectory.status in (Status.SERVER_FAILURE, Status.HARNESS_FAILURE, Status.DOES_NOT_FIT)

    @property
    def usage(self) -> Usage | None:
        """What this record adds to the usage of the run."""
        if self.rechecked:
            return None
        user = _user_usage(self.trajectory)
        return self.trajectory.usage if user is None else (self.trajectory.usage or NO_USAGE) + user


class _UserModel(msgspec.Struct, frozen=True):
    usage: Usage


def _user_usage(trajectory: Trajectory) -> Usage | None:
    """Return the usage of the model that played the user; None if none did."""
    try:
        return msgspec.convert(trajectory.extra.get(USER_MODEL), _UserModel).usage
    except msgspec.ValidationError:
        return None


class ParkedAttempt(_Record, frozen=True, kw_only=True, tag="parked"):
    """A try that was cancelled and will be repeated. Only its usage counts."""

    task_id: str
    epoch: int = 1
    usage: Usage | None = None


class ModelProbe(_Record, frozen=True, kw_only=True, tag="probe"):
    """The short request that a session sends to check its model."""

    model: str
    usage: Usage | None = None


class LimitsChange(_Record, frozen=True, kw_only=True, tag="limits"):
    """The run was resumed with other limits."""

    at: datetime
    by: str
    """The user name on the machine."""
    changes: dict[str, tuple[int | float | None, int | float | None]]
    """Old and new values by limit name."""

    @property
    def usage(self) -> None:
        return None


class RetryRequest(_Record, frozen=True, kw_only=True, tag="retry"):
    """Attempts that are to be made again. Their records stay; the newest counts."""

    at: datetime
    by: str
    """The user name on the machine."""
    what: tuple[str, ...]
    """As asked for: failed, unscored, errors, or ids."""
    attempts: tuple[Key, ...]
    scored: int = 0
    """How many of them had been scored. The run is a best-of if it is not 0."""

    @property
    def usage(self) -> None:
        return None


Record = FinishedAttempt | ParkedAttempt | ModelProbe | LimitsChange | RetryRequest
