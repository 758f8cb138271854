"""Hot threads: what a forum talks about at the moment, and what people answer."""

from __future__ import annotations

from m3bench.checks import Tolerance
from m3bench.core.text import join
from m3bench.suites import Blueprint, PlanError
from m3bench_suites.builders.fields import code, named, number, text
from m3bench_suites.builders.verse.catalogs._shared.market import mean
from m3bench_suites.builders.verse.catalogs._shared.steps import UNGROUNDED, Apart, Steps, Value, ask, taken
from m3bench_suites.builders.verse.catalogs._shared.tasks import by_number, task
from m3bench_suites.builders.verse.catalogs._shared.wordings import hot_threads as wordings
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily

_HOT, _POST = "Reddit-MCP-Server/search_hot_posts", "Reddit-MCP-Server/get_post_content"
_COMMUNITIES = (
    "technology", "books", "movies", "cooking", "science", "space", "history", "gardening", "dogs", "cats",
    "running", "music", "travel", "photography", "coffee", "hiking", "chess", "baking",
)  # fmt: skip
_LISTED = 10
_ABOUT = Tolerance(absolute=0.06)


def _communities(draw: TaskDraw, count: int) -> list[str]:
    """Draw communities that the forum has."""
    forum = draw.world.forum
    found = [name for name in _COMMUNITIES if forum.community(name) is not None]
    if len(found) < count:
        raise PlanError(f"{draw.id}: the forum has too few communities.")
    return draw.sample(found, count, "community")


def _hottest(draw: TaskDraw) -> Blueprint:
    (name,) = _communities(draw, 1)
    steps = Steps(
        calls=((ask(_HOT, subreddit=name, limit=1),),),
        values={
            "title": Value("[0].posts[0].title"),
            "author": Value("[0].posts[0].author"),
            "score": Value("[0].posts[0].score"),
            "comments": Value("[0].posts[0].num_comments"),
        },
        answer="{title} by {author}: score {score}, {comments} comments.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            text("title", "the title of the post"),
            code("author", "who wrote it"),
            number("score", "its score now"),
            number("comments", "how many comments it has now"),
        ),
        wording=wordings.HOTTEST,
        words={"name": name},
        time_sensitive=True,
    )


def _most_discussed(draw: TaskDraw) -> Blueprint:
    (name,) = _communities(draw, 1)
    most = "max_by([0].posts, &num_comments)"
    steps = Steps(
        calls=((ask(_HOT, subreddit=name, limit=_LISTED),),),
        values={
            "title": Value(f"{most}.title"),
            "comments": Value(f"{most}.num_comments"),
            "id": Value(f"{most}.id"),
            "highest": Value("max([0].posts[*].score)"),
        },
        apart=(Apart("[0].posts[*].num_comments", 0.0),),
        answer="{title} ({id}) has {comments} comments; the highest score is {highest}.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            text("title", "the title of the post with the most comments"),
            number("comments", "how many comments it has"),
            code("id", "its id"),
            number("highest", "the highest score among the ten posts"),
        ),
        wording=wordings.MOST_DISCUSSED,
        words={"name": name},
        time_sensitive=True,
    )


def _best_comment(draw: TaskDraw) -> Blueprint:
    (name,) = _communities(draw, 1)
    place = draw.whole(0, 3, "place")
    which = ("hottest", "second hottest", "third hottest", "fourth hottest")[place]
    post = taken(f"[0].posts[{place}].id")
    steps = Steps(
        calls=(
            (ask(_HOT, subreddit=name, limit=place + 1),),
            (ask(_POST, post_id=post, comment_limit=3, comment_depth=1),),
            (mean("[1].comments[*].score"),),
        ),
        values={
            "title": Value("[1].post.title"),
            "commenter": Value("[1].comments[0].author"),
            "comment": Value("[1].comments[0].body"),
            "average": Value("[2]", _ABOUT, grounds="[1].comments[*].score"),
        },
        sure=("length([1].comments) == `3`",),
        answer="Below {title}, {commenter} says: {comment} The three best score {average} on average.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            text("title", "the title of the post"),
            code("commenter", "who wrote its best comment"),
            text("comment", "the text of that comment"),
            number("average", "the average score of its three best top-level comments"),
        ),
        wording=wordings.BEST_COMMENT,
        words={"name": name, "which": which},
        time_sensitive=True,
    )


