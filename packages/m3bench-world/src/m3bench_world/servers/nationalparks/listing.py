"""The server, and what its tools share: selection, search and paging."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

from msgspec import UNSET, UnsetType

from m3bench.core import near_misses
from m3bench.servers.kit import (
    BadArgument,
    NotFound,
    Proof,
    Server,
    about,
    check_limit,
    check_offset,
    check_text,
)
from m3bench_world.parks import Park, filter_by_words
from m3bench_world.servers.context import ToolContext

server = Server(
    "nationalparks",
    "Units of the US national park system: what they are, campgrounds, visitor centers, alerts and events.",
    sources=("knowledge", "parks", "weather"),
    strict=True,
    proof=Proof("getCampgrounds", {"parkCode": "yose"}),
)


USUAL, MOST = 10, 50
MOST_CODES = 20

Code = Annotated[
    str | UnsetType,
    about("Code of a park such as 'yose', or several with commas: 'yose,grca'. Left out: all parks."),
]
Limit = Annotated[float | UnsetType, about("How many to give, 1 to 50; 10 if left out.")]
Start = Annotated[float | UnsetType, about("How many to skip, for paging; 0 if left out.")]
Query = Annotated[str | UnsetType, about("Words that must occur in the title, text or name of the park.")]

T = TypeVar("T")


def parks_of(context: ToolContext, codes: str | UnsetType) -> list[Park]:
    """Return the parks with these codes, or all parks if none is given."""
    if codes is UNSET:
        return context.world.parks.all()
    wanted = list(
        dict.fromkeys(code.strip() for code in check_text(codes, "parkCode").split(",") if code.strip())
    )
    if not wanted:
        raise BadArgument("parkCode", "it names no park; pass a code such as 'yose'")
    if len(wanted) > MOST_CODES:
        raise BadArgument("parkCode", f"{len(wanted)} codes are too many; the maximum is {MOST_CODES}")
    return [park_of(context, code) for code in wanted]


def park_of(context: ToolContext, code: str) -> Park:
    park = context.world.parks.park(code)
    if park is None:
        raise NotFound(f"no park with the code '{code[:60]}'", context.world.parks.near_misses(code))
    return park


def filter_items(
    items: Sequence[T], query: str | UnsetType, wording: Callable[[T], str], title: Callable[[T], str]
) -> Sequence[T]:
    """Return the items that contain every word of the query. Errors suggest similar titles."""
    if query is UNSET:
        return items
    wanted = check_text(query, "q")
    found = filter_by_words(items, wanted, wording)
    if not found:
        near = near_misses(wanted, dict.fromkeys(title(item) for item in items[:2_000]))
        raise NotFound(f"nothing matches '{wanted[:80]}'; try fewer or more general words", near)
    return found


def page(
    items: Sequence[T],
    limit: float | UnsetType,
    skip: float | UnsetType,
    name: str,
    shown: Callable[[T], dict[str, Any]],
) -> dict[str, Any]:
    """Return a page of a list, with the total and the start of the next page."""
    size = USUAL if limit is UNSET else check_limit(limit, "limit", MOST)
    first = 0 if skip is UNSET else check_offset(skip, "start")
    part = items[first : first + size]
    answer: dict[str, Any] = {"total": len(items), "limit": size, "start": first}
    if first + size < len(items):
        answer["nextStart"] = first + size
    return answer | {name: [shown(item) for item in part]}
