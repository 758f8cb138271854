"""Icons and textures, for games and pages."""

from __future__ import annotations

from typing import Annotated

from m3bench.servers.kit import Answer, BadArgument, about, check_choice, save_picture
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.image_generation.server import Seed, explained, require_seed, server

SMALLEST, LARGEST = 16, 512


def _require_side(size: int) -> int:
    if not SMALLEST <= size <= LARGEST:
        raise BadArgument("size", f"{str(size)[:20]} is not between {SMALLEST} and {LARGEST}")
    return size


@server.tool(read_only=False)
def generate_icon(
    context: ToolContext,
    subject: Annotated[str, about("One subject, such as 'apple' or 'traffic cone'; see describe_language.")],
    output_path: Annotated[str, about("Where to write it; ends in .png or .webp.")],
    color: Annotated[
        str | None, about("A color that the subject can have; by default the seed decides.")
    ] = None,
    size: Annotated[int, about("Width and height in pixels, 16 to 512.")] = 128,
    seed: Seed = 0,
) -> Answer:
    """Draw one subject on a transparent square, for a game or a page, and write it as PNG or WebP."""
    from m3bench_world.illustrations import draw_icon, find_subject, require_colour  # noqa: PLC0415 - loads what draws

    if not output_path.lower().endswith((".png", ".webp")):
        raise BadArgument("output_path", "end it in .png or .webp, which can be transparent")
    side = _require_side(size)
    with explained("subject"):
        name = find_subject(subject)
    with explained("color"):
        colour = None if color is None else require_colour(name, color.strip().casefold())
    icon = draw_icon(context.world, name, colour, require_seed(seed), side)
    written = save_picture(context.files, icon, output_path)
    return Answer({"output_path": written, "subject": name, "color": colour, "size": side, "seed": seed})


@server.tool(read_only=False)
def generate_texture(
    context: ToolContext,
    material: Annotated[
        str, about("wood, grass, fabric, sky, water, concrete, sand, asphalt, plaster or tiles.")
    ],
    output_path: Annotated[str, about("Where to write it; ends in .png, .jpg, .webp, .bmp, .gif or .tif.")],
    size: Annotated[int, about("Width and height in pixels, 16 to 512.")] = 256,
    seed: Seed = 0,
) -> Answer:
    """Draw a square of a material that can be laid side by side without a visible seam, and write it."""
    from m3bench_world.illustrations import MATERIALS, draw_texture  # noqa: PLC0415 - loads what draws

    name = check_choice(material, "material", MATERIALS)
    texture = draw_texture(context.world, name, require_seed(seed), _require_side(size))
    written = save_picture(context.files, texture, output_path)
    return Answer({"output_path": written, "material": name, "size": size, "seed": seed})