def _three_communities(draw: TaskDraw) -> Blueprint:
    chosen = _communities(draw, 3)
    tops = "[0:3].{name: subreddit, title: posts[0].title, score: posts[0].score}"
    best = f"max_by({tops}, &score)"
    steps = Steps(
        calls=(
            tuple(ask(_HOT, subreddit=name, limit=1) for name in chosen),
            (ask("math/sum", numbers=taken("[0:3].posts[0].score")),),
        ),
        values={
            "community": Value(f"{best}.name"),
            "title": Value(f"{best}.title"),
            "score": Value(f"{best}.score"),
            "total": Value("[3]", grounds="[0:3].posts[0].score"),
        },
        apart=(Apart(f"{tops}[*].score", 0.0),),
        answer="r/{community} leads with {title} ({score}); the three score {total} together.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            named("community", "the community whose hottest post scores highest, without r/"),
            text("title", "the title of that post"),
            number("score", "its score"),
            number("total", "the scores of the three hottest posts added up"),
        ),
        wording=wordings.THREE_COMMUNITIES,
        words={"names": join([f"r/{name}" for name in chosen])},
        time_sensitive=True,
    )


def _flair(draw: TaskDraw) -> Blueprint:
    (name,) = _communities(draw, 1)
    asked = "[0].posts[?link_flair_text == 'Question']"
    others = "[0].posts[?link_flair_text != 'Question']"
    steps = Steps(
        calls=(
            (ask(_HOT, subreddit=name, limit=20),),
            (mean(f"{asked}.score"), mean(f"{others}.score")),
        ),
        values={
            "questions": Value(f"length({asked})", grounds=UNGROUNDED),
            "asked": Value("[1]", _ABOUT, grounds=f"{asked}.score"),
            "others": Value("[2]", _ABOUT, grounds=f"{others}.score"),
            "title": Value(f"max_by({asked}, &score).title"),
        },
        sure=(f"length({asked}) > `1`", f"length({others}) > `1`"),
        apart=(Apart(f"{asked}.score", 0.0),),
        answer="{questions} questions score {asked} on average, others {others}; the best is {title}.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            number("questions", "how many of the twenty posts have the flair Question"),
            number("asked", "the average score of these"),
            number("others", "the average score of the rest"),
            text("title", "the title of the post with that flair and the highest score"),
        ),
        wording=wordings.FLAIR,
        words={"name": name},
        time_sensitive=True,
    )


def _two_threads(draw: TaskDraw) -> Blueprint:
    one, other = _communities(draw, 2)
    best = "max_by([2:4].comments[], &score)"
    shown = {"comment_limit": 5, "comment_depth": 1}
    steps = Steps(
        calls=(
            (ask(_HOT, subreddit=one, limit=5), ask(_HOT, subreddit=other, limit=5)),
            (
                ask(_POST, post_id=taken("max_by([0].posts, &score).id"), **shown),
                ask(_POST, post_id=taken("max_by([1].posts, &score).id"), **shown),
            ),
            (mean("[2].comments[*].score"), mean("[3].comments[*].score")),
        ),
        values={
            "first_title": Value("[2].post.title"),
            "second_title": Value("[3].post.title"),
            "first_average": Value("[4]", _ABOUT, grounds="[2].comments[*].score"),
            "second_average": Value("[5]", _ABOUT, grounds="[3].comments[*].score"),
            "commenter": Value(f"{best}.author"),
        },
        apart=(
            Apart("[0].posts[*].score", 0.0),
            Apart("[1].posts[*].score", 0.0),
            Apart("[2:4].comments[].score", 0.0),
        ),
        sure=("length([2].comments) == `5`", "length([3].comments) == `5`"),
        answer="{first_title} ({first_average}) and {second_title} ({second_average}); {commenter} has the "
        "best comment.",
    )
    return task(
        draw,
        "L3",
        steps,
        (
            text("first_title", f"the title of the post in r/{one}"),
            text("second_title", f"the title of the post in r/{other}"),
            number("first_average", f"the average score of the five best comments in r/{one}"),
            number("second_average", f"the average score of the five best comments in r/{other}"),
            code("commenter", "who wrote the comment with the highest score of all ten"),
        ),
        wording=wordings.TWO_THREADS,
        words={"one": one, "other": other},
        time_sensitive=True,
    )


FAMILY = VerseFamily(
    number=27,
    name="hot_threads",
    title="Hot threads",
    goal="Find the hot posts of communities as of now, and compare scores and comments.",
    make=by_number(_hottest, _most_discussed, _best_comment, _three_communities, _flair, _two_threads),
)
