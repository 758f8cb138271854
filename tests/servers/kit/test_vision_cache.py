"""What was found in a picture is kept by its pixels: each picture is looked at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from m3bench.servers.kit import NETWORK_LOCK
from m3bench_world.servers.dinox.detector import Detector
from m3bench_world.servers.dinox.networks import Network
from m3bench_world.servers.ocr.models import Model
from m3bench_world.servers.pyzbar import scanner
from tests.servers.dinox.stand_ins import CARD, ColourSeer

Look = Callable[[Image.Image], list[Any]]


@pytest.fixture(autouse=True)
def _empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path))


def apple(side: int = 400) -> Image.Image:
    picture = Image.new("RGB", (side, 300), "white")
    picture.paste((220, 30, 30), (100, 100, 180, 180))
    return picture


class Counting(ColourSeer):
    def __init__(self) -> None:
        self.looks = 0

    def __call__(self, pixels: Any) -> list[Any]:
        self.looks += 1
        return super().__call__(pixels)


def test_the_detector_looks_once_at_a_picture() -> None:
    seer = Counting()
    detector = Detector(CARD, seer, cached=True)  # type: ignore[arg-type]
    first, again = detector.detect(apple()), detector.detect(apple())
    assert [one.label for one in first] == ["apple"]
    assert again == first
    assert seer.looks == 1


def test_another_picture_is_looked_at() -> None:
    seer = Counting()
    detector = Detector(CARD, seer, cached=True)  # type: ignore[arg-type]
    for side in (400, 800):
        detector.detect(apple(side))
    assert seer.looks == 2


def test_a_detector_of_another_network_keeps_nothing() -> None:
    seer = Counting()
    for _ in range(2):
        Detector(CARD, seer).detect(apple())  # type: ignore[arg-type]
    assert seer.looks == 2


def test_codes_are_scanned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    zxing = pytest.importorskip("zxingcpp")
    code = zxing.create_barcode("9780306406157", zxing.BarcodeFormat.EAN13)
    picture = Image.new("L", (500, 300), 255)
    picture.paste(Image.fromarray(zxing.write_barcode_to_image(code, scale=3)), (40, 40))
    first = scanner.scan(picture)
    monkeypatch.setattr(scanner, "_scan", lambda _: pytest.fail("scanned again"))
    assert [one.text for one in first] == ["9780306406157"]
    assert scanner.scan(picture.copy()) == first


def test_one_network_runs_at_a_time() -> None:
    running: list[bool] = []

    class Session:
        def get_inputs(self) -> list[Any]:
            return [SimpleNamespace(name="picture")]

        def run(self, _: None, __: dict[str, Any]) -> list[Any]:
            running.append(NETWORK_LOCK.locked())
            return [None]

    for kind in (Model, Network):
        kind(Session())(np.zeros((1, 3, 4, 4), np.float32))
    assert running == [True, True]
    assert not NETWORK_LOCK.locked()
