"""Biology Cut: crop every animal of a picture to its own file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from m3bench.checks import Expected, FileExists, NoStrayFiles, PictureChangedOnly, PictureCrop
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.animals.animal_names import (
    ANIMALS,
    expected_kind,
    expected_scientific,
    is_nameable,
    looks_like,
)
from m3bench_suites.builders.m3._shared.animals.sightings import (
    Sighting,
    all_visible,
    counts,
    overlap,
    require_detected,
    true_sightings,
)
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.scenes import Scene

DETECT, DETECT_ALL = "dinox-mcp/detect-objects-by-text", "dinox-mcp/detect-all-objects"
OUTLINE = "dinox-mcp/visualize-detection-result"
CROP, RECOLOUR, READ = "imagesorcery-mcp/crop", "imagesorcery-mcp/change_color", "wiki/summary"
_PLURALS = {
    "butterfly": "butterflies", "deer": "deer", "fox": "foxes", "monkey": "monkeys", "sheep": "sheep",
    "wolf": "wolves",
}  # fmt: skip
LEAST_IOU = 0.7
LARGER = 1.25
"""Minimum ratio between the areas of the largest animal and the next."""
APART = 20
"""Minimum distance between centres in pixels for a clear order from left to right."""
FEWEST, MOST = 3, 7
_LABEL_ROOM = 40
"""Pixels around a box that its label may cover."""
_ROOM, _LEAST_ROOM = 0.05, 8
"""Distance of a frame from the box that it shows, as a share of the box, and at least in pixels."""
Tone = Literal["grayscale", "sepia"]
_TONES = {"grayscale": "shades of grey", "sepia": "sepia"}


class CropTask(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of crop task."""

    name: str
    which: Literal["all", "most", "ends", "sort"] = "all"
    """most: the most frequent kind; ends: the leftmost and the rightmost; sort: one given kind."""
    sort: str = ""
    """The kind that is asked for. The picture may not show it."""
    tone: Tone | None = None
    """A palette for additional copies of the pieces."""
    outlines: bool = False
    """Whether to save a copy of the picture with boxes."""
    reads: bool = False
    """Whether to look up each kind in the encyclopedia."""

    def suits(self, animals: Sequence[Sighting]) -> bool:
        """Return whether it is clear which animals are meant, and in which order."""
        if not FEWEST <= len(animals) <= MOST or not in_clear_order(animals):
            return False
        by_kind = list(counts(animals).values())
        if len(by_kind) < 2 or (self.which == "most" and by_kind[0] == by_kind[1]):
            return False
        largest, second = sorted((animal.area for animal in animals), reverse=True)[:2]
        return self.tone != "sepia" or largest >= LARGER * second

    def select(self, animals: Sequence[Sighting]) -> list[Sighting]:
        """Return the animals to cut out, from left to right."""
        if self.which == "most":
            return _of_kind(animals, next(iter(counts(animals))))
        if self.which == "sort":
            return _of_kind(animals, self.sort)
        return [animals[0], animals[-1]] if self.which == "ends" else list(animals)

    def retouched(self, chosen: Sequence[Sighting]) -> list[int]:
        """Return the places of the pieces to recolour: all in grey, or the largest in sepia."""
        if self.tone == "sepia":
            return [max(range(len(chosen)), key=lambda place: chosen[place].area)]
        return list(range(len(chosen))) if self.tone else []

    def toned_file(self, place: int) -> str:
        """Return the file name of a recoloured piece."""
        return "largest.png" if self.tone == "sepia" else f"animal_{place + 1}_grey.png"

    def fields(self, animals: Sequence[Sighting], pages: Mapping[str, Any]) -> dict[str, Expected]:
        """Return the expected fields, given all animals of the picture."""
        chosen, by_kind = self.select(animals), counts(animals)
        if self.which == "most":
            kind = chosen[0].label
            values = {"kind": expected_kind(kind), "count": _expected_count(len(chosen), kind)}
            return {**values, "total": _expected_count(len(animals))}
        if self.which == "ends":
            ends = {"leftmost": chosen[0], "rightmost": chosen[-1]}
            named = {name: expected_kind(animal.label) for name, animal in ends.items()}
            return {**named, "total": _expected_count(len(animals))}
        if self.which == "sort":
            kinds = Expected(items=tuple(expected_kind(label) for label in by_kind))
            return {"count": _expected_count(len(chosen)), "kinds": kinds}
        values = {"total": _expected_count(len(animals)), "pieces": Expected(rows=tuple(_rows(animals)))}
        if self.reads:
            values["kinds"] = Expected(rows=tuple(_scientific_row(*page) for page in pages.items()))
        if self.tone == "sepia":
            values["largest"] = expected_kind(animals[self.retouched(animals)[0]].label)
        return values

    def solution(self, photo: str, animals: Sequence[Sighting], pages: Mapping[str, Any]) -> Solution:
        """Return the answer, and checks that compare the pieces with the true boxes."""
        chosen = self.select(animals)
        lines = [
            f"{piece_file(index)}: {animal.label}, from ({animal.box[0]}, {animal.box[1]}) to "
            f"({animal.box[2]}, {animal.box[3]})."
            for index, animal in enumerate(chosen)
        ]
        lines.insert(0, f"{photo} shows {len(animals)} animals: {_count_text(counts(animals))}.")
        lines += [f"{label.capitalize()}: {_scientific(page)}." for label, page in pages.items()]
        if self.which == "sort" and not chosen:
            lines.append(f"There is no {self.sort} in it, so nothing was cut out.")
        if self.tone:
            again = [self.toned_file(place) for place in self.retouched(chosen)]
            lines.append(f"In {_TONES[self.tone]}: {', '.join(again)}.")
        fields = self.fields(animals, pages)
        return Solution("\n".join(lines), tuple(self._files(photo, animals)), fields)

    def _files(self, photo: str, animals: Sequence[Sighting]) -> list[Any]:
        """Return checks that every piece is right and that there are no others."""
        chosen = self.select(animals)
        if not chosen:
            return [NoStrayFiles()]
        checks: list[Any] = [
            PictureCrop(piece_file(index), photo, (animal.box,), LEAST_IOU)
            for index, animal in enumerate(chosen)
        ]
        checks += [
            PictureCrop(self.toned_file(place), photo, (chosen[place].box,), LEAST_IOU, self.tone)
            for place in self.retouched(chosen)
        ]
        checks.append(FileExists("animal_?.png", count=len(chosen)))
        if self.outlines:
            boxes = tuple(_with_frame(animal.box) for animal in animals)
            checks.append(
                PictureChangedOnly(
                    overview_file(photo),
                    photo,
                    boxes,
                    least_inside=0.01,
                    most_outside=0.02,
                    margin=_LABEL_ROOM,
                )
            )
        return checks


