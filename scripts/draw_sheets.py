"""Draw the contact sheets in `docs/scenes`: one for each kind of scene, eight seeds each.

python scripts/draw_sheets.py
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from m3bench.world import World
from m3bench.world.scenes import compose, kind_names

TARGET = Path(__file__).resolve().parent.parent / "docs" / "scenes"
SEEDS, ACROSS, CELL = 8, 4, (300, 225)
QUALITY = 78


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    for kind in kind_names():
        target = TARGET / f"{kind}.webp"
        sheet(kind).save(target, quality=QUALITY, method=6)
        print(f"{target.name}: {target.stat().st_size // 1000} kB")


def sheet(kind: str) -> Image.Image:
    """Draw the first scene of this kind in eight worlds."""
    width, height = CELL
    canvas = Image.new("RGB", (ACROSS * width, -(-SEEDS // ACROSS) * height), "#202020")
    for seed in range(SEEDS):
        image = compose(World(seed), kind, 0).image.convert("RGB")
        image.thumbnail((width - 4, height - 4), Image.Resampling.LANCZOS)
        row, column = divmod(seed, ACROSS)
        left = column * width + (width - image.width) // 2
        canvas.paste(image, (left, row * height + (height - image.height) // 2))
    return canvas


if __name__ == "__main__":
    main()
