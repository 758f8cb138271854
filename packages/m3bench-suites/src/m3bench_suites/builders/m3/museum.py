"""(20) Museum: find a pictured object in the catalogue of a department, and explain what it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites import Blueprint, CallResult, Plan, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3._shared.results import first_sentence, require, require_text, rows
from m3bench_suites.builders.m3.family import Family, ScenePicture, TaskDraw

if TYPE_CHECKING:
    from m3bench_world.museum import MuseumObject
    from m3bench_world.scenes import Scene

_MOST_ALIKE = 6
_ROUND, _ASTRAY = 8, 3
"""One task of each round asks for an object in a department that does not have it."""
_FIELDS = {
    "culture": "the culture it comes from",
    "medium": "what it is made of",
    "accessionNumber": "its accession number",
    "creditLine": "the credit line",
    "classification": "how it is classified",
    "GalleryNumber": "the gallery it stands in",
}
_FORM_FIELDS = {
    "culture": AnswerField("culture", FieldType.TEXT, "the culture that the piece comes from"),
    "medium": AnswerField("medium", FieldType.TEXT, "what the piece is made of, as catalogued"),
    "accessionNumber": AnswerField("accession_number", FieldType.CODE, "the accession number"),
    "creditLine": AnswerField("credit_line", FieldType.TEXT, "the credit line"),
    "classification": AnswerField("classification", FieldType.TEXT, "the classification"),
    "GalleryNumber": AnswerField("gallery", FieldType.CODE, "the number of the gallery it stands in"),
}


class Case(msgspec.Struct, frozen=True):
    """What one task asks about an object."""

    photo: ScenePicture
    item: MuseumObject
    department: str
    """The department to search."""
    fields: tuple[str, ...]


def make(draw: TaskDraw) -> Blueprint:
    astray = draw.number % _ROUND == _ASTRAY
    photo = find_picture(
        draw,
        draw.photo_name(),
        "museum_piece",
        lambda scene: _suits(draw, scene),
        prefilter=lambda number: _may_suit(draw, number, astray=astray),
        numbers=scene_numbers(draw, tries=100),
    )
    item = _item(draw, photo.scene)
    known = [field for field in _FIELDS if _entry(item)[field]]
    case = Case(
        photo,
        item,
        draw.pick(_other_departments(draw, item), "department") if astray else item.department.name,
        tuple(draw.sample(known, draw.whole(2, 3, "fields"), "field")),
    )
    return Blueprint(
        id=draw.id,
        family="Museum",
        request=_request(draw, case),
        fuzzy_request=_fuzzy(draw, case),
        servers=("metmuseum-mcp", "wiki", "ocr"),
        form=_form(case),
        plans=(lambda: _plan(case, read=True), lambda: _plan(case, read=False)),
        pictures=(photo.picture,),
        level="L3",
        extra={"modalities": ["text", "image"], **({"solvable": False} if astray else {})},
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
        "accessionNumber": item.accession,
        "creditLine": item.credit,
        "classification": item.kind.classification,
        "GalleryNumber": item.gallery,
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
    return _plain(_item(draw, scene).title) in _plain(" ".join(one.text for one in scene.letterings))


def _is_findable(draw: TaskDraw, item: MuseumObject) -> bool:
    """Return whether title and date identify the object in its department."""
    alike = _alike(draw, item, item.department.id)
    same = [each for each in alike if each.date == item.date]
    return [each.id for each in same] == [item.id]


def _alike(draw: TaskDraw, item: MuseumObject, department: int) -> list[MuseumObject]:
    """Return the objects of a department with the same title, empty if there are too many or other hits."""
    museum = draw.world.museum
    numbers = museum.search(item.title, department, only_images=True)
    if len(numbers) > _MOST_ALIKE:
        return []
    found = [each for number in numbers if (each := museum.object(number))]
    return found if all(each.title == item.title for each in found) else []


def _other_departments(draw: TaskDraw, item: MuseumObject) -> list[str]:
    """Return other departments with objects of this title, but of other dates."""
    others = [each for each in draw.world.museum.departments() if each.id != item.department.id]
    found = {each.name: _alike(draw, item, each.id) for each in others}
    return [name for name, alike in found.items() if alike and all(each.date != item.date for each in alike)]


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


def _request(draw: TaskDraw, case: Case) -> str:
    return draw.phrased(
        "{photo} shows a piece that I saw at the Met, with its plate on the wall. It is said to belong "
        "to the department {department}. How many objects with a picture does that department have under "
        "the title on the plate, and is this one, with the same date, among them? If so, I want its "
        "object number, {wishes}, and what the encyclopedia says about this kind of thing. If not, tell "
        "me so and leave it at that.",
        "I took {photo} at the Met, in {department} if I remember rightly. Please look in that department: "
        "how many entries with a picture does its catalogue find for the title on the plate, and which of "
        "them is mine, going by the date? I need its object number and {wishes}, and a short encyclopedia "
        "summary of what such a thing is. Should it not be there, that is all I need to know.",
        "Please identify the object behind the plate in {photo} in the Met's department {department}: "
        "report how many of its objects with a picture come up for that title, whether one has the same "
        "date, and if so its object number, {wishes} and a brief explanation, from the encyclopedia, of what "
        "kind of thing it is. If none has, stop there.",
        photo=case.photo.name,
        department=case.department,
        wishes=join([_FIELDS[field] for field in case.fields]),
    )


def _fuzzy(draw: TaskDraw, case: Case) -> str:
    return draw.phrased(
        "Saw this at the Met ({photo}), {department} I think. Do they have exactly this one there, title and "
        "date? How many with a picture come up for the title? And if it's there: the number it has in their "
        "catalogue, {wishes}, and what such a thing is, in a few words of an encyclopedia.",
        "What did I photograph at the Met there, {photo}? Should be in {department}. See how many pictured "
        "objects of that title the department has and if mine is one of them (date!); then number, {wishes} "
        "and a line or two of encyclopedia background. Not there? Just say so.",
        "Can you look up the thing in {photo} in the Met's department {department} for me, the very one, by "
        "title and date? How many pictured ones match the title? If it's among them: number, {wishes}, "
        "plus a bit of encyclopedia knowledge about that kind of object.",
        photo=case.photo.name,
        department=case.department,
        wishes=join([_FIELDS[field] for field in case.fields]),
    )


def _plan(case: Case, *, read: bool) -> Plan:
    listing = call("metmuseum-mcp/list-departments")
    if read:
        ocr, departments = yield [call("ocr/perform_ocr", input_data=case.photo.name), listing]
        require_text(ocr, [one.text for one in case.photo.scene.letterings])
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
        call("metmuseum-mcp/get-museum-object", search, objectId=each, returnImage=False)
        for each in rows(search, "objectIDs")
    ]
    plate = (_plain(case.item.title), _plain(case.item.date))
    same = [
        each for each in objects if (_plain(each.data["title"]), _plain(each.data["objectDate"])) == plate
    ]
    if not same:
        return _missing(case, objects)
    require(len(same) == 1, "several objects have the title and the date")
    kind = same[0].data["objectName"].lower()
    (hits,) = yield [call("wiki/search", same[0], query=kind, n=1)]
    (article,) = yield [call("wiki/summary", hits, title=rows(hits, "results")[0]["title"])]
    return _solution(case, same[0].data, article.data, objects)


def _number(departments: CallResult, name: str) -> int:
    numbers = [
        each["departmentId"] for each in rows(departments, "departments") if each["displayName"] == name
    ]
    require(len(numbers) == 1, f"there is not exactly one department {name}")
    return int(numbers[0])


def _headword(title: str) -> str:
    """Return the head noun of a title: `Atlas of Cadiz` → `Atlas`."""
    return re.split(r" (?:of|with|for) ", title)[0]


def _from_plate(case: Case, objects: Sequence[CallResult], *, there: bool) -> dict[str, Expected]:
    """Return the expected fields that depend on the plate and the search alone."""
    date = case.item.date.replace("–", "-")
    dates = tuple(str(each.data["objectDate"]) for each in objects)
    return {
        "title": Expected(case.item.title),
        "date": Expected(date, also=(case.item.date, date.removeprefix("ca. "))),
        "found": Expected(len(objects), grounds=()),
        "in_department": Expected(there, grounds=dates),
    }


def _missing(case: Case, objects: Sequence[CallResult]) -> Solution:
    dates = join([str(each.data["objectDate"]) for each in objects])
    empty = {field.name: Expected() for field in _form(case).fields}
    return Solution(
        answer=(
            f"“{case.item.title}” ({case.item.date}) is not in the department {case.department}: it has "
            f"{len(objects)} with a picture under that title, of other dates ({dates})."
        ),
        fields=empty | _from_plate(case, objects, there=False),
    )


def _solution(
    case: Case, record: dict[str, Any], article: dict[str, Any], objects: Sequence[CallResult]
) -> Solution:
    lines = [f"{_FIELDS[field].removeprefix('its ').capitalize()}: {record[field]}." for field in case.fields]
    return Solution(
        answer=(
            f"The department {case.department} has {len(objects)} objects with a picture for "
            f"“{record['title']}”; the one of {record['objectDate']} is object {record['objectID']}. "
            f"{' '.join(lines)} About the kind ({article['title']}): {first_sentence(article['summary'])}"
        ),
        fields={
            **_from_plate(case, objects, there=True),
            "object_number": Expected(str(record["objectID"])),
            **{_FORM_FIELDS[field].name: Expected(record[field]) for field in case.fields},
            "article": Expected(article["title"], also=(record["objectName"], _headword(record["title"]))),
        },
    )


def _form(case: Case) -> AnswerForm:
    return AnswerForm(
        (
            AnswerField("title", FieldType.NAME, "the title on the plate"),
            AnswerField("date", FieldType.TEXT, "the date on the plate"),
            AnswerField(
                "found", FieldType.NUMBER, "how many objects with a picture the department has for the title"
            ),
            AnswerField("in_department", FieldType.YES_NO, "whether one of them has the title and the date"),
            AnswerField("object_number", FieldType.CODE, "that object's number in the catalogue"),
            *(_FORM_FIELDS[field] for field in case.fields),
            AnswerField(
                "article", FieldType.NAME, "the title of the encyclopedia article on this kind of thing"
            ),
        )
    )


FAMILY = Family(
    number=20,
    name="museum",
    title="Museum",
    goal="Find the object in a photo in a department of the museum, and add a short encyclopedia summary.",
    make=make,
)
