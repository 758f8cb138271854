"""Pictures are changed where they should be, and nowhere else."""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from tests.servers.asking import InProcess

SERVER = "imagesorcery-mcp"
WIDTH, HEIGHT = 120, 90
Pixels = NDArray[np.int16]


@pytest.fixture
def ask(tmp_path: Path) -> InProcess:
    (tmp_path / "media").mkdir()
    source().save(tmp_path / "media" / "noise.png")
    return InProcess(SERVER, tmp_path)


def source() -> Image.Image:
    noise = np.random.default_rng(5).integers(0, 256, (HEIGHT, WIDTH, 3), dtype=np.uint8)
    return Image.fromarray(noise)


def pixels(image: Image.Image) -> Pixels:
    return np.asarray(image.convert("RGB"), dtype=np.int16)


def saved(ask: InProcess, path: str) -> Pixels:
    with Image.open(ask.workspace / path) as image:
        return pixels(image)


def changed(after: Pixels) -> NDArray[np.bool_]:
    return np.asarray((after != pixels(source())).any(axis=2))


def inside(x1: int, y1: int, x2: int, y2: int) -> NDArray[np.bool_]:
    mask = np.zeros((HEIGHT, WIDTH), dtype=bool)
    mask[y1:y2, x1:x2] = True
    return mask


def distances(x: float, y: float) -> NDArray[np.float64]:
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]
    return np.asarray(np.hypot(columns - x, rows - y))


def from_line(start: tuple[int, int], end: tuple[int, int]) -> NDArray[np.float64]:
    """The distance of every pixel from the piece of line."""
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    along = np.clip((columns - start[0]) * ux + (rows - start[1]) * uy, 0, length)
    return np.asarray(np.hypot(columns - start[0] - along * ux, rows - start[1] - along * uy))


def test_crop_cuts_exact_pixels(ask: InProcess) -> None:
    heard = ask(
        "crop", input_path="./media/noise.png", x1=10, y1=20, x2=70, y2=65, output_path="out/part.png"
    )
    assert heard.data == {
        "output_path": "out/part.png",
        "width": 60,
        "height": 45,
        "cropped": {"x1": 10, "y1": 20, "x2": 70, "y2": 65},
    }
    expected = pixels(source())[20:65, 10:70]
    assert (saved(ask, "out/part.png") == expected).all()
    with Image.open(io.BytesIO(heard.pictures[0])) as picture:
        assert (pixels(picture) == expected).all()
    assert heard.sources == {"pixels": "derived"}


def test_crop_is_held_inside_the_picture_and_copies_are_numbered(ask: InProcess) -> None:
    first = ask("crop", input_path="media/noise.png", x1=-5, y1=80, x2=10_000, y2=200).data
    assert first["cropped"] == {"x1": 0, "y1": 80, "x2": WIDTH, "y2": HEIGHT}
    second = ask("crop", input_path="media/noise.png", x1=0, y1=0, x2=1, y2=1).data
    assert [first["output_path"], second["output_path"]] == [
        "media/noise_cropped.png",
        "media/noise_cropped_2.png",
    ]
    for edges in ((10, 10, 10, 20), (30, 10, 20, 20), (500, 0, 600, 20), (0, 5, 10, -3)):
        heard = ask(
            "crop", input_path="media/noise.png", **dict(zip(("x1", "y1", "x2", "y2"), edges, strict=True))
        )
        assert heard.is_error
        assert f"{WIDTH} × {HEIGHT}" in heard.text


@pytest.mark.parametrize(
    "area",
    [
        {"x1": 20, "y1": 10, "x2": 60, "y2": 50},
        {"x": 20, "y": 10, "width": 40, "height": 40},
        {"bbox": [20, 10, 60, 50]},
        {"polygon": [[20, 10], [60, 10], [60, 50], [20, 50]]},
    ],
)
def test_blur_changes_the_area_only(ask: InProcess, area: dict[str, Any]) -> None:
    heard = ask("blur", input_path="media/noise.png", areas=[area | {"blur_strength": 31}])
    assert heard.data["output_path"] == "media/noise_blurred.png"
    after = saved(ask, "media/noise_blurred.png")
    mask = inside(20, 10, 60, 50)
    assert not changed(after)[~mask].any()
    assert changed(after)[mask].mean() > 0.9
    assert after[mask].std() < 0.3 * pixels(source())[mask].std()


