"""Game Trends and Reddit: what is played and sold, and what players say about it."""

from __future__ import annotations

from statistics import mean
from typing import Any

from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.markets._shared.numbers import differing, ranked
from m3bench_suites.builders.cross.markets._shared.reading import (
    best_comment,
    best_comments,
    combined_peaks,
    discussed,
    members,
    threads,
)
from m3bench_suites.builders.tasks import (
    TaskSpec,
    branch,
    computed,
    require,
    solution,
    stated,
    table,
    validation,
)

_ALL, _PLAYED = "Game Trends/get_all_trending_games", "Game Trends/get_steam_most_played"
_SOLD, _TRENDS = "Game Trends/get_steam_top_sellers", "Game Trends/get_steam_trending_games"
_EPIC, _FREE = "Game Trends/get_epic_trending_games", "Game Trends/get_epic_free_games"
_HOT, _THREAD = "Reddit/fetch_reddit_hot_threads", "Reddit/fetch_reddit_post_content"
_RATIO = 87
_CHEAP = 25


def _games(result: CallResult) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = result.data["data"]
    return games


def _crowds(draw: TaskDraw) -> TaskSpec:
    count, hot = draw.whole(10, 12, "count"), draw.whole(8, 12, "hot")

    def plan() -> Plan:
        played, whole = yield [call(_PLAYED), call(_ALL)]
        own = {game["name"]: game["peak_players_24h"] for game in _games(played)[:count]}
        copied = combined_peaks(whole.text, count)
        wrong = differing(own, copied)
        checked = validation("the peak of a game's players", (_ALL, _PLAYED), own, wrong)
        lists = yield [call(_HOT, played, subreddit=name, limit=hot) for name in own]
        talk = {name: threads(page.text) for name, page in zip(own, lists, strict=True)}
        size = {name: members(page.text) for name, page in zip(own, lists, strict=True)}
        crowd = {name: int(item.replace(",", "")) for name, item in size.items()}
        largest = ranked(own, crowd.__getitem__, 1, by=1)[0]
        usual = {name: mean(thread.comments for thread in item) for name, item in talk.items()}
        three = ranked(own, usual.__getitem__, 1, 3, by=0.05)[:3]
        busiest = {name: max(talk[name], key=lambda thread: thread.comments) for name in three}
        opened = yield [
            call(_THREAD, *lists, post_id=busiest[name].id, comment_limit=5, comment_depth=1)
            for name in three
        ]
        bests = {name: best_comment(result.text) for name, result in zip(three, opened, strict=True)}
        winner = ranked(three, lambda name: bests[name][1], 1, by=1)[0]
        liked = busiest[winner].ratio >= _RATIO
        (listing,) = yield [call(_SOLD if liked else _TRENDS, *opened)]
        counted = [
            game["name"]
            for game in _games(listing)
            if (game["discount"] != "0%" if liked else game["price"] == "Free")
        ]
        outside = [game["name"] for game in _games(listing) if game["name"] not in own]
        require(outside and counted, "the list has no such game.")
        (fans,) = yield [call(_HOT, listing, played, subreddit=outside[0], limit=hot)]
        (thread,) = yield [call(_THREAD, fans, post_id=threads(fans.text)[0].id)]
        return solution(
            {
                "wrong_peaks": table("game", wrong, overview=copied, store=own),
                "largest": stated(largest),
                "largest_members": computed(crowd[largest], (size[largest],)),
                "chattiest": stated(three[0]),
                "best_game": stated(winner),
                "best_thread": stated(busiest[winner].id),
                "best_score": stated(bests[winner][1]),
                "liked": computed(liked, (busiest[winner].ratio,)),
                "count": computed(len(counted), counted),
                "outside": stated(outside[0]),
                "replies": stated(discussed(thread.text)),
            },
            branches=[
                branch(
                    f"at least {_RATIO} % upvoted the thread with the best comment",
                    holds=liked,
                    met={"tools": [_SOLD]},
                    unmet={"tools": [_TRENDS]},
                )
            ],
            validations=[checked],
        )

    return TaskSpec(words={"count": count, "hot": hot, "ratio": _RATIO}, plans=(plan,))


def _sales(draw: TaskDraw) -> TaskSpec:
    count, few, hot = draw.whole(10, 12, "count"), draw.whole(5, 7, "few"), draw.whole(8, 12, "hot")

    def plan() -> Plan:
        (sold,) = yield [call(_SOLD)]
        games = {game["name"]: game for game in _games(sold)}
        share = {name: game["reviews"]["positive_percent"] for name, game in games.items()}
        loved = sorted(games, key=lambda name: (-share[name], -games[name]["reviews"]["count"]))[:count]
        lists = yield [call(_HOT, sold, subreddit=name, limit=hot) for name in loved]
        talk = {name: threads(page.text) for name, page in zip(loved, lists, strict=True)}
        total = {name: sum(thread.score for thread in item) for name, item in talk.items()}
        chosen = ranked(loved, total.__getitem__, 1, few, by=1)[:few]
        opened = yield [
            call(_THREAD, *lists, post_id=talk[name][0].id, comment_limit=10, comment_depth=1)
            for name in chosen
        ]
        points = {
            name: [score for _, score in best_comments(result.text)]
            for name, result in zip(chosen, opened, strict=True)
        }
        sums = {name: sum(point) for name, point in points.items()}
        winner = ranked(chosen, sums.__getitem__, 1, by=1)[0]
        price = float(games[winner]["price"].replace("Free", "$0").removeprefix("$"))
        cheap = price < _CHEAP
        (rival,) = yield [call(_EPIC if cheap else _FREE, sold, *opened)]
        shown = [game["name"] for game in _games(rival)]
        both = [name for name in shown if name in games]
        (fans,) = yield [call(_HOT, rival, subreddit=shown[0], limit=hot)]
        top = ranked(threads(fans.text), lambda thread: thread.score, 1, by=1)[0]
        (thread,) = yield [call(_THREAD, fans, post_id=top.id, comment_limit=10, comment_depth=1)]
        return solution(
            {
                "most_loved": stated(loved[0]),
                "positive": stated(share[loved[0]]),
                "highest_total": stated(chosen[0]),
                "total": computed(total[chosen[0]], [thread.score for thread in talk[chosen[0]]]),
                "winner": stated(winner),
                "winner_sum": computed(sums[winner], points[winner]),
                "price": stated(price) if price else computed(0.0, (winner,)),
                "shared": computed(len(both), shown),
                "rival_first": stated(shown[0]),
                "title": stated(top.title),
                "best_author": stated(best_comment(thread.text)[0]),
            },
            branches=[
                branch(
                    f"the game with the highest sum of comment scores costs less than ${_CHEAP}",
                    holds=cheap,
                    met={"tools": [_EPIC]},
                    unmet={"tools": [_FREE]},
                )
            ],
        )

    return TaskSpec(words={"count": count, "few": few, "hot": hot, "cheap": _CHEAP}, plans=(plan,))


FAMILY = cross_family(
    number=67,
    name="game_reddit",
    title="Game Trends and Reddit",
    servers=("Game Trends", "Reddit"),
    tasks=(_crowds, _sales),
)
