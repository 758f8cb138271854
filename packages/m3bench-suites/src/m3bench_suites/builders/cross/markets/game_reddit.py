"""Game Trends and Reddit: what is played and sold, and what players say about it."""

from __future__ import annotations

from statistics import mean
from typing import Any

from m3bench.suites import Blueprint, CallResult, Plan, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.markets._shared.numbers import differing, ranked
from m3bench_suites.builders.cross.markets._shared.reading import (
    best_comment,
    best_comments,
    combined_peaks,
    discussed,
    members,
    threads,
)
from m3bench_suites.builders.cross.tasks import (
    NOTHING,
    Wording,
    branch,
    computed,
    found,
    require,
    rows,
    solution,
    task,
    validation,
)
from m3bench_suites.builders.fields import code, named, number, records, text, yes_no

_ALL, _PLAYED = "Game Trends/get_all_trending_games", "Game Trends/get_steam_most_played"
_SOLD, _TRENDS = "Game Trends/get_steam_top_sellers", "Game Trends/get_steam_trending_games"
_EPIC, _FREE = "Game Trends/get_epic_trending_games", "Game Trends/get_epic_free_games"
_HOT, _THREAD = "Reddit/fetch_reddit_hot_threads", "Reddit/fetch_reddit_post_content"
_RATIO = 87
_CHEAP = 25
_CROWDS = Wording(
    request=(
        "Get the {count} most played games on Steam, and the combined list of both stores: for which of "
        "these games do the peaks of players differ? Get the {hot} hottest threads of the subreddit of "
        "each of the {count} games (its name is that of the game). Which community has most members? For "
        "the 3 games with the highest mean number of comments in these threads, open the thread with most "
        "comments (of equals the hotter one), with 5 top-level comments, and take the one whose best "
        "comment has the highest score. If at least {ratio} % upvoted this thread, get Steam's top sellers "
        "and report the number of games there with a discount, otherwise get Steam's trending games and "
        "report the number of those that are free. Get the {hot} hottest threads of the subreddit of that "
        "list's first game outside the {count}, open the first, and report how many comments it has at the "
        "top level."
    ),
    fuzzy=(
        "Do the {count} most played games of the bigger PC store also have lively fans on that big forum, "
        "in the communities named after them? The combined overview of both stores, by the way, gets the "
        "peak of players wrong for some of them; tell me which, with both numbers. Then the fans: which "
        "community is the largest, and, by the mean number of comments in its {hot} hottest threads, which "
        "3 are the chattiest? From each of those 3 take the thread with most comments (the hotter one of "
        "equals) and tell me which of them has the best scored reply among the top 5. If {ratio} % or more "
        "upvoted that thread, how many top sellers are on sale? If fewer did, how many of the trending "
        "games are free? And for the one highest in that list outside the {count}: how many direct replies "
        "has the hottest of the {hot} hottest threads of its fans?"
    ),
)
_SALES = Wording(
    request=(
        "Get Steam's top sellers and take the {count} games with the highest share of positive reviews "
        "(more reviews decide a tie). Get the {hot} hottest threads of the subreddit of each (its name is "
        "that of the game). For the {few} games whose threads have the highest total score, open the "
        "hottest thread with 10 top-level comments and add up the scores of these comments. Take the game "
        "with the highest sum. If it costs less than ${cheap} now, get the trending games of the Epic "
        "Games Store, otherwise its give-aways (of both weeks): report how many of these games are also "
        "among Steam's top sellers. Get the {hot} hottest threads of the subreddit of the first game of "
        "that list, and open the one with the highest score: report its title and the author of the best "
        "comment."
    ),
    fuzzy=(
        "I only buy games that people love. Among the top sellers of the bigger PC store, take the {count} "
        "with the highest share of positive reviews (where equal, the one with more reviews is ahead), and "
        "look at the communities named after them on that big forum. The {few} whose {hot} hottest threads "
        "have the highest scores in total interest me: open the hottest thread of each and add up the "
        "scores of its top 10 replies. Which game comes out ahead, with what sum? If that game costs less "
        "than ${cheap} now, show me the rival store's trends, otherwise what the rival gives away in this "
        "week and the coming one: how many of those games are top sellers in the bigger store too? And for "
        "the one at the top of that list, look at its {hot} hottest threads as well: what is the title of "
        "the one with the highest score, and who wrote the best reply to it?"
    ),
)


def _games(result: CallResult) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = result.data["data"]
    return games


