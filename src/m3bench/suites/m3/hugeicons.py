"""(22) Hugeicons: an encyclopedia title and icons for every large thing in a picture."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import AnswerJson, Called, Claim, Claims
from m3bench.suites.m3._shared.claiming import counted
from m3bench.suites.m3._shared.finding import fitting, rows, seen, sure, true_area
from m3bench.suites.m3.family import Family, Lot, Pictured
from m3bench.suites.planning import Blueprint, Found, Plan, Solution, want

if TYPE_CHECKING:
    from m3bench.world.scenes import Scene

_AREAS = (8_000, 10_000, 10_000, 12_000, 15_000, 20_000)
_CLEAR = 0.2
"""How far, as a share, every thing's area stays away from the limit."""
_CLEARLY_SEEN = 0.7
"""What is hidden by more is at times missed by a detector."""
_LEAST, _MOST = 2, 5
_STYLES = ("stroke-rounded", "stroke-rounded", "solid-rounded", "duotone-rounded")


class Ask(msgspec.Struct, frozen=True):
    picture: Pictured
    area: int
    labels: tuple[str, ...]
    """Of the things that are larger, by name."""
    style: str
    """In which the code point of the first icon is asked for; empty where none is."""
    total: bool
    """Whether the number of all icons is asked for."""


def make(lot: Lot) -> Blueprint:
    areas = lot.sample(_AREAS, len(_AREAS), "areas")
    photo = fitting(lot, "picture.png", "still_life", lambda scene: bool(_suiting(lot, scene, areas)))
    area = _suiting(lot, photo.scene, areas)[0]
    more = lot.pick(("style", "style", "total", "none"), "more")
    style = lot.pick(_STYLES, "style") if more == "style" else ""
    ask = Ask(photo, area, tuple(_large(photo.scene, area)), style, more == "total")
    return Blueprint(
        id=lot.id,
        family="Hugeicons",
        request=_request(lot, ask),
        fuzzy_request=_fuzzy(lot, ask),
        servers=("dinox-mcp", "wiki", "hugeicons-mcp"),
        plans=(lambda: _plan(ask),),
        pictures=(photo.picture,),
        level="L3" if style else "L2",
        extra={"modalities": ["text", "image"]},
        key_facts=ask.labels,
    )


def _large(scene: Scene, area: int) -> list[str]:
    return sorted({thing.label for thing in scene.things if true_area(thing.box) > area})


def _suiting(lot: Lot, scene: Scene, areas: Sequence[int]) -> list[int]:
    return [area for area in areas if _suits(lot, scene, area)]


def _suits(lot: Lot, scene: Scene, area: int) -> bool:
    """No thing is nearly as large as the limit, some are larger, and for each there are icons of its name."""
    if any(abs(true_area(thing.box) / area - 1) < _CLEAR for thing in scene.things):
        return False
    if any(thing.visible < _CLEARLY_SEEN for thing in scene.things):
        return False
    large = _large(scene, area)
    return _LEAST <= len(large) <= _MOST and all(_known(lot, label) for label in large)


def _known(lot: Lot, label: str) -> bool:
    icons, titles = lot.world.icons.search(label), lot.world.encyclopedia.search(label, 1)
    word = label.rpartition(" ")[2]
    if len(icons) < 2 or not titles:
        return False
    styles = lot.world.icons.styles(icons[0])
    named = word in titles[0].casefold() and all(word in icon.name for icon in icons[:2])
    return named and set(_STYLES) <= set(styles)


def _request(lot: Lot, ask: Ask) -> str:
    return lot.phrased(
        "For a picture dictionary: take every kind of thing in picture.png whose box, as an object detector "
        "draws it, covers more than {area:,} square pixels. For each, give me the encyclopedia's title for "
        "it and the first two names that the Hugeicons search offers. Answer with a JSON list of objects "
        "with the keys Object, Wikipedia Title and Icon Names.{more}",
        "I am labelling the larger objects in picture.png (detected boxes above {area:,} square pixels, each "
        "kind once). Return a JSON list with Object, Wikipedia Title and Icon Names: the title of the "
        "matching encyclopedia article, and the two best hits of the Hugeicons search.{more}",
        "Which kinds of objects in picture.png have a detection box larger than {area:,} square pixels? Make "
        "me a JSON list of them (Object, Wikipedia Title, Icon Names), with the article title from the "
        "encyclopedia and the top two Hugeicons for the word.{more}",
        area=ask.area,
        more=_more(
            ask,
            "Each object also gets a Code Point: that of its first icon in the style {style}.",
            "Below it, say how many icons the library has in all.",
        ),
    )


