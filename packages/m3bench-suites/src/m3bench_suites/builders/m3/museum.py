"""(20) Museum: find a pictured object in the catalogue of a department, and explain what it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3._shared.results import first_sentence, require_text, rows
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, Turn, m3_family
from m3bench_suites.builders.tasks import NOTHING, TaskSpec, require

if TYPE_CHECKING:
    from m3bench_world.museum import MuseumObject
    from m3bench_world.scenes import Scene

_OF_PLATE = ("title", "date", "found", "in_department")
"""Fields that depend on the plate and the search alone."""
_MOST_ALIKE = 6
_ASTRAY = Turn(3, of=8)
"""This task asks for an object in a department that does not have it."""
_RECORDED = {
    "culture": "culture",
    "medium": "medium",
    "accession_number": "accessionNumber",
    "credit_line": "creditLine",
    "classification": "classification",
    "gallery": "GalleryNumber",
}
"""Fields of the form, and what the catalogue calls them."""
_ANSWERED = {
    "culture": "The culture it comes from",
    "medium": "What it is made of",
    "accession_number": "Accession number",
    "credit_line": "The credit line",
    "classification": "How it is classified",
    "gallery": "The gallery it stands in",
}


class Case(msgspec.Struct, frozen=True):
    """What one task asks about an object."""

    photo: ScenePicture
    item: MuseumObject
    department: str
    """The department to search."""
    fields: tuple[str, ...]


def museum(draw: TaskDraw) -> TaskSpec:
    astray = draw.is_turn(_ASTRAY)
    photo = find_picture(
        draw,
        draw.photo_name(),
        "museum_piece",
        lambda scene: _suits(draw, scene),
        prefilter=lambda number: _may_suit(draw, number, astray=astray),
        numbers=scene_numbers(draw, tries=100),
    )
    item = _item(draw, photo.scene)
    known = [name for name, value in _entry(item).items() if value]
    case = Case(
        photo,
        item,
        draw.pick(_other_departments(draw, item), "department") if astray else item.department.name,
        tuple(draw.sample(known, draw.whole(2, 3, "fields"), "field")),
    )
    return TaskSpec(
        words={"photo": photo.name, "department": case.department, "wishes": case.fields},
        fields=(*_OF_PLATE, "object_number", *case.fields, "article"),
        plans=(partial(_plan, case, read=True), partial(_plan, case, read=False)),
        pictures=(photo.picture,),
        solvable=not astray,
        key_facts=(item.title, item.date, str(item.id)),
    )


def _item(draw: TaskDraw, scene: Scene) -> MuseumObject:
    item = draw.world.museum.object(scene.facts["object_id"])
    assert item is not None
    return item


def _entry(item: MuseumObject) -> dict[str, str]:
    return {
        "culture": item.culture,
        "medium": item.medium,
        "accession_number": item.accession,
        "credit_line": item.credit,
        "classification": item.kind.classification,
        "gallery": item.gallery,
    }


def _may_suit(draw: TaskDraw, number: int, *, astray: bool) -> bool:
    """Return whether the object has an article, and the search of the department is clear."""
    from m3bench_world.scenes import Stage  # noqa: PLC0415 - the same
    from m3bench_world.scenes.kinds.museum_piece import chosen_object  # noqa: PLC0415 - loads what draws

    item = chosen_object(Stage(draw.world, "museum_piece", number))
    if not _is_explained(draw, item.kind.name):
        return False
    return bool(_other_departments(draw, item)) if astray else _is_findable(draw, item)


def _suits(draw: TaskDraw, scene: Scene) -> bool:
    """Return whether the plate shows the whole title."""
    if not scene.facts["plate"]:
        return False
    return _plain(_item(draw, scene).title) in _plain(" ".join(line.text for line in scene.letterings))


def _is_findable(draw: TaskDraw, item: MuseumObject) -> bool:
    """Return whether title and date identify the object in its department."""
    alike = _alike(draw, item, item.department.id)
    same = [piece for piece in alike if piece.date == item.date]
    return [piece.id for piece in same] == [item.id]


def _alike(draw: TaskDraw, item: MuseumObject, department: int) -> list[MuseumObject]:
    """Return the objects of a department with the same title, empty if there are too many or other hits."""
    museum = draw.world.museum
    numbers = museum.search(item.title, department, only_images=True)
    if len(numbers) > _MOST_ALIKE:
        return []
    pieces = [each for number in numbers if (each := museum.object(number))]
    return pieces if all(piece.title == item.title for piece in pieces) else []


def _other_departments(draw: TaskDraw, item: MuseumObject) -> list[str]:
    """Return other departments with objects of this title, but of other dates."""
    others = [
        department for department in draw.world.museum.departments() if department.id != item.department.id
    ]
    alike_there = {department.name: _alike(draw, item, department.id) for department in others}
    return [
        name
        for name, alike in alike_there.items()
        if alike and all(piece.date != item.date for piece in alike)
    ]


def _is_explained(draw: TaskDraw, kind: str) -> bool:
    """Return whether the first search hit is about this kind, or about its last word."""
    first = draw.world.encyclopedia.search(kind, 1)
    article = draw.world.encyclopedia.article(first[0]) if first else None
    if article is None or "package" in article.description:
        return False
    title = article.title.partition(" (")[0].casefold()
    return title in (kind, kind.rpartition(" ")[2], f"{kind}y")


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[\w.]+", text.replace("–", "-").casefold()))


def _plan(case: Case, *, read: bool) -> Plan:
    listing = call("metmuseum-mcp/list-departments")
    if read:
        ocr, departments = yield [call("ocr/perform_ocr", input_data=case.photo.name), listing]
        require_text(ocr, [line.text for line in case.photo.scene.letterings])
        seen = [ocr, departments]
    else:
        seen = list((yield [listing]))
    number = _number(seen[-1], case.department)
    (search,) = yield [
        call(
            "metmuseum-mcp/search-museum-objects",
            *seen,
            q=case.item.title,
            hasImages=True,
            departmentId=number,
        )
    ]
    objects = yield [
        call("metmuseum-mcp/get-museum-object", search, objectId=number, returnImage=False)
        for number in rows(search, "objectIDs")
    ]
    plate = (_plain(case.item.title), _plain(case.item.date))
    same = [
        piece for piece in objects if (_plain(piece.data["title"]), _plain(piece.data["objectDate"])) == plate
    ]
    if not same:
        return _missing(case, objects)
    require(len(same) == 1, "several objects have the title and the date.")
    kind = same[0].data["objectName"].lower()
    (hits,) = yield [call("wiki/search", same[0], query=kind, n=1)]
    (article,) = yield [call("wiki/summary", hits, title=rows(hits, "results")[0]["title"])]
    return _solution(case, same[0].data, article.data, objects)


def _number(departments: CallResult, name: str) -> int:
    numbers = [
        department["departmentId"]
        for department in rows(departments, "departments")
        if department["displayName"] == name
    ]
    require(len(numbers) == 1, f"there is not exactly one department {name}.")
    return int(numbers[0])


def _headword(title: str) -> str:
    """Return the head noun of a title: `Atlas of Cadiz` → `Atlas`."""
    return re.split(r" (?:of|with|for) ", title)[0]


def _from_plate(case: Case, objects: Sequence[CallResult], *, there: bool) -> dict[str, Expected]:
    """Return the expected fields that depend on the plate and the search alone."""
    date = case.item.date.replace("–", "-")
    dates = tuple(str(piece.data["objectDate"]) for piece in objects)
    return {
        "title": Expected(case.item.title),
        "date": Expected(date, also=(case.item.date, date.removeprefix("ca. "))),
        "found": Expected(len(objects), grounds=()),
        "in_department": Expected(there, grounds=dates),
    }


def _missing(case: Case, objects: Sequence[CallResult]) -> Solution:
    dates = join([str(piece.data["objectDate"]) for piece in objects])
    return Solution(
        answer=(
            f"“{case.item.title}” ({case.item.date}) is not in the department {case.department}: it has "
            f"{len(objects)} with a picture under that title, of other dates ({dates})."
        ),
        fields={
            **_from_plate(case, objects, there=False),
            **dict.fromkeys(("object_number", *case.fields, "article"), NOTHING),
        },
    )


def _solution(
    case: Case, record: dict[str, Any], article: dict[str, Any], objects: Sequence[CallResult]
) -> Solution:
    values = {name: record[_RECORDED[name]] for name in case.fields}
    lines = [f"{_ANSWERED[name]}: {value}." for name, value in values.items()]
    return Solution(
        answer=(
            f"The department {case.department} has {len(objects)} objects with a picture for "
            f"“{record['title']}”; the one of {record['objectDate']} is object {record['objectID']}. "
            f"{' '.join(lines)} About the kind ({article['title']}): {first_sentence(article['summary'])}"
        ),
        fields={
            **_from_plate(case, objects, there=True),
            "object_number": Expected(str(record["objectID"])),
            **{name: Expected(value) for name, value in values.items()},
            "article": Expected(article["title"], also=(record["objectName"], _headword(record["title"]))),
        },
    )


FAMILY = m3_family(
    number=20,
    name="museum",
    title="Museum",
    goal="Find the object in a photo in a department of the museum, and add a short encyclopedia summary.",
    servers=("metmuseum-mcp", "wiki", "ocr"),
    level="L3",
    tasks=(museum,),
)
