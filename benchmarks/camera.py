"""Measure what photographs cost: milliseconds to draw a scene at each camera level, with its PNG.

    python benchmarks/camera.py [--scenes 4] [--seed 7]

Levels take turns on the same scenes in one process, so that other load affects them alike. Time is processor
time of the process.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict

from m3bench.core import CameraLevel
from m3bench_world import World
from m3bench_world.scenes import draw, kind_names

MOST = 2.0
"""Handheld scenes may cost at most this many times as much as clean ones."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scenes", type=int, default=4, help="scenes of each kind")
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    spent = measure(World(arguments.seed), arguments.scenes)
    print(f"{'kind':16}{'clean':>9}{'handheld':>10}{'hard':>8}   ms a scene")
    for kind, times in spent.items():
        print(f"{kind:16}" + "".join(f"{times[level]:{width}.0f}" for level, width in WIDTHS.items()))
    means = {level: sum(times[level] for times in spent.values()) / len(spent) for level in CameraLevel}
    print(f"{'mean':16}" + "".join(f"{means[level]:{width}.0f}" for level, width in WIDTHS.items()))
    for level in (CameraLevel.HANDHELD, CameraLevel.HARD):
        ratios = [times[level] / times[CameraLevel.CLEAN] for times in spent.values()]
        ratio = means[level] / means[CameraLevel.CLEAN]
        print(
            f"{level} / clean: {ratio:.2f} (mean of the ratios of all kinds: {sum(ratios) / len(ratios):.2f})"
        )
    if means[CameraLevel.HANDHELD] > MOST * means[CameraLevel.CLEAN]:
        raise SystemExit(f"handheld scenes cost more than {MOST:g} times as much as clean ones")


WIDTHS = {CameraLevel.CLEAN: 9, CameraLevel.HANDHELD: 10, CameraLevel.HARD: 8}


def measure(world: World, scenes: int) -> dict[str, dict[CameraLevel, float]]:
    """Return the mean milliseconds of each kind at each level."""
    spent: dict[str, dict[CameraLevel, float]] = defaultdict(lambda: dict.fromkeys(CameraLevel, 0.0))
    for kind in kind_names():
        draw(world, kind, scenes, camera=CameraLevel.HARD)
        for number in range(scenes):
            for level in CameraLevel:
                start = time.process_time()
                draw(world, kind, number, camera=level)
                spent[kind][level] += (time.process_time() - start) * 1000 / scenes
    return spent


if __name__ == "__main__":
    main()
