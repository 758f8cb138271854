"""Reddit alone: communities of the forum, their threads and the best comments."""

from __future__ import annotations

from statistics import mean

from m3bench.core.text import join
from m3bench.suites import Blueprint, CallResult, Plan, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.markets._shared.numbers import PERCENT, ranked
from m3bench_suites.builders.cross.markets._shared.reading import Thread, best_comment, discussed, threads
from m3bench_suites.builders.cross.tasks import (
    NOTHING,
    Wording,
    branch,
    computed,
    found,
    require,
    solution,
    task,
)
from m3bench_suites.builders.fields import code, day, named, number, text, yes_no

_HOT, _THREAD = "Reddit/fetch_reddit_hot_threads", "Reddit/fetch_reddit_post_content"
_LARGE = (
    *("science", "books", "space", "movies", "history", "technology", "Music", "DIY", "philosophy", "nba"),
    *("personalfinance", "television", "askscience", "sports", "explainlikeimfive", "Fitness", "travel"),
)
_MIDDLE = (
    *("hiking", "Astronomy", "woodworking", "chess", "gardening", "boardgames", "photography", "cooking"),
    *("running", "camping", "knitting", "sewing", "guitar", "cars", "Watches", "cats", "baking", "tennis"),
)
_PANEL = Wording(
    request=(
        "Get the 3 hottest threads of each of the subreddits {names}, and keep the 6 with the highest "
        "total score. Get the 12 hottest threads of each of these. In each take the 4 threads with most "
        "comments and open them with 5 top-level comments: what is the score of the best comment? Add "
        "these 4 scores up for each subreddit. For the subreddit with the highest sum get the {more} "
        "hottest threads and open the oldest of them with 5 top-level comments. If more than half of all "
        "comments of the oldest thread are at the top level, get the {few} hottest threads of the "
        "subreddit with the lowest sum, otherwise the {several} hottest of the one with the second highest "
        "sum; open the oldest of these too, and report how many comments it has at the top level and who "
        "wrote the best."
    ),
    fuzzy=(
        "I judge communities on that big forum by how good their comments are. Take {names}, or rather the "
        "6 of them whose 3 hottest threads score highest in total: of the 12 hottest threads in each, the "
        "4 that people comment on most, and from each of those the score of the best answer to the post "
        "(looking at the top 5 is plenty). Adding the four up, which community wins, and with how much? "
        "Among the {more} hottest threads of the winner, which is the oldest, when was it posted and who "
        "wrote the best answer there? If more than half of all comments on that old one answer the post "
        "directly, I am curious about the {few} hottest threads of the community that did worst, otherwise "
        "about the {several} hottest of the runner-up: how many direct answers does the oldest of those "
        "have, and whose is the best one?"
    ),
)
_CURIOUS = Wording(
    request=(
        "Get the 5 hottest threads of each of the subreddits {names}, and keep the 6 with most comments in "
        "total. Get the {count} hottest threads of each of these and compute the mean number of comments "
        "of the threads with the flair Question. For the two subreddits with the highest means get the "
        "{more} hottest threads, and open the Question thread with the highest score in each, with 10 "
        "top-level comments. Of these two take the thread whose best comment has more points in relation "
        "to the thread's score. If it is in the subreddit with the highest mean, get the {few} hottest "
        "threads of the one with the third highest mean, otherwise the {several} hottest of the one with "
        "the lowest mean, and open the Question thread with the highest score there. Report title, author "
        "and number of comments of this last thread, and the score of its best comment."
    ),
    fuzzy=(
        "Which of these circles on that big forum is the most helpful: {names}? Keep the 6 whose 5 hottest "
        "threads have most comments together. From here on, only threads with the flair Question count: "
        "among the {count} hottest, in which two do these get most comments on average? Dig deeper there: "
        "among the {more} hottest of each, find the question with the highest score, and compare the best "
        "of the top 10 answers with the score of the question itself. Which of the two questions got the "
        "better answer in that sense, and what percentage is it? If that happened in the circle with the "
        "highest average, go on with the {few} hottest threads of the circle that came third by average, "
        "otherwise with the {several} hottest of the one that came last: which question scored highest "
        "there? I want its title, author, number of comments and the score of its best answer."
    ),
)