def every_animal(draw: TaskDraw) -> TaskSpec:
    return _crops(draw, CropTask(name="all"))


def scientific_names(draw: TaskDraw) -> TaskSpec:
    return _crops(draw, CropTask(name="read", reads=True))


def most_frequent(draw: TaskDraw) -> TaskSpec:
    return _crops(draw, CropTask(name="most", which="most", tone="grayscale"))


def outlined(draw: TaskDraw) -> TaskSpec:
    return _crops(draw, CropTask(name="outlined", outlines=True))


def largest(draw: TaskDraw) -> TaskSpec:
    return _crops(draw, CropTask(name="largest", tone="sepia"))


def outermost(draw: TaskDraw) -> TaskSpec:
    return _crops(draw, CropTask(name="ends", which="ends", tone="grayscale"))


def asked_for(draw: TaskDraw) -> TaskSpec:
    return _crops(draw, CropTask(name="named", which="sort"))


def _crops(draw: TaskDraw, crop_task: CropTask) -> TaskSpec:
    photo, crop_task = _choose(draw, crop_task)
    work = _Plans(photo, crop_task)
    animals = true_sightings(photo.scene, ANIMALS)
    solvable = bool(crop_task.select(animals))
    by_eye = () if crop_task.outlines or not solvable else (work.by_eye,)
    return TaskSpec(
        words={"photo": photo.name, "overview": overview_file(photo.name), "sort": _plural(crop_task.sort)},
        plans=(work.by_name, work.by_all, *by_eye),
        servers=("dinox-mcp", "imagesorcery-mcp", *(("wiki",) if crop_task.reads else ())),
        pictures=(photo.picture,),
        level="L2" if crop_task.tone or crop_task.reads else "L1",
        solvable=solvable,
        extra={"cutting": crop_task.name},
        key_facts=tuple(sorted({thing.label for thing in animals} - {crop_task.sort})),
    )


