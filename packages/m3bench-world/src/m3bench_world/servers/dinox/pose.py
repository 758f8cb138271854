"""Pose estimation: a second small network that finds the joints of one person at a time.

Contract with the training: input `picture` N×3×S×S, a square crop around the person's box, RGB from 0 to 1;
output `heat` N×13×H×W from 0 to 1, one map per joint, H = W = S / stride. The card is `pose.json`.
Left and right are those of a person who faces the viewer.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench_world.servers.dinox.detector import Box
from m3bench_world.servers.dinox.letterbox import PADDING, as_pixels
from m3bench_world.servers.dinox.networks import Card, Network, load_network

Floats = NDArray[np.float32]

CARD = "pose.json"
MARGIN = 1.25
"""Side of the square crop, relative to the longer side of the person's box."""
JOINTS = (
    "nose", "left_shoulder", "right_shoulder", "left_elbow", "right_elbow", "left_wrist", "right_wrist",
    "left_hip", "right_hip", "left_knee", "right_knee", "left_ankle", "right_ankle",
)  # fmt: skip
BONES = (
    ("left_shoulder", "right_shoulder"), ("left_shoulder", "left_elbow"), ("left_elbow", "left_wrist"),
    ("right_shoulder", "right_elbow"), ("right_elbow", "right_wrist"), ("left_shoulder", "left_hip"),
    ("right_shoulder", "right_hip"), ("left_hip", "right_hip"), ("left_hip", "left_knee"),
    ("left_knee", "left_ankle"), ("right_hip", "right_knee"), ("right_knee", "right_ankle"),
)  # fmt: skip


class PoseCard(Card, frozen=True, kw_only=True):
    joints: tuple[str, ...]
    thresholds: tuple[float, ...]


class Joint(msgspec.Struct, frozen=True):
    """A joint in pixels of the picture; `seen` is false if it is hidden or uncertain."""

    name: str
    x: float
    y: float
    score: float
    seen: bool


class PoseReader:
    """Finds the joints of a person in a given box."""

    def __init__(self, card: PoseCard, network: Network) -> None:
        self.card = card
        self._network = network

    def joints(self, image: Image.Image, box: Box) -> list[Joint]:
        """Return all joints of the person in the box, in the order of the card."""
        square = crop_square(box)
        heat = self._network(as_pixels(crop_image(image, square, self.card.input))[None])[0][0]
        unit = (square[2] - square[0]) / heat.shape[1]
        joints = []
        for name, least, layer in zip(self.card.joints, self.card.thresholds, heat, strict=True):
            x, y, score = peak_of(layer)
            place = (round(square[0] + x * unit, 1), round(square[1] + y * unit, 1))
            joints.append(Joint(name, *place, round(score, 3), seen=score >= least))
        return joints


def pose_reader() -> PoseReader:
    """Return the installed pose reader. Raises `Unavailable` if there is none."""
    card, network = load_network(CARD, PoseCard)
    return PoseReader(card, network)


def crop_square(box: Box) -> tuple[float, float, float, float]:
    """Return the square around a person that the network is given."""
    (x, y), half = box.centre, max(*box.size, 2.0) * MARGIN / 2
    return x - half, y - half, x + half, y + half


def crop_image(image: Image.Image, square: tuple[float, float, float, float], side: int) -> Image.Image:
    """Crop a square and scale it to the network's input; the area outside the picture is grey."""
    scale = side / (square[2] - square[0])
    left, top, right, bottom = (
        max(0.0, square[0]),
        max(0.0, square[1]),
        min(float(image.width), square[2]),
        min(float(image.height), square[3]),
    )
    canvas = Image.new("RGB", (side, side), PADDING)
    wide, high = max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale))
    if right > left and bottom > top:
        piece = image.convert("RGB").resize(
            (wide, high), Image.Resampling.BILINEAR, box=(left, top, right, bottom)
        )
        canvas.paste(piece, (round((left - square[0]) * scale), round((top - square[1]) * scale)))
    return canvas


def peak_of(layer: Floats) -> tuple[float, float, float]:
    """Return the position of a map's maximum, interpolated between cells, and its value."""
    row, column = (int(index) for index in np.unravel_index(int(np.argmax(layer)), layer.shape))
    rows = slice(max(0, row - 2), row + 3)
    columns = slice(max(0, column - 2), column + 3)
    around = np.clip(layer[rows, columns].astype(np.float64), 1e-9, None)
    weight = around.sum()
    y = (around.sum(axis=1) * (np.arange(layer.shape[0])[rows] + 0.5)).sum() / weight
    x = (around.sum(axis=0) * (np.arange(layer.shape[1])[columns] + 0.5)).sum() / weight
    return float(x), float(y), float(layer[row, column])
