"""Game Trends alone: a snapshot of two stores against their own lists."""

from __future__ import annotations

from typing import Any

from m3bench.suites.cross.family import CrossFamily, TaskDraw
from m3bench.suites.cross.markets._shared.numbers import PERCENT, change, differing, ranked
from m3bench.suites.cross.markets._shared.reading import combined_peaks, combined_reviews
from m3bench.suites.cross.tasks import (
    NOTHING,
    Wording,
    branch,
    computed,
    found,
    listed,
    require,
    require_clear,
    rows,
    solution,
    task,
    validation,
)
from m3bench.suites.fields import code, named, names, number, records, yes_no
from m3bench.suites.plans import Blueprint, CallResult, Plan, call

_ALL, _HEALTH = "Game Trends/get_all_trending_games", "Game Trends/get_api_health"
_SOLD, _PLAYED = "Game Trends/get_steam_top_sellers", "Game Trends/get_steam_most_played"
_STEAM, _EPIC = "Game Trends/get_steam_trending_games", "Game Trends/get_epic_trending_games"
_FREE = "Game Trends/get_epic_free_games"
_PEAKS = Wording(
    request=(
        "Ask for the version of the service, and get the combined list of both stores. Compare the peaks "
        "of players of the first {count} most played games there with Steam's own list of most played "
        "games: which differ? From Steam's own list of top sellers, name the game with most reviews. For "
        "the game whose peak in the combined list is furthest off (in percent of Steam's own), see the "
        "change of its players over 24 hours. If it is positive, get Steam's own trending list, otherwise "
        "that of the Epic Games Store, and report its first game with price, and the number of its games "
        "that cost at most $20 now. If that first game costs at least $30 now, get the other store's "
        "trending list and name its first game, otherwise get the give-aways of the Epic Games Store and "
        "name those of the coming week."
    ),
    fuzzy=(
        "The combined overview of the two big PC game stores looks stale to me. Check the {count} most "
        "played titles: where does the overview report another peak of players than the list of the store "
        "itself? I want both numbers, and the one that is furthest off relative to the store's figure. If "
        "that game has more players than 24 hours ago, show me what is trending in the store with the "
        "player statistics, otherwise in the rival that gives games away: the game on top, its price and "
        "how many of the list sell for $20 or less right now. Should the one on top cost $30 or more "
        "today, what is on top of the trends in the other store? Should it be cheaper, what will be given "
        "away in the coming week? Besides, which best-selling game has most reviews by the store's own "
        "list? And note the version of the service you asked."
    ),
)
_REVIEWS = Wording(
    request=(
        "Get the combined list of both stores, the version of the service and the names of the games that "
        "the Epic Games Store gives away this week. Compare the numbers of reviews of the first {count} "
        "top sellers there with Steam's own list of top sellers: which differ? Of the games that differ "
        "take the one with most reviews by Steam's own list. If at least {liked} % of its reviews are "
        "positive, get Steam's most played games and report the game with the largest relative growth over "
        "24 hours; otherwise get Steam's trending games and report the largest discount in percent and the "
        "number of games with a discount. If the first game of the list just fetched is also in Steam's "
        "list of top sellers, get the trending games of the Epic Games Store and name the first two, "
        "otherwise get the other one of Steam's two lists and name its first."
    ),
    fuzzy=(
        "I quote review counts of PC games from the combined overview of the two stores, but a reader "
        "complained. For the {count} top sellers, where does that overview give another number of reviews "
        "than the store's own ranking, and what are both numbers? Of the games concerned, look at the one "
        "with most reviews by the store's own count. If {liked} % or more of them are positive, tell me "
        "which of the most played games has grown most against 24 hours ago, in relative terms; otherwise, "
        "how many of the trending games there are on sale and how large is the best discount? If the game "
        "on top of that last list is a top seller too, name the two at the top of the trends of the rival "
        "store, otherwise the one on top of the list I did not ask for, trending or most played. What does "
        "the rival give away this week, and which version of the service told you all this?"
    ),
)
_LIKED = 80


