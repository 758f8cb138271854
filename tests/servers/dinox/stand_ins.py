"""A detector for tests that sees by colour alone: red blocks are apples, blue ones people."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench_world.servers.dinox.detector import Box, DetectorCard
from m3bench_world.servers.dinox.pose import JOINTS, PoseCard

Floats = NDArray[np.float32]

LABELS = ("apple", "helmet", "person")
COLOURS = {"apple": (220, 30, 30), "person": (30, 30, 220)}
CARD = DetectorCard(
    model="none", sha256="", input=512, stride=4, labels=LABELS, thresholds=(0.5, 0.5, 0.5), groups=(0, 0, 1)
)
POSE_CARD = PoseCard(model="none", sha256="", input=128, stride=4, joints=JOINTS, thresholds=(0.5,) * 13)


class ColourSeer:
    """Has the contract of the detector's network."""

    def __call__(self, pixels: Floats) -> list[Floats]:
        heat = np.zeros((len(pixels), len(LABELS), 128, 128), np.float32)
        reach = np.ones((len(pixels), 8, 128, 128), np.float32)
        for index, picture in enumerate(pixels):
            for label, colour in COLOURS.items():
                for box in _blocks(picture, colour):
                    _note(heat[index], reach[index], LABELS.index(label), box)
        return [heat, reach]


class MiddleSeer:
    """Has the contract of the pose network: every joint is in the middle of the crop, but the ankles."""

    def __call__(self, pixels: Floats) -> list[Floats]:
        heat = np.zeros((len(pixels), len(JOINTS), 32, 32), np.float32)
        heat[:, :-2, 15:17, 15:17] = 0.9
        return [heat]


def picture_of(*blocks: tuple[str, Box], size: tuple[int, int] = (800, 600)) -> Image.Image:
    image = Image.new("RGB", size, (240, 240, 235))
    for label, box in blocks:
        image.paste(COLOURS[label], (round(box.xmin), round(box.ymin), round(box.xmax), round(box.ymax)))
    return image


def _blocks(picture: Floats, colour: tuple[int, int, int]) -> list[tuple[int, int, int, int]]:
    """Boxes of the blocks of one colour; blocks lie side by side, with columns between them."""
    wanted = np.asarray(colour, np.float32)[:, None, None] / 255
    mask = np.abs(picture - wanted).max(axis=0) < 0.2
    columns = np.flatnonzero(np.diff(np.concatenate([[0], mask.any(axis=0).astype(int), [0]])))
    boxes = []
    for left, right in zip(columns[::2].tolist(), columns[1::2].tolist(), strict=True):
        rows = np.flatnonzero(mask[:, left:right].any(axis=1))
        boxes.append((left, int(rows[0]), right, int(rows[-1]) + 1))
    return boxes


def _note(heat: Floats, reach: Floats, number: int, box: tuple[int, int, int, int]) -> None:
    left, top, right, bottom = box
    column, row = (left + right) // 8, (top + bottom) // 8
    x, y = (column + 0.5) * 4, (row + 0.5) * 4
    heat[number, row, column] = 0.9
    group = CARD.groups[number]
    reach[4 * group : 4 * group + 4, row, column] = (x - left, y - top, right - x, bottom - y)
