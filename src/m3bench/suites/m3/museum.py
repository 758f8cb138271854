"""(20) Museum: find the object of a photo in the catalogue, and read up on what it is."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites.m3._shared.finding import first_sentence, fitting, listed, read_all, rows, sure
from m3bench.suites.m3.family import Family, Lot, Pictured
from m3bench.suites.planning import Blueprint, Found, Plan, Solution, want

if TYPE_CHECKING:
    from m3bench.world.museum import MuseumObject
    from m3bench.world.scenes import Scene

_MOST_ALIKE = 6
_PLATE = 18
"""Letters of the line on a plate that tells the material."""
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
_EXTRAS = ("plain", "departments", "same kind", "same kind", "both")


class Ask(msgspec.Struct, frozen=True):
    """What is to be found out of one object."""

    photo: Pictured
    item: MuseumObject
    query: str
    """What to look for in the catalogue."""
    fields: tuple[str, ...]
    departments: bool
    """Whether the number of departments is asked for."""
    same_kind: bool
    """Whether others of its kind are to be counted."""


def make(lot: Lot) -> Blueprint:
    photo = fitting(
        lot,
        "photo.png",
        "museum_piece",
        lambda scene: _suits(lot, scene),
        glance=lambda number: _may_suit(lot, number),
        tries=100,
    )
    item = _item(lot, photo.scene)
    known = [field for field in _FIELDS if _entry(item)[field]]
    extra = lot.pick(_EXTRAS, "extra")
    ask = Ask(
        photo,
        item,
        _query(lot, item) or item.title,
        tuple(lot.sample(known, lot.whole(2, 3, "fields"), "field")),
        extra in ("departments", "both"),
        extra in ("same kind", "both"),
    )
    return Blueprint(
        id=lot.id,
        family="Museum",
        request=_request(lot, ask),
        fuzzy_request=_fuzzy(lot, ask),
        servers=("metmuseum-mcp", "wiki", "ocr"),
        form=_form(ask),
        plans=(lambda: _plan(ask, read=True), lambda: _plan(ask, read=False)),
        pictures=(photo.picture,),
        level="L3" if extra == "both" else "L2",
        extra={"modalities": ["text", "image"]},
        key_facts=(item.title, item.date, str(item.id)),
    )


def _item(lot: Lot, scene: Scene) -> MuseumObject:
    item = lot.world.museum.object(scene.facts["object_id"])
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


def _may_suit(lot: Lot, number: int) -> bool:
    """There is an article on what the picture shows, and few objects are called so."""
    from m3bench.world.scenes.kinds.museum_piece import chosen_object  # noqa: PLC0415 - loads what draws
    from m3bench.world.scenes.stage import Stage  # noqa: PLC0415 - the same

    item = chosen_object(Stage(lot.world, "museum_piece", number))
    return _is_explained(lot, item.kind.name) and _query(lot, item) is not None


def _suits(lot: Lot, scene: Scene) -> bool:
    """The whole title is on the plate."""
    if not scene.facts["plate"]:
        return False
    return _plain(_item(lot, scene).title) in _plain(" ".join(one.text for one in scene.letterings))


def _query(lot: Lot, item: MuseumObject) -> str | None:
    """Words of the plate that find few objects, one of them with its title and date: its title, or also what
    it is made of. None where there are no such words."""
    museum = lot.world.museum
    for words in (item.title, f"{item.title} {textwrap.wrap(item.medium, _PLATE)[0]}"):
        alike = museum.search(words, only_images=True)
        if len(alike) > _MOST_ALIKE:
            continue
        same = [each for each in alike if (other := museum.object(each)) and _is_same(other, item)]
        return words if same == [item.id] else None
    return None


def _is_same(other: MuseumObject, item: MuseumObject) -> bool:
    return (other.title, other.date) == (item.title, item.date)


def _is_explained(lot: Lot, kind: str) -> bool:
    """The encyclopedia's first hit is about this kind, or about what its last word names."""
    first = lot.world.encyclopedia.search(kind, 1)
    title = first[0].partition(" (")[0].casefold() if first else ""
    return title in (kind, kind.rpartition(" ")[2], f"{kind}y")


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[\w.]+", text.replace("–", "-").casefold()))


def _request(lot: Lot, ask: Ask) -> str:
    wishes = ["its object number", "its department", *(_FIELDS[field] for field in ask.fields)]
    more = ""
    if ask.departments:
        more += " Say, too, how many departments the museum has in all."
    if ask.same_kind:
        more += (
            " I am also curious how many objects with a picture the catalogue finds for that kind of thing"
            " within the same department."
        )
    return lot.phrased(
        "photo.png shows a piece that I saw at the Met, with its plate on the wall. Look it up in the "
        "museum's catalogue and tell me {wishes}. Mind the date on the plate, there may be others of the "
        "same name.{more} Then add in a sentence or two what the encyclopedia says about this kind of thing.",
        "I took photo.png at the Met. Which entry of the catalogue is this? I need {wishes}; the name alone "
        "may not be enough, so go by the date on the plate as well.{more} Close with a short encyclopedia "
        "summary of what such a thing is.",
        "Please identify the object behind the plate in photo.png in the Met's collection (same title, same "
        "date) and report {wishes}.{more} I would also like a brief explanation, from the encyclopedia, of "
        "what kind of thing it is.",
        wishes=listed(wishes),
        more=more,
    )


