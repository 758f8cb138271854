"""Packs: all pictures of a folder in one array, as the network sees them, with their truth."""

from __future__ import annotations

import json
import multiprocessing
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from detector.pictures import SIDE, fit, open_stored
from m3bench_world.servers.dinox.letterbox import PADDING


class Truth(NamedTuple):
    """What a picture shows, with boxes in pixels of the network's input."""

    boxes: list[list[float]]
    labels: list[str]
    kind: str
    camera: str
    art: str


@dataclass(frozen=True)
class Pack:
    """All pictures of a folder as N×S×S×3 bytes, with their boxes in pixels and labels."""

    pixels: NDArray[np.uint8]
    boxes: list[NDArray[np.float32]]
    labels: list[list[str]]
    kinds: list[str]
    cameras: list[str]
    arts: list[str]

    def __len__(self) -> int:
        return len(self.labels)

    def frequencies(self) -> Counter[str]:
        return Counter(label for labels in self.labels for label in labels)

    def groups(self) -> dict[str, list[int]]:
        """Return the pictures of each art and camera level, as numbers, and those of all."""
        found: dict[str, list[int]] = {"all": list(range(len(self)))}
        for index, (art, camera) in enumerate(zip(self.arts, self.cameras, strict=True)):
            found.setdefault(f"{art} {camera}", []).append(index)
        return dict(sorted(found.items()))

    def part(self, which: list[int]) -> Pack:
        """Return some of the scenes, with their truth only."""
        return Pack(
            self.pixels[:0],
            *([column[index] for index in which] for column in (self.boxes, self.labels)),  # type: ignore[arg-type]
            *([column[index] for index in which] for column in (self.kinds, self.cameras, self.arts)),
        )


def pack(folder: Path, jobs: int) -> Pack:
    """Read a folder of scenes. A pack of the same scenes is used again."""
    stems = sorted(str(path.with_suffix("")) for path in folder.glob("*.json") if path.name != INDEX)
    if not stems:
        raise SystemExit(f"no scenes in {folder}: draw some with --render")
    shape = (len(stems), SIDE, SIDE, 3)
    target, index = folder / "pixels.raw", folder / INDEX
    truths = _packed(index, stems)
    if truths is None:
        index.unlink(missing_ok=True)
        np.memmap(target, dtype=np.uint8, mode="w+", shape=shape).flush()
        todo = [(place, stem, str(target), shape) for place, stem in enumerate(stems)]
        with multiprocessing.get_context("spawn").Pool(jobs) as pool:
            truths = pool.map(_fill, todo, chunksize=32)
        index.write_text(json.dumps({"stems": [Path(stem).name for stem in stems], "truths": truths}))
    whole = np.memmap(target, dtype=np.uint8, mode="r", shape=shape)
    return _pack(whole, truths)


INDEX = "packed.json"


def _packed(index: Path, stems: list[str]) -> list[Truth] | None:
    if not index.exists():
        return None
    stored = json.loads(index.read_text(encoding="utf-8"))
    if stored["stems"] != [Path(stem).name for stem in stems]:
        return None
    return [Truth(*truth) for truth in stored["truths"]]


def _pack(pixels: NDArray[np.uint8], truths: list[Truth]) -> Pack:
    return Pack(
        pixels,
        [np.asarray(truth.boxes, dtype=np.float32).reshape(-1, 4) for truth in truths],
        [truth.labels for truth in truths],
        [truth.kind for truth in truths],
        [truth.camera for truth in truths],
        [truth.art for truth in truths],
    )


def _fill(task: tuple[int, str, str, tuple[int, ...]]) -> Truth:
    """Put one picture into the array, and return its truth."""
    place, stem, target, shape = task
    scene = json.loads(Path(f"{stem}.json").read_text(encoding="utf-8"))
    image = fit(open_stored(stem))
    square = Image.new("RGB", (SIDE, SIDE), PADDING)
    square.paste(image, (0, 0))
    np.memmap(target, dtype=np.uint8, mode="r+", shape=shape)[place] = np.asarray(square)
    across, down = image.width / scene["size"][0], image.height / scene["size"][1]
    boxes = [[edge * factor for edge, factor in zip(thing["box"], (across, down) * 2, strict=True)]
             for thing in scene["things"]]  # fmt: skip
    labels = [thing["label"] for thing in scene["things"]]
    return Truth(boxes, labels, scene["kind"], scene["camera"], scene["art"])
