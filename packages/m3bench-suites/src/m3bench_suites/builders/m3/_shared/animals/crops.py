"""Crop tasks: which animals are cut out of a picture, how the pieces are edited, and what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any, Literal

import msgspec

from m3bench.checks import Expected, FileExists, NoStrayFiles, PictureChangedOnly, PictureCrop
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites import Solution
from m3bench_suites.builders.m3._shared.animals.animal_names import expected_kind, expected_scientific
from m3bench_suites.builders.m3._shared.animals.sightings import Sighting, counts

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

_TOTAL = AnswerField("total", FieldType.NUMBER, "how many animals of all kinds the photo shows")
_PIECES = AnswerField(
    "pieces",
    FieldType.RECORD,
    "the files that were cut out",
    many=True,
    fields=(
        AnswerField("file", FieldType.NAME, "the name of the file"),
        AnswerField("kind", FieldType.NAME, "the kind of animal in it"),
    ),
)
_SCIENTIFIC = AnswerField(
    "kinds",
    FieldType.RECORD,
    "the kinds of animals in the photo",
    many=True,
    fields=(
        AnswerField("kind", FieldType.NAME, "the kind of animal"),
        AnswerField("scientific_name", FieldType.NAME, "its scientific name as the encyclopedia gives it"),
    ),
)


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

    def form(self) -> AnswerForm:
        """Return the answer form."""
        if self.which == "most":
            kind = AnswerField("kind", FieldType.NAME, "the kind of animal that occurs most often")
            return AnswerForm((kind, AnswerField("count", FieldType.NUMBER, "how many of it"), _TOTAL))
        if self.which == "ends":
            left = AnswerField("leftmost", FieldType.NAME, "the kind of the animal furthest to the left")
            right = AnswerField("rightmost", FieldType.NAME, "the kind of the animal furthest to the right")
            return AnswerForm((left, right, _TOTAL))
        if self.which == "sort":
            count = AnswerField("count", FieldType.NUMBER, "how many of the animals asked for it shows")
            kinds = AnswerField("kinds", FieldType.NAME, "all kinds of animals in the photo", many=True)
            return AnswerForm((count, kinds))
        if self.reads:
            return AnswerForm((_TOTAL, _PIECES, _SCIENTIFIC))
        largest = AnswerField("largest", FieldType.NAME, "the kind of the animal that takes up the most room")
        return AnswerForm((_TOTAL, _PIECES, *((largest,) if self.tone == "sepia" else ())))

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
            f"{piece_file(place)}: {animal.label}, from ({animal.box[0]}, {animal.box[1]}) to "
            f"({animal.box[2]}, {animal.box[3]})."
            for place, animal in enumerate(chosen)
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
            PictureCrop(piece_file(place), photo, (animal.box,), LEAST_IOU)
            for place, animal in enumerate(chosen)
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


CROP_TASKS = (
    CropTask(name="all"),
    CropTask(name="read", reads=True),
    CropTask(name="most", which="most", tone="grayscale"),
    CropTask(name="outlined", outlines=True),
    CropTask(name="largest", tone="sepia"),
    CropTask(name="ends", which="ends", tone="grayscale"),
    CropTask(name="named", which="sort"),
)


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
            "file": Expected(piece_file(place), also=(f"animal_{place + 1}",), grounds=()),
            "kind": expected_kind(animal.label),
        }
        for place, animal in enumerate(animals)
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
