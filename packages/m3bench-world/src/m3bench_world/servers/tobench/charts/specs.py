"""Vega-Lite specifications of charts, and writing them with their pictures."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Any

import msgspec

from m3bench.core import Look, local_path
from m3bench.rendering import chart_svg, svg_png
from m3bench.servers.kit import Answer, BadArgument, Picture, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.rendering_support import rendering

SPEC_SUFFIX = ".vl.json"
_SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
_SCALE = 2.0
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}|[a-zA-Z]{3,20}")
_LONGEST_TITLE = 200
_MOST_COLOURS = 30

Spec = dict[str, Any]


def new_spec(
    mark: Any,
    rows: list[dict[str, Any]],
    encoding: Spec,
    title: str,
    size: tuple[int, int],
    colors: list[str],
) -> Spec:
    """Return a specification with its data in it."""
    width, height = size
    spec = {
        "$schema": _SCHEMA,
        "title": title[:_LONGEST_TITLE],
        "width": int(check_range(width, "width", 50, 2_000)),
        "height": int(check_range(height, "height", 50, 2_000)),
        "data": {"values": rows},
        "mark": mark,
        "encoding": encoding,
        "config": {"font": _FONT, "background": "white"},
    }
    return with_colours(spec, colors)


def with_colours(spec: Spec, colors: list[str]) -> Spec:
    """Return a specification with other colours: the first for marks, all of them for categories."""
    for colour in colors:
        if not _COLOUR.fullmatch(colour):
            raise BadArgument(
                "colors", f"'{colour[:40]}' is no colour; write them as '#1f77b4' or 'steelblue'"
            )
    if len(colors) > _MOST_COLOURS:
        raise BadArgument("colors", f"more than {_MOST_COLOURS} colours")
    if not colors:
        return spec
    old = spec.get("config")
    config = dict(old) if isinstance(old, dict) else {}
    return {**spec, "config": {**config, "mark": {"color": colors[0]}, "range": {"category": colors}}}


def field_name(name: str) -> str:
    """Return a name of a column as Vega-Lite takes it: dots and brackets would mean a path."""
    return re.sub(r"([\\.\[\]'\"])", r"\\\1", name)


def spec_path(path: str) -> str:
    """Return where the specification of a chart's picture is."""
    return str(PurePosixPath(path).with_suffix("")) + SPEC_SUFFIX


def write_chart(context: ToolContext, spec: Spec, path: str) -> Answer:
    """Write a chart's picture, with its specification beside it, and show it."""
    path = local_path(path)
    if not path.lower().endswith((".png", ".svg")) or not PurePosixPath(path).stem:
        raise BadArgument("output_path", f"'{path[:80]}' must end in .png or .svg")
    context.files.inside(path, "output_path")
    with rendering("output_path"):
        drawing = chart_svg(spec)
        picture = svg_png(drawing, scale=_SCALE)
    written = context.files.write(
        path, picture if path.lower().endswith(".png") else drawing.encode(), "output_path"
    )
    beside = context.files.write(
        spec_path(path), msgspec.json.format(msgspec.json.encode(spec), indent=1), "output_path"
    )
    relative = context.files.relative(written)
    return Answer(
        {
            "path": relative,
            "specification": context.files.relative(beside),
            "marks": len(spec["data"]["values"]) if isinstance(spec.get("data"), dict) else None,
        },
        pictures=(Picture(picture),),
        looked=(Look(relative),),
    )
