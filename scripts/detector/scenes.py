"""Scenes for training: drawn ahead by many processes into a folder, then packed into one array.

The folder holds a PNG and a JSON for each scene; the pack holds all pictures as the network sees them.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
from collections import Counter
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench.servers.dinox.letterbox import PADDING
from m3bench.world import World
from m3bench.world.scenes import compose, kind_names
from m3bench.world.scenes.painting.png import encode

SIDE = 512
TRAINED_FROM, JUDGED_FROM = 1_000_001, 500_001
"""Seeds of the worlds for training and validation, which tests and tasks never use."""
JPEG_SHARE = 0.35
PROBED = 0.15
"""Share of scenes that is drawn evenly, before kinds with many labels are known."""
LEAST_SORTS = 3


class Job(NamedTuple):
    folder: Path
    seed: int
    kind: str
    number: int

    @property
    def stem(self) -> Path:
        return self.folder / f"{self.kind}-{self.seed}-{self.number}"


def render(folder: Path, count: int, jobs: int, seed: int, only: list[str] | None = None) -> None:
    """Draw `count` scenes, and keep existing ones.

    A first part is drawn evenly of all kinds. Kinds with more labels get more of the rest.
    """
    folder.mkdir(parents=True, exist_ok=True)
    chosen = only or list(kind_names())
    first = max(1, round(count * PROBED / len(chosen)))
    shares = dict.fromkeys(chosen, first)
    _draw_all(folder, shares, jobs, seed)
    sorts = {kind: max(LEAST_SORTS, len(_labels_of(folder, kind))) for kind in chosen}
    left = max(0, count - first * len(chosen))
    for kind in chosen:
        shares[kind] += round(left * sorts[kind] / sum(sorts.values()))
    _draw_all(folder, shares, jobs, seed)


def render_evenly(folder: Path, count: int, jobs: int, seed: int, only: list[str] | None = None) -> None:
    """Draw about `count` scenes, the same number of each kind."""
    folder.mkdir(parents=True, exist_ok=True)
    chosen = only or list(kind_names())
    _draw_all(folder, dict.fromkeys(chosen, -(-count // len(chosen))), jobs, seed)


def _labels_of(folder: Path, kind: str) -> set[str]:
    scenes = (json.loads(path.read_text(encoding="utf-8")) for path in folder.glob(f"{kind}-*.json"))
    return {thing["label"] for scene in scenes if scene["kind"] == kind for thing in scene["things"]}


def _draw_all(folder: Path, shares: dict[str, int], jobs: int, seed: int) -> None:
    todo = [Job(folder, seed, kind, number) for kind, share in shares.items() for number in range(share)]
    todo = [job for job in todo if not job.stem.with_suffix(".json").exists()]
    random.Random(seed).shuffle(todo)
    failed: Counter[str] = Counter()
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for done, problem in enumerate(pool.imap_unordered(_draw, todo, chunksize=8), start=1):
            failed.update([problem] if problem else [])
            if done % 1000 == 0:
                print(f"  {done:,} of {len(todo):,} scenes drawn", flush=True)
    for problem, times in failed.items():
        print(f"  {times} × {problem}", flush=True)


@cache
def _world(seed: int) -> World:
    return World(seed)


def _draw(job: Job) -> str | None:
    try:
        composition = compose(_world(job.seed), job.kind, job.number)
    except Exception as problem:  # noqa: BLE001 - one scene that fails must not end the hour
        return f"{job.kind}: {type(problem).__name__}: {problem}"
    job.stem.with_suffix(".png").write_bytes(encode(composition.image))
    job.stem.with_suffix(".json").write_bytes(msgspec.json.encode(composition.scene))
    return None


@dataclass(frozen=True)
class Pack:
    """All pictures of a folder as N×S×S×3 bytes, with their boxes in pixels and labels."""

    pixels: NDArray[np.uint8]
    boxes: list[NDArray[np.float32]]
    labels: list[list[str]]
    kinds: list[str]

    def __len__(self) -> int:
        return len(self.labels)

    def frequencies(self) -> Counter[str]:
        return Counter(label for labels in self.labels for label in labels)


def pack(folder: Path, jobs: int, *, jpeg: bool) -> Pack:
    """Read a folder of scenes. With `jpeg`, compress some pictures first."""
    stems = sorted(str(path.with_suffix("")) for path in folder.glob("*.json"))
    if not stems:
        raise SystemExit(f"no scenes in {folder}: draw some with --render")
    shape = (len(stems), SIDE, SIDE, 3)
    target = folder / "pixels.raw"
    pixels = np.memmap(target, dtype=np.uint8, mode="w+", shape=shape)
    pixels.flush()
    todo = [(index, stem, str(target), shape, jpeg) for index, stem in enumerate(stems)]
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        truths = pool.map(_fit, todo, chunksize=32)
    whole = np.memmap(target, dtype=np.uint8, mode="r", shape=shape)
    boxes = [np.asarray(boxes, dtype=np.float32).reshape(-1, 4) for boxes, _, _ in truths]
    return Pack(whole, boxes, [labels for _, labels, _ in truths], [kind for _, _, kind in truths])


def _fit(task: tuple[int, str, str, tuple[int, ...], bool]) -> tuple[list[list[float]], list[str], str]:
    index, stem, target, shape, jpeg = task
    with Image.open(f"{stem}.png") as opened:
        image = opened.convert("RGB")
    dice = random.Random(stem)
    if jpeg and dice.random() < JPEG_SHARE:
        image = _through_jpeg(image, dice.randint(35, 92))
    scene = json.loads(Path(f"{stem}.json").read_text(encoding="utf-8"))
    scale = SIDE / max(image.size)
    wide, high = (max(1, min(SIDE, round(length * scale))) for length in image.size)
    square = Image.new("RGB", (SIDE, SIDE), PADDING)
    square.paste(image.resize((wide, high), Image.Resampling.BILINEAR), (0, 0))
    np.memmap(target, dtype=np.uint8, mode="r+", shape=shape)[index] = np.asarray(square)
    across, down = wide / image.width, high / image.height
    boxes = [[edge * factor for edge, factor in zip(thing["box"], (across, down) * 2, strict=True)]
             for thing in scene["things"]]  # fmt: skip
    return boxes, [thing["label"] for thing in scene["things"]], scene["kind"]


def _through_jpeg(image: Image.Image, quality: int) -> Image.Image:
    buffer = BytesIO()
    image.save(buffer, "JPEG", quality=quality)
    with Image.open(buffer) as opened:
        return opened.convert("RGB")


def cores() -> int:
    return len(os.sched_getaffinity(0))
