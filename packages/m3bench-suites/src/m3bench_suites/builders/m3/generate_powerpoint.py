"""Generate PowerPoint: rebuild a pictured slide as a file, with a second slide of forum posts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, call
from m3bench_suites.builders.m3._shared import slide_copy
from m3bench_suites.builders.m3._shared.forums import top_comment
from m3bench_suites.builders.m3._shared.office import BLANK_PAGE, TITLE_AND_CONTENT, Deck
from m3bench_suites.builders.m3._shared.slide_copy import TITLE_SLIDE, Case, Original, SecondSlide
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, m3_family
from m3bench_suites.builders.tasks import TaskSpec

READ = "ocr/perform_ocr"
HOT, POST = "Reddit-MCP-Server/search_hot_posts", "Reddit-MCP-Server/get_post_content"
SECONDS = ("comment", "none", "threads", "extremes", "comment", "threads", "none")
"""The second slide: hot threads, the top comment of the hottest, the extremes of the list, or none."""
TITLE_PAGES = (0, 2, 4, 5)
"""Tasks (modulo 7) that show a title slide."""
CONDITIONAL, STOP_AT = (2, 5), 5
"""Tasks (modulo 7) that want a file only if the title is a question, and the one where it is not."""
FONTS = ("", "Georgia", "", "Verdana")
SCHEMES = {
    "blue": "modern_blue",
    "green": "elegant_green",
    "red": "warm_red",
    "lilac": "pastel_dream",
    "slate": "nature_earth",
    "pink": "neon_vibrant",
}
"""The template palettes of pictured slides."""
_FAINT = ("green", "lilac", "slate")
"""Those in which nobody can read the presenter of the template."""
FIRST_PAGE = ((1.0, 2.0, 8.0, 1.6), (1.0, 4.0, 8.0, 0.9), (1.0, 5.4, 8.0, 0.8))
CONTENT_PAGE = ((0.6, 0.5, 8.8, 1.0), (0.6, 1.7, 8.8, 0.6), (0.6, 2.6, 8.8, 4.2))
"""Boxes of title, subtitle, and presenter or content, in inches on a slide of 10 by 7.5."""
_CHARTS = {"bar chart": "bar", "pie chart": "pie"}
MOST_PARTS = 10


def generate_powerpoint(draw: TaskDraw) -> TaskSpec:
    place = draw.number % len(SECONDS)
    picture, original = _picture(draw, place)
    second = SECONDS[place]
    case = Case(
        second=second if second != "extremes" or original.has_ends else "none",
        threads=draw.whole(2, 4, "threads"),
        heading=draw.pick(("What people say", "From the forum", "Voices"), "heading"),
        file=draw.pick(("slides.pptx", "talk.pptx", "renewed.pptx"), "file"),
        # The server cannot change the fonts of templates.
        font="" if original.layout == TITLE_SLIDE else FONTS[draw.number % len(FONTS)],
        only_questions=place in CONDITIONAL,
    )
    task = _Plans(picture.name, original, case)
    return TaskSpec(
        words={
            "picture": picture.name,
            "file": case.file,
            "font": case.font,
            "only_questions": case.only_questions,
            "second": case.second if case.second != "none" else None,
            "heading": case.heading,
            "thread_count": case.threads,
            **{name: name in case.added for name in slide_copy.ADDED},
        },
        plans=(task.read, task.seen) if case.is_wanted(original) else (task.read,),
        servers=("ocr", *(("Reddit-MCP-Server",) if case.asks_forum else ()), "ppt"),
        pictures=(picture.picture,),
        level={"none": "L1", "comment": "L3"}.get(case.second, "L2"),
        solvable=case.is_wanted(original),
        extra={"layout": original.layout},
        key_facts=original.secrets,
    )


def _picture(draw: TaskDraw, place: int) -> tuple[ScenePicture, Original]:
    """Return a picture with the required kind of slide and title."""
    for part in range(MOST_PARTS):
        picture = draw.picture(draw.photo_name(), "slide", part=part)
        original = Original.of(picture.scene.facts)
        is_first = place in TITLE_PAGES
        # One slide in five is a title slide. If no picture shows one, take another.
        fits = (original.layout == TITLE_SLIDE) == is_first or part >= MOST_PARTS - 2
        asks = place not in CONDITIONAL or original.asks == (place != STOP_AT)
        if fits and asks:
            return picture, original
    raise PlanError(f"{draw.id}: no picture shows a suitable slide.")


class _Plans:
    """The plans of a task."""

    def __init__(self, picture: str, original: Original, case: Case) -> None:
        self._picture, self._original, self._case = picture, original, case

    def read(self) -> Plan:
        """Read the slide with OCR. A title slide is made from a template."""
        (text,) = yield [call(READ, input_data=self._picture)]
        self._require_words(text)
        if not self._case.is_wanted(self._original):
            return slide_copy.solution(self._original, self._case, SecondSlide())
        created, *hot = yield [Deck.create(text), *self._hot(text)]
        deck = Deck(created)
        if self._original.layout == TITLE_SLIDE and self._original.scheme not in _FAINT:
            return (yield from self._from_template(deck, hot, text))
        return (yield from self._lay_out(deck, hot, text))

    def seen(self) -> Plan:
        """Read the slide without a tool, and place its texts one by one."""
        created, *hot = yield [Deck.create(), *self._hot()]
        return (yield from self._lay_out(Deck(created), hot))

    def _require_words(self, text: CallResult) -> None:
        read = " ".join(text.text.split()).casefold()
        wanted = [self._original.title, *self._original.texts]
        wanted += [part for row in self._original.rows for part in (row.name, row.shown)]
        missing = [part for part in wanted if part.casefold() not in read]
        if missing:
            raise PlanError(f"{text.tool} did not read {', '.join(missing)}.")

    def _hot(self, *uses: CallResult) -> list[PlannedCall]:
        if not self._case.asks_forum:
            return []
        limit = self._case.threads if self._case.second == "threads" else 1
        return [call(HOT, *uses, subreddit=self._original.subreddit, limit=limit)]

    def _from_template(self, deck: Deck, hot: Sequence[CallResult], *read: CallResult) -> Plan:
        original = self._original
        content = {"title": original.title, "subtitle": original.subtitle, "author": original.presenter}
        (first,) = yield [deck.from_template("title_slide", SCHEMES[original.scheme], content, *read)]
        return (yield from self._finish(deck, first, [], hot, *read))

    def _lay_out(self, deck: Deck, hot: Sequence[CallResult], *read: CallResult) -> Plan:
        original, font = self._original, self._case.font
        title, text = (_channels(original.colours[name]) for name in ("title", "text"))
        style: dict[str, Any] = {"font_name": font} if font else {}
        (slide,) = yield [deck.page(BLANK_PAGE, *read)]
        is_first = original.layout == TITLE_SLIDE
        boxes = FIRST_PAGE if is_first else CONTENT_PAGE
        wanted = [
            deck.text(slide, original.title, boxes[0], *read, size=36, color=title, bold=True, **style),
            deck.text(slide, original.subtitle, boxes[1], *read, size=20, color=text, **style),
            deck.text(slide, original.presenter, boxes[2], *read, color=text)
            if is_first
            else self._body(deck, slide, text, *read),
        ]
        return (yield from self._finish(deck, slide, wanted, hot, *read))

    def _finish(
        self,
        deck: Deck,
        first: CallResult,
        wanted: Sequence[PlannedCall],
        hot: Sequence[CallResult],
        *read: CallResult,
    ) -> Plan:
        """Finish the first slide, add the second, and save."""
        if self._case.second == "none":
            done = (yield wanted) if wanted else [first]
            yield [deck.save(self._case.file, *done)]
            return slide_copy.solution(self._original, self._case, SecondSlide())
        posts = slide_copy.posts(hot[0]) if hot else []
        second = deck.slide(self._case.title, first, layout=TITLE_AND_CONTENT)
        opened = [call(POST, *hot, post_id=posts[0]["id"])] if self._case.second == "comment" else []
        results = yield [second, *wanted, *opened]
        page, done, thread = results[0], results[1 : 1 + len(wanted)], results[1 + len(wanted) :]
        added = self._second_slide(posts, thread)
        (points,) = yield [deck.points(page, added.points, *(thread or hot or read))]
        yield [deck.save(self._case.file, *done, points)]
        return slide_copy.solution(self._original, self._case, added)

    def _second_slide(self, posts: Sequence[dict[str, Any]], thread: Sequence[CallResult]) -> SecondSlide:
        if self._case.second == "extremes":
            highest, lowest = self._original.highest.name, self._original.lowest.name
            return SecondSlide((f"Highest: {highest}", f"Lowest: {lowest}"))
        titles = tuple(str(post["title"]) for post in posts)
        if not thread:
            return SecondSlide(titles, titles)
        comment = top_comment(thread[0])
        return SecondSlide(
            (titles[0], f"{comment['author']}: {comment['body']}"), titles[:1], comment["author"]
        )

    def _body(self, deck: Deck, slide: CallResult, colour: list[int], *read: CallResult) -> PlannedCall:
        original = self._original
        if original.layout == "table":
            rows = [original.columns, *((row.name, row.shown) for row in original.rows)]
            return deck.table(slide, rows, CONTENT_PAGE[2], *read)
        if original.layout in _CHARTS:
            series = {
                "categories": [row.name for row in original.rows],
                "series_names": [original.columns[1]],
                "series_values": [[row.value for row in original.rows]],
                "has_data_labels": True,
            }
            return deck.chart(slide, _CHARTS[original.layout], series, CONTENT_PAGE[2], *read)
        return deck.text(slide, "\n".join(original.points), CONTENT_PAGE[2], *read, color=colour)


def _channels(colour: str) -> list[int]:
    """Return red, green and blue of `#rrggbb`."""
    return [int(colour[place : place + 2], 16) for place in (1, 3, 5)]


FAMILY = m3_family(
    number=17,
    name="generate_powerpoint",
    title="Generate PowerPoint",
    goal="Recreate a photographed slide as a PowerPoint file, with its fonts and colours and from a template "
    "if one fits, and add a slide with opinions from Reddit.",
    modalities=("text", "image", "slides"),
    tasks=(generate_powerpoint,),
)
