"""What the slices of `omni` have in common: two areas, and the draws of closed-loop tasks."""

from __future__ import annotations

from enum import StrEnum

from m3bench_suites.builders.tasks import SuiteDraw


class Area(StrEnum):
    """TOBench's two macro families. The values are kinds of tasks."""

    SERVICE = "service"
    CREATION = "creation"


class TaskDraw(SuiteDraw):
    """The source of the random choices of a task of `omni`."""

    suite = "omni"
    first_picture = 3_000_000

    def media_number(self, part: int = 0) -> int:
        """Return a number for a recording, film or document that no other task of the suite has."""
        return self.first_picture + self.family.number * 10_000 + self.number * 10 + part

    def recording_name(self, part: int = 0) -> str:
        """Return a file name like those of telephones, such as `REC_4821.wav`."""
        return f"REC_{self.whole(1000, 9999, 'recording', part)}.wav"

    def film_name(self, part: int = 0) -> str:
        """Return a file name like those of cameras, such as `VID_4821.mp4`."""
        return f"VID_{self.whole(1000, 9999, 'film', part)}.mp4"
