"""Biology Cut: crop every animal of a picture to its own file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.suites import Blueprint, CallResult, Plan, PlanError, PlannedCall, call
from m3bench_suites.builders.m3._shared.animals.animal_names import ANIMALS, is_nameable, looks_like
from m3bench_suites.builders.m3._shared.animals.crop_requests import FUZZY, NAMED, REQUESTS
from m3bench_suites.builders.m3._shared.animals.crops import CROP_TASKS, CropTask, overview_file, piece_file
from m3bench_suites.builders.m3._shared.animals.sightings import (
    Sighting,
    all_visible,
    counts,
    overlap,
    require_detected,
    true_sightings,
)
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3.family import Family, ScenePicture, TaskDraw

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.scenes import Scene

DETECT, DETECT_ALL = "dinox-mcp/detect-objects-by-text", "dinox-mcp/detect-all-objects"
OUTLINE = "dinox-mcp/visualize-detection-result"
CROP, RECOLOUR, READ = "imagesorcery-mcp/crop", "imagesorcery-mcp/change_color", "wiki/summary"
ROUND = 8
"""One task in this many asks for an animal that is not in the picture."""
_PLURALS = {
    "butterfly": "butterflies", "deer": "deer", "fox": "foxes", "monkey": "monkeys", "sheep": "sheep",
    "wolf": "wolves",
}  # fmt: skip


def make(draw: TaskDraw) -> Blueprint:
    photo, crop_task = _choose(draw)
    work = _Plans(photo, crop_task)
    animals = true_sightings(photo.scene, ANIMALS)
    words = {"photo": photo.name, "overview": overview_file(photo.name), "sort": _plural(crop_task.sort)}
    by_eye = () if crop_task.outlines or not crop_task.select(animals) else (work.by_eye,)
    return Blueprint(
        id=draw.id,
        family="Biology Cut",
        request=draw.phrased(*REQUESTS[crop_task.name], named=NAMED, **words),
        fuzzy_request=draw.phrased(*FUZZY[crop_task.name], **words),
        servers=("dinox-mcp", "imagesorcery-mcp", *(("wiki",) if crop_task.reads else ())),
        form=crop_task.form(),
        plans=(work.by_name, work.by_all, *by_eye),
        pictures=(photo.picture,),
        level="L2" if crop_task.tone or crop_task.reads else "L1",
        extra={
            "modalities": ["text", "image"],
            "cutting": crop_task.name,
            **({} if crop_task.select(animals) else {"solvable": False}),
        },
        key_facts=tuple(sorted({thing.label for thing in animals} - {crop_task.sort})),
    )


def _choose(draw: TaskDraw) -> tuple[ScenePicture, CropTask]:
    """Return a crop task and a picture in which its result is unambiguous."""
    turn = draw.number % ROUND
    crop_task = CROP_TASKS[min(turn, len(CROP_TASKS) - 1)]
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
    sorts = list(present) if turn < ROUND - 1 else absent_kinds(photo.scene)
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
        if not all(overlap(one.box, true.box) > 0 for one, true in right):
            raise PlanError("The detector found other animals.")
        kinds = list(counts(animals)) if self.crop_task.reads else []
        wanted = [self._crop(place, animal, detected) for place, animal in enumerate(chosen)]
        wanted += [call(READ, *detected, title=label.capitalize()) for label in kinds]
        if self.crop_task.outlines:
            wanted.append(self._outline(chosen, detected[0]))
        found = (yield wanted) if wanted else []
        if self.crop_task.tone:
            yield [self._recolour(place, found[place]) for place in self.crop_task.retouched(chosen)]
        pages = [page.data for page in found[len(chosen) : len(chosen) + len(kinds)]]
        return self.crop_task.solution(self.photo.name, truth, dict(zip(kinds, pages, strict=True)))

    def _crop(self, place: int, animal: Sighting, detected: Sequence[CallResult]) -> PlannedCall:
        left, top, right, bottom = animal.box
        edges = {"x1": left, "y1": top, "x2": right, "y2": bottom}
        return call(CROP, *detected, input_path=self.photo.name, **edges, output_path=piece_file(place))

    def _outline(self, animals: Sequence[Sighting], detected: CallResult) -> PlannedCall:
        boxes: list[dict[str, Any]] = [
            {"name": each["name"], "bbox": each["bbox"]}
            for each in detected.data["detections"]
            if each["name"] in {animal.label for animal in animals}
        ]
        return call(OUTLINE, detected, imageFileUri=self.photo.name, detections=boxes)

    def _recolour(self, place: int, crop: CallResult) -> PlannedCall:
        path = str(crop.data["output_path"])
        assert self.crop_task.tone is not None
        saved = self.crop_task.toned_file(place)
        return call(RECOLOUR, crop, input_path=path, palette=self.crop_task.tone, output_path=saved)


FAMILY = Family(
    number=11,
    name="biology_cut",
    title="Biology Cut",
    goal="Cut the animals out of a picture, one file for each.",
    make=make,
)
