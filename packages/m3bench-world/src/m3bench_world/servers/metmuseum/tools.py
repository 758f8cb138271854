"""The three tools of the museum."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from m3bench.servers.kit import LONGEST_TEXT, Answer, BadArgument, NotFound, Picture, Proof, Server, about
from m3bench_world.museum import MuseumObject
from m3bench_world.servers.context import ToolContext

MOST_IDS = 100

server = Server(
    "metmuseum-mcp",
    "Departments, objects and pictures of the museum.",
    sources=("museum",),
    proof=Proof("list-departments"),
)

Query = Annotated[
    str,
    about(
        "Words to look for in all that is said of an object, such as amphora or Egyptian; empty lists "
        "everything."
    ),
]
HasImages = Annotated[bool, about("Only objects with a picture.")]
OnlyTitle = Annotated[bool, about("Look in titles only.")]
DepartmentId = Annotated[float | UnsetType, about("Only this department: a number from list-departments.")]
ObjectId = Annotated[float, about("objectID from search-museum-objects, such as 1197480.")]
ReturnImage = Annotated[bool, about("With the object's picture, if it has one.")]


@server.tool(name="list-departments")
def list_departments(context: ToolContext) -> Answer:
    """The departments of the museum: departmentId and displayName of each."""
    listed = [
        {"departmentId": department.id, "displayName": department.name}
        for department in context.world.museum.departments()
    ]
    return Answer({"departments": listed})


@server.tool(name="search-museum-objects")
def search_museum_objects(
    context: ToolContext,
    q: Query,
    hasImages: HasImages = False,
    title: OnlyTitle = False,
    departmentId: DepartmentId = UNSET,
) -> Answer:
    """Find objects by words, in the whole museum or in one department. Returns the total and the objectIDs of
    the first 100, best first; get-museum-object tells about each."""
    if len(q) > LONGEST_TEXT:
        raise BadArgument("q", f"it has {len(q):,} characters; the maximum is {LONGEST_TEXT:,}")
    museum = context.world.museum
    department = None if departmentId is UNSET else _department(context, departmentId)
    found = museum.search(q, department, only_title=title, only_images=hasImages)
    if not found:
        place = "" if department is None else f" in department {department}"
        raise NotFound(f"no object for '{q[:80]}'{place}", museum.near(q))
    return Answer({"total": len(found), "objectIDs": found[:MOST_IDS]})


def _department(context: ToolContext, number: float) -> int:
    known = {department.id: department.name for department in context.world.museum.departments()}
    if number not in known:
        listed = ", ".join(f"{each} ({name})" for each, name in known.items())
        raise BadArgument("departmentId", f"{number:g} is not a department; the departments are {listed}")
    return int(number)


@server.tool(name="get-museum-object")
def get_museum_object(context: ToolContext, objectId: ObjectId, returnImage: ReturnImage = True) -> Answer:
    """Everything about one object: title, maker, culture, period, dates, medium, dimensions, department,
    gallery, tags, credit and the address of its picture; and the picture itself."""
    museum = context.world.museum
    item = museum.object(int(objectId)) if float(objectId).is_integer() and abs(objectId) < 1e15 else None
    if item is None:
        near = museum.near_ids(int(min(max(objectId, 0), 1e9)))
        raise NotFound(f"no object {objectId:g}; take an objectID from a search", map(str, near))
    shown = returnImage and item.has_image
    pictures = (Picture(museum.picture(item)),) if shown else ()
    return Answer(_entry(item), pictures)


def _entry(item: MuseumObject) -> dict[str, Any]:
    return {
        "objectID": item.id,
        "title": item.title,
        "objectName": item.kind.name.capitalize(),
        "classification": item.kind.classification,
        "department": item.department.name,
        "departmentId": item.department.id,
        "culture": item.culture,
        "period": item.period,
        "artistDisplayName": item.artist,
        "objectDate": item.date,
        "objectBeginDate": item.begin,
        "objectEndDate": item.end,
        "medium": item.medium,
        "dimensions": item.dimensions,
        "measurements": [{"elementName": "Overall", "elementMeasurements": item.measurements}],
        "accessionNumber": item.accession,
        "creditLine": item.credit,
        "GalleryNumber": item.gallery,
        "isPublicDomain": item.public_domain,
        "isHighlight": item.highlight,
        "tags": [{"term": tag} for tag in item.tags],
        "primaryImage": item.image_url,
        "objectURL": f"https://www.metmuseum.org/art/collection/search/{item.id}",
    }
