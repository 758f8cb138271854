"""Pictures, icons and textures from prompts."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Annotated, Any

import msgspec

from m3bench.servers.kit import (
    Answer,
    BadArgument,
    about,
    check_choice,
    check_limit,
    save_picture,
    to_picture,
)
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.image_generation.server import (
    Height,
    Output,
    PromptText,
    Seed,
    Width,
    explained,
    require_seed,
    require_size,
    server,
    stated,
)

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


MOST_VARIANTS = 6

ABOUT = (
    "A prompt has parts, separated by commas, 'and' or 'with'. A part is a group of subjects: "
    "'[count] [small|large] [color] subject [place]', such as 'two small red apples at the bottom left'; "
    "or 'background NAME' (also 'on a meadow', 'white background'); or 'style NAME'. Counts are 1 to 40 or "
    "words up to twelve. Subjects without a place stand anywhere; none covers another. The default "
    "background is white."
)


@server.tool
def describe_language(
    subject: Annotated[
        str | None, about("A subject whose colors are wanted; by default all words are listed.")
    ] = None,
) -> Answer:
    """Describe the language of prompts: subjects, sizes, places, backgrounds and styles, or the colors that
    one subject can have."""
    from m3bench_world import illustrations as known  # noqa: PLC0415 - loads what draws

    if subject is not None:
        with explained("subject"):
            name = known.find_subject(subject)
        return Answer({"subject": name, "colors": known.subject_colours(name)})
    return Answer(
        {
            "language": ABOUT,
            "subjects": known.subject_names(),
            "sizes": list(known.SIZES),
            "places": list(known.PLACES),
            "backgrounds": known.BACKGROUNDS,
            "styles": known.STYLES,
            "texture_materials": known.MATERIALS,
        }
    )


def _drawn(context: ToolContext, prompt: str, seed: int, size: tuple[int, int]) -> tuple[Any, dict[str, Any]]:
    from m3bench_world.illustrations import draw_illustration, parse_prompt  # noqa: PLC0415 - loads what draws

    with explained():
        read = parse_prompt(prompt)
        drawn = draw_illustration(context.world, read, require_seed(seed), size)
    return drawn, stated(read, seed, size)


@server.tool(read_only=False)
def generate(
    context: ToolContext,
    prompt: PromptText,
    output_path: Output,
    seed: Seed = 0,
    width: Width = 800,
    height: Height = 600,
) -> Answer:
    """Draw a picture from a prompt and write it. Returns the prompt as it was understood, with the seed that
    draws the same picture again. Unknown words are refused with the nearest known ones. Look at the file to
    see the result."""
    drawn, said = _drawn(context, prompt, seed, require_size(width, height))
    return Answer({"output_path": save_picture(context.files, drawn.image, output_path), **said})


@server.tool
def preview(
    context: ToolContext, prompt: PromptText, seed: Seed = 0, width: Width = 800, height: Height = 600
) -> Answer:
    """See what a prompt draws, without writing a file. Returns the picture, and the boxes [left, top, right,
    bottom] of its subjects."""
    drawn, said = _drawn(context, prompt, seed, require_size(width, height))
    boxes = [
        {"subject": subject.subject, "box": subject.box, **subject.attributes} for subject in drawn.subjects
    ]
    return Answer(said | {"boxes": boxes}, pictures=(to_picture(drawn.image),))


@server.tool(read_only=False)
def vary(
    context: ToolContext,
    prompt: PromptText,
    output_path: Annotated[
        str, about("Name of the pictures; a number is added: 'out/cat.png' gives out/cat-1.png …")
    ],
    seed: Seed = 0,
    count: Annotated[int, about("How many pictures, 1 to 6, with the seeds after the given one.")] = 3,
    width: Width = 800,
    height: Height = 600,
) -> Answer:
    """Draw other arrangements of a prompt, with the next seeds, and write each. Returns their paths and
    seeds."""
    size = require_size(width, height)
    path = PurePosixPath(output_path)
    if not path.name or not path.suffix:
        raise BadArgument("output_path", "it must be a file name with an ending, such as cat.png")
    require_seed(seed + MOST_VARIANTS)
    variants = []
    said: dict[str, Any] = {}
    for number in range(1, check_limit(count, "count", MOST_VARIANTS) + 1):
        drawn, said = _drawn(context, prompt, seed + number, size)
        target = str(path.with_name(f"{path.stem}-{number}{path.suffix}"))
        variants.append(
            {"output_path": save_picture(context.files, drawn.image, target), "seed": seed + number}
        )
    return Answer({"variants": variants} | {name: value for name, value in said.items() if name != "seed"})


@server.tool(read_only=False)
def edit(
    context: ToolContext,
    prompt: PromptText,
    output_path: Output,
    add: Annotated[str | None, about("Groups to add, such as 'two birds at the top'.")] = None,
    remove: Annotated[str | None, about("A subject to take away, such as 'apple'; all groups of it.")] = None,
    background: Annotated[str | None, about("Another background.")] = None,
    style: Annotated[str | None, about("Another style.")] = None,
    seed: Seed = 0,
    width: Width = 800,
    height: Height = 600,
) -> Answer:
    """Change a prompt by adding or removing subjects or by another background or style, and draw it anew;
    subjects may stand elsewhere than before. Returns the new prompt."""
    from m3bench_world.illustrations import BACKGROUNDS, STYLES, find_subject, parse_prompt  # noqa: PLC0415

    with explained():
        read = parse_prompt(prompt)
    groups = read.groups
    if remove is not None:
        with explained("remove"):
            gone = find_subject(remove)
        groups = tuple(group for group in groups if group.subject != gone)
        if groups == read.groups:
            raise BadArgument("remove", f"there is no {gone} in the prompt")
    if add is not None:
        with explained("add"):
            groups += parse_prompt(add).groups
    changed = msgspec.structs.replace(
        read,
        groups=groups,
        background=read.background
        if background is None
        else check_choice(background, "background", BACKGROUNDS),
        style=read.style if style is None else check_choice(style, "style", STYLES),
    )
    drawn, said = _drawn(context, str(changed), seed, require_size(width, height))
    return Answer({"output_path": save_picture(context.files, drawn.image, output_path), **said})
