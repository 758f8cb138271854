"""Photographs of receipts, with what is printed on them."""

from __future__ import annotations

import msgspec

from m3bench.suites import PlanError
from m3bench.worlds import Picture
from m3bench_suites.builders.omni.family import TaskDraw

_PARTS = 10


class Receipt(msgspec.Struct, frozen=True):
    """A receipt: its picture, number and total."""

    picture: Picture
    number: str
    total_cents: int

    @property
    def name(self) -> str:
        return self.picture.name


def draw_receipt(draw: TaskDraw, first: int = 0) -> Receipt:
    """Draw the photograph of a receipt. Some pictures of that kind are price lists, which are passed over.

    Args:
        draw: The choices of the task.
        first: The first part of the task's pictures that may be used.
    """
    for part in range(first, _PARTS):
        photo = draw.picture(draw.photo_name(part), "receipt", part=part)
        texts = [each.text for each in photo.scene.letterings]
        numbers = [text.removeprefix("No. ") for text in texts if text.startswith("No. ")]
        if "TOTAL" in texts and numbers:
            total = texts[texts.index("TOTAL") + 1].lstrip("$€£").replace(",", "")
            return Receipt(photo.picture, numbers[0], round(float(total) * 100))
    raise PlanError("no picture is a receipt")
