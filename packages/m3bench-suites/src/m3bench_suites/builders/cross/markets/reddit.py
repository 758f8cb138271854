"""Reddit alone: communities of the forum, their threads and the best comments."""

from __future__ import annotations

from functools import partial
from statistics import mean

from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.markets._shared.numbers import PERCENT, ranked
from m3bench_suites.builders.cross.markets._shared.reading import Thread, best_comment, discussed, threads
from m3bench_suites.builders.tasks import TaskSpec, computed, fork, require, solution, stated

_HOT, _THREAD = "Reddit/fetch_reddit_hot_threads", "Reddit/fetch_reddit_post_content"
_LARGE = (
    *("science", "books", "space", "movies", "history", "technology", "Music", "DIY", "philosophy", "nba"),
    *("personalfinance", "television", "askscience", "sports", "explainlikeimfive", "Fitness", "travel"),
)
_MIDDLE = (
    *("hiking", "Astronomy", "woodworking", "chess", "gardening", "boardgames", "photography", "cooking"),
    *("running", "camping", "knitting", "sewing", "guitar", "cars", "Watches", "cats", "baking", "tennis"),
)


def _panel(draw: TaskDraw) -> TaskSpec:
    every, more = draw.sample(_LARGE, 9, "names"), draw.whole(25, 40, "more")
    few, several = draw.whole(14, 17, "few"), draw.whole(18, 21, "several")
    return TaskSpec(
        words={"names": join(every), "more": more, "few": few, "several": several},
        plans=(partial(_panel_plan, every, more, few, several),),
    )


def _panel_plan(every: list[str], more: int, few: int, several: int) -> Plan:
    short = yield [call(_HOT, subreddit=name, limit=3) for name in every]
    points = {
        name: sum(thread.score for thread in threads(result.text))
        for name, result in zip(every, short, strict=True)
    }
    names = ranked(every, points.__getitem__, 6, by=2)[:6]
    lists = yield [call(_HOT, *short, subreddit=name, limit=12) for name in names]
    hot = {name: threads(page.text) for name, page in zip(names, lists, strict=True)}
    busy = {name: ranked(own, lambda thread: thread.comments, 4, by=1)[:4] for name, own in hot.items()}
    opened = yield [
        call(_THREAD, page, post_id=thread.id, comment_limit=5, comment_depth=1)
        for name, page in zip(names, lists, strict=True)
        for thread in busy[name]
    ]
    scores = {
        name: [best_comment(result.text)[1] for result in opened[4 * index : 4 * index + 4]]
        for index, name in enumerate(names)
    }
    order = ranked(names, lambda name: sum(scores[name]), 1, 2, len(names) - 1, by=2)
    winner = order[0]
    (longer,) = yield [call(_HOT, *opened, subreddit=winner, limit=more)]
    oldest = min(threads(longer.text), key=lambda thread: thread.posted)
    (old,) = yield [call(_THREAD, longer, post_id=oldest.id, comment_limit=5, comment_depth=1)]
    direct = discussed(old.text)
    require(2 * direct != oldest.comments, "half of the comments are at the top level.")
    flat = 2 * direct > oldest.comments
    further, size = (order[-1], few) if flat else (order[1], several)
    (hotter,) = yield [call(_HOT, old, *opened, subreddit=further, limit=size)]
    shown = min(threads(hotter.text), key=lambda thread: thread.posted)
    (last,) = yield [call(_THREAD, hotter, post_id=shown.id, comment_limit=5, comment_depth=1)]
    return solution(
        {
            "winner": stated(winner),
            "winner_sum": computed(sum(scores[winner]), scores[winner]),
            "last_place": stated(order[-1]),
            "last_sum": computed(sum(scores[order[-1]]), scores[order[-1]]),
            "oldest": stated(oldest.id),
            "oldest_posted": stated(oldest.posted[:10], also=(oldest.posted,)),
            "oldest_best_author": stated(best_comment(old.text)[0]),
            "oldest_direct": stated(direct),
            "flat": computed(flat, (direct, oldest.comments)),
            "shown": stated(shown.title),
            "answers": stated(discussed(last.text)),
            "best_author": stated(best_comment(last.text)[0]),
        },
        branches=[
            fork(
                "more than half of the comments on the winner's oldest hot thread are at the top level",
                flat,
                _HOT,
                met=few,
                unmet=several,
            )
        ],
    )


def _questions(result: CallResult) -> list[Thread]:
    asked = [thread for thread in threads(result.text) if thread.flair == "Question"]
    require(asked, "a community has no questions.")
    return asked


def _highest(result: CallResult) -> Thread:
    return ranked(_questions(result), lambda thread: thread.score, 1, by=1)[0]


def _curious(draw: TaskDraw) -> TaskSpec:
    every, count = draw.sample(_MIDDLE, 9, "names"), draw.whole(15, 20, "count")
    more = draw.whole(30, 40, "more")
    few, several = draw.whole(22, 25, "few"), draw.whole(26, 29, "several")
    return TaskSpec(
        words={"names": join(every), "count": count, "more": more, "few": few, "several": several},
        plans=(partial(_curious_plan, every, count, more, few, several),),
    )


def _curious_plan(every: list[str], count: int, more: int, few: int, several: int) -> Plan:
    short = yield [call(_HOT, subreddit=name, limit=5) for name in every]
    busy = {
        name: sum(thread.comments for thread in threads(result.text))
        for name, result in zip(every, short, strict=True)
    }
    names = ranked(every, busy.__getitem__, 6, by=1)[:6]
    lists = yield [call(_HOT, *short, subreddit=name, limit=count) for name in names]
    asked = {name: _questions(page) for name, page in zip(names, lists, strict=True)}
    usual = {name: mean(thread.comments for thread in own) for name, own in asked.items()}
    order = ranked(names, usual.__getitem__, 1, 2, 3, len(names) - 1, by=0.05)
    longer = yield [call(_HOT, *lists, subreddit=name, limit=more) for name in order[:2]]
    tops = [_highest(page) for page in longer]
    opened = yield [
        call(_THREAD, item, post_id=top.id, comment_limit=10, comment_depth=1)
        for item, top in zip(longer, tops, strict=True)
    ]
    bests = [best_comment(result.text) for result in opened]
    shares = [100 * best[1] / top.score for best, top in zip(bests, tops, strict=True)]
    better = ranked((0, 1), shares.__getitem__, 1, by=0.01)[0]
    good = better == 0
    further, size = (order[2], few) if good else (order[-1], several)
    (chosen,) = yield [call(_HOT, *opened, *lists, subreddit=further, limit=size)]
    wanted = _highest(chosen)
    (last,) = yield [call(_THREAD, chosen, post_id=wanted.id, comment_limit=10, comment_depth=1)]
    leader = tops[better]
    return solution(
        {
            "first": stated(order[0]),
            "first_mean": computed(
                round(usual[order[0]], 2), [thread.id for thread in asked[order[0]]], PERCENT
            ),
            "second": stated(order[1]),
            "better_question": stated(leader.id),
            "better_author": stated(bests[better][0]),
            "share": computed(round(shares[better], 2), (bests[better][1], leader.score), PERCENT),
            "title": stated(wanted.title),
            "asked_by": stated(wanted.author),
            "comments": stated(wanted.comments),
            "best_score": stated(best_comment(last.text)[1]),
            "further": stated(further),
        },
        branches=[
            fork(
                "the question with the better answer is in the community with the highest mean",
                good,
                _HOT,
                met=few,
                unmet=several,
            )
        ],
    )


FAMILY = cross_family(number=65, name="reddit", title="Reddit", servers=("Reddit",), tasks=(_panel, _curious))
