"""Example tasks as cards: image, request, and scores."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence

from m3bench.core.text import shorten
from m3bench.reports.page.cells import raw, shown
from m3bench.reports.page.examples import ExampleTask
from m3bench.reports.page.markup import Markup, element
from m3bench.reports.page.pictures import TaskFacts
from m3bench.reports.study import Kind

_LONGEST_REQUEST = 260
_MOST_RUNS = 5


def task_cards(tasks: Sequence[ExampleTask], facts: Mapping[str, TaskFacts]) -> Markup:
    shown_already: dict[bytes, str] = {}
    return element("div", *(_card(task, facts.get(task.id), shown_already) for task in tasks), class_="tasks")


def _card(task: ExampleTask, facts: TaskFacts | None, shown_already: dict[bytes, str]) -> Markup:
    return element(
        "article",
        _picture(task, facts.picture if facts else None, shown_already),
        element("div", *(element("span", reason, class_="tag") for reason in task.reasons), class_="why"),
        element("h3", task.id),
        element("p", task.family, class_="quiet") if task.family else None,
        _request(facts.request) if facts and facts.request else None,
        _scores(task),
        class_="card task",
    )


def _request(request: str) -> Markup:
    is_cut = len(request) > _LONGEST_REQUEST
    return element("p", shorten(request, _LONGEST_REQUEST), data_hint=request if is_cut else None)


def _picture(task: ExampleTask, picture: bytes | None, shown_already: dict[bytes, str]) -> Markup | None:
    """Include each image once."""
    if picture is None:
        return None
    first = shown_already.setdefault(picture, task.id)
    if first != task.id:
        return element("p", f"Same image as {first}.", class_="quiet")
    source = f"data:image/webp;base64,{b64encode(picture).decode()}"
    return element("img", src=source, alt=f"Image of {task.id}")


def _scores(task: ExampleTask) -> Markup:
    """Show the best and the worst if there are many."""
    rows = [
        element(
            "tr",
            element("th", run, scope="row", data_hint=run),
            element("td", shown(average, Kind.SCORE), class_="number", data_v=raw(average)),
        )
        for run, average in task.scores
    ]
    between = len(rows) - _MOST_RUNS
    if between > 0:
        gap = element("tr", element("td", f"… {between} more", colspan="2", class_="quiet"))
        rows = [*rows[:3], gap, *rows[-2:]]
    return element("table", element("tbody", *rows))