def _dollars(text: str) -> float:
    return 0.0 if text == "Free" else float(text.removeprefix("$"))


def _percent(discount: str) -> int:
    return abs(int(discount.removesuffix("%")))


def _games(result: CallResult) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = result.data["data"]
    return games


def _peaks(draw: TaskDraw) -> Blueprint:
    count = draw.whole(10, 14, "count")

    def plan() -> Plan:
        health, whole = yield [call(_HEALTH), call(_ALL)]
        played, sold = yield [call(_PLAYED, whole), call(_SOLD)]
        copied = combined_peaks(whole.text, count)
        games = {game["name"]: game for game in _games(played)[:count]}
        own = {name: game["peak_players_24h"] for name, game in games.items()}
        wrong = differing(copied, own)
        checked = validation("the peak of a game's players", (_ALL, _PLAYED), copied, wrong)
        off = {name: abs(change(own[name], copied[name])) for name in wrong}
        worst = ranked(wrong, off.__getitem__, 1, by=0.1)[0]
        moved = games[worst]["change_24h_percent"]
        require_clear(moved, 0, 0.1)
        grown = moved > 0
        (trending,) = yield [call(_STEAM if grown else _EPIC, played, whole)]
        top = _games(trending)[0]
        price = _dollars(top["price"])
        cheap = [game["name"] for game in _games(trending) if _dollars(game["price"]) <= 20]
        dear = price >= 30
        other = _EPIC if grown else _STEAM
        (last,) = yield [call(other if dear else _FREE, trending, *((played,) if dear else ()))]
        reviewed = ranked(_games(sold), lambda game: float(game["reviews"]["count"]), 1, by=1)[0]
        coming = [game["name"] for game in _games(last) if game.get("status") == "upcoming"]
        return solution(
            {
                "version": found(health.data["version"]),
                "stale": rows(
                    {"game": found(name), "overview": found(copied[name]), "store": found(own[name])}
                    for name in wrong
                ),
                "worst": found(worst),
                "off": computed(round(off[worst], 2), (copied[worst], own[worst]), PERCENT),
                "grown": computed(grown, (moved,)),
                "top": found(top["name"]),
                "top_price": found(price) if price else computed(0.0, (top["name"],)),
                "cheap": computed(len(cheap), cheap),
                "most_reviewed": found(reviewed["name"]),
                "reviews": found(reviewed["reviews"]["count"]),
                "other_top": found(_games(last)[0]["name"]) if dear else NOTHING,
                "given_away": NOTHING if dear else listed(coming),
            },
            branches=[
                branch(
                    "the game whose peak is furthest off has more players than a day ago",
                    holds=grown,
                    met={"tools": [_STEAM]},
                    unmet={"tools": [_EPIC]},
                ),
                branch(
                    "the first trending game costs at least $30",
                    holds=dear,
                    met={"tools": [other]},
                    unmet={"tools": [_FREE]},
                ),
            ],
            validations=[checked],
        )

    form = (
        code("version", "the version of the service"),
        records(
            "stale",
            "the games whose peaks differ",
            named("game", "the game"),
            number("overview", "the peak in the combined list"),
            number("store", "the peak in the store's own list"),
        ),
        named("worst", "the game whose peak is furthest off"),
        number("off", "how far, as a positive share of the store's number, two decimals", "%"),
        yes_no("grown", "whether it has more players than 24 hours ago"),
        named("top", "the first game of the trending list that is asked for"),
        number("top_price", "its price now, 0 if it is free", "USD"),
        number("cheap", "the number of games in that list that cost at most $20 now, free ones included"),
        named("most_reviewed", "the top seller with most reviews"),
        number("reviews", "the number of its reviews in the store's own list"),
        named("other_top", "the first trending game of the other store, if asked for"),
        names("given_away", "the games that will be given away in the coming week, if asked for"),
    )
    return task(draw, FAMILY, _PEAKS, {"count": count}, form, plan)


