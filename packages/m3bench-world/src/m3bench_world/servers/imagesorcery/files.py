"""Output files of changed pictures."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

from PIL import Image

from m3bench.core import local_path
from m3bench.servers.kit import FORMATS, Answer, BadArgument, save_picture, to_picture
from m3bench_world.servers.context import ToolContext

MOST_COPIES = 1_000


def save_and_show(
    context: ToolContext, image: Image.Image, paths: tuple[str, str | None], ending: str, **details: Any
) -> Answer:
    """Save a picture and return it in an answer.

    `paths` are the input and output paths. Without an output path the file gets the input's name with an
    ending, and a number if that name is taken.
    """
    given, wanted = paths
    path = save_picture(context.files, image, wanted or _free_name(context, given, ending), "output_path")
    data = {"output_path": path, "width": image.width, "height": image.height}
    return Answer(data | details, pictures=(to_picture(image),))


def _free_name(context: ToolContext, given: str, ending: str) -> str:
    path = PurePosixPath(context.files.relative(context.files.inside(local_path(given), "input_path")))
    suffix = path.suffix if path.suffix.lower() in FORMATS else ".png"
    for number in range(1, MOST_COPIES):
        copy = f"_{number}" if number > 1 else ""
        name = str(path.with_name(f"{path.stem}_{ending}{copy}{suffix}"))
        if not context.files.inside(name, "output_path").exists():
            return name
    raise BadArgument("output_path", f"there are {MOST_COPIES:,} such files already; name one")