def _fuzzy(lot: Lot, ask: Ask) -> str:
    wishes = [_FIELDS[field] for field in ask.fields]
    more = " And how many departments do they have altogether?" if ask.departments else ""
    if ask.same_kind:
        more += " How many more of the sort (with a picture) does the catalogue list in that department?"
    return lot.phrased(
        "Saw this at the Met (photo.png) and would love to know more: the number it has in their catalogue, "
        "the department, {wishes}.{more} And what is such a thing, in a few words of an encyclopedia?",
        "What did I photograph at the Met there, photo.png? Find exactly that piece in their collection: "
        "number, department, {wishes}.{more} A line or two of background on such things would be nice.",
        "Can you look up the thing in photo.png in the Met's catalogue for me, the very one? Number, "
        "department, {wishes}.{more} Plus a bit of encyclopedia knowledge about that kind of object.",
        wishes=listed(wishes),
        more=more,
    )


def _plan(ask: Ask, *, read: bool) -> Plan:
    looked: list[Found] = []
    departments = [want("metmuseum-mcp/list-departments")] if ask.departments else []
    if read:
        looked = list((yield [want("ocr/perform_ocr", input_data=ask.photo.name), *departments]))
        read_all(looked[0], [one.text for one in ask.photo.scene.letterings])
        departments = []
    search, *listing = yield [
        want("metmuseum-mcp/search-museum-objects", *looked[:1], q=ask.query, hasImages=True),
        *departments,
    ]
    looked += listing
    objects = yield [
        want("metmuseum-mcp/get-museum-object", search, objectId=each, returnImage=False)
        for each in rows(search, "objectIDs")
    ]
    plate = (_plain(ask.item.title), _plain(ask.item.date))
    fitting_ones = [
        each for each in objects if (_plain(each.data["title"]), _plain(each.data["objectDate"])) == plate
    ]
    sure(len(fitting_ones) == 1, "several objects have the title and the date")
    chosen = fitting_ones[0]
    return (yield from _background(ask, looked, chosen))


def _background(ask: Ask, looked: list[Found], chosen: Found) -> Plan:
    """What sort of thing it is, and how many of them there are."""
    record = chosen.data
    kind = record["objectName"].lower()
    wanted = [want("wiki/search", chosen, query=kind, n=1)]
    if ask.same_kind:
        wanted.append(
            want(
                "metmuseum-mcp/search-museum-objects",
                chosen,
                q=kind,
                hasImages=True,
                departmentId=record["departmentId"],
            )
        )
    found = yield wanted
    title = rows(found[0], "results")[0]["title"]
    (article,) = yield [want("wiki/summary", found[0], title=title)]
    departments = len(rows(looked[-1], "departments")) if ask.departments else 0
    alike = found[1].data["total"] if ask.same_kind else 0
    return _solution(ask, record, article.data, departments, alike)


def _solution(
    ask: Ask, record: dict[str, Any], article: dict[str, Any], departments: int, alike: int
) -> Solution:
    told = [f"{_FIELDS[field].removeprefix('its ').capitalize()}: {record[field]}." for field in ask.fields]
    answer = (
        f"The piece is “{record['title']}” ({record['objectDate']}), object {record['objectID']}, in the "
        f"department {record['department']}. {' '.join(told)}"
    )
    fields = {
        "object_number": Expected(str(record["objectID"])),
        "department": Expected(record["department"]),
        **{_FORM_FIELDS[field].name: Expected(record[field]) for field in ask.fields},
        "article": Expected(article["title"]),
    }
    if ask.departments:
        answer += f" The museum has {departments} departments in all."
        fields["departments"] = Expected(departments)
    if ask.same_kind:
        answer += f" The catalogue finds {alike} objects of this kind with a picture in the department."
        fields["same_kind"] = Expected(alike)
    answer += f" About the kind ({article['title']}): {first_sentence(article['summary'])}"
    return Solution(answer=answer, fields=fields)


def _form(ask: Ask) -> AnswerForm:
    extra = []
    if ask.departments:
        meaning = "how many departments the museum has"
        extra.append(AnswerField("departments", FieldType.NUMBER, meaning))
    if ask.same_kind:
        meaning = "how many objects with a picture a search for this kind of thing finds in its department"
        extra.append(AnswerField("same_kind", FieldType.NUMBER, meaning))
    return AnswerForm(
        (
            AnswerField("object_number", FieldType.CODE, "the object's number in the catalogue"),
            AnswerField("department", FieldType.NAME, "the department that it belongs to"),
            *(_FORM_FIELDS[field] for field in ask.fields),
            AnswerField(
                "article", FieldType.NAME, "the title of the encyclopedia article on this kind of thing"
            ),
            *extra,
        )
    )


FAMILY = Family(
    number=20,
    name="museum",
    title="Museum",
    goal="Find the object of a photo in the museum's catalogue and attach a short encyclopedia summary.",
    make=make,
)
