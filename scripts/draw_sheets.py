"""Draw the contact sheets in `docs/scenes`.

`KIND.webp` has eight seeds of the clean level, `KIND-camera.webp` four of handheld, then the same of hard.

python scripts/draw_sheets.py [KIND …]
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

from m3bench.core import CameraLevel
from m3bench_world import World
from m3bench_world.scenes import compose, kind_names

TARGET = Path(__file__).resolve().parent.parent / "docs" / "scenes"
SEEDS, ACROSS, CELL = 8, 4, (300, 225)
QUALITY, CAMERA_QUALITY = 78, 62
Shot = tuple[int, CameraLevel]
CLEAN: list[Shot] = [(seed, CameraLevel.CLEAN) for seed in range(SEEDS)]
TAKEN: list[Shot] = [
    (seed, level) for level in (CameraLevel.HANDHELD, CameraLevel.HARD) for seed in range(ACROSS)
]


def main(kinds: list[str]) -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    for kind in kinds or kind_names():
        save(sheet(kind, CLEAN), TARGET / f"{kind}.webp", QUALITY)
        save(sheet(kind, TAKEN), TARGET / f"{kind}-camera.webp", CAMERA_QUALITY)


def save(drawn: Image.Image, target: Path, quality: int) -> None:
    drawn.save(target, quality=quality, method=6)
    print(f"{target.name}: {target.stat().st_size // 1000} kB", flush=True)


def sheet(kind: str, shots: list[Shot]) -> Image.Image:
    """Draw the first scene of this kind in several worlds."""
    width, height = CELL
    canvas = Image.new("RGB", (ACROSS * width, -(-len(shots) // ACROSS) * height), "#202020")
    for index, (seed, level) in enumerate(shots):
        image = compose(World(seed), kind, 0, camera=level).image.convert("RGB")
        image.thumbnail((width - 4, height - 4), Image.Resampling.LANCZOS)
        row, column = divmod(index, ACROSS)
        left = column * width + (width - image.width) // 2
        canvas.paste(image, (left, row * height + (height - image.height) // 2))
    return canvas


if __name__ == "__main__":
    main(sys.argv[1:])
