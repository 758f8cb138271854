"""Cards and networks: what is missing or broken is said."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
from PIL import Image

from m3bench.servers import ToolFailure
from m3bench_world.servers.dinox.detector import Box, DetectorCard
from m3bench_world.servers.dinox.letterbox import PADDING, fit
from m3bench_world.servers.dinox.networks import open_network, read_card
from m3bench_world.servers.dinox.pose import crop_image, crop_square, peak_of
from tests.servers.dinox.stand_ins import CARD


def test_a_missing_card_is_told(tmp_path: Path) -> None:
    with pytest.raises(ToolFailure, match=r"classes\.json.*not installed"):
        read_card("classes.json", DetectorCard, tmp_path)


def test_a_broken_card_is_told(tmp_path: Path) -> None:
    (tmp_path / "classes.json").write_text('{"labels": 3}', encoding="utf-8")
    with pytest.raises(ToolFailure, match="cannot be read"):
        read_card("classes.json", DetectorCard, tmp_path)


def test_a_card_is_read_back(tmp_path: Path) -> None:
    (tmp_path / "classes.json").write_bytes(msgspec.json.encode(CARD))
    assert read_card("classes.json", DetectorCard, tmp_path) == CARD


def test_a_missing_network_is_told(tmp_path: Path) -> None:
    with pytest.raises(ToolFailure, match="'none' is not installed"):
        open_network(CARD, tmp_path)


def test_another_network_than_the_card_describes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "none").write_bytes(b"something else")
    with pytest.raises(ToolFailure, match="does not match the hash in its card"):
        open_network(CARD, tmp_path)


@pytest.mark.parametrize("size", [(800, 600), (600, 800), (512, 512), (37, 1_900), (1, 1), (3_000, 2)])
def test_any_shape_fits_and_boxes_come_back(size: tuple[int, int]) -> None:
    fitted = fit(Image.new("RGB", size, (255, 0, 0)), 512)
    assert fitted.pixels.shape == (3, 512, 512)
    assert fitted.pixels.dtype == np.float32
    assert 0 <= fitted.pixels.min() <= fitted.pixels.max() <= 1
    whole = np.asarray([[0, 0, size[0] * fitted.scale[0], size[1] * fitted.scale[1]]], np.float32)
    assert fitted.to_original(whole).tolist()[0] == pytest.approx([0, 0, *size], abs=0.01)
    beyond = np.asarray([[-50, -50, 9_000, 9_000]], np.float32)
    assert fitted.to_original(beyond).tolist()[0] == [0, 0, *size]


def test_a_crop_shows_the_person_on_grey() -> None:
    image = Image.new("RGB", (200, 100), (10, 200, 10))
    square = crop_square(Box(150, 0, 200, 100))
    assert square[2] - square[0] == pytest.approx(125)
    crop = crop_image(image, square, 128)
    assert crop.size == (128, 128)
    assert crop.getpixel((64, 64)) == (10, 200, 10)
    assert crop.getpixel((127, 64)) == PADDING


def test_a_peak_is_found_between_cells() -> None:
    line = np.arange(32) + 0.5
    layer = np.exp(-(((line[:, None] - 10.3) ** 2 + (line - 20.8) ** 2) / 2)).astype(np.float32)
    x, y, score = peak_of(layer)
    assert (x, y) == pytest.approx((20.8, 10.3), abs=0.12)
    assert score > 0.8
