"""Game Trends alone: a snapshot of two stores against their own lists."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from m3bench.checks import Expected
from m3bench.suites import Blueprint, CallResult, Plan, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.markets._shared.numbers import PERCENT, change, differing, ranked
from m3bench_suites.builders.cross.markets._shared.reading import combined_peaks, combined_reviews
from m3bench_suites.builders.cross.tasks import (
    NOTHING,
    Wording,
    branch,
    computed,
    found,
    listed,
    require,
    rows,
    solution,
    task,
    validation,
)
from m3bench_suites.builders.fields import code, named, names, number, records, yes_no

_ALL, _HEALTH = "Game Trends/get_all_trending_games", "Game Trends/get_api_health"
_SOLD, _PLAYED = "Game Trends/get_steam_top_sellers", "Game Trends/get_steam_most_played"
_STEAM, _EPIC = "Game Trends/get_steam_trending_games", "Game Trends/get_epic_trending_games"
_FREE = "Game Trends/get_epic_free_games"
_PEAKS = Wording(
    request=(
        "Ask for the version of the service, and get the combined list of both stores. If the most played "
        "game there is also the first of its top sellers, compare the peaks of players of its first "
        "{count} most played games with Steam's own list of most played games, otherwise the numbers of "
        "reviews of its first {count} top sellers with Steam's own list of top sellers: for which games do "
        "both lists differ? Take the game where the combined list is furthest off (in percent of Steam's "
        "own number). If the combined list has a higher number there, get Steam's own trending list, "
        "otherwise that of the Epic Games Store, and report its first game with price, and the number of "
        "its games that cost at most $20 now. If that first game costs less than $30 now, also get the "
        "give-aways of the Epic Games Store and name those of the coming week."
    ),
    fuzzy=(
        "The combined overview of the two big PC game stores looks stale to me. If the most played game in "
        "it is also its best-selling one, check the peaks of players of the {count} most played games, "
        "otherwise the review counts of the {count} top sellers: where does the store's own list say "
        "something else? I want both numbers, and the game that is furthest off relative to the store's "
        "figure. If the overview exaggerates there, show me what is trending in that same store, otherwise "
        "in the rival that gives games away: the game on top, its price and how many of the list sell for "
        "$20 or less right now. Only if the one on top costs less than $30 today, tell me as well what "
        "will be given away in the coming week. And note the version of the service you asked."
    ),
)
_REVIEWS = Wording(
    request=(
        "Get the combined list of both stores and the version of the service. If the first trending game "
        "of Steam in the combined list is also among its first {count} top sellers, compare the numbers of "
        "reviews of these {count} with Steam's own list of top sellers, otherwise the peaks of its first "
        "{count} most played games with Steam's own list of these: which differ? Of the games that differ "
        "take the one with the highest number by Steam's own list. If the combined list has a lower number "
        "there, get Steam's own trending list, otherwise that of the Epic Games Store, and report the "
        "number of games with a discount and the largest discount. If at least {sales} games have a "
        "discount, also get the give-aways of the Epic Games Store and name those of this week, with the "
        "sum of their usual prices."
    ),
    fuzzy=(
        "I quote numbers from the combined overview of the two PC game stores, but a reader complained. If "
        "the game that leads the trends of the bigger store in it is also among its {count} top sellers, "
        "compare the review counts of those {count} with the store's own ranking, otherwise the peaks of "
        "players of the {count} most played ones: where do they differ, and what are both numbers? Of the "
        "games concerned, look at the one with the highest number by the store's own list. If the overview "
        "understates it, go through the current trends of that store, otherwise of its rival: how many "
        "games are on sale, and how large is the best discount? Only if it is {sales} games or more, tell "
        "me also what the rival gives away this week, and what that would cost altogether at the usual "
        "prices. Which version of the service told you all this?"
    ),
)
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
            {"game": found(name), "overview": found(self.copied[name]), "store": found(self.own[name])}
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


_COLUMNS = (
    named("game", "the game"),
    number("overview", "the number in the combined list"),
    number("store", "the number in the store's own list"),
)


def _peaks(draw: TaskDraw) -> Blueprint:
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
                "version": found(health.data["version"]),
                "stale_peaks": seen.rows if same else NOTHING,
                "stale_reviews": NOTHING if same else seen.rows,
                "worst": found(worst),
                "off": computed(round(off[worst], 2), (seen.copied[worst], seen.own[worst]), PERCENT),
                "top": found(top["name"]),
                "top_price": found(price) if price else computed(0.0, (top["name"],)),
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

    form = (
        code("version", "the version of the service"),
        records("stale_peaks", "the games whose peaks differ, if these are compared", *_COLUMNS),
        records("stale_reviews", "the games whose numbers of reviews differ, if compared", *_COLUMNS),
        named("worst", "the game where the combined list is furthest off"),
        number("off", "its number there against the store's own, with sign, two decimals", "%"),
        named("top", "the first game of the trending list that is asked for"),
        number("top_price", "its price now, 0 if it is free", "USD"),
        number("cheap", "the number of games in that list that cost at most $20 now, free ones included"),
        names("given_away", "the games that will be given away in the coming week, if asked for"),
    )
    return task(draw, FAMILY, _PEAKS, {"count": count}, form, plan)


def _reviews(draw: TaskDraw) -> Blueprint:
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
                "version": found(health.data["version"]),
                "wrong_reviews": seen.rows if selling else NOTHING,
                "wrong_peaks": NOTHING if selling else seen.rows,
                "picked": found(picked),
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

    form = (
        code("version", "the version of the service"),
        records("wrong_reviews", "the games whose numbers of reviews differ, if compared", *_COLUMNS),
        records("wrong_peaks", "the games whose peaks differ, if these are compared", *_COLUMNS),
        named("picked", "the one of them with the highest number by the store's own list"),
        yes_no("understated", "whether the combined list has a lower number for it"),
        number("on_sale", "the number of games with a discount in the trending list that is asked for"),
        number("best_discount", "the largest discount among them as a positive number", "%"),
        names("given_away_now", "what is given away this week, if asked for"),
        number("usual_price", "what these games usually cost together, if asked for", "USD"),
    )
    return task(draw, FAMILY, _REVIEWS, {"count": count, "sales": _SALES}, form, plan)


FAMILY = CrossFamily(
    number=64,
    name="game_trends",
    title="Game Trends",
    servers=("Game Trends",),
    makers=(_peaks, _reviews),
)
