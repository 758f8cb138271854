"""The server, and what its tools share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

from m3bench.servers.kit import BadArgument, Proof, Server, about

if TYPE_CHECKING:
    from m3bench_world.illustrations import Prompt

server = Server(
    "image-generation",
    "Draw pictures from prompts in a small documented language; icons and textures for games.",
    sources=("scenes",),
    strict=True,
    proof=Proof("preview", {"prompt": "three red apples on the left, background wood"}),
)

LARGEST_SEED = 2**31

PromptText = Annotated[
    str,
    about(
        "Groups '[count] [small|large] [color] subject [place]', 'background NAME' and 'style NAME', "
        "separated by commas: 'three red apples on the left, a blue cup in the center, background meadow'. "
        "See describe_language."
    ),
]
Seed = Annotated[int, about("Any whole number from 0; another seed gives another arrangement.")]
Output = Annotated[str, about("Where to write the picture; ends in .png, .jpg, .webp, .bmp, .gif or .tif.")]
Width = Annotated[int, about("Width in pixels, 128 to 1536.")]
Height = Annotated[int, about("Height in pixels, 128 to 1536.")]


def require_seed(seed: int) -> int:
    """Return a seed of the allowed range."""
    if not 0 <= seed < LARGEST_SEED:
        raise BadArgument("seed", f"it is not a whole number from 0 to {LARGEST_SEED - 1:,}")
    return seed


def require_size(width: int, height: int) -> tuple[int, int]:
    """Return the size of a picture that can be drawn."""
    from m3bench_world.illustrations import LARGEST_SIDE, SMALLEST_SIDE  # noqa: PLC0415 - loads what draws

    for side, name in ((width, "width"), (height, "height")):
        if not SMALLEST_SIDE <= side <= LARGEST_SIDE:
            raise BadArgument(name, f"{str(side)[:20]} is not between {SMALLEST_SIDE} and {LARGEST_SIDE:,}")
    return width, height


@contextmanager
def explained(name: str = "prompt") -> Iterator[None]:
    """Turn an unknown word into advice."""
    from m3bench_world.illustrations import UnknownWord  # noqa: PLC0415 - loads what draws

    try:
        yield
    except UnknownWord as problem:
        raise BadArgument(name, f"{problem} (describe_language lists all words)") from None


def stated(prompt: Prompt, seed: int, size: tuple[int, int]) -> dict[str, Any]:
    """Say what was drawn, so that it can be drawn again."""
    subjects = [
        {"subject": group.subject, "count": group.count}
        | {name: value for name, value in (("color", group.colour), ("place", group.place)) if value}
        for group in prompt.groups
    ]
    return {
        "prompt": str(prompt),
        "seed": seed,
        "width": size[0],
        "height": size[1],
        "subjects": subjects,
        "background": prompt.background,
        "style": prompt.style,
    }
