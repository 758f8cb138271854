"""Build the report as one self-contained HTML file."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from importlib.resources import files
from string import Template

from m3bench.core.text import plural
from m3bench.reports.figures import declarations, draw, narrow, table_of
from m3bench.reports.page.cards import task_cards
from m3bench.reports.page.examples import example_tasks
from m3bench.reports.page.markup import Markup, element, joined
from m3bench.reports.page.matrix import AttemptLink
from m3bench.reports.page.pictures import TaskFacts
from m3bench.reports.page.sections import Drawings, folded_part, section_block
from m3bench.reports.study import Figure, Study

_STYLES = ("base.css", "tables.css", "figures.css", "print.css")
_SCRIPTS = ("theme.js", "tables.js", "hints.js", "reading.js")


def report_page(
    study: Study,
    facts: Mapping[str, TaskFacts] | None = None,
    link: AttemptLink | None = None,
    *,
    kind: str = "report",
) -> str:
    """Return the whole page.

    Args:
        study: The study, with figures.
        facts: Descriptions of the tasks that it may show.
        link: Returns the address of an attempt in an exported viewer, by run folder, task and number.
        kind: What the page calls itself.
    """
    tables = study.tables()

    def drawing(figure: Figure) -> Drawings:
        table = table_of(figure, tables)
        slim = draw(narrow(figure, table), table)
        # Figures of several suites stand side by side, except rows of panels.
        return Drawings(slim if figure.suite and "hconcat" not in figure.spec else draw(figure, table), slim)

    chapters = {
        section.name: (section.title, section_block(section, drawing, link))
        for section in study.sections
        if not section.tables or any(table.shown for table in section.tables)
    }
    examples = example_tasks(study)
    if examples:
        cards = folded_part(plural(len(examples), "task"), task_cards(examples, facts or {}))
        telling = element("section", element("h2", "Example tasks"), cards, id="telling", class_="section")
        chapters["telling"] = ("Example tasks", telling)
    name = f"m3bench {kind}"
    return html_page(
        study.title,
        f"{name}, {study.created:%d %B %Y, %H:%M} {study.created.tzname() or ''}".rstrip(),
        chapters,
        above=_warnings(study),
        settings=study.settings,
        window_title=study.title if name in study.title else f"{study.title} – {name}",
    )


def html_page(
    title: str,
    subtitle: str,
    chapters: Mapping[str, tuple[str, Markup]],
    *,
    above: Markup | None = None,
    settings: Mapping[str, str] | None = None,
    window_title: str | None = None,
) -> str:
    """Return a self-contained page in the style of the reports.

    Args:
        title: The heading.
        subtitle: The line below.
        chapters: Title and content of each section, by its anchor.
        above: What comes before the sections.
        settings: How it was made, for the foot of the page.
        window_title: The title of the window, if it is not the heading.
    """
    style = f":root{{{declarations()}}}\n" + "".join(map(_asset, _STYLES))
    scripts = [_asset(name) for name in _SCRIPTS]
    made = (settings or {}).items()
    return Template(_asset("index.html")).substitute(
        policy=_policy(style, scripts),
        title=joined(title),
        window_title=joined(window_title or title),
        subtitle=joined(subtitle),
        style=style,
        navigation=joined(*(element("a", named, href=f"#{name}") for name, (named, _) in chapters.items())),
        main=joined(above, *(block for _, block in chapters.values())),
        settings=element(
            "dl", *(element("div", element("dt", name), element("dd", value)) for name, value in made)
        ),
        scripts=joined(*(element("script", Markup(script), type="module") for script in scripts)),
    )


def _warnings(study: Study) -> Markup | None:
    if not study.warnings:
        return None
    lines = (element("li", line) for line in study.warnings)
    content = element("h2", "Run files were changed"), element("ul", *lines)
    return element("aside", *content, class_="warning", role="alert")


def _asset(name: str) -> str:
    return files("m3bench.reports.page").joinpath("assets", name).read_text(encoding="utf-8")


def _policy(style: str, scripts: list[str]) -> str:
    """Return a content security policy: nothing is loaded, and only scripts of this page run."""
    allowed = " ".join(map(_digest, scripts))
    return (
        f"default-src 'none'; style-src {_digest(style)}; script-src {allowed}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