def test_blur_can_spare_the_area(ask: InProcess) -> None:
    areas = [{"x1": 20, "y1": 10, "x2": 60, "y2": 50}, {"x1": 80, "y1": 60, "x2": 110, "y2": 80}]
    ask("blur", input_path="media/noise.png", areas=areas, invert_areas=True, output_path="o.png")
    mask = inside(20, 10, 60, 50) | inside(80, 60, 110, 80)
    after = saved(ask, "o.png")
    assert not changed(after)[mask].any()
    assert changed(after)[~mask].mean() > 0.9


def test_blur_of_a_triangle_stays_in_it_and_more_is_stronger(ask: InProcess) -> None:
    triangle = [[10, 10], [100, 10], [10, 80]]
    spread = []
    for strength in (5, 15, 45):
        ask(
            "blur",
            input_path="media/noise.png",
            areas=[{"polygon": triangle, "blur_strength": strength}],
            output_path="o.png",
        )
        after = saved(ask, "o.png")
        rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]
        beyond = (columns < 9) | (rows < 9) | ((columns - 10) / 90 + (rows - 10) / 70 > 1.03)
        assert not changed(after)[beyond].any()
        spread.append(after[20:40, 20:40].std())
    assert spread[0] > spread[1] > spread[2]


def test_a_line_is_drawn_where_it_was_asked_for(ask: InProcess) -> None:
    line = {"x1": 10, "y1": 15, "x2": 100, "y2": 70, "color": [255, 0, 10], "thickness": 5}
    heard = ask("draw_lines", input_path="media/noise.png", lines=[line])
    after = saved(ask, heard.data["output_path"])
    away = from_line((10, 15), (100, 70))
    assert heard.data["output_path"] == "media/noise_with_lines.png"
    assert not changed(after)[away > 4].any()
    core = (away < 1.5) & (distances(10, 15) > 4) & (distances(100, 70) > 4)
    assert (after[core] == (10, 0, 255)).all(), "blue, green, red as in OpenCV"


def test_an_arrow_has_a_tip_at_its_end(ask: InProcess) -> None:
    arrow = {"start": [20, 45], "end": [100, 45], "color": "lime", "thickness": 3, "tip_length": 0.25}
    heard = ask("draw_arrows", input_path="media/noise.png", arrows=[arrow])
    after = saved(ask, heard.data["output_path"])
    green = (after == (0, 255, 0)).all(axis=2)
    assert heard.data["output_path"] == "media/noise_with_arrows.png"
    assert green[45, 20:100].all()
    heights = green.sum(axis=0)
    reach = 80 * 0.25 / math.sqrt(2)
    assert heights[:80].max() <= 4
    rows = np.flatnonzero(green.any(axis=1))
    assert abs(rows.min() - (45 - reach)) <= 3
    assert abs(rows.max() - (45 + reach)) <= 3
    assert not changed(after)[from_line((20, 45), (100, 45)) > reach + 4].any()


def test_circles_are_rings_or_discs(ask: InProcess) -> None:
    ring = {"center_x": 40, "center_y": 45, "radius": 30, "color": [0, 0, 255], "thickness": 4}
    disc = {"center_x": 95, "center_y": 20, "radius": 10, "color": [0, 255, 255], "filled": True}
    heard = ask("draw_circles", input_path="media/noise.png", circles=[ring, disc], output_path="o.png")
    after = saved(ask, "o.png")
    around, within = distances(40, 45), distances(95, 20)
    assert heard.data["circles"] == 2
    assert (after[np.abs(around - 30) < 1] == (255, 0, 0)).all()
    assert (after[within < 9] == (255, 255, 0)).all()
    assert not changed(after)[(np.abs(around - 30) > 4) & (within > 12)].any()


def test_a_thickness_of_minus_one_fills_and_defaults_are_black(ask: InProcess) -> None:
    disc = {"center_x": 40, "center_y": 45, "radius": 12, "thickness": -1}
    ask("draw_circles", input_path="media/noise.png", circles=[disc], output_path="o.png")
    assert (saved(ask, "o.png")[distances(40, 45) < 11] == 0).all()


