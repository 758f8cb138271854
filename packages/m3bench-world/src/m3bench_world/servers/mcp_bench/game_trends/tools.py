"""The seven tools of the two stores."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from m3bench.servers.kit import Answer, Proof, Server
from m3bench_world.games import Games
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.game_trends import entries

MOST_TRENDING = 20
MOST_SOLD = 25
MOST_PLAYED = 25
MOST_FEATURED = 15
VERSION = "1.0.0"

server = Server(
    "Game Trends",
    "What is sold and played on Steam and on the Epic Games Store. All games are invented.",
    sources=("games",),
    proof=Proof("get_steam_top_sellers"),
)

Listing = tuple[str, str, Callable[[Games], list[dict[str, Any]]]]
"""Platform, type, and the function that makes the entries."""
STEAM_TRENDING: Listing = (
    "Steam",
    "trending_games",
    lambda games: entries.steam_trending(games, MOST_TRENDING),
)
TOP_SELLERS: Listing = ("Steam", "top_sellers", lambda games: entries.top_sellers(games, MOST_SOLD))
MOST_PLAYED_NOW: Listing = ("Steam", "most_played", lambda games: entries.most_played(games, MOST_PLAYED))
SOLD_IN_SNAPSHOT: Listing = (
    *TOP_SELLERS[:2],
    lambda games: entries.top_sellers(games, MOST_SOLD, snapshot=True),
)
PLAYED_IN_SNAPSHOT: Listing = (
    *MOST_PLAYED_NOW[:2],
    lambda games: entries.most_played(games, MOST_PLAYED, snapshot=True),
)
EPIC_FREE: Listing = ("Epic Games", "free_games", entries.free_games)
EPIC_TRENDING: Listing = (
    "Epic Games",
    "trending_games",
    lambda games: entries.epic_trending(games, MOST_FEATURED),
)


def _answer(context: ToolContext, listing: Listing) -> Answer:
    platform, kind, make = listing
    found = make(context.world.games)
    return Answer(
        {
            "success": True,
            "platform": platform,
            "type": kind,
            "count": len(found),
            "data": found,
            "timestamp": _time(context.world.now),
        }
    )


def _time(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


@server.tool
def get_steam_trending_games(context: ToolContext) -> Answer:
    """The 20 games on Steam that gained most in sales within a week, ranked: id, name, price, discount, tags
    and link, and a trending score (100 for the first)."""
    return _answer(context, STEAM_TRENDING)


@server.tool
def get_steam_top_sellers(context: ToolContext) -> Answer:
    """The 25 games on Steam that earn most now, ranked: price, discount, release date, reviews and tags."""
    return _answer(context, TOP_SELLERS)


@server.tool
def get_steam_most_played(context: ToolContext) -> Answer:
    """The 25 games on Steam with most players now, ranked: players at this time, the peak of the last 24
    hours, and the change against the same time yesterday in percent."""
    return _answer(context, MOST_PLAYED_NOW)


@server.tool
def get_epic_free_games(context: ToolContext) -> Answer:
    """Games that the Epic Games Store gives away in this week (status: free_now) and in the next (status:
    upcoming): usual price, developer, publisher, and the dates of the promotion. It changes on Thursdays."""
    return _answer(context, EPIC_FREE)


@server.tool
def get_epic_trending_games(context: ToolContext) -> Answer:
    """The 15 games on the Epic Games Store that gained most in sales within a week, ranked: id, name, price,
    discount and link, and a trending score (100 for the first)."""
    return _answer(context, EPIC_TRENDING)


@server.tool
def get_all_trending_games(context: ToolContext) -> Answer:
    """The five lists of the other tools in one answer: trending, top sellers and most played of Steam,
    give-aways and trending of the Epic Games Store. It is a snapshot; `errors` names missing lists."""
    data: dict[str, dict[str, Any]] = {}
    for platform, kind, make in (
        STEAM_TRENDING,
        SOLD_IN_SNAPSHOT,
        PLAYED_IN_SNAPSHOT,
        EPIC_FREE,
        EPIC_TRENDING,
    ):
        data.setdefault(platform, {})[kind] = make(context.world.games)
    return Answer(
        {
            "success": True,
            "platform": "all",
            "type": "comprehensive_trends",
            "count": sum(len(found) for lists in data.values() for found in lists.values()),
            "data": data,
            "errors": [],
            "timestamp": _time(context.world.now),
        }
    )


@server.tool
def get_api_health(context: ToolContext) -> Answer:
    """The state of this server and of the two stores behind it: status, version and start time."""
    now = context.world.now
    started = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return Answer(
        {
            "status": "healthy",
            "version": VERSION,
            "started_at": _time(started),
            "services": {"steam": "healthy", "epic": "healthy"},
            "tools": list(server.tools),
            "timestamp": _time(now),
        }
    )
