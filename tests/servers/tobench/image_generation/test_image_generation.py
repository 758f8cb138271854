"""The server `image-generation`."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.servers.asking import InProcess

SERVER = "image-generation"
SMALL = {"width": 240, "height": 180}


@pytest.fixture
def tools(tmp_path: Path) -> InProcess:
    return InProcess(SERVER, tmp_path)


def test_the_language_is_described(tools: InProcess) -> None:
    data = tools("describe_language").data
    assert "apple" in data["subjects"]
    assert "meadow" in data["backgrounds"]
    assert tools("describe_language", subject="Apples").data["colors"] == ["red", "green", "yellow"]
    assert "did you mean apple" in tools("describe_language", subject="aple").text


def test_a_picture_is_what_its_preview_shows(tools: InProcess) -> None:
    prompt = "two red apples on the left, a blue cup in the center"
    data = tools("generate", prompt=prompt, output_path="out/a.png", seed=3, **SMALL).data
    assert data["prompt"] == "2 red apple at left, 1 blue cup at center, background white, style plain"
    assert data["subjects"][0] == {"subject": "apple", "count": 2, "color": "red", "place": "left"}
    again = tools("preview", prompt=data["prompt"], seed=3, **SMALL)
    shown = np.asarray(Image.open(io.BytesIO(again.pictures[0])).convert("RGB"))
    with Image.open(tools.workspace / "out/a.png") as written:
        assert (np.asarray(written.convert("RGB")) == shown).all()
    apples = [box for box in again.data["boxes"] if box["subject"] == "apple"]
    assert len(apples) == 2
    assert all(apple["box"][2] <= 0.34 * 240 and apple["colour"] == "red" for apple in apples)


@pytest.mark.parametrize(
    ("prompt", "hint"),
    [
        ("three aples", "did you mean apple"),
        ("a purple cow", "it can be black and white"),
        ("a cat, background medow", "did you mean meadow"),
        ("41 cats", "1 to 40"),
        ("40 cats at the top left", "no room"),
    ],
)
def test_unknown_words_are_refused_with_advice(tools: InProcess, prompt: str, hint: str) -> None:
    heard = tools("generate", prompt=prompt, output_path="a.png", width=128, height=128)
    assert heard.is_error
    assert hint in heard.text
    assert not (tools.workspace / "a.png").exists()


def test_variants_differ_and_edits_change_the_prompt(tools: InProcess) -> None:
    data = tools("vary", prompt="a cat", output_path="cat.png", count=2, **SMALL).data
    assert data["variants"] == [
        {"output_path": "cat-1.png", "seed": 1},
        {"output_path": "cat-2.png", "seed": 2},
    ]
    assert (tools.workspace / "cat-1.png").read_bytes() != (tools.workspace / "cat-2.png").read_bytes()
    edited = tools(
        "edit",
        prompt="a cat, two dogs",
        remove="cats",
        add="a ball",
        style="sepia",
        output_path="e.png",
        **SMALL,
    )
    assert edited.data["prompt"] == "2 dog, 1 ball, background white, style sepia"
    assert "no bird" in tools("edit", prompt="a cat", remove="bird", output_path="e.png").text


def test_icons_are_transparent_and_textures_fit_together(tools: InProcess) -> None:
    tools("generate_icon", subject="apple", color="green", output_path="i.png", size=48)
    with Image.open(tools.workspace / "i.png") as icon:
        assert (icon.size, icon.mode, icon.getpixel((0, 0))[3]) == ((48, 48), "RGBA", 0)  # type: ignore[index]
        assert icon.getchannel("A").getextrema()[1] == 255
    assert tools("generate_icon", subject="apple", color="blue", output_path="i.png").is_error
    tools("generate_texture", material="wood", output_path="t.png", size=64)
    with Image.open(tools.workspace / "t.png") as texture:
        edges = np.asarray(texture.convert("RGB"))
    assert (edges[:, 0] == edges[:, -1]).all()
    assert (edges[0] == edges[-1]).all()
    assert tools("generate_texture", material="gold", output_path="t.png").is_error