def test_texts_are_written_on_their_base_line(ask: InProcess) -> None:
    Image.new("RGB", (400, 200), "white").save(ask.workspace / "page.png")
    text = {"text": "HINT", "x": 50, "y": 100, "font_scale": 2, "color": [255, 0, 0], "thickness": 2}
    heard = ask("draw_texts", input_path="page.png", texts=[text])
    box = heard.data["texts"][0]
    ink = np.argwhere((saved(ask, heard.data["output_path"]) != 255).any(axis=2))
    (top, left), (bottom, right) = ink.min(axis=0), ink.max(axis=0)
    assert abs(bottom - 100) <= 2
    assert abs(left - 50) <= 8
    assert 38 <= bottom - top <= 48, "capitals at scale 2 are about 42 pixels high"
    assert box["inside"]
    assert box["left"] - 1 <= left
    assert box["top"] - 1 <= top
    assert right <= box["left"] + box["width"] + 1
    assert bottom <= box["top"] + box["height"] + 1
    darkest = saved(ask, heard.data["output_path"])[top:bottom, left:right].reshape(-1, 3).min(axis=0)
    assert darkest.tolist() == [0, 0, 255]


def test_texts_that_cannot_be_drawn_as_they_are_are_told(ask: InProcess) -> None:
    texts = [
        {"text": "Café €5\nsecond line", "x": 0, "y": 30, "font_face": "FONT_HERSHEY_SCRIPT_SIMPLEX"},
        {"text": "beyond", "x": 100, "y": 80},
    ]
    data = ask("draw_texts", input_path="media/noise.png", texts=texts).data
    assert [box["inside"] for box in data["texts"]] == [False, False]
    assert data["texts"][0]["height"] > 40
    assert len(data["notes"]) == 2
    plain = [{"text": "ok", "x": 5, "y": 50, "font_scale": 0.5, "font_face": "FONT_HERSHEY_SIMPLEX"}]
    data = ask("draw_texts", input_path="media/noise.png", texts=plain).data
    assert data["texts"][0]["inside"]
    assert "notes" not in data


def test_colours_are_changed_as_photographers_know_it(ask: InProcess) -> None:
    before = pixels(source()).astype(float)
    grey = saved(
        ask, ask("change_color", input_path="media/noise.png", palette="grayscale").data["output_path"]
    )
    assert (grey[:, :, 0] == grey[:, :, 1]).all()
    assert np.abs(grey[:, :, 0] - before @ (0.299, 0.587, 0.114)).max() <= 1
    sepia = saved(ask, ask("change_color", input_path="media/noise.png", palette="sepia").data["output_path"])
    assert np.abs(sepia[:, :, 0] - np.minimum(255, before @ (0.393, 0.769, 0.189))).max() <= 1
    assert np.abs(sepia[:, :, 2] - before @ (0.272, 0.534, 0.131)).max() <= 1
    assert (ask.workspace / "media/noise_sepia.png").exists()


def test_transparency_survives_and_jpeg_lies_on_white(ask: InProcess) -> None:
    Image.new("RGBA", (30, 30), (9, 9, 9, 0)).save(ask.workspace / "clear.png")
    line = {"x1": 0, "y1": 5, "x2": 29, "y2": 5, "color": [0, 0, 255]}
    for path in ("a.png", "a.jpg"):
        ask("draw_lines", input_path="clear.png", lines=[line | {"thickness": 3}], output_path=path)
    with Image.open(ask.workspace / "a.png") as image:
        assert image.getpixel((3, 20)) == (9, 9, 9, 0)
        assert image.getpixel((3, 5)) == (255, 0, 0, 255)
    assert (saved(ask, "a.jpg")[15:, :] > 250).all()
    toned = ask("change_color", input_path="clear.png", palette="sepia").data["output_path"]
    with Image.open(ask.workspace / toned) as image:
        assert image.getpixel((3, 20))[3] == 0  # type: ignore[index]


