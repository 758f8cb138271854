"""Illustrations: pictures drawn from a prompt in a small language, each with its exact ground truth.

    drawn = draw_illustration(world, parse_prompt("three red apples on the left, background wood"), seed=1)
    drawn.image, drawn.subjects

The same prompt, seed and size give the same pixels.
"""

from m3bench_world.illustrations.drawing import (
    LARGEST_SIDE,
    SMALLEST_SIDE,
    DrawnSubject,
    Illustration,
    draw_icon,
    draw_illustration,
    draw_texture,
)
from m3bench_world.illustrations.language import (
    MOST_SUBJECTS,
    Group,
    Prompt,
    UnknownWord,
    find_subject,
    parse_prompt,
    require_colour,
)
from m3bench_world.illustrations.vocabulary import (
    BACKGROUNDS,
    MATERIALS,
    PLACES,
    SIZES,
    STYLES,
    subject_colours,
    subject_names,
)

__all__ = [
    "BACKGROUNDS",
    "LARGEST_SIDE",
    "MATERIALS",
    "MOST_SUBJECTS",
    "PLACES",
    "SIZES",
    "SMALLEST_SIDE",
    "STYLES",
    "DrawnSubject",
    "Group",
    "Illustration",
    "Prompt",
    "UnknownWord",
    "draw_icon",
    "draw_illustration",
    "draw_texture",
    "find_subject",
    "parse_prompt",
    "require_colour",
    "subject_colours",
    "subject_names",
]
