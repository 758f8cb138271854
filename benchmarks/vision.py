"""Measure the picture servers: objects, counts, letterings and codes in scenes of another seed.

    python benchmarks/vision.py [--scenes 200] [--seed 7] [--jobs 2] [--camera clean|handheld|hard|all]

The scenes are of the world that tasks use; the detector was trained on another seed. All kinds are equally
frequent. Classes with too few objects are measured on further scenes, chosen by their ground truth
(`scene_choice`), with the detector only. Everything goes through the servers' own code. Speeds are relative
to drawing the same scenes in the same run. With `--camera all`, the same scenes are taken at every camera
level, and one table compares them.
"""

from __future__ import annotations

import argparse
import io
import re
import resource
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field

from PIL import Image
from scene_choice import ENOUGH, Numbered, SceneChoice, choose, missing_counts, spread

from m3bench.core import CameraLevel, normalize
from m3bench_world import World
from m3bench_world.scenes import Scene, draw, sprites
from m3bench_world.scenes.photographs import things
from m3bench_world.servers.dinox.detector import CARD, Box, DetectorCard, detector
from m3bench_world.servers.dinox.networks import read_card
from m3bench_world.servers.ocr.engine import parse_options, read_picture
from m3bench_world.servers.ocr.languages import Alphabet, scripts_for
from m3bench_world.servers.pyzbar.scanner import scan

FITS = 0.5
LEAST_F1, LEAST_CLASS_F1, LEAST_COUNTS, LEAST_LETTERINGS = 0.95, 0.85, 0.90, 0.95
NAMED = 6
"""Number of classes to list."""
READABLE = {CameraLevel.CLEAN: 0.9, CameraLevel.HANDHELD: 0.9, CameraLevel.HARD: 0.8}
"""Share of a lettering that must be visible for it to count. The camera promises it."""


