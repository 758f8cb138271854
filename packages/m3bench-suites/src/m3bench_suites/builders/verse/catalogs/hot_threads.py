"""Hot threads: what a forum talks about at the moment, and what people answer."""

from __future__ import annotations

from m3bench.checks import Tolerance
from m3bench.core.text import join
from m3bench.suites import PlanError
from m3bench_suites.builders.tasks import Family, Lookups, Value, apart, ask, holds, use
from m3bench_suites.builders.verse.catalogs._shared.market import mean
from m3bench_suites.builders.verse.catalogs._shared.tolerances import UNGROUNDED
from m3bench_suites.builders.verse.family import TaskDraw

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


def _hottest(draw: TaskDraw) -> Lookups:
    (name,) = _communities(draw, 1)
    return Lookups(
        level="L1",
        words={"name": name},
        calls=(ask(_HOT, subreddit=name, limit=1),),
        values={
            "title": "[0].posts[0].title",
            "author": "[0].posts[0].author",
            "score": "[0].posts[0].score",
            "comments": "[0].posts[0].num_comments",
        },
        answer="{title} by {author}: score {score}, {comments} comments.",
        live="all",
    )


def _most_discussed(draw: TaskDraw) -> Lookups:
    (name,) = _communities(draw, 1)
    most = "max_by([0].posts, &num_comments)"
    return Lookups(
        level="L1",
        words={"name": name},
        calls=(ask(_HOT, subreddit=name, limit=_LISTED),),
        values={
            "title": f"{most}.title",
            "comments": f"{most}.num_comments",
            "id": f"{most}.id",
            "highest": "max([0].posts[*].score)",
        },
        guards=(apart("[0].posts[*].num_comments"),),
        answer="{title} ({id}) has {comments} comments; the highest score is {highest}.",
        live="all",
    )


def _best_comment(draw: TaskDraw) -> Lookups:
    (name,) = _communities(draw, 1)
    place = draw.whole(0, 3, "place")
    which = ("hottest", "second hottest", "third hottest", "fourth hottest")[place]
    post = use(f"[0].posts[{place}].id")
    return Lookups(
        level="L2",
        words={"name": name, "which": which},
        calls=(
            ask(_HOT, subreddit=name, limit=place + 1),
            ask(_POST, post_id=post, comment_limit=3, comment_depth=1),
            mean("[1].comments[*].score"),
        ),
        values={
            "title": "[1].post.title",
            "commenter": "[1].comments[0].author",
            "comment": "[1].comments[0].body",
            "average": Value("[2]", _ABOUT, grounds="[1].comments[*].score"),
        },
        guards=(holds("length([1].comments) == `3`"),),
        answer="Below {title}, {commenter} says: {comment} The three best score {average} on average.",
        live="all",
    )


def _three_communities(draw: TaskDraw) -> Lookups:
    chosen = _communities(draw, 3)
    tops = "[0:3].{name: subreddit, title: posts[0].title, score: posts[0].score}"
    best = f"max_by({tops}, &score)"
    return Lookups(
        level="L2",
        words={"names": join([f"r/{name}" for name in chosen])},
        calls=(
            *(ask(_HOT, subreddit=name, limit=1) for name in chosen),
            ask("math/sum", numbers=use("[0:3].posts[0].score")),
        ),
        values={
            "community": f"{best}.name",
            "title": f"{best}.title",
            "score": f"{best}.score",
            "total": Value("[3]", grounds="[0:3].posts[0].score"),
        },
        guards=(apart(f"{tops}[*].score"),),
        answer="r/{community} leads with {title} ({score}); the three score {total} together.",
        live="all",
    )


def _flair(draw: TaskDraw) -> Lookups:
    (name,) = _communities(draw, 1)
    asked = "[0].posts[?link_flair_text == 'Question']"
    others = "[0].posts[?link_flair_text != 'Question']"
    return Lookups(
        level="L2",
        words={"name": name},
        calls=(
            ask(_HOT, subreddit=name, limit=20),
            mean(f"{asked}.score"),
            mean(f"{others}.score"),
        ),
        values={
            "questions": Value(f"length({asked})", grounds=UNGROUNDED),
            "asked": Value("[1]", _ABOUT, grounds=f"{asked}.score"),
            "others": Value("[2]", _ABOUT, grounds=f"{others}.score"),
            "title": f"max_by({asked}, &score).title",
        },
        guards=(
            holds(f"length({asked}) > `1`"),
            holds(f"length({others}) > `1`"),
            apart(f"{asked}.score"),
        ),
        answer="{questions} questions score {asked} on average, others {others}; the best is {title}.",
        live="all",
    )


def _two_threads(draw: TaskDraw) -> Lookups:
    one, other = _communities(draw, 2)
    best = "max_by([2:4].comments[], &score)"
    shown = {"comment_limit": 5, "comment_depth": 1}
    return Lookups(
        level="L3",
        words={"one": one, "other": other},
        calls=(
            ask(_HOT, subreddit=one, limit=5),
            ask(_HOT, subreddit=other, limit=5),
            ask(_POST, post_id=use("max_by([0].posts, &score).id"), **shown),
            ask(_POST, post_id=use("max_by([1].posts, &score).id"), **shown),
            mean("[2].comments[*].score"),
            mean("[3].comments[*].score"),
        ),
        values={
            "first_title": "[2].post.title",
            "second_title": "[3].post.title",
            "first_average": Value("[4]", _ABOUT, grounds="[2].comments[*].score"),
            "second_average": Value("[5]", _ABOUT, grounds="[3].comments[*].score"),
            "commenter": f"{best}.author",
        },
        guards=(
            apart("[0].posts[*].score"),
            apart("[1].posts[*].score"),
            apart("[2:4].comments[].score"),
            holds("length([2].comments) == `5`"),
            holds("length([3].comments) == `5`"),
        ),
        answer="{first_title} ({first_average}) and {second_title} ({second_average}); {commenter} has the "
        "best comment.",
        live="all",
    )


FAMILY = Family(
    number=27,
    name="hot_threads",
    title="Hot threads",
    goal="Find the hot posts of communities as of now, and compare scores and comments.",
    tasks=(_hottest, _most_discussed, _best_comment, _three_communities, _flair, _two_threads),
    kind="retrieval",
    modalities=("text",),
)
