"""The tools, with a detector that sees by colour: their answers follow from the picture's pixels."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any, cast

import pytest
from PIL import Image

from m3bench.servers import Files, ToolFailure
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.dinox import server, tools
from m3bench_world.servers.dinox.detector import Box, Detector
from m3bench_world.servers.dinox.networks import Network
from m3bench_world.servers.dinox.pose import PoseReader
from tests.servers.dinox.stand_ins import CARD, POSE_CARD, ColourSeer, MiddleSeer, picture_of

APPLE, OTHER, PERSON = Box(50, 60, 130, 150), Box(600, 420, 700, 540), Box(300, 200, 400, 560)


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ToolContext:
    seer, joints = cast(Network, ColourSeer()), cast(Network, MiddleSeer())
    monkeypatch.setattr(tools, "detector", lambda: Detector(CARD, seer))
    monkeypatch.setattr(tools, "pose_reader", lambda: PoseReader(POSE_CARD, joints))
    picture_of(("apple", APPLE), ("apple", OTHER), ("person", PERSON)).save(tmp_path / "yard.png")
    picture_of().save(tmp_path / "empty.png")
    return ToolContext(World(), Files(tmp_path))


def ask(context: ToolContext, tool: str, **arguments: Any) -> Any:
    return json.loads(server.call(context, tool, arguments).text)


def near(found: dict[str, float], box: Box) -> bool:
    return all(abs(found[edge] - getattr(box, edge)) <= 2 for edge in ("xmin", "ymin", "xmax", "ymax"))


def test_all_things_are_found_counted_and_described(context: ToolContext) -> None:
    answer = ask(context, "detect-all-objects", imageFileUri="./yard.png", includeDescription=True)
    assert answer["counts"] == {"apple": 2, "person": 1}
    assert (answer["image"], answer["total"]) == ({"width": 800, "height": 600}, 3)
    first = next(detection for detection in answer["detections"] if near(detection["bbox"], APPLE))
    assert first["name"] == "apple"
    assert first["description"] == "a mostly red apple, small, in the upper left"
    person = next(detection for detection in answer["detections"] if detection["name"] == "person")
    assert person["description"] == "a mostly blue person, medium-sized, in the centre"
    assert near(person["bbox"], PERSON)


def test_descriptions_can_be_left_out(context: ToolContext) -> None:
    answer = ask(context, "detect-all-objects", imageFileUri="yard.png", includeDescription=False)
    assert all("description" not in detection for detection in answer["detections"])


def test_an_empty_picture_has_nothing(context: ToolContext) -> None:
    answer = ask(context, "detect-all-objects", imageFileUri="empty.png", includeDescription=True)
    assert (answer["total"], answer["detections"], answer["counts"]) == (0, [], {})
    assert "Nothing" in answer["note"]


def test_a_prompt_names_what_is_looked_for(context: ToolContext) -> None:
    prompt = "worker.hard hat.fruit.unicorn"
    answer = ask(
        context,
        "detect-objects-by-text",
        imageFileUri="yard.png",
        textPrompt=prompt,
        includeDescription=False,
    )
    assert answer["counts"] == {"worker": 1, "hard hat": 0, "fruit": 2}
    assert answer["unknown"] == ["unicorn"]
    assert sorted(detection["name"] for detection in answer["detections"]) == ["apple", "apple", "person"]
    only = ask(
        context,
        "detect-objects-by-text",
        imageFileUri="yard.png",
        textPrompt="humans",
        includeDescription=False,
    )
    assert [detection["name"] for detection in only["detections"]] == ["person"]


@pytest.mark.parametrize("prompt", ["", "  ", "...", ". , ;"])
def test_a_prompt_without_words_is_refused(context: ToolContext, prompt: str) -> None:
    with pytest.raises(ToolFailure, match="textPrompt"):
        ask(
            context,
            "detect-objects-by-text",
            imageFileUri="yard.png",
            textPrompt=prompt,
            includeDescription=True,
        )


def test_joints_are_where_the_network_sees_them(context: ToolContext) -> None:
    answer = server.call(
        context, "detect-human-pose-keypoints", {"imageFileUri": "yard.png", "includeDescription": False}
    )
    data = json.loads(answer.text)
    assert data["people"] == 1
    points = {point["name"]: point for point in data["detections"][0]["keypoints"]}
    assert len(points) == 13
    middle = PERSON.centre
    assert abs(points["nose"]["x"] - middle[0]) < 4
    assert abs(points["nose"]["y"] - middle[1]) < 4
    assert points["left_knee"]["visible"]
    assert not points["right_ankle"]["visible"]
    assert Image.open(io.BytesIO(answer.pictures[0].data)).size == (800, 600)


def test_no_people_no_joints(context: ToolContext) -> None:
    answer = server.call(
        context, "detect-human-pose-keypoints", {"imageFileUri": "empty.png", "includeDescription": True}
    )
    assert json.loads(answer.text)["people"] == 0
    assert answer.pictures == ()


def test_detections_can_be_drawn(context: ToolContext) -> None:
    detections = ask(context, "detect-all-objects", imageFileUri="yard.png", includeDescription=False)[
        "detections"
    ]
    boxes = [{"name": detection["name"], "bbox": detection["bbox"]} for detection in detections]
    before = context.files.read("yard.png")
    answer = server.call(
        context,
        "visualize-detection-result",
        {"imageFileUri": "yard.png", "detections": boxes, "boxThickness": 4},
    )
    assert json.loads(answer.text) == {
        "file": "yard_detections.png", "image": {"width": 800, "height": 600}, "boxes": 3,
    }  # fmt: skip
    assert context.files.read("yard.png") == before
    drawn = Image.open(io.BytesIO(answer.pictures[0].data)).convert("RGB")
    written = Image.open(io.BytesIO(context.files.read("yard_detections.png"))).convert("RGB")
    assert drawn.tobytes() == written.tobytes()
    edges = {
        drawn.getpixel((round(detection["bbox"]["xmin"]) + 1, round(detection["bbox"]["ymax"]) - 20))
        for detection in detections
    }
    assert len(edges) == 2
    assert not edges & {(220, 30, 30), (30, 30, 220), (240, 240, 235)}


def test_names_can_be_left_out(context: ToolContext) -> None:
    box = {"name": "apple", "bbox": {"xmin": 50, "ymin": 60, "xmax": 130, "ymax": 150}}
    pictures = [
        server.call(
            context,
            "visualize-detection-result",
            {"imageFileUri": "yard.png", "detections": [box], "showLabels": labels, "fontSize": 20},
        ).pictures[0]
        for labels in (True, False)
    ]
    assert pictures[0].data != pictures[1].data


@pytest.mark.parametrize(
    ("box", "said"),
    [
        ({"xmin": 50, "ymin": 0, "xmax": 10, "ymax": 10}, "xmin"),
        ({"xmin": 900, "ymin": 0, "xmax": 950, "ymax": 10}, "outside"),
        ({"xmin": 0, "ymin": 0, "xmax": 1e308, "ymax": -1e308}, "ymin"),
    ],
)
def test_boxes_that_cannot_be_drawn_are_refused(
    context: ToolContext, box: dict[str, float], said: str
) -> None:
    with pytest.raises(ToolFailure, match=said):
        ask(
            context,
            "visualize-detection-result",
            imageFileUri="yard.png",
            detections=[{"name": "x", "bbox": box}],
        )


def test_other_arguments_are_refused(context: ToolContext) -> None:
    with pytest.raises(ToolFailure, match="image_paths"):
        ask(
            context,
            "detect-all-objects",
            imageFileUri="yard.png",
            includeDescription=True,
            image_paths=["yard.png"],
        )


@pytest.mark.parametrize("size", [0, 1000, float("nan")])
def test_sizes_out_of_range_are_refused(context: ToolContext, size: float) -> None:
    with pytest.raises(ToolFailure, match="fontSize"):
        ask(context, "visualize-detection-result", imageFileUri="yard.png", detections=[], fontSize=size)


def test_a_missing_picture_is_told_with_its_neighbours(context: ToolContext) -> None:
    with pytest.raises(ToolFailure, match=r"yard\.png"):
        ask(context, "detect-all-objects", imageFileUri="yards.png", includeDescription=True)


def test_every_tool_is_tested() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert all(f'"{name}"' in text for name in server.tools)
