"""Scenes for training: drawn ahead by many processes into a folder, at all camera levels and in all arts.

The folder holds a small picture and a JSON for each scene. `packs` turns them into one array.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import time
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from PIL import Image

from detector.pictures import fit, through_jpeg
from m3bench.core import Art, CameraLevel
from m3bench_world import World
from m3bench_world.scenes import Composition, compose, kind_names
from m3bench_world.scenes.camera import take
from m3bench_world.scenes.photographs import is_fetched

TRAINED_FROM, JUDGED_FROM = 1_000_001, 500_001
"""Seeds of the worlds for training and validation, which tests and tasks never use."""
LEVELS = tuple(CameraLevel)
JPEG_SHARE = 0.35
"""Share of the clean training pictures that is compressed. Those of a camera are so already."""
PROBED = 0.15
"""Share of scenes that is drawn evenly, before kinds with many labels are known."""
LEAST_SORTS = 3
QUALITY = 95


class Job(NamedTuple):
    folder: Path
    seed: int
    kind: str
    number: int
    cameras: tuple[CameraLevel, ...]
    art: Art
    exact: bool
    """Whether the picture is kept without loss."""

    def stem(self, camera: CameraLevel) -> Path:
        return self.folder / f"{self.kind}-{self.seed}-{self.number}-{camera}-{self.art}"


@dataclass(frozen=True)
class Studio:
    """What is drawn where, and by how many processes."""

    folder: Path
    seed: int
    jobs: int
    only: tuple[str, ...] = ()
    levels: tuple[CameraLevel, ...] = LEVELS
    arts: tuple[Art, ...] = (Art.DRAWN,)
    minutes: float = 0.0
    """Drawing ends after this time, and goes on in the next call. 0 for no limit."""
    exact: bool = False

    @property
    def kinds(self) -> list[tuple[Art, str]]:
        found = [(art, kind) for art in self.arts for kind in kind_names(art)]
        return [(art, kind) for art, kind in found if not self.only or kind in self.only]


def available_arts() -> tuple[Art, ...]:
    """Return the arts that can be drawn here: photographs only if they were fetched."""
    return (Art.DRAWN, Art.PHOTOGRAPHS) if is_fetched() else (Art.DRAWN,)


def render(studio: Studio, count: int) -> None:
    """Draw about `count` pictures, and keep existing ones.

    Each scene is composed once and taken at every level: half the work is the composition. A first part is
    drawn evenly of all kinds. Kinds with more labels get more of the rest.
    """
    until = _deadline(studio)
    chosen = studio.kinds
    count = -(-count // len(studio.levels))
    first = max(1, round(count * PROBED / len(chosen)))
    shares = dict.fromkeys(chosen, first)
    _draw_all(_jobs(studio, shares), studio, until)
    sorts = {one: max(LEAST_SORTS, len(_labels_of(studio.folder, *one))) for one in chosen}
    left = max(0, count - first * len(chosen))
    for one in chosen:
        shares[one] += round(left * sorts[one] / sum(sorts.values()))
    _draw_all(_jobs(studio, shares), studio, until)


def render_evenly(studio: Studio, count: int) -> None:
    """Draw about `count` scenes of every level and art, the same number of each kind."""
    until = _deadline(studio)
    for art in studio.arts:
        kinds = [kind for kind_art, kind in studio.kinds if kind_art is art]
        each = -(-count // max(1, len(kinds)))
        _draw_all(_jobs(studio, {(art, kind): each for kind in kinds}), studio, until)


def _deadline(studio: Studio) -> float:
    return time.monotonic() + 60 * studio.minutes if studio.minutes else float("inf")


def _jobs(studio: Studio, shares: dict[tuple[Art, str], int]) -> list[Job]:
    return [
        Job(studio.folder, studio.seed, kind, number, studio.levels, art, studio.exact)
        for (art, kind), share in shares.items()
        for number in range(share)
    ]


def _labels_of(folder: Path, art: Art, kind: str) -> set[str]:
    scenes = (json.loads(path.read_text(encoding="utf-8")) for path in folder.glob(f"{kind}-*-{art}.json"))
    return {thing["label"] for scene in scenes if scene["kind"] == kind for thing in scene["things"]}


def _draw_all(todo: list[Job], studio: Studio, until: float) -> None:
    studio.folder.mkdir(parents=True, exist_ok=True)
    todo = [job for job in todo if not all(_truth_file(job, camera).exists() for camera in job.cameras)]
    # Any beginning of the list has all kinds and levels, so that it may end early.
    random.Random(studio.seed).shuffle(todo)
    failed: Counter[str] = Counter()
    with multiprocessing.get_context("spawn").Pool(studio.jobs) as pool:
        for done, problem in enumerate(pool.imap_unordered(_draw, todo, chunksize=4), start=1):
            failed.update([problem] if problem else [])
            if done % 1000 == 0:
                print(f"  {done:,} of {len(todo):,} scenes drawn", flush=True)
            if time.monotonic() > until:
                print(f"  time is up: {done:,} of {len(todo):,} scenes drawn", flush=True)
                pool.terminate()
                break
    for problem, times in failed.items():
        print(f"  {times} × {problem}", flush=True)


@cache
def _world(seed: int) -> World:
    return World(seed)


def _draw(job: Job) -> str | None:
    world = _world(job.seed)
    try:
        composition = compose(world, job.kind, job.number, art=job.art)
        for camera in job.cameras:
            stream = world.chance.stream("camera", job.kind, job.number, camera)
            _store(job, camera, take(composition, camera, stream))
    except Exception as problem:  # noqa: BLE001 - one scene that fails must not end the hour
        return f"{job.kind} {job.art}: {type(problem).__name__}: {problem}"[:300]
    return None


def _store(job: Job, camera: CameraLevel, composition: Composition) -> None:
    scene, image = composition.scene, composition.image.convert("RGB")
    dice = random.Random(job.stem(camera).name)
    if not job.exact and camera is CameraLevel.CLEAN and dice.random() < JPEG_SHARE:
        image = through_jpeg(image, dice.randint(35, 92))
    # Joints are learned from crops of people, which need all their pixels.
    if not any(thing.points for thing in scene.things):
        image = fit(image)
    _save(image, job.stem(camera), exact=job.exact)
    truth = {"camera": camera, "art": job.art} | msgspec.to_builtins(scene)
    # The truth is moved into place last: a scene that has it is complete.
    unfinished = _truth_file(job, camera).with_suffix(f".{os.getpid()}.tmp")
    unfinished.write_bytes(msgspec.json.encode(truth))
    unfinished.replace(_truth_file(job, camera))


def _save(image: Image.Image, stem: Path, *, exact: bool) -> None:
    # Names of kinds have no dots, so a suffix can be added.
    if exact:
        image.save(f"{stem}.png", compress_level=1)
    else:
        image.save(f"{stem}.jpg", quality=QUALITY, subsampling=0)


def _truth_file(job: Job, camera: CameraLevel) -> Path:
    return Path(f"{job.stem(camera)}.json")


def cores() -> int:
    return len(os.sched_getaffinity(0))
