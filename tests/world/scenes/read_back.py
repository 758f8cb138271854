"""Reading pictures back: texts that overlap, and texts that OCR does not find."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from m3bench.core import Call
from m3bench.hosting import Toolbox
from m3bench.runs import BundledHost
from m3bench_world import World
from m3bench_world.scenes import Composition, Scene
from tests.hosting.processes import run


def overlapping_texts(scene: Scene) -> list[tuple[str, str]]:
    """Return pairs of texts whose boxes meet."""
    return [
        (one.text, other.text)
        for one, other in combinations(scene.letterings, 2)
        if one.box[0] < other.box[2]
        and other.box[0] < one.box[2]
        and one.box[1] < other.box[3]
        and other.box[1] < one.box[3]
    ]


def _plain(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def missed_texts(pictures: Sequence[Composition], folder: Path) -> list[list[str]]:
    """Return the texts of each scene that OCR does not read, apart from single letters."""
    for number, composed in enumerate(pictures):
        composed.image.save(folder / f"{number}.png")
    read = [_plain(text) for text in run(lambda: _read(len(pictures), folder))]
    return [
        [
            line.text
            for line in composed.scene.letterings
            if len(_plain(line.text)) > 1 and _plain(line.text) not in text
        ]
        for composed, text in zip(pictures, read, strict=True)
    ]


async def _read(count: int, folder: Path) -> list[str]:
    toolbox = await Toolbox.mount(BundledHost(["ocr"], World(), folder))
    calls = [Call("ocr/perform_ocr", {"input_data": f"{number}.png"}) for number in range(count)]
    found = [call.result for call in await toolbox.run(calls)]
    return [result.text for result in found if result is not None]
