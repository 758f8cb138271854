"""The networks that ship are those of their cards, and see what is drawn."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

import m3bench_world
from m3bench_world import World
from m3bench_world.scenes import draw
from m3bench_world.servers.dinox.detector import detector
from m3bench_world.servers.dinox.pose import JOINTS, pose_reader

MOST_BYTES = 15_000_000
NETWORKS = Path(m3bench_world.__file__).parent / "networks"


def test_the_networks_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in NETWORKS.glob("*.onnx")}
    assert sorted(sizes) == ["detector.onnx", "pose.onnx"]
    assert max(sizes.values()) <= MOST_BYTES


def test_the_cards_are_whole() -> None:
    card = detector().card
    assert len(card.labels) == len(set(card.labels)) == len(card.thresholds) == len(card.groups)
    assert {"person", "apple", "hard hat"} <= set(card.labels)
    assert pose_reader().card.joints == JOINTS


def test_the_detector_says_nothing_it_is_not_sure_of() -> None:
    thresholds = detector().card.thresholds
    assert 0.3 <= min(thresholds) <= max(thresholds) <= 0.9


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["fruit_bowl", "animals"])
def test_what_is_drawn_is_seen(kind: str) -> None:
    drawn = draw(World(2026), kind, 3)
    with Image.open(io.BytesIO(drawn.png)) as image:
        seen = [one.label for one in detector().detect(image.convert("RGB"))]
    known = sorted(thing.label for thing in drawn.scene.things if thing.label in detector().card.labels)
    assert known
    found = sum(min(seen.count(label), known.count(label)) for label in set(known))
    assert found >= 0.7 * len(known)
    assert found >= 0.7 * len(seen)
