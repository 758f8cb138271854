"""The server `image-toolkit`."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from m3bench.core import Look
from m3bench.servers import Files, load
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from tests.servers.asking import Asking, InProcess

SERVER = "image-toolkit"


def pattern(width: int = 120, height: int = 80) -> Image.Image:
    rough = np.random.default_rng(5).integers(0, 255, (height // 4, width // 4, 3), dtype=np.uint8)
    return Image.fromarray(rough).resize((width, height), Image.Resampling.BICUBIC)


@pytest.fixture
def tools(tmp_path: Path) -> InProcess:
    pattern().save(tmp_path / "in.png")
    return InProcess(SERVER, tmp_path)


def pixels(tools: InProcess, path: str = "out.png") -> Any:
    with Image.open(tools.workspace / path) as image:
        return np.asarray(image.convert("RGB"), np.int16)


def test_a_picture_is_drawn_and_shown_over_both_transports(ask: Asking) -> None:
    square = {"kind": "rectangle", "points": [[10, 10], [29, 19]], "fill": "red", "width": 0}
    drawn = ask("draw_shapes", shapes=[square], output_path="new.png", canvas=[64, 48])
    assert drawn.data == {"output_path": "new.png", "width": 64, "height": 48, "shapes": 1}
    shown = ask("show", path="new.png")
    image = Image.open(io.BytesIO(shown.pictures[0])).convert("RGB")
    assert image.getpixel((10, 10)) == (255, 0, 0)
    assert image.getpixel((40, 40)) == (255, 255, 255)
    assert ask("show", path="none.png").is_error


@pytest.mark.parametrize(
    ("tool", "arguments", "size"),
    [
        ("crop", {"region": [10, 20, 50, 60]}, (40, 40)),
        ("crop", {"region": [-10, -20, 50, 500]}, (50, 80)),
        ("resize", {"width": 60}, (60, 40)),
        ("resize", {"width": 60, "height": 60}, (60, 60)),
        ("resize", {"width": 60, "height": 60, "mode": "fit"}, (60, 40)),
        ("resize", {"width": 60, "height": 60, "mode": "fill"}, (60, 60)),
        ("rotate", {"degrees": 90}, (80, 120)),
        ("rotate", {"degrees": 30, "expand": False}, (120, 80)),
        ("flip", {"direction": "horizontal"}, (120, 80)),
    ],
)
def test_sizes(tools: InProcess, tool: str, arguments: dict[str, Any], size: tuple[int, int]) -> None:
    data = tools(tool, path="in.png", output_path="out.png", **arguments).data
    assert (data["width"], data["height"]) == size


def test_turning_four_times_gives_the_same_picture(tools: InProcess) -> None:
    assert not tools("rotate", path="in.png", degrees=90, output_path="out.png").is_error
    assert (pixels(tools) == np.rot90(pixels(tools, "in.png"), -1)).all()
    tools("flip", path="in.png", direction="vertical", output_path="out.png")
    assert (pixels(tools) == pixels(tools, "in.png")[::-1]).all()


@pytest.mark.parametrize(("tool", "options"), [("pixelate", {"block": 10}), ("blur", {"radius": 5})])
def test_only_the_region_is_hidden(tools: InProcess, tool: str, options: dict[str, Any]) -> None:
    data = tools(tool, path="in.png", regions=[[20, 20, 60, 60]], output_path="out.png", **options).data
    assert data["regions"] == [[20, 20, 60, 60]]
    before, after = pixels(tools, "in.png"), pixels(tools)
    changed = (before != after).any(axis=2)
    assert changed[20:60, 20:60].mean() > 0.9
    changed[20:60, 20:60] = False
    assert not changed.any()
    assert tools(tool, path="in.png", regions=[], output_path="out.png").is_error
    assert tools(tool, path="in.png", regions=[[500, 500, 600, 600]], output_path="out.png").is_error


def test_adjust(tools: InProcess) -> None:
    tools("adjust", path="in.png", output_path="out.png", brightness=0.5)
    assert pixels(tools).mean() == pytest.approx(pixels(tools, "in.png").mean() / 2, abs=1)
    tools("adjust", path="in.png", output_path="out.png", saturation=0, region=[0, 0, 60, 80])
    assert np.ptp(pixels(tools)[:, :60], axis=2).max() == 0
    assert (pixels(tools)[:, 60:] == pixels(tools, "in.png")[:, 60:]).all()
    assert tools("adjust", path="in.png", output_path="out.png", contrast=9).is_error


def test_a_background_of_one_colour_becomes_transparent_and_what_it_encloses_stays(tools: InProcess) -> None:
    ring = {"kind": "ellipse", "points": [[10, 10], [50, 50]], "color": "blue", "width": 6}
    tools("draw_shapes", shapes=[ring], canvas=[64, 64], output_path="ring.png")
    data = tools("remove_background", path="ring.png", output_path="cut.png").data
    assert data["background"] == "#ffffff"
    with Image.open(tools.workspace / "cut.png") as image:
        alpha = image.getchannel("A")
    assert [alpha.getpixel(at) for at in ((0, 0), (30, 30), (30, 12))] == [0, 255, 255]
    assert tools("remove_background", path="ring.png", output_path="cut.jpg").is_error


def test_watermark_and_annotations(tools: InProcess) -> None:
    tools("watermark", path="in.png", text="DRAFT", output_path="out.png", position="top-left", size=12)
    changed = (pixels(tools) != pixels(tools, "in.png")).any(axis=2)
    assert changed[:20, :50].any()
    assert not changed[40:].any()
    assert (
        tools("watermark", path="in.png", text="X", output_path="o.png", position="tiled", size=8).data[
            "stamps"
        ]
        > 9
    )
    notes = [
        {"kind": "text", "start": [5, 5], "text": "Ümlaut", "size": 12},
        {"kind": "box", "start": [60, 40], "end": [100, 70], "text": "here", "size": 10, "color": "#00ff00"},
        {"kind": "arrow", "start": [10, 70], "end": [50, 50]},
    ]
    data = tools("annotate", path="in.png", notes=notes, output_path="out.png").data
    assert (data["notes"], len(data["text_boxes"])) == (3, 2)
    assert tuple(pixels(tools)[40, 80]) == (0, 255, 0)
    assert tools(
        "annotate", path="in.png", notes=[{"kind": "box", "start": [0, 0]}], output_path="o.png"
    ).is_error
    assert tools("watermark", path="in.png", text=" ", output_path="out.png").is_error


def test_overlay_and_grid(tools: InProcess) -> None:
    tools("draw_shapes", shapes=[], canvas=[20, 10], background="red", output_path="logo.png")
    data = tools(
        "overlay", path="in.png", overlay_path="logo.png", position=[110, 5], output_path="out.png"
    ).data
    assert data["box"] == [110, 5, 120, 15]
    assert tuple(pixels(tools)[10, 115]) == (255, 0, 0)
    far = tools("overlay", path="in.png", overlay_path="logo.png", position=[500, 5], output_path="out.png")
    assert "outside" in far.text
    grid = tools(
        "compose_grid", paths=["in.png"] * 5, output_path="grid.png", cell=[60, 40], captions=list("abcde")
    )
    assert (grid.data["columns"], grid.data["rows"], len(grid.data["boxes"])) == (3, 2, 5)
    assert grid.data["boxes"][0] == [8, 8, 68, 48]
    assert tools("compose_grid", paths=["in.png"], output_path="grid.png", captions=[]).is_error


def test_convert_keeps_to_the_limit_or_says_that_it_cannot(tools: InProcess) -> None:
    pattern(400, 300).save(tools.workspace / "large.png")
    data = tools("convert", path="large.png", output_path="small.jpg", max_bytes=24_000).data
    assert data["bytes"] == (tools.workspace / "small.jpg").stat().st_size <= 24_000
    assert (data["format"], data["width"]) == ("JPEG", 400)
    assert tools("info", path="small.jpg").data["format"] == "JPEG"
    assert (
        "cannot be written" in tools("convert", path="large.png", output_path="s.bmp", max_bytes=1_000).text
    )
    assert tools("convert", path="large.png", output_path="s.exe").is_error


def test_compare_finds_what_changed(tools: InProcess) -> None:
    same = tools("compare", path="in.png", other_path="in.png").data
    assert (same["identical"], same["regions"]) == (True, [])
    tools("pixelate", path="in.png", regions=[[8, 8, 40, 40], [80, 50, 110, 70]], output_path="out.png")
    data = tools("compare", path="in.png", other_path="out.png", tolerance=0).data
    assert data["regions"] == [[8, 8, 40, 40], [80, 50, 110, 70]]
    tools("resize", path="in.png", width=60, output_path="out.png")
    assert tools("compare", path="in.png", other_path="out.png").data == {
        "same_size": False,
        "sizes": [[120, 80], [60, 40]],
    }


def test_colours_are_measured(tools: InProcess) -> None:
    halves = [{"kind": "rectangle", "points": [[0, 0], [29, 39]], "fill": "#ff0000", "width": 0}]
    tools("draw_shapes", shapes=halves, canvas=[40, 40], background="#0000ff", output_path="two.png")
    data = tools("measure_colors", path="two.png", points=[[0, 0], [39, 39]], count=2).data
    assert data["dominant"] == [{"color": "#ff0000", "share": 0.75}, {"color": "#0000ff", "share": 0.25}]
    assert [point["color"] for point in data["points"]] == ["#ff0000", "#0000ff"]
    assert tools("measure_colors", path="two.png", region=[30, 0, 40, 40]).data["mean"] == "#0000ff"
    assert tools("measure_colors", path="two.png", points=[[40, 0]]).is_error


def test_looks_say_how_much_was_seen(tmp_path: Path) -> None:
    pattern().save(tmp_path / "in.png")
    context, server = ToolContext(World(), Files(tmp_path)), load(SERVER)
    assert server.call(context, "show", {"path": "./in.png"}).looked == (Look("in.png"),)
    half = server.call(context, "show", {"path": "in.png", "region": [0, 0, 120, 40], "zoom": 2}).looked[0]
    assert half.spans == ((0.0, 0.5),)
    assert server.call(context, "info", {"path": "in.png"}).looked[0].depth == "metadata"
    crop = server.call(context, "crop", {"path": "in.png", "region": [0, 0, 9, 9], "output_path": "c.png"})
    assert (crop.wrote, crop.looked, crop.pictures) == (("c.png",), (), ())
