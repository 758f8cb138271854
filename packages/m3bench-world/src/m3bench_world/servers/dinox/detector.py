"""The detector: a small network, trained on the world's scenes, that finds things in them.

Contract with the training (scripts/train_detector.py):

- input `picture`: N×3×S×S, RGB from 0 to 1, the picture fitted by `letterbox.fit`;
- output `heat`: N×C×H×W from 0 to 1, one map per class, H = W = S / stride;
- output `reach`: N×4G×H×W, the boxes' extents around each cell in pixels of the input (see `decoding`);
- the card `classes.json` beside the network: labels in the order of the maps, a threshold and a group for
  each, the network's file and hash, and the figures that were measured.
"""

from __future__ import annotations

import msgspec
import numpy as np
from PIL import Image

from m3bench.servers.kit import cached_result
from m3bench_world.servers.dinox.decoding import RawDetections, Rules, decode
from m3bench_world.servers.dinox.letterbox import Fitted, fit
from m3bench_world.servers.dinox.networks import Card, Network, load_network

CARD = "classes.json"
THINNEST = 1.0
"""In pixels. Boxes that are thinner after clipping to the picture are dropped."""


class DetectorCard(Card, frozen=True, kw_only=True):
    """Classes of the detector and the threshold of each."""

    labels: tuple[str, ...]
    thresholds: tuple[float, ...]
    groups: tuple[int, ...]
    overlap: float = 0.6
    same_place: float = 0.9

    def rules(self) -> Rules:
        return Rules(
            np.asarray(self.thresholds, dtype=np.float32),
            np.asarray(self.groups, dtype=np.intp),
            self.overlap,
            self.same_place,
        )


class Box(msgspec.Struct, frozen=True):
    """A box in pixels of the picture."""

    xmin: float
    ymin: float
    xmax: float
    ymax: float

    @property
    def size(self) -> tuple[float, float]:
        return self.xmax - self.xmin, self.ymax - self.ymin

    @property
    def centre(self) -> tuple[float, float]:
        return (self.xmin + self.xmax) / 2, (self.ymin + self.ymax) / 2

    def as_tuple(self) -> tuple[float, float, float, float]:
        return self.xmin, self.ymin, self.xmax, self.ymax


class Detection(msgspec.Struct, frozen=True):
    """A detected thing; `score` is the confidence, from 0 to 1."""

    label: str
    score: float
    box: Box


class Detector:
    """Detects things in pictures."""

    def __init__(self, card: DetectorCard, network: Network, *, cached: bool = False) -> None:
        """`cached` keeps results on disk. The network must be that of the card in this package."""
        self.card = card
        self._network, self._cached = network, cached

    def detect(self, image: Image.Image) -> list[Detection]:
        """Return all things in an RGB picture, by falling confidence."""
        if not self._cached:
            return self._detect(image)
        return cached_result(__package__, image, CARD, list[Detection], lambda: self._detect(image))

    def _detect(self, image: Image.Image) -> list[Detection]:
        fitted = fit(image, self.card.input)
        heat, reach = self._network(fitted.pixels[None])[:2]
        found = decode(heat[0], reach[0], self.card.stride, self.card.rules())
        return _detections(self.card.labels, found, fitted)


def detector() -> Detector:
    """Return the installed detector. Raises `Unavailable` if there is none."""
    card, network = load_network(CARD, DetectorCard)
    return Detector(card, network, cached=True)


def _detections(labels: tuple[str, ...], found: RawDetections, fitted: Fitted) -> list[Detection]:
    # Rounded as doubles: as single floats, 12.3 would be written as 12.300000190734863.
    boxes = np.round(fitted.to_original(found.boxes).astype(np.float64), 1).tolist()
    seen = []
    for number, score, corners in zip(found.classes, found.scores, boxes, strict=True):
        box = Box(*corners)
        if min(box.size) >= THINNEST:
            seen.append(Detection(labels[int(number)], round(float(score), 3), box))
    return seen
