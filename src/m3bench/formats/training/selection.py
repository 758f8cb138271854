"""Which attempts are used, and the count of those that are not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from m3bench.core import UsageError
from m3bench.core.redaction import redactor
from m3bench.formats.attempt_record import AttemptRecord, Collection

_SEALED = "sealed/"


@dataclass
class Selection:
    """What became of the attempts of an export."""

    written: int = 0
    """Rows or pairs."""
    left_out: Counter[str] = field(default_factory=Counter)
    """Attempts or tasks by the reason why they are not used."""
    without_transcript: int = 0
    """Attempts whose messages were made from their trajectory."""

    def lines(self) -> list[str]:
        """Return the counts in words."""
        lines = [f"left out, {reason}: {count}" for reason, count in sorted(self.left_out.items())]
        if self.without_transcript:
            lines.append(
                f"attempts without a transcript: {self.without_transcript}. Their messages have no system "
                "prompt, and their tools are not known."
            )
        return lines


def open_records(collection: Collection) -> tuple[AttemptRecord, ...]:
    """Return the attempts without secrets.

    Raises:
        UsageError: An attempt is at a task of a sealed suite, whose tasks must stay secret.
    """
    for record in collection.attempt_records:
        if record.task_id.startswith(_SEALED):
            raise UsageError(
                f"{record.task_id} is a task of a sealed suite, which must stay secret.",
                "Reveal the suite first, and run the revealed tasks.",
            )
    return redactor().value(collection).attempt_records