def _reviews(draw: TaskDraw) -> Blueprint:
    count = draw.whole(10, 15, "count")

    def plan() -> Plan:
        whole, health, free = yield [call(_ALL), call(_HEALTH), call(_FREE)]
        (sold,) = yield [call(_SOLD, whole)]
        copied = combined_reviews(whole.text, count)
        games = {game["name"]: game for game in _games(sold)[:count]}
        own = {name: game["reviews"]["count"] for name, game in games.items()}
        wrong = differing(copied, own)
        checked = validation("the number of a game's reviews", (_ALL, _SOLD), copied, wrong)
        picked = ranked(wrong, own.__getitem__, 1, by=1)[0]
        positive = games[picked]["reviews"]["positive_percent"]
        liked = positive >= _LIKED
        (more,) = yield [call(_PLAYED if liked else _STEAM, sold, whole)]
        listing = _games(more)
        if liked:
            grown = ranked(listing, lambda game: float(game["change_24h_percent"]), 1, by=0.05)[0]
        else:
            cut = [game for game in listing if _percent(game["discount"])]
            require(cut, "no game has a discount.")
        both = listing[0]["name"] in [game["name"] for game in _games(sold)]
        other = _STEAM if liked else _PLAYED
        (last,) = yield [call(_EPIC if both else other, more, sold)]
        gifts = [game["name"] for game in _games(free) if game["status"] == "free_now"]
        return solution(
            {
                "version": found(health.data["version"]),
                "wrong": rows(
                    {"game": found(name), "overview": found(copied[name]), "store": found(own[name])}
                    for name in wrong
                ),
                "picked": found(picked),
                "positive": found(positive),
                "liked": computed(liked, (positive,)),
                "grown": found(grown["name"]) if liked else NOTHING,
                "growth": found(grown["change_24h_percent"]) if liked else NOTHING,
                "on_sale": NOTHING if liked else computed(len(cut), [game["name"] for game in cut]),
                "best_discount": NOTHING
                if liked
                else computed(
                    max(_percent(game["discount"]) for game in cut), [game["discount"] for game in cut]
                ),
                "trending": listed(game["name"] for game in _games(last)[:2]) if both else NOTHING,
                "other_top": NOTHING if both else found(_games(last)[0]["name"]),
                "given_away": listed(gifts),
            },
            branches=[
                branch(
                    f"at least {_LIKED} % of the reviews of the picked game are positive",
                    holds=liked,
                    met={"tools": [_PLAYED]},
                    unmet={"tools": [_STEAM]},
                ),
                branch(
                    "the first game of the last list is a top seller",
                    holds=both,
                    met={"tools": [_EPIC]},
                    unmet={"tools": [other]},
                ),
            ],
            validations=[checked],
        )

    form = (
        code("version", "the version of the service"),
        records(
            "wrong",
            "the games whose numbers of reviews differ",
            named("game", "the game"),
            number("overview", "the number in the combined list"),
            number("store", "the number in the store's own list"),
        ),
        named("picked", "the one of them with most reviews by the store's own list"),
        number("positive", "the share of its reviews that are positive", "%"),
        yes_no("liked", "whether this share is high enough"),
        named("grown", "the most played game that grew most, if asked for"),
        number("growth", "the change of its players over 24 hours, if asked for", "%"),
        number("on_sale", "the number of trending games with a discount, if asked for"),
        number("best_discount", "the largest discount among them as a positive number, if asked for", "%"),
        names("trending", "the first two trending games of the other store, if asked for"),
        named("other_top", "the first game of the remaining list, if asked for"),
        names("given_away", "what the other store gives away this week"),
    )
    return task(draw, FAMILY, _REVIEWS, {"count": count, "liked": _LIKED}, form, plan)


FAMILY = CrossFamily(
    number=64,
    name="game_trends",
    title="Game Trends",
    servers=("Game Trends",),
    makers=(_peaks, _reviews),
)
