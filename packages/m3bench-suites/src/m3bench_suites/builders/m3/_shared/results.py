"""Helpers that read tool results and compare them with the ground truth."""

from __future__ import annotations

from typing import Any

import msgspec

from m3bench.suites import CallResult
from m3bench_suites.builders.tasks import require


class Detection(msgspec.Struct, frozen=True):
    """An object that the detector found."""

    name: str
    area: float


def detections(result: CallResult) -> list[Detection]:
    """Return the objects that the detector found, in its order."""
    return [Detection(detection["name"], _area(detection["bbox"])) for detection in result.data["detections"]]


def _area(box: dict[str, float]) -> float:
    return (box["xmax"] - box["xmin"]) * (box["ymax"] - box["ymin"])


def true_area(box: tuple[float, float, float, float]) -> float:
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


def require_text(result: CallResult, texts: list[str]) -> None:
    """Raise `PlanError` if OCR missed one of the texts."""
    missing = [text for text in texts if text not in result.text]
    require(not missing, f"{result.tool} did not read {', '.join(missing)}")


def first_sentence(text: str) -> str:
    """Return the text up to the end of its first sentence."""
    sentence, stop, _ = text.partition(". ")
    return f"{sentence}." if stop else text


def rows(result: CallResult, key: str) -> list[Any]:
    """Return a list in a result, empty if nothing was found."""
    data = result.data
    return list(data.get(key, ())) if isinstance(data, dict) else []