def _panel(draw: TaskDraw) -> Blueprint:
    every, more = draw.sample(_LARGE, 9, "names"), draw.whole(25, 40, "more")
    few, several = draw.whole(14, 17, "few"), draw.whole(18, 21, "several")

    def plan() -> Plan:
        short = yield [call(_HOT, subreddit=name, limit=3) for name in every]
        points = {
            name: sum(thread.score for thread in threads(each.text))
            for name, each in zip(every, short, strict=True)
        }
        names = ranked(every, points.__getitem__, 6, by=2)[:6]
        lists = yield [call(_HOT, *short, subreddit=name, limit=12) for name in names]
        hot = {name: threads(each.text) for name, each in zip(names, lists, strict=True)}
        busy = {name: ranked(own, lambda thread: thread.comments, 4, by=1)[:4] for name, own in hot.items()}
        opened = yield [
            call(_THREAD, each, post_id=thread.id, comment_limit=5, comment_depth=1)
            for name, each in zip(names, lists, strict=True)
            for thread in busy[name]
        ]
        scores = {
            name: [best_comment(each.text)[1] for each in opened[4 * place : 4 * place + 4]]
            for place, name in enumerate(names)
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
                "winner": found(winner),
                "winner_sum": computed(sum(scores[winner]), scores[winner]),
                "last_place": found(order[-1]),
                "last_sum": computed(sum(scores[order[-1]]), scores[order[-1]]),
                "oldest": found(oldest.id),
                "oldest_posted": found(oldest.posted[:10], also=(oldest.posted,)),
                "oldest_best_author": found(best_comment(old.text)[0]),
                "oldest_direct": found(direct),
                "flat": computed(flat, (direct, oldest.comments)),
                "shown": found(shown.title),
                "answers": found(discussed(last.text)),
                "best_author": found(best_comment(last.text)[0]),
            },
            branches=[
                branch(
                    "more than half of the comments on the winner's oldest hot thread are at the top level",
                    holds=flat,
                    met={"tools": [_HOT], "values": [few]},
                    unmet={"tools": [_HOT], "values": [several]},
                )
            ],
        )

    form = (
        named("winner", "the community with the highest sum"),
        number("winner_sum", "the sum of its four scores"),
        named("last_place", "the community with the lowest sum"),
        number("last_sum", "the sum of its four scores"),
        code("oldest", "the id of the oldest of the winner's hot threads"),
        day("oldest_posted", "the day on which it was posted (UTC)"),
        named("oldest_best_author", "who wrote its best top-level comment"),
        number("oldest_direct", "the number of its comments at the top level"),
        yes_no("flat", "whether these are more than half of all its comments"),
        text("shown", "the title of the oldest thread of the other community that is asked for"),
        number("answers", "the number of its comments at the top level"),
        named("best_author", "who wrote its best top-level comment"),
    )
    words = {"names": join(every), "more": more, "few": few, "several": several}
    return task(draw, FAMILY, _PANEL, words, form, plan)


def _questions(result: CallResult) -> list[Thread]:
    asked = [thread for thread in threads(result.text) if thread.flair == "Question"]
    require(asked, "a community has no questions.")
    return asked


def _highest(result: CallResult) -> Thread:
    return ranked(_questions(result), lambda thread: thread.score, 1, by=1)[0]


def _curious(draw: TaskDraw) -> Blueprint:
    every, count = draw.sample(_MIDDLE, 9, "names"), draw.whole(15, 20, "count")
    more = draw.whole(30, 40, "more")
    few, several = draw.whole(22, 25, "few"), draw.whole(26, 29, "several")

    def plan() -> Plan:
        short = yield [call(_HOT, subreddit=name, limit=5) for name in every]
        busy = {
            name: sum(thread.comments for thread in threads(each.text))
            for name, each in zip(every, short, strict=True)
        }
        names = ranked(every, busy.__getitem__, 6, by=1)[:6]
        lists = yield [call(_HOT, *short, subreddit=name, limit=count) for name in names]
        asked = {name: _questions(each) for name, each in zip(names, lists, strict=True)}
        usual = {name: mean(thread.comments for thread in own) for name, own in asked.items()}
        order = ranked(names, usual.__getitem__, 1, 2, 3, len(names) - 1, by=0.05)
        longer = yield [call(_HOT, *lists, subreddit=name, limit=more) for name in order[:2]]
        tops = [_highest(each) for each in longer]
        opened = yield [
            call(_THREAD, each, post_id=top.id, comment_limit=10, comment_depth=1)
            for each, top in zip(longer, tops, strict=True)
        ]
        bests = [best_comment(each.text) for each in opened]
        shares = [100 * best[1] / top.score for best, top in zip(bests, tops, strict=True)]
        place = ranked((0, 1), shares.__getitem__, 1, by=0.01)[0]
        good = place == 0
        further, size = (order[2], few) if good else (order[-1], several)
        (chosen,) = yield [call(_HOT, *opened, *lists, subreddit=further, limit=size)]
        wanted = _highest(chosen)
        (last,) = yield [call(_THREAD, chosen, post_id=wanted.id, comment_limit=10, comment_depth=1)]
        leader = tops[place]
        return solution(
            {
                "first": found(order[0]),
                "first_mean": computed(
                    round(usual[order[0]], 2), [thread.id for thread in asked[order[0]]], PERCENT
                ),
                "second": found(order[1]),
                "better_question": found(leader.id),
                "better_author": found(bests[place][0]),
                "share": computed(round(shares[place], 2), (bests[place][1], leader.score), PERCENT),
                "title": found(wanted.title),
                "asked_by": found(wanted.author),
                "comments": found(wanted.comments),
                "best_score": found(best_comment(last.text)[1]),
                "third": found(further) if good else NOTHING,
                "lowest": NOTHING if good else found(further),
            },
            branches=[
                branch(
                    "the question with the better answer is in the community with the highest mean",
                    holds=good,
                    met={"tools": [_HOT], "values": [few]},
                    unmet={"tools": [_HOT], "values": [several]},
                )
            ],
        )

    form = (
        named("first", "the community with the highest mean"),
        number("first_mean", "that mean, two decimals"),
        named("second", "the community with the second highest mean"),
        code("better_question", "the id of the question that got the better answer"),
        named("better_author", "who wrote that answer"),
        number("share", "its score as a share of the question's, two decimals", "%"),
        text("title", "the title of the question that is shown at the end"),
        named("asked_by", "its author"),
        number("comments", "its number of comments"),
        number("best_score", "the score of its best top-level comment"),
        named("third", "the community with the third highest mean, only if it is looked at"),
        named("lowest", "the community with the lowest mean, only if it is looked at"),
    )
    words = {"names": join(every), "count": count, "more": more, "few": few, "several": several}
    return task(draw, FAMILY, _CURIOUS, words, form, plan)


FAMILY = CrossFamily(
    number=65,
    name="reddit",
    title="Reddit",
    servers=("Reddit",),
    makers=(_panel, _curious),
)
