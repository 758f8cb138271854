"""(22) Hugeicons: find an encyclopedia title and icons for every large object in a picture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from m3bench.checks import Expected
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3._shared.results import detections, rows, true_area
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, Turn, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

_AREAS = (8_000, 10_000, 10_000, 12_000, 15_000, 20_000)
_CLEAR = 0.2
"""Minimum relative distance of every area from the limit, and of the largest from the next."""
_CLEARLY_SEEN = 0.7
"""Share that must be visible, because detectors may miss more hidden objects."""
_LEAST, _MOST = 2, 5
_STYLES = ("stroke-rounded", "stroke-rounded", "solid-rounded", "duotone-rounded")
_NONE_LARGE = Turn(5, of=8)
"""This task has a limit that no object reaches."""


class Case(msgspec.Struct, frozen=True):
    picture: ScenePicture
    area: int
    labels: tuple[str, ...]
    """Labels of the larger objects, sorted."""
    largest: str
    """The label of the largest box."""
    style: str
    """The style of the requested code point."""


class Row(msgspec.Struct, frozen=True):
    """The findings for one label."""

    label: str
    title: str
    icons: tuple[str, str]
    code_point: str = ""


def hugeicons(draw: TaskDraw) -> TaskSpec:
    none_large = draw.is_turn(_NONE_LARGE)
    areas = draw.sample(_AREAS, len(_AREAS), "areas")

    def fits(scene: Scene) -> bool:
        return _has_largest(scene) and (none_large or bool(_suitable_areas(draw, scene, areas)))

    photo = find_picture(draw, draw.photo_name(), "still_life", fits, numbers=scene_numbers(draw))
    area = _unreachable_area(photo.scene) if none_large else _suitable_areas(draw, photo.scene, areas)[0]
    largest, _ = _ranked(photo.scene)[0]
    case = Case(photo, area, tuple(_large(photo.scene, area)), largest, draw.pick(_STYLES, "style"))
    return TaskSpec(
        words={"photo": photo.name, "area": area, "style": case.style},
        plans=(partial(_plan, case), *((partial(_plan, case, all_styles=True),) if case.labels else ())),
        pictures=(photo.picture,),
        level="L3" if case.labels else "L2",
        solvable=bool(case.labels),
        key_facts=case.labels or (largest,),
    )


def _ranked(scene: Scene) -> list[tuple[str, float]]:
    """Return labels and areas, the largest first."""
    return sorted(((thing.label, true_area(thing.box)) for thing in scene.things), key=lambda pair: -pair[1])


def _has_largest(scene: Scene) -> bool:
    """Return whether one label clearly has the largest box, and everything is clearly visible."""
    if any(thing.visible < _CLEARLY_SEEN for thing in scene.things) or len(scene.counts()) < _LEAST:
        return False
    label, area = _ranked(scene)[0]
    return all(other == label or area > (1 + _CLEAR) * size for other, size in _ranked(scene))


def _unreachable_area(scene: Scene) -> int:
    """Return a limit that no object in the picture reaches."""
    return (round(_ranked(scene)[0][1] * (1 + _CLEAR)) // 5_000 + 1) * 5_000


def _large(scene: Scene, area: int) -> list[str]:
    return sorted({thing.label for thing in scene.things if true_area(thing.box) > area})


def _suitable_areas(draw: TaskDraw, scene: Scene, areas: Sequence[int]) -> list[int]:
    return [area for area in areas if _suits(draw, scene, area)]


def _suits(draw: TaskDraw, scene: Scene, area: int) -> bool:
    """Return whether some objects are clearly larger than the limit, and each has matching icons."""
    if any(abs(true_area(thing.box) / area - 1) < _CLEAR for thing in scene.things):
        return False
    large = _large(scene, area)
    return _LEAST <= len(large) <= _MOST and all(_is_known(draw, label) for label in large)


def _is_known(draw: TaskDraw, label: str) -> bool:
    icons, titles = draw.world.icons.search(label), draw.world.encyclopedia.search(label, 1)
    word = label.rpartition(" ")[2]
    if len(icons) < 2 or not titles:
        return False
    styles = draw.world.icons.styles(icons[0])
    named = word in titles[0].casefold() and all(word in icon.name for icon in icons[:2])
    return named and set(_STYLES) <= set(styles)


def _plan(case: Case, *, all_styles: bool = False) -> Plan:
    detect = call("dinox-mcp/detect-all-objects", imageFileUri=case.picture.name, includeDescription=False)
    detected, listing = yield [detect, call("hugeicons-mcp/list_icons")]
    things = detections(detected)
    labels = sorted({thing.name for thing in things if thing.area > case.area})
    require(labels == list(case.labels), f"the detector found {labels} instead of {case.labels}.")
    require(
        max(things, key=lambda each: each.area).name == case.largest,
        "the detector found another largest object.",
    )
    if not labels:
        return _solution(case, [], _total(listing))
    results = yield [
        *(call("wiki/search", detected, query=label, n=1) for label in labels),
        *(call("hugeicons-mcp/search_icons", detected, query=label) for label in labels),
    ]
    articles, searches = results[: len(labels)], results[len(labels) :]
    table = [_row(*findings) for findings in zip(labels, articles, searches, strict=True)]
    glyphs = yield [
        _glyph(case, row, search, all_styles) for row, search in zip(table, searches, strict=True)
    ]
    points = [_code_point(case, glyph) for glyph in glyphs]
    table = [msgspec.structs.replace(row, code_point=point) for row, point in zip(table, points, strict=True)]
    return _solution(case, table, _total(listing))


def _glyph(case: Case, row: Row, search: CallResult, all_styles: bool) -> PlannedCall:
    if all_styles:
        return call("hugeicons-mcp/get_icon_glyphs", search, icon_name=row.icons[0])
    return call("hugeicons-mcp/get_icon_glyph_by_style", search, icon_name=row.icons[0], style=case.style)


def _code_point(case: Case, result: CallResult) -> str:
    glyphs = result.data.get("glyphs", [result.data])
    return str(next(glyph["code_point"] for glyph in glyphs if glyph["style"] == case.style))


def _total(listing: CallResult) -> int:
    """Return the total number of icons. The list is so long that agents see only its beginning."""
    match = re.match(r'\{"count":(\d+)', listing.text)
    require(match, "the list does not say how many icons there are.")
    assert match is not None
    return int(match[1])


def _row(label: str, article: CallResult, search: CallResult) -> Row:
    icons = [str(icon["name"]) for icon in rows(search, "icons")][:2]
    require(len(icons) == 2, f"{label} has fewer than two icons.")
    return Row(label, str(rows(article, "results")[0]["title"]), (icons[0], icons[1]))


def _solution(case: Case, table: list[Row], total: int) -> Solution:
    lines = [
        f"{row.label}: {row.title}; icons {', '.join(row.icons)}, the first in {case.style} {row.code_point}."
        for row in table
    ] or [f"Nothing has a box of more than {case.area:,} square pixels."]
    lines.append(f"The largest box is that of the {case.largest}. The library has {total} icons in all.")
    return Solution(
        answer="\n".join(lines),
        fields={
            "objects": Expected(rows=tuple(_expected(row) for row in table)),
            "largest": Expected(case.largest),
            "library_size": Expected(total),
        },
    )


def _expected(row: Row) -> dict[str, Expected]:
    plain = row.title.partition(" (")[0]
    return {
        "object": Expected(row.label),
        "article": Expected(row.title, also=(plain,) if plain != row.title else ()),
        "first_icon": Expected(row.icons[0]),
        "second_icon": Expected(row.icons[1]),
        "code_point": _point(row.code_point),
    }


def _point(code: str) -> Expected:
    """Return the expected code point `U+3B2C`, with or without the prefix."""
    return Expected(code, also=(code.removeprefix("U+"), f"0x{code.removeprefix('U+')}"))


FAMILY = m3_family(
    number=22,
    name="hugeicons",
    title="Hugeicons",
    goal="Find encyclopedia titles and icons for the large things in a picture.",
    servers=("dinox-mcp", "wiki", "hugeicons-mcp"),
    tasks=(hugeicons,),
)
