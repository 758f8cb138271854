"""Game Trends alone: a snapshot of two stores against their own lists."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from m3bench.checks import Expected
from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.markets._shared.numbers import PERCENT, change, differing, ranked
from m3bench_suites.builders.cross.markets._shared.reading import combined_peaks, combined_reviews
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    listed,
    require,
    rows,
    solution,
    stated,
    validation,
)

_ALL, _HEALTH = "Game Trends/get_all_trending_games", "Game Trends/get_api_health"
_SOLD, _PLAYED = "Game Trends/get_steam_top_sellers", "Game Trends/get_steam_most_played"
_STEAM, _EPIC = "Game Trends/get_steam_trending_games", "Game Trends/get_epic_trending_games"
_FREE = "Game Trends/get_epic_free_games"
_SALES = 5
_RISING = re.compile(r'"rank":1,"id":"[^"]+","name":"([^"]+)"')


class _Comparison(msgspec.Struct, frozen=True):
    """A number of games by the combined list and by the store's own."""

    copied: dict[str, int]
    own: dict[str, int]
    wrong: list[str]
    checked: dict[str, Any]

    @property
    def rows(self) -> Expected:
        return rows(
            {"game": stated(name), "overview": stated(self.copied[name]), "store": stated(self.own[name])}
            for name in self.wrong
        )


def _compared(whole: CallResult, listing: CallResult, count: int, *, peaks: bool) -> _Comparison:
    copied = combined_peaks(whole.text, count) if peaks else combined_reviews(whole.text, count)
    games = _games(listing)[:count]
    own = {game["name"]: game["peak_players_24h"] if peaks else game["reviews"]["count"] for game in games}
    wrong = differing(copied, own)
    fact = "the peak of a game's players" if peaks else "the number of a game's reviews"
    return _Comparison(
        copied, own, wrong, validation(fact, (_ALL, _PLAYED if peaks else _SOLD), copied, wrong)
    )


def _dollars(text: str) -> float:
    return 0.0 if text == "Free" else float(text.removeprefix("$"))


def _percent(discount: str) -> int:
    return abs(int(discount.removesuffix("%")))


def _games(result: CallResult) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = result.data["data"]
    return games


def _peaks(draw: TaskDraw) -> TaskSpec:
    count = draw.whole(10, 14, "count")

    def plan() -> Plan:
        health, whole = yield [call(_HEALTH), call(_ALL)]
        same = next(iter(combined_peaks(whole.text, 1))) == next(iter(combined_reviews(whole.text, 1)))
        (listing,) = yield [call(_PLAYED if same else _SOLD, whole)]
        seen = _compared(whole, listing, count, peaks=same)
        off = {name: change(seen.own[name], seen.copied[name]) for name in seen.wrong}
        worst = ranked(seen.wrong, lambda name: abs(off[name]), 1, by=0.1)[0]
        high = off[worst] > 0
        (trending,) = yield [call(_STEAM if high else _EPIC, listing, whole)]
        top = _games(trending)[0]
        price = _dollars(top["price"])
        cheap = [game["name"] for game in _games(trending) if _dollars(game["price"]) <= 20]
        modest, coming = price < 30, list[str]()
        if modest:
            (gifts,) = yield [call(_FREE, trending)]
            coming = [game["name"] for game in _games(gifts) if game["status"] == "upcoming"]
        return solution(
            {
                "version": stated(health.data["version"]),
                "stale": seen.rows,
                "worst": stated(worst),
                "off": computed(round(off[worst], 2), (seen.copied[worst], seen.own[worst]), PERCENT),
                "top": stated(top["name"]),
                "top_price": stated(price) if price else computed(0.0, (top["name"],)),
                "cheap": computed(len(cheap), cheap),
                "given_away": listed(coming) if modest else NOTHING,
            },
            branches=[
                branch(
                    "the most played game of the combined list is also its best-selling one",
                    holds=same,
                    met={"tools": [_PLAYED]},
                    unmet={"tools": [_SOLD]},
                ),
                branch(
                    "the combined list has a higher number for the game that is furthest off",
                    holds=high,
                    met={"tools": [_STEAM]},
                    unmet={"tools": [_EPIC]},
                ),
                branch(
                    "the first trending game costs less than $30",
                    holds=modest,
                    met={"tools": [_FREE]},
                    unmet={},
                ),
            ],
            validations=[seen.checked],
        )

    return TaskSpec(words={"count": count}, plans=(plan,))


def _reviews(draw: TaskDraw) -> TaskSpec:
    count = draw.whole(10, 14, "count")

    def plan() -> Plan:
        whole, health = yield [call(_ALL), call(_HEALTH)]
        rising = _RISING.search(whole.text)
        require(rising, "the combined list has no trending game.")
        selling = rising is not None and rising[1] in combined_reviews(whole.text, count)
        (listing,) = yield [call(_SOLD if selling else _PLAYED, whole)]
        seen = _compared(whole, listing, count, peaks=not selling)
        picked = ranked(seen.wrong, seen.own.__getitem__, 1, by=1)[0]
        low = seen.copied[picked] < seen.own[picked]
        (trending,) = yield [call(_STEAM if low else _EPIC, listing, whole)]
        cut = [game for game in _games(trending) if _percent(game["discount"])]
        require(cut, "no game has a discount.")
        many = len(cut) >= _SALES
        free: list[dict[str, Any]] = []
        if many:
            (gifts,) = yield [call(_FREE, trending)]
            free = [game for game in _games(gifts) if game["status"] == "free_now"]
        usual = [_dollars(game["original_price"]) for game in free]
        return solution(
            {
                "version": stated(health.data["version"]),
                "wrong": seen.rows,
                "picked": stated(picked),
                "understated": computed(low, (seen.copied[picked], seen.own[picked])),
                "on_sale": computed(len(cut), [game["name"] for game in cut]),
                "best_discount": computed(
                    max(_percent(game["discount"]) for game in cut), [game["discount"] for game in cut]
                ),
                "given_away_now": listed(game["name"] for game in free) if many else NOTHING,
                "usual_price": computed(round(sum(usual), 2), usual) if many else NOTHING,
            },
            branches=[
                branch(
                    f"the first trending game is among the first {count} top sellers of the combined list",
                    holds=selling,
                    met={"tools": [_SOLD]},
                    unmet={"tools": [_PLAYED]},
                ),
                branch(
                    "the combined list has a lower number for the picked game",
                    holds=low,
                    met={"tools": [_STEAM]},
                    unmet={"tools": [_EPIC]},
                ),
                branch(
                    f"at least {_SALES} trending games have a discount",
                    holds=many,
                    met={"tools": [_FREE]},
                    unmet={},
                ),
            ],
            validations=[seen.checked],
        )

    return TaskSpec(words={"count": count, "sales": _SALES}, plans=(plan,))


FAMILY = cross_family(
    number=64, name="game_trends", title="Game Trends", servers=("Game Trends",), tasks=(_peaks, _reviews)
)