def _choose(draw: TaskDraw, crop_task: CropTask) -> tuple[ScenePicture, CropTask]:
    """Return a picture in which the result is unambiguous, and the crop task with its kind of animal."""
    photo = find_picture(
        draw,
        draw.photo_name(),
        "animals",
        lambda scene: _suits(draw.world, scene, crop_task),
        numbers=scene_numbers(draw),
    )
    if crop_task.which != "sort":
        return photo, crop_task
    present = counts(true_sightings(photo.scene, ANIMALS))
    is_absent = draw.number % len(_TASKS) == len(_TASKS) - 1
    sorts = absent_kinds(photo.scene) if is_absent else list(present)
    return photo, msgspec.structs.replace(crop_task, sort=draw.pick(sorts, "sort"))


def _suits(world: World, scene: Scene, crop_task: CropTask) -> bool:
    if not all_visible(scene, ANIMALS) or not is_nameable(scene):
        return False
    animals = true_sightings(scene, ANIMALS)
    if crop_task.which == "sort" and ("bird" in counts(animals) or not absent_kinds(scene)):
        return False  # an owl is also a bird
    if crop_task.reads and not all(_is_species(world, label) for label in counts(animals)):
        return False
    return crop_task.suits(animals)


def _is_species(world: World, label: str) -> bool:
    """Return whether the article is about one species, unlike that on "bird"."""
    article = world.encyclopedia.article(label.capitalize())
    return article is not None and "of living things" not in article.description


def absent_kinds(scene: Scene) -> list[str]:
    """Return kinds of the same habitat that are not in the picture and not confusable with those in it."""
    from m3bench_world.scenes.kinds.animals import SETTINGS  # noqa: PLC0415 - loads what draws

    shown = frozenset(scene.facts["animals"])
    at_home = SETTINGS[scene.facts["setting"]].animals
    return [label for label in at_home if label != "bird" and not looks_like(label, shown)]


def _plural(sort: str) -> str:
    return _PLURALS.get(sort, f"{sort}s") if sort else ""