def _crowds(draw: TaskDraw) -> Blueprint:
    count, hot = draw.whole(10, 12, "count"), draw.whole(8, 12, "hot")

    def plan() -> Plan:
        played, whole = yield [call(_PLAYED), call(_ALL)]
        own = {game["name"]: game["peak_players_24h"] for game in _games(played)[:count]}
        copied = combined_peaks(whole.text, count)
        wrong = differing(own, copied)
        checked = validation("the peak of a game's players", (_ALL, _PLAYED), own, wrong)
        lists = yield [call(_HOT, played, subreddit=name, limit=hot) for name in own]
        talk = {name: threads(each.text) for name, each in zip(own, lists, strict=True)}
        size = {name: members(each.text) for name, each in zip(own, lists, strict=True)}
        crowd = {name: int(each.replace(",", "")) for name, each in size.items()}
        largest = ranked(own, crowd.__getitem__, 1, by=1)[0]
        usual = {name: mean(thread.comments for thread in each) for name, each in talk.items()}
        three = ranked(own, usual.__getitem__, 1, 3, by=0.05)[:3]
        busiest = {name: max(talk[name], key=lambda thread: thread.comments) for name in three}
        opened = yield [
            call(_THREAD, *lists, post_id=busiest[name].id, comment_limit=5, comment_depth=1)
            for name in three
        ]
        bests = {name: best_comment(each.text) for name, each in zip(three, opened, strict=True)}
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
                "wrong_peaks": rows(
                    {"game": found(name), "overview": found(copied[name]), "store": found(own[name])}
                    for name in wrong
                ),
                "largest": found(largest),
                "largest_members": computed(crowd[largest], (size[largest],)),
                "chattiest": found(three[0]),
                "best_game": found(winner),
                "best_thread": found(busiest[winner].id),
                "best_score": found(bests[winner][1]),
                "liked": computed(liked, (busiest[winner].ratio,)),
                "on_sale": computed(len(counted), counted) if liked else NOTHING,
                "free": NOTHING if liked else computed(len(counted), counted),
                "outside": found(outside[0]),
                "replies": found(discussed(thread.text)),
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

    form = (
        records(
            "wrong_peaks",
            "the games whose peaks differ",
            named("game", "the game"),
            number("overview", "the peak in the combined list"),
            number("store", "the peak in the store's own list"),
        ),
        named("largest", "the game whose community has most members"),
        number("largest_members", "the number of these members"),
        named("chattiest", "the game with the highest mean number of comments"),
        named("best_game", "the game whose thread has the comment with the highest score"),
        code("best_thread", "the id of this thread"),
        number("best_score", "the score of this comment"),
        yes_no("liked", "whether enough people upvoted this thread"),
        number("on_sale", "the number of top sellers with a discount, if asked for"),
        number("free", "the number of trending games that are free, if asked for"),
        named("outside", "the first game of that list that is not among the most played ones"),
        number("replies", "the number of top-level comments of its hottest thread"),
    )
    return task(draw, FAMILY, _CROWDS, {"count": count, "hot": hot, "ratio": _RATIO}, form, plan)


def _sales(draw: TaskDraw) -> Blueprint:
    count, few, hot = draw.whole(10, 12, "count"), draw.whole(5, 7, "few"), draw.whole(8, 12, "hot")

    def plan() -> Plan:
        (sold,) = yield [call(_SOLD)]
        games = {game["name"]: game for game in _games(sold)}
        share = {name: game["reviews"]["positive_percent"] for name, game in games.items()}
        loved = sorted(games, key=lambda name: (-share[name], -games[name]["reviews"]["count"]))[:count]
        lists = yield [call(_HOT, sold, subreddit=name, limit=hot) for name in loved]
        talk = {name: threads(each.text) for name, each in zip(loved, lists, strict=True)}
        total = {name: sum(thread.score for thread in each) for name, each in talk.items()}
        chosen = ranked(loved, total.__getitem__, 1, few, by=1)[:few]
        opened = yield [
            call(_THREAD, *lists, post_id=talk[name][0].id, comment_limit=10, comment_depth=1)
            for name in chosen
        ]
        points = {
            name: [score for _, score in best_comments(each.text)]
            for name, each in zip(chosen, opened, strict=True)
        }
        sums = {name: sum(each) for name, each in points.items()}
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
                "most_loved": found(loved[0]),
                "positive": found(share[loved[0]]),
                "highest_total": found(chosen[0]),
                "total": computed(total[chosen[0]], [thread.score for thread in talk[chosen[0]]]),
                "winner": found(winner),
                "winner_sum": computed(sums[winner], points[winner]),
                "price": found(price) if price else computed(0.0, (winner,)),
                "trending_too": computed(len(both), shown) if cheap else NOTHING,
                "given_away_too": NOTHING if cheap else computed(len(both), shown),
                "rival_first": found(shown[0]),
                "title": found(top.title),
                "best_author": found(best_comment(thread.text)[0]),
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

    form = (
        named("most_loved", "the top seller with the highest share of positive reviews"),
        number("positive", "this share", "%"),
        named("highest_total", "the game whose hot threads have the highest total score"),
        number("total", "this total"),
        named("winner", "the game with the highest sum of comment scores"),
        number("winner_sum", "this sum"),
        number("price", "its price now, 0 if it is free", "USD"),
        number("trending_too", "how many of the rival's trending games are top sellers, if asked for"),
        number("given_away_too", "how many of the rival's give-aways are top sellers, if asked for"),
        named("rival_first", "the first game of the rival's list"),
        text("title", "the title of its thread with the highest score"),
        named("best_author", "who wrote the best top-level comment there"),
    )
    return task(draw, FAMILY, _SALES, {"count": count, "few": few, "hot": hot, "cheap": _CHEAP}, form, plan)


FAMILY = CrossFamily(
    number=67,
    name="game_reddit",
    title="Game Trends and Reddit",
    servers=("Game Trends", "Reddit"),
    makers=(_crowds, _sales),
)
