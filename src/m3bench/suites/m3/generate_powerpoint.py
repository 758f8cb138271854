"""Generate PowerPoint: a photographed slide made anew as a file, with what people say about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.suites.m3._shared import presenting
from m3bench.suites.m3._shared.forums import top_comment
from m3bench.suites.m3._shared.office import TITLE_AND_CONTENT, TITLE_ONLY, Deck
from m3bench.suites.m3._shared.presenting import Original, Shape
from m3bench.suites.m3.family import Family, Lot
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Wanted, want

READ = "ocr/perform_ocr"
HOT, POST = "Reddit-MCP-Server/search_hot_posts", "Reddit-MCP-Server/get_post_content"
SECONDS = (
    "threads",
    "none",
    "comment",
    "threads",
    "extremes",
    "comment",
    "none",
    "threads",
    "extremes",
    "comment",
)
"""What the second slide says: hot threads, the top comment of the hottest, the ends of the list; or none."""
SUBTITLE_AT, BODY_AT = (0.6, 1.7, 8.8, 0.6), (0.6, 2.6, 8.8, 4.2)
"""In inches on a slide of 10 by 7.5."""
_CHARTS = {"bar chart": "bar", "pie chart": "pie"}


def make(lot: Lot) -> Blueprint:
    picture = lot.picture("page.png", "slide")
    original = Original.of(picture.scene.facts)
    second = SECONDS[lot.number % len(SECONDS)]
    shape = Shape(
        second=second if second != "extremes" or original.has_ends else "none",
        threads=lot.whole(2, 4, "threads"),
        heading=lot.pick(("What people say", "From the forum", "Voices"), "heading"),
        file=lot.pick(("slides.pptx", "talk.pptx", "renewed.pptx"), "file"),
    )
    words = shape.words(picture.name)
    task = _Task(picture.name, original, shape)
    forum = ("Reddit-MCP-Server",) if shape.asks_forum else ()
    return Blueprint(
        id=lot.id,
        family="Generate PowerPoint",
        request=lot.phrased(*presenting.REQUESTS, **words),
        fuzzy_request=lot.phrased(*presenting.FUZZY, **words),
        servers=("ocr", *forum, "ppt"),
        plans=(task.read, task.seen),
        pictures=(picture.picture,),
        level={"none": "L1", "comment": "L3"}.get(shape.second, "L2"),
        extra={"modalities": ["text", "image", "slides"], "layout": original.layout},
        key_facts=original.secrets,
    )


class _Task:
    """The ways to go about it."""

    def __init__(self, picture: str, original: Original, shape: Shape) -> None:
        self._picture, self._original, self._shape = picture, original, shape

    def read(self) -> Plan:
        """The slide is read by a tool."""
        text, begun = yield [want(READ, input_data=self._picture), Deck.begun()]
        self._must_read(text)
        deck, forum = Deck(begun), self._hot(text)
        first, *hot = yield [deck.slide(self._original.title, text, layout=TITLE_ONLY), *forum]
        return (yield from self._made(deck, first, hot, text))

    def seen(self) -> Plan:
        """The slide is read with one's own eyes."""
        begun, *hot = yield [Deck.begun(), *self._hot()]
        deck = Deck(begun)
        (first,) = yield [deck.slide(self._original.title, layout=TITLE_ONLY)]
        return (yield from self._made(deck, first, hot))

    def _must_read(self, text: Found) -> None:
        told = " ".join(text.text.split()).casefold()
        wanted = [self._original.title, self._original.subtitle]
        wanted += [part for row in self._original.rows for part in (row.name, row.shown)]
        unread = [part for part in wanted if part.casefold() not in told]
        if unread:
            raise PlanError(f"{text.tool} did not read {', '.join(unread)}.")

    def _hot(self, *uses: Found) -> list[Wanted]:
        if not self._shape.asks_forum:
            return []
        limit = self._shape.threads if self._shape.second == "threads" else 1
        return [want(HOT, *uses, subreddit=self._original.subreddit, limit=limit)]

    def _made(self, deck: Deck, first: Found, hot: Sequence[Found], *read: Found) -> Plan:
        """What is on the first slide, and the second."""
        wanted = [
            deck.text(first, self._original.subtitle, SUBTITLE_AT, *read, size=20),
            self._body(deck, first, *read),
        ]
        if self._shape.second == "none":
            done = yield wanted
            yield [deck.saved(self._shape.file, *done)]
            return presenting.solution(self._original, self._shape, ())
        posts = presenting.posts(hot[0]) if hot else []
        second = deck.slide(self._heading, first, layout=TITLE_AND_CONTENT)
        opened = [want(POST, *hot, post_id=posts[0]["id"])] if self._shape.second == "comment" else []
        added, subtitle, body, *thread = yield [second, *wanted, *opened]
        lines = self._lines(posts, thread)
        (told,) = yield [deck.points(added, lines, *(thread or hot or read))]
        yield [deck.saved(self._shape.file, subtitle, body, told)]
        return presenting.solution(self._original, self._shape, lines)

    @property
    def _heading(self) -> str:
        return "In short" if self._shape.second == "extremes" else self._shape.heading

    def _lines(self, posts: Sequence[dict[str, Any]], thread: Sequence[Found]) -> list[str]:
        if self._shape.second == "extremes":
            return [f"Highest: {self._original.highest.name}", f"Lowest: {self._original.lowest.name}"]
        if not thread:
            return [str(post["title"]) for post in posts]
        comment = top_comment(thread[0])
        return [str(posts[0]["title"]), f"{comment['author']}: {comment['body']}"]

    def _body(self, deck: Deck, slide: Found, *read: Found) -> Wanted:
        original = self._original
        if original.layout == "table":
            rows = [original.columns, *((row.name, row.shown) for row in original.rows)]
            return deck.table(slide, rows, BODY_AT, *read)
        if original.layout in _CHARTS:
            series = {
                "categories": [row.name for row in original.rows],
                "series_names": [original.columns[1]],
                "series_values": [[row.value for row in original.rows]],
                "has_data_labels": True,
            }
            return deck.chart(slide, _CHARTS[original.layout], series, BODY_AT, *read)
        return deck.text(slide, "\n".join(original.points), BODY_AT, *read)


FAMILY = Family(
    number=17,
    name="generate_powerpoint",
    title="Generate PowerPoint",
    goal="Make a photographed slide anew as a PowerPoint file, and add a slide with opinions from Reddit.",
    make=make,
)