class _Plans:
    """The plans: detect animals, detect everything, or crop without a detector."""

    def __init__(self, photo: ScenePicture, crop_task: CropTask) -> None:
        self.photo, self.crop_task = photo, crop_task

    def by_name(self) -> Plan:
        (detected,) = yield [
            call(DETECT, imageFileUri=self.photo.name, textPrompt="animal", includeDescription=False)
        ]
        return (yield from self._cut(require_detected(detected, self.photo.scene, ANIMALS), detected))

    def by_all(self) -> Plan:
        (detected,) = yield [call(DETECT_ALL, imageFileUri=self.photo.name, includeDescription=False)]
        return (yield from self._cut(require_detected(detected, self.photo.scene, ANIMALS), detected))

    def by_eye(self) -> Plan:
        return (yield from self._cut(true_sightings(self.photo.scene, ANIMALS)))

    def _cut(self, animals: Sequence[Sighting], *detected: CallResult) -> Plan:
        truth = true_sightings(self.photo.scene, ANIMALS)
        chosen = self.crop_task.select(animals)
        right = zip(chosen, self.crop_task.select(truth), strict=True)
        require(
            all(overlap(one.box, true.box) > 0 for one, true in right), "The detector found other animals."
        )
        kinds = list(counts(animals)) if self.crop_task.reads else []
        wanted = [self._crop(index, animal, detected) for index, animal in enumerate(chosen)]
        wanted += [call(READ, *detected, title=label.capitalize()) for label in kinds]
        if self.crop_task.outlines:
            wanted.append(self._outline(chosen, detected[0]))
        results = (yield wanted) if wanted else []
        if self.crop_task.tone:
            yield [self._recolour(place, results[place]) for place in self.crop_task.retouched(chosen)]
        pages = [page.data for page in results[len(chosen) : len(chosen) + len(kinds)]]
        return self.crop_task.solution(self.photo.name, truth, dict(zip(kinds, pages, strict=True)))

    def _crop(self, place: int, animal: Sighting, detected: Sequence[CallResult]) -> PlannedCall:
        left, top, right, bottom = animal.box
        edges = {"x1": left, "y1": top, "x2": right, "y2": bottom}
        return call(CROP, *detected, input_path=self.photo.name, **edges, output_path=piece_file(place))

    def _outline(self, animals: Sequence[Sighting], detected: CallResult) -> PlannedCall:
        boxes: list[dict[str, Any]] = [
            {"name": detection["name"], "bbox": detection["bbox"]}
            for detection in detected.data["detections"]
            if detection["name"] in {animal.label for animal in animals}
        ]
        return call(OUTLINE, detected, imageFileUri=self.photo.name, detections=boxes)

    def _recolour(self, place: int, crop: CallResult) -> PlannedCall:
        path = str(crop.data["output_path"])
        assert self.crop_task.tone is not None
        saved = self.crop_task.toned_file(place)
        return call(RECOLOUR, crop, input_path=path, palette=self.crop_task.tone, output_path=saved)


def _with_frame(box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return a box with room for a frame that is drawn just around it."""
    left, top, right, bottom = box
    across, down = (max(_LEAST_ROOM, round(_ROOM * length)) for length in (right - left, bottom - top))
    return left - across, top - down, right + across, bottom + down


def piece_file(place: int) -> str:
    return f"animal_{place + 1}.png"


def overview_file(photo: str) -> str:
    """Return the name of the copy of a photo with boxes."""
    return f"{PurePosixPath(photo).stem}_detections.png"


def in_clear_order(animals: Sequence[Sighting]) -> bool:
    """Return whether left edges, centres and right edges all give the same order."""
    edges = [(animal.box[0], animal.centre[0], animal.box[2]) for animal in animals]
    return all(
        after[0] > before[0] and after[1] >= before[1] + APART and after[2] > before[2]
        for before, after in pairwise(sorted(edges))
    )


def _of_kind(animals: Sequence[Sighting], label: str) -> list[Sighting]:
    return [animal for animal in animals if animal.label == label]


def _rows(animals: Sequence[Sighting]) -> list[dict[str, Expected]]:
    return [
        {
            "file": Expected(piece_file(index), also=(f"animal_{index + 1}",), grounds=()),
            "kind": expected_kind(animal.label),
        }
        for index, animal in enumerate(animals)
    ]


def _scientific(page: Mapping[str, Any]) -> str:
    return str(page["description"].rsplit(", ", 1)[-1])


def _scientific_row(label: str, page: Mapping[str, Any]) -> dict[str, Expected]:
    return {
        "kind": expected_kind(label),
        "scientific_name": expected_scientific(label, _scientific(page)),
    }


def _expected_count(number: int, label: str = "") -> Expected:
    return Expected(number, grounds=(label,) if label else ())


def _count_text(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{count} × {label}" for label, count in counted.items())


_TASKS = (
    every_animal, scientific_names, most_frequent, outlined, largest, outermost, asked_for, asked_for,
)  # fmt: skip
"""The last one asks for an animal that is not in the picture."""
FAMILY = m3_family(
    number=11,
    name="biology_cut",
    title="Biology Cut",
    goal="Cut the animals out of a picture, one file for each.",
    tasks=_TASKS,
)
