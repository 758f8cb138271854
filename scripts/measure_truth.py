"""Measure how exact the ground truth of scenes is, at every camera level.

    python scripts/measure_truth.py [--scenes 25] [--seed 2026] [--texts 4] [--jobs 1]

- outlines: overlap (intersection over union) of `Composition.outlines` with a mask that is painted in another
  way: the thing flat white, all else black, through the same geometry, with the same things in the way.
- visible: difference between `Thing.visible` and the share of that mask in the mask of the whole thing.
- texts: share of the text quadrangles whose text the bundled OCR server reads after unwarping them.
- codes: share of the codes that the bundled scanner reads.

The scenes of all kinds take turns.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench.core import CameraLevel, normalize
from m3bench_world import World
from m3bench_world.scenes import Composition, Stage, TextLine, kind_names
from m3bench_world.scenes.camera import take
from m3bench_world.scenes.contours import fill
from m3bench_world.scenes.layers import StageThing
from m3bench_world.servers.ocr.languages import Alphabet, scripts_for
from m3bench_world.servers.ocr.recognition import read_line
from m3bench_world.servers.ocr.shapes import Quad, expand
from m3bench_world.servers.pyzbar.scanner import scan

READABLE = 0.97
"""Visible share of the texts that are read."""
_BORDER = 0.14
"""Margin around a text, as a share of its height; readers need some."""


@dataclass
class Figures:
    """What was measured in some scenes."""

    scenes: int = 0
    overlaps: list[float] = field(default_factory=list)
    differences: list[float] = field(default_factory=list)
    texts: int = 0
    texts_read: int = 0
    codes: int = 0
    codes_read: int = 0
    worst: list[str] = field(default_factory=list)

    def add(self, other: Figures) -> None:
        self.scenes += other.scenes
        self.overlaps += other.overlaps
        self.differences += other.differences
        self.texts, self.texts_read = self.texts + other.texts, self.texts_read + other.texts_read
        self.codes, self.codes_read = self.codes + other.codes, self.codes_read + other.codes_read
        self.worst += other.worst

    def __str__(self) -> str:
        overlaps, differences = self.overlaps or [1.0], self.differences or [0.0]
        return (
            f"{self.scenes} scenes, {len(self.overlaps)} things: "
            f"IoU mean {np.mean(overlaps):.4f}, least {min(overlaps):.4f}; "
            f"visible differs by {np.mean(differences):.4f}, at most {max(differences):.4f}; "
            f"texts read {self.texts_read} of {self.texts} ({_percent(self.texts_read, self.texts)}), "
            f"codes {self.codes_read} of {self.codes} ({_percent(self.codes_read, self.codes)})"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scenes", type=int, default=25, help="scenes of each level")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--texts", type=int, default=4, help="texts that are read in each scene")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--misses", action="store_true", help="list the texts that were read wrongly")
    arguments = parser.parse_args()
    for level in CameraLevel:
        figures = Figures()
        one = partial(measure, arguments.seed, level, texts=arguments.texts)
        with ProcessPoolExecutor(arguments.jobs) as pool:
            for found in pool.map(one, range(arguments.scenes)):
                figures.add(found)
        print(f"{level}: {figures}", flush=True)
        if arguments.misses:
            print(*(f"  {line}" for line in figures.worst), sep="\n")


def measure(seed: int, level: CameraLevel, place: int, *, texts: int = 4) -> Figures:
    """Measure one scene; its place in the row decides its kind and its number."""
    kind = kind_names()[place % len(kind_names())]
    world = World(seed)
    number = place // len(kind_names())
    stage = Stage(world, kind, number)
    import_module(f"m3bench_world.scenes.kinds.{kind}").compose(stage)
    taken = take(stage.finish(), level, world.chance.stream("camera", kind, number, level))
    figures = Figures(scenes=1)
    for index in range(len(taken.scene.things)):
        outlined = fill(taken.outlines(index), taken.scene.size)
        painted, whole = painted_mask(taken, taken.shown[index])
        figures.overlaps.append(overlap(outlined, painted))
        figures.differences.append(abs(taken.scene.things[index].visible - painted.sum() / max(1, whole)))
        if figures.overlaps[-1] < 0.95:
            thing = taken.scene.things[index]
            figures.worst.append(f"{kind} {number}: {thing.label} {thing.box} IoU {figures.overlaps[-1]:.3f}")
    _read_texts(taken, figures, texts, f"{kind} {number}")
    figures.codes = len(taken.scene.codes)
    if taken.scene.codes:
        scanned = {found.text for found in scan(taken.image)}
        figures.codes_read = sum(code.text in scanned for code in taken.scene.codes)
    return figures


def overlap(first: NDArray[np.bool_], second: NDArray[np.bool_]) -> float:
    """Return the intersection over union of two masks."""
    return float((first & second).sum() / max(1, (first | second).sum()))


def painted_mask(taken: Composition, shown: StageThing) -> tuple[NDArray[np.bool_], float]:
    """Paint a thing white and everything else black, as the picture was painted.

    Returns its pixels in the picture, and how many they would be if nothing hid it.
    """
    width, height = taken.scene.size if taken.photo is None else taken.photo.scene_size
    margin = max(width, height) // 2
    canvas = Image.new("L", (width + 2 * margin, height + 2 * margin))
    alone = canvas.copy()
    own = {id(layer): mask for layer, mask in shown.pieces}
    for layer in taken.layers:
        at = layer.left + margin, layer.top + margin
        if layer.solid:
            canvas.paste(0, (*at, at[0] + layer.image.width, at[1] + layer.image.height), layer.alpha)
        if id(layer) in own:
            canvas.paste(255, at, own[id(layer)])
            alone.paste(255, at, own[id(layer)])
    framed = canvas.crop((margin, margin, margin + width, margin + height))
    if taken.photo is None:
        return np.asarray(framed) >= 128, float((np.asarray(alone) >= 128).sum())
    photo = taken.photo
    seen = photo.geometry.warp(framed)
    if photo.hidden:
        seen.paste(0, (0, 0), photo.hidden)
    large = photo.geometry.size
    around = (-large[0] // 2, -large[1] // 2, large[0] * 3 // 2, large[1] * 3 // 2)
    whole = photo.geometry.warp(alone, (-margin, -margin), around)
    return np.asarray(seen) >= 128, float((np.asarray(whole) >= 128).sum())


def _read_texts(taken: Composition, figures: Figures, count: int, where: str) -> None:
    readable = [text for text in taken.scene.letterings if text.visible >= READABLE and _key(text.text)]
    step = max(1, len(readable) // max(1, count))
    for text in readable[::step][:count]:
        figures.texts += 1
        read = read_back(taken.image, text)
        if _key(read) == _key(text.text):
            figures.texts_read += 1
        else:
            figures.worst.append(f"{where}: {text.text!r} was read as {read!r}")


def read_back(image: Image.Image, text: TextLine) -> str:
    """Unwarp the quadrangle of a text and read it."""
    assert text.quad is not None
    quad = Quad(text.quad)
    return read_line(image, expand(quad, quad.height * _BORDER), _alphabet()).text


def _alphabet() -> Alphabet:
    return Alphabet(scripts_for("eng"))


def _key(text: str) -> str:
    return "".join(filter(str.isalnum, normalize(text)))


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "none"


if __name__ == "__main__":
    main()