BAD = [
    ("crop", {"x1": 0, "y1": 0, "x2": 5, "y2": 5, "output_path": "../out.png"}, "output_path"),
    ("crop", {"x1": 0, "y1": 0, "x2": 5, "y2": 5, "output_path": "out.doc"}, ".png"),
    ("crop", {"x1": 0, "y1": 0, "x2": 5, "y2": 5, "input_path": "media/noise.jpg"}, "media/noise.png"),
    ("blur", {"areas": []}, "areas"),
    ("blur", {"areas": [{"x1": 1, "y1": 1, "x2": 5}]}, "areas[0].y2"),
    ("blur", {"areas": [{"x1": 5, "y1": 1, "x2": 5, "y2": 9}]}, "areas[0]"),
    ("blur", {"areas": [{"x1": 1, "y1": 1, "x2": 5, "y2": 5, "blur_strength": 0}]}, "areas[0].blur_strength"),
    ("blur", {"areas": [{"polygon": [[1, 2], [3, 4]]}]}, "areas[0].polygon"),
    ("blur", {"areas": [{"polygon": [[1, 2], [3, 4], "x"]}]}, "areas[0].polygon"),
    ("blur", {"areas": [{}] * 101}, "101"),
    ("draw_arrows", {"arrows": [{"x1": "a", "y1": 1, "x2": 5, "y2": 5}]}, "arrows[0].x1"),
    ("draw_arrows", {"arrows": [{"start": [1], "end": [2, 3]}]}, "arrows[0].start"),
    ("change_color", {"palette": "purple"}, "palette"),
    ("draw_circles", {"circles": [{"center_x": 1, "center_y": 1}]}, "radius"),
    ("draw_circles", {"circles": [{"center_x": 1, "center_y": 1, "radius": -4}]}, "circles[0].radius"),
    (
        "draw_circles",
        {"circles": [{"center_x": 1, "center_y": 1, "radius": 4, "color": [1, 2]}]},
        "circles[0].color",
    ),
    (
        "draw_circles",
        {"circles": [{"center_x": 1, "center_y": 1, "radius": 4, "thickness": 10**9}]},
        "thickness",
    ),
    ("draw_lines", {"lines": [{"x1": 1, "y1": 1, "x2": 5, "y2": 5, "color": [0, 0, 256]}]}, "lines[0].color"),
    ("draw_lines", {"lines": [{"x1": 1, "y1": 1, "x2": 5, "y2": 5, "color": "reddish"}]}, "lines[0].color"),
    ("draw_lines", {"lines": [{"x1": 1e9, "y1": 1, "x2": 5, "y2": 5}]}, "lines[0].x1"),
    ("draw_texts", {"texts": [{"x": 1, "y": 1}]}, "texts[0].text"),
    ("draw_texts", {"texts": [{"text": "x" * 999, "x": 1, "y": 1, "font_scale": 50}]}, "texts[0].font_scale"),
]


@pytest.mark.parametrize(("tool", "arguments", "word"), BAD)
def test_what_cannot_be_done_is_refused_with_the_field(
    ask: InProcess, tool: str, arguments: dict[str, Any], word: str
) -> None:
    before = sorted(ask.workspace.rglob("*"))
    heard = ask(tool, **({"input_path": "media/noise.png"} | arguments))
    assert heard.is_error
    assert word in heard.text
    assert sorted(ask.workspace.rglob("*")) == before


def test_a_picture_turned_by_its_metadata_is_cut_as_it_is_seen(ask: InProcess) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    source().transpose(Image.Transpose.ROTATE_90).save(ask.workspace / "turned.png", exif=exif)
    data = ask("crop", input_path="turned.png", x1=10, y1=20, x2=70, y2=65).data
    assert (saved(ask, data["output_path"]) == pixels(source())[20:65, 10:70]).all()


def test_the_same_call_writes_the_same_bytes(ask: InProcess) -> None:
    text = [{"text": "Same", "x": 5, "y": 40}]
    first = ask("draw_texts", input_path="media/noise.png", texts=text, output_path="a.png")
    second = ask("draw_texts", input_path="media/noise.png", texts=text, output_path="b.png")
    assert first.pictures == second.pictures
    assert (ask.workspace / "a.png").read_bytes() == (ask.workspace / "b.png").read_bytes()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
NAMES = ["x1", "y1", "x2", "y2", "x", "y", "width", "height", "text", "color", "thickness", "polygon", "bbox"]
NAMES += ["font_scale", "blur_strength", "tip_length", "start", "end", "font_face"]
OBJECTS = st.lists(
    st.dictionaries(st.sampled_from(NAMES), JSON | st.integers(-50, 200), max_size=9), max_size=3
)


@pytest.mark.slow
@given(
    st.sampled_from(
        [("blur", "areas"), ("draw_arrows", "arrows"), ("draw_lines", "lines"), ("draw_texts", "texts")]
    ),
    OBJECTS,
)
def test_any_object_is_drawn_or_refused(
    tmp_path_factory: pytest.TempPathFactory, tool: tuple[str, str], objects: list[dict[str, Any]]
) -> None:
    workspace = tmp_path_factory.getbasetemp() / "any"
    workspace.mkdir(exist_ok=True)
    Image.new("RGB", (20, 15)).save(workspace / "in.png")
    heard = InProcess(SERVER, workspace)(
        tool[0], **{"input_path": "in.png", tool[1]: objects, "output_path": "out.png"}
    )
    assert heard.is_error or heard.data["output_path"] == "out.png"