def _more(ask: Ask, style: str, total: str) -> str:
    if ask.style:
        return f" {style.format(style=ask.style)}"
    return f" {total}" if ask.total else ""


def _fuzzy(lot: Lot, ask: Ask) -> str:
    return lot.phrased(
        "I want icons for the big things in picture.png, say everything that takes up more than {area:,} "
        "pixels with its box. Could you do a small JSON list with Object, Wikipedia Title and Icon Names "
        "(the top two from Hugeicons)?{more}",
        "Picture.png needs icons! Only what is large, boxes over {area:,} pixels, every sort once. JSON "
        "please: Object, Wikipedia Title, Icon Names (first two Hugeicons matches).{more}",
        "Could you turn the larger stuff in picture.png (more than {area:,} pixels of box area) into a JSON "
        "list with Object, Wikipedia Title, and Icon Names, the two best Hugeicons each?{more}",
        area=ask.area,
        more=_more(
            ask,
            "I need the code point of the first one in {style} as well (Code Point).",
            "And how many icons do they have altogether, by the way?",
        ),
    )


def _plan(ask: Ask) -> Plan:
    look = want("dinox-mcp/detect-all-objects", imageFileUri=ask.picture.name, includeDescription=False)
    detected, *listing = yield [look, *([want("hugeicons-mcp/list_icons")] if ask.total else [])]
    labels = sorted({each.name for each in seen(detected) if each.area > ask.area})
    sure(labels == list(ask.labels), f"the detector sees {labels} and not {ask.labels}")
    found = yield [
        *(want("wiki/search", detected, query=label, n=1) for label in labels),
        *(want("hugeicons-mcp/search_icons", detected, query=label) for label in labels),
    ]
    articles, searches = found[: len(labels)], found[len(labels) :]
    table = [_row(*each) for each in zip(labels, articles, searches, strict=True)]
    if ask.style:
        glyphs = yield [
            want(
                "hugeicons-mcp/get_icon_glyph_by_style",
                search,
                icon_name=row["Icon Names"][0],
                style=ask.style,
            )
            for row, search in zip(table, searches, strict=True)
        ]
        points = [each.data["code_point"] for each in glyphs]
        table = [row | {"Code Point": point} for row, point in zip(table, points, strict=True)]
    return _solution(ask, table, _total(listing[0]) if listing else 0)


def _total(listing: Found) -> int:
    """How many icons there are: the list itself is so long that agents see only its beginning."""
    told = re.match(r'\{"count":(\d+)', listing.text)
    sure(told, "the list does not say how many icons there are")
    assert told is not None
    return int(told[1])


def _row(label: str, article: Found, search: Found) -> dict[str, Any]:
    icons = [icon["name"] for icon in rows(search, "icons")][:2]
    sure(len(icons) == 2, f"{label} has no two icons")
    title = rows(article, "results")[0]["title"]
    return {"Object": label, "Wikipedia Title": title, "Icon Names": icons}


def _solution(ask: Ask, table: list[dict[str, Any]], total: int) -> Solution:
    answer = json.dumps(table, ensure_ascii=False, indent=1)
    claims = [
        Claim(f"article and icons of {row['Object']}", all_of=(row["Wikipedia Title"], *row["Icon Names"]))
        for row in table
    ]
    claims += [
        Claim(f"code point of {row['Object']}", all_of=(row["Code Point"],)) for row in table if ask.style
    ]
    if total:
        answer += f"\n\nThe library has {total} icons in all."
        claims.append(counted("how many icons there are", total))
    searched = [Called("hugeicons-mcp/search_icons", {"query": {"$contains": label}}) for label in ask.labels]
    return Solution(
        answer=answer,
        checks=(AnswerJson({"": table}, ordered=False), Claims(tuple(claims)), *searched),
    )


FAMILY = Family(
    number=22,
    name="hugeicons",
    title="Hugeicons",
    goal="Map the large things in a picture to encyclopedia titles and icons.",
    make=make,
)