@dataclass
class Counts:
    """Detection results of some scenes."""

    hits: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    there: Counter[str] = field(default_factory=Counter)
    scenes: int = 0
    right_counts: int = 0
    letterings: int = 0
    letterings_read: int = 0
    codes: int = 0
    codes_read: int = 0
    missed: list[str] = field(default_factory=list)
    seconds: Counter[str] = field(default_factory=Counter)
    megabytes: float = 0.0

    def __iadd__(self, other: Counts) -> Counts:
        for name in ("hits", "found", "there", "seconds"):
            getattr(self, name).update(getattr(other, name))
        for name in ("scenes", "right_counts", "letterings", "letterings_read", "codes", "codes_read"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.missed += other.missed
        self.megabytes = max(self.megabytes, other.megabytes)
        return self

    def f1(self, label: str | None = None) -> float:
        hits, found, there = (
            sum(counted.values()) if label is None else counted[label]
            for counted in (self.hits, self.found, self.there)
        )
        return 2 * hits / max(1, found + there)


def main() -> None:
    options = _options()
    known = _drawn_labels()
    # Rare classes are searched for one level at a time only: they need many scenes.
    single = len(options.levels) == 1
    chosen = choose(options.seed, options.scenes, known, options.jobs) if single else spread(options.scenes)
    tallied = {}
    for level in options.levels:
        print(f"camera: {level}")
        tallied[level] = _measure(chosen, level, known, options)
    if len(tallied) > 1:
        _print_levels(tallied)


def _drawn_labels() -> tuple[str, ...]:
    """Return the classes of the detector without those that only photographs show."""
    photographed = things().keys() - set(sprites.labels())
    return tuple(label for label in read_card(CARD, DetectorCard).labels if label not in photographed)


def _measure(
    chosen: SceneChoice, level: CameraLevel, known: tuple[str, ...], options: argparse.Namespace
) -> Counts:
    with ProcessPoolExecutor(options.jobs) as pool:
        began = time.perf_counter()
        seen = _collect(pool, _run_servers, chosen.evenly, level, options)
        seconds = time.perf_counter() - began
        classes = _collect(pool, _run_detector, chosen.further, level, options)
    classes += seen
    _print(seen)
    _print_classes(classes, known)
    _print_speed(seen, seconds, options.jobs)
    return seen


def _collect(
    pool: Executor,
    process: Callable[[list[Numbered], int, CameraLevel], Counts],
    scenes: list[Numbered],
    level: CameraLevel,
    options: argparse.Namespace,
) -> Counts:
    parts = [scenes[start :: options.jobs] for start in range(options.jobs)]
    whole = Counts()
    for part in pool.map(process, parts, [options.seed] * options.jobs, [level] * options.jobs):
        whole += part
    return whole


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--scenes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--jobs", type=int, default=2)
    levels = [*CameraLevel]
    parser.add_argument("--camera", choices=[*levels, "all"], default=CameraLevel.CLEAN)
    options = parser.parse_args()
    options.levels = levels if options.camera == "all" else [CameraLevel(options.camera)]
    return options


def _run_servers(scenes: list[Numbered], seed: int, level: CameraLevel) -> Counts:
    world, seen = World(seed), Counts()
    for kind, number in scenes:
        began = time.perf_counter()
        drawn = draw(world, kind, number, camera=level)
        seen.seconds["draw"] += time.perf_counter() - began  # type: ignore[assignment]
        image = Image.open(io.BytesIO(drawn.png)).convert("RGB")
        seen.scenes += 1
        _detect(seen, drawn.scene, image)
        _read(seen, drawn.scene, image, READABLE[level])
        _scan(seen, drawn.scene, image)
    seen.megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return seen


def _run_detector(scenes: list[Numbered], seed: int, level: CameraLevel) -> Counts:
    """Run only the detector."""
    world, seen = World(seed), Counts()
    for kind, number in scenes:
        drawn = draw(world, kind, number, camera=level)
        seen.scenes += 1
        _detect(seen, drawn.scene, Image.open(io.BytesIO(drawn.png)).convert("RGB"))
    return seen


def _detect(seen: Counts, scene: Scene, image: Image.Image) -> None:
    began = time.perf_counter()
    eye = detector()
    things = eye.detect(image)
    seen.seconds["detect"] += time.perf_counter() - began  # type: ignore[assignment]
    free = [thing for thing in scene.things if thing.label in eye.card.labels]
    right = Counter(thing.label for thing in free) == Counter(thing.label for thing in things)
    seen.right_counts += right
    seen.there.update(thing.label for thing in free)
    for thing in things:
        seen.found[thing.label] += 1
        fitting = [one for one in free if one.label == thing.label and _overlap(one.box, thing.box) >= FITS]
        if fitting:
            free.remove(max(fitting, key=lambda one: _overlap(one.box, thing.box)))
            seen.hits[thing.label] += 1


def _overlap(box: tuple[float, float, float, float], other: Box) -> float:
    left, top = max(box[0], other.xmin), max(box[1], other.ymin)
    right, bottom = min(box[2], other.xmax), min(box[3], other.ymax)
    shared = max(0.0, right - left) * max(0.0, bottom - top)
    both = (box[2] - box[0]) * (box[3] - box[1]) + other.size[0] * other.size[1] - shared
    return shared / both if both else 0.0


def _read(seen: Counts, scene: Scene, image: Image.Image, readable: float) -> None:
    wanted = [lettering for lettering in scene.letterings if lettering.visible >= readable]
    if not wanted:
        return
    began = time.perf_counter()
    text = _alphanumeric(read_picture(image, Alphabet(scripts_for("eng")), parse_options("--psm 11")).text)
    seen.seconds["read"] += time.perf_counter() - began  # type: ignore[assignment]
    for lettering in wanted:
        seen.letterings += 1
        if _alphanumeric(lettering.text) in text:
            seen.letterings_read += 1
        else:
            seen.missed.append(f"{scene.kind} {scene.number}: {lettering.text}")


def _alphanumeric(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", normalize(text))


def _scan(seen: Counts, scene: Scene, image: Image.Image) -> None:
    if not scene.codes:
        return
    began = time.perf_counter()
    found = {code.text for code in scan(image.convert("L"))}
    seen.seconds["scan"] += time.perf_counter() - began  # type: ignore[assignment]
    for code in scene.codes:
        seen.codes += 1
        seen.codes_read += code.text in found
        if code.text not in found:
            seen.missed.append(f"{scene.kind} {scene.number}: {code.kind} {code.text}")


def _print(seen: Counts) -> None:
    print(f"{seen.scenes} scenes, {sum(seen.there.values())} things of {len(seen.there)} classes")
    print(f"F1 at IoU {FITS}: {seen.f1():.3f} (at least {LEAST_F1})")
    print(f"counts exact: {seen.right_counts / seen.scenes:.1%} of the scenes (at least {LEAST_COUNTS:.0%})")
    share = seen.letterings_read / max(1, seen.letterings)
    print(f"letterings read: {share:.1%} of {seen.letterings} (at least {LEAST_LETTERINGS:.0%})")
    print(f"codes read: {seen.codes_read} of {seen.codes} (all)")
    for missed in seen.missed[:12]:
        print(f"  missed: {missed}")


def _print_levels(tallied: dict[CameraLevel, Counts]) -> None:
    print("camera      scenes  things     F1  counts exact  letterings read       codes read")
    for level, seen in tallied.items():
        things = sum(seen.there.values())
        letterings = f"{seen.letterings_read / max(1, seen.letterings):.1%} of {seen.letterings}"
        codes = f"{seen.codes_read} of {seen.codes}"
        counts = seen.right_counts / max(1, seen.scenes)
        print(
            f"{level:<10} {seen.scenes:>7} {things:>7} {seen.f1():>6.3f} {counts:>13.1%} "
            f"{letterings:>16} {codes:>16}"
        )


def _print_classes(seen: Counts, known: tuple[str, ...]) -> None:
    worst = sorted({*seen.there, *seen.found}, key=lambda label: (seen.f1(label), label))
    few = missing_counts(seen.there, known)
    named = ", ".join(f"{label} {seen.there[label]}" for label in list(few)[:NAMED])
    print(f"by class, over {seen.scenes} scenes with {sum(seen.there.values())} things: F1 {seen.f1():.3f}")
    print(f"classes with fewer than {ENOUGH} things: {len(few)} of {len(known)}{named and f' ({named})'}")
    lowest = ", ".join(f"{label} {seen.f1(label):.2f} of {seen.there[label]}" for label in worst[:NAMED])
    print(f"lowest classes: {lowest} (at least {LEAST_CLASS_F1})")


def _print_speed(seen: Counts, seconds: float, jobs: int) -> None:
    drawing = seen.seconds["draw"] / seen.scenes
    for name in ("detect", "read", "scan"):
        ratio = seen.seconds[name] / seen.scenes / drawing
        print(f"{name}: {seen.seconds[name]:.1f} s in all, {ratio:.2f} of the drawing")
    print(f"drawing: {1000 * drawing:.0f} ms a scene")
    print(f"{jobs} processes, all of it: {seen.scenes / seconds:.1f} scenes a second")
    print(f"memory of a process: {seen.megabytes:.0f} MB")


if __name__ == "__main__":
    main()
