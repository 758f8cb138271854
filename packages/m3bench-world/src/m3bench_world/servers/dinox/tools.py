"""The tools of `dinox-mcp`."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Annotated, Any

import msgspec
from PIL import Image, ImageDraw, ImageFont

from m3bench.core import local_path
from m3bench.servers.kit import (
    Answer,
    BadArgument,
    Proof,
    Server,
    about,
    check_text,
    load_picture,
    save_picture,
    to_picture,
)
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.dinox.descriptions import count_labels, describe
from m3bench_world.servers.dinox.detector import Box, Detection, detector
from m3bench_world.servers.dinox.pose import BONES, Joint, pose_reader
from m3bench_world.servers.dinox.prompts import MOST_PHRASES, phrases

_COLOURS = (
    (230, 25, 75), (60, 180, 75), (0, 130, 200), (245, 130, 48), (145, 30, 180), (0, 150, 150),
    (240, 50, 230), (128, 110, 0), (170, 60, 40), (40, 90, 60), (70, 70, 220), (200, 120, 0),
)  # fmt: skip


def draw_boxes(
    image: Image.Image, named: list[tuple[str, Box]], *, font_size: int, thickness: int, labels: bool
) -> Image.Image:
    """Return a copy with a box for each detection, one colour per name."""
    copy = image.convert("RGB").copy()
    pen = ImageDraw.Draw(copy)
    names = list(dict.fromkeys(name for name, _ in named))
    for name, box in named:
        colour = _COLOURS[names.index(name) % len(_COLOURS)]
        pen.rectangle(_whole(box), outline=colour, width=thickness)
    if labels:
        for name, box in named:
            colour = _COLOURS[names.index(name) % len(_COLOURS)]
            _tag(pen, name, box, (copy.size, font_size, colour))
    return copy


def draw_joints(image: Image.Image, people: list[list[Joint]]) -> Image.Image:
    """Return a copy with the visible joints, connected by lines."""
    copy = image.convert("RGB").copy()
    pen = ImageDraw.Draw(copy)
    width = max(2, round(max(image.size) / 300))
    for index, joints in enumerate(people):
        colour = _COLOURS[index % len(_COLOURS)]
        places = {joint.name: (joint.x, joint.y) for joint in joints if joint.seen}
        for first, second in BONES:
            if first in places and second in places:
                pen.line([places[first], places[second]], fill=colour, width=width)
        for x, y in places.values():
            pen.ellipse((x - width, y - width, x + width, y + width), fill=(255, 255, 255), outline=colour)
    return copy


def _tag(
    pen: ImageDraw.ImageDraw, name: str, box: Box, style: tuple[tuple[int, int], int, tuple[int, int, int]]
) -> None:
    size, font_size, colour = style
    face = _font(font_size)
    text = _to_label(name)
    wide, high = round(face.getlength(text)) + 6, font_size + 6
    left = max(0, min(round(box.xmin), size[0] - wide))
    top = round(box.ymin) - high if box.ymin >= high else round(box.ymin)
    pen.rectangle((left, top, left + wide, top + high), fill=colour)
    pen.text((left + 3, top + high / 2), text, fill=(255, 255, 255), font=face, anchor="lm")


@lru_cache(maxsize=16)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _to_label(name: str) -> str:
    """Reduce a name to one line of letters that the font has."""
    return "".join(letter if letter.isprintable() and ord(letter) < 0x250 else "?" for letter in name)[:60]


def _whole(box: Box) -> tuple[int, int, int, int]:
    left, top = round(box.xmin), round(box.ymin)
    return left, top, max(left, round(box.xmax)), max(top, round(box.ymax))


MOST_BOXES = 300
MOST_LISTED = 150

server = Server(
    "dinox-mcp",
    "Looks at pictures: finds things and people, counts and describes them, and draws what was found",
    sources=("pixels",),
    strict=True,
    uses_world=False,
    proof=Proof(
        "detect-all-objects", {"imageFileUri": "sample.png", "includeDescription": False}, ("sample.png",)
    ),
)

ImageFileUri = Annotated[
    str,
    about("Picture in the workspace: a path such as 'media/site.png' or a file: address. PNG, JPEG or WebP."),
]
IncludeDescription = Annotated[
    bool, about("Whether each detection comes with a phrase: its main colour, its size and where it is.")
]


class Corners(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A box in pixels of the picture."""

    xmin: Annotated[float, about("Left edge in pixels.")]
    ymin: Annotated[float, about("Upper edge in pixels.")]
    xmax: Annotated[float, about("Right edge in pixels.")]
    ymax: Annotated[float, about("Lower edge in pixels.")]


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A box with what it shows, as the detecting tools give it."""

    name: Annotated[str, about("What to write on the box.")]
    bbox: Annotated[Corners, about("Where it is.")]


@server.tool(name="detect-objects-by-text", perception=True)
def detect_objects_by_text(
    context: ToolContext,
    imageFileUri: ImageFileUri,
    textPrompt: Annotated[
        str, about("What to look for, in English nouns with dots between them: 'person.hardhat.ladder'.")
    ],
    includeDescription: IncludeDescription,
) -> Answer:
    """Finds the things named in a text prompt in a picture. Gives each with its box in pixels and a score
    from 0 to 1, counts by name, and which of the words stand for nothing that the detector knows."""
    image = load_picture(context.files, imageFileUri, "imageFileUri", opaque=True)
    wanted = phrases(check_text(textPrompt, "textPrompt"), detector().card.labels)
    if not wanted:
        raise BadArgument("textPrompt", "it contains no phrase; write nouns such as 'person.hardhat.ladder'")
    named = {label: phrase.text for phrase in reversed(wanted) for label in phrase.labels}
    seen = [one for one in detector().detect(image) if one.label in named]
    unknown = [phrase.text for phrase in wanted if not phrase.labels]
    data = _data(image, seen, describes=includeDescription)
    data["counts"] = {
        phrase.text: sum(one.label in phrase.labels for one in seen) for phrase in wanted if phrase.labels
    }
    if unknown:
        data["unknown"] = unknown
        data["note"] = (
            f"The detector knows no such thing as: {', '.join(unknown)}. "
            "That says nothing about whether the picture shows it."
        )
    if len(wanted) == MOST_PHRASES:
        data["note"] = (
            f"Only the first {MOST_PHRASES} phrases were looked for. {data.get('note', '')}".strip()
        )
    return Answer(data)


@server.tool(name="detect-all-objects", perception=True)
def detect_all_objects(
    context: ToolContext, imageFileUri: ImageFileUri, includeDescription: IncludeDescription
) -> Answer:
    """Finds everything in a picture that the detector knows: people, animals, food, things of everyday life,
    building sites and sights. Gives each with its box in pixels and a score from 0 to 1, and counts by
    name."""
    image = load_picture(context.files, imageFileUri, "imageFileUri", opaque=True)
    seen = detector().detect(image)
    data = _data(image, seen, describes=includeDescription)
    data["counts"] = count_labels(seen)
    return Answer(data)


@server.tool(name="detect-human-pose-keypoints", perception=True)
def detect_human_pose_keypoints(
    context: ToolContext, imageFileUri: ImageFileUri, includeDescription: IncludeDescription
) -> Answer:
    """Finds people in a picture and 13 points of each (nose, shoulders, elbows, wrists, hips, knees, ankles)
    in pixels with a score from 0 to 1. Left and right are those of a person who faces the viewer. The picture
    with the points drawn in comes back as well."""
    image = load_picture(context.files, imageFileUri, "imageFileUri", opaque=True)
    people = [one for one in detector().detect(image) if one.label == "person"]
    reader = pose_reader()
    poses = [reader.joints(image, person.box) for person in people[:MOST_LISTED]]
    listed = [
        _entry(person, image, describes=includeDescription) | {"keypoints": _points(joints)}
        for person, joints in zip(people, poses, strict=False)
    ]
    data = {"image": _size(image), "people": len(people), "detections": listed}
    pictures = (to_picture(draw_joints(image, poses)),) if people else ()
    return Answer(data, pictures=pictures)


@server.tool(name="visualize-detection-result", read_only=False)
def visualize_detection_result(
    context: ToolContext,
    imageFileUri: ImageFileUri,
    detections: Annotated[list[Named], about("What to draw: names and boxes, as the other tools give them.")],
    fontSize: Annotated[
        float | msgspec.UnsetType,
        about("Height of the names in pixels, 6 to 200; fits the picture unless given."),
    ] = msgspec.UNSET,
    boxThickness: Annotated[
        float | msgspec.UnsetType,
        about("Width of the lines in pixels, 1 to 50; fits the picture unless given."),
    ] = msgspec.UNSET,
    showLabels: Annotated[
        bool | msgspec.UnsetType, about("Whether names are written on the boxes; true unless given.")
    ] = msgspec.UNSET,
) -> Answer:
    """Draws boxes with their names on a copy of a picture. The copy comes back as a picture and is written
    beside the original, with '_detections' added to its name; the original stays as it is."""
    image = load_picture(context.files, imageFileUri, "imageFileUri", opaque=True)
    if len(detections) > MOST_BOXES:
        raise BadArgument("detections", f"{len(detections)} boxes; pass at most {MOST_BOXES}")
    boxes = [
        (detection.name, _box(detection.bbox, index, image.size))
        for index, detection in enumerate(detections)
    ]
    drawn = draw_boxes(
        image,
        boxes,
        font_size=_pixels(fontSize, "fontSize", max(12, round(max(image.size) / 50)), (6, 200)),
        thickness=_pixels(boxThickness, "boxThickness", max(2, round(max(image.size) / 300)), (1, 50)),
        labels=showLabels is msgspec.UNSET or bool(showLabels),
    )
    path = PurePosixPath(local_path(imageFileUri))
    written = save_picture(context.files, drawn, str(path.with_name(f"{path.stem}_detections.png")))
    data = {"file": written, "image": _size(image), "boxes": len(boxes)}
    return Answer(data, pictures=(to_picture(drawn),))


def _data(image: Image.Image, seen: list[Detection], *, describes: bool) -> dict[str, Any]:
    listed = [_entry(one, image, describes=describes) for one in seen[:MOST_LISTED]]
    data: dict[str, Any] = {"image": _size(image), "total": len(seen), "detections": listed}
    if not seen:
        data["note"] = "Nothing that the detector knows was found with enough certainty."
    return data


def _entry(one: Detection, image: Image.Image, *, describes: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "name": one.label,
        "score": round(one.score, 2),
        "bbox": msgspec.structs.asdict(one.box),
    }
    return entry | ({"description": describe(one, image)} if describes else {})


def _points(joints: list[Joint]) -> list[dict[str, Any]]:
    return [
        {
            "name": joint.name,
            "x": joint.x,
            "y": joint.y,
            "score": round(joint.score, 2),
            "visible": joint.seen,
        }
        for joint in joints
    ]


def _size(image: Image.Image) -> dict[str, int]:
    return {"width": image.width, "height": image.height}


def _box(corners: Corners, index: int, size: tuple[int, int]) -> Box:
    edges = (corners.xmin, corners.ymin, corners.xmax, corners.ymax)
    name = f"detections[{index}].bbox"
    if (
        not all(math.isfinite(edge) for edge in edges)
        or corners.xmin > corners.xmax
        or corners.ymin > corners.ymax
    ):
        raise BadArgument(name, "xmin must not exceed xmax, nor ymin ymax; numbers are pixels")
    left, top, right, bottom = (
        min(max(edge, 0.0), length) for edge, length in zip(edges, size * 2, strict=True)
    )
    if right <= left or bottom <= top:
        raise BadArgument(name, f"it is outside the picture of {size[0]} × {size[1]} pixels")
    return Box(left, top, right, bottom)


def _pixels(value: float | msgspec.UnsetType, name: str, default: int, limits: tuple[int, int]) -> int:
    if isinstance(value, msgspec.UnsetType):
        return default
    if not limits[0] <= value <= limits[1]:
        raise BadArgument(name, f"{value:g} is not between {limits[0]} and {limits[1]} pixels")
    return round(value)
