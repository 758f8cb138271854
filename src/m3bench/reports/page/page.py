"""Build the report as one self-contained HTML file."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from importlib.resources import files
from string import Template

from m3bench.reports.figures import declarations, draw, narrow
from m3bench.reports.page.cards import task_cards
from m3bench.reports.page.examples import example_tasks
from m3bench.reports.page.markup import Markup, element, joined
from m3bench.reports.page.matrix import AttemptLink
from m3bench.reports.page.pictures import TaskFacts
from m3bench.reports.page.sections import Drawings, section_block
from m3bench.reports.study import Figure, Study

_STYLES = ("base.css", "tables.css", "figures.css", "print.css")
_SCRIPTS = ("theme.js", "tables.js", "hints.js", "reading.js")


def report_page(
    study: Study, facts: Mapping[str, TaskFacts] | None = None, link: AttemptLink | None = None
) -> str:
    """Return the whole page.

    Args:
        study: The study, with figures.
        facts: Descriptions of the tasks that it may show.
        link: Returns the address of an attempt in an exported viewer, by run folder, task and number.
    """
    tables = study.tables()

    def drawing(figure: Figure) -> Drawings:
        table = tables[figure.table]
        return Drawings(draw(figure, table), draw(narrow(figure, table), table))

    chapters = {
        section.name: (section.title, section_block(section, drawing, link))
        for section in study.sections
        if any(table.shown for table in section.tables)
    }
    examples = example_tasks(study)
    if examples:
        cards = element("h2", "Example tasks"), task_cards(examples, facts or {})
        chapters["telling"] = ("Example tasks", element("section", *cards, id="telling", class_="section"))
    return html_page(study.title, _subtitle(study), chapters, above=_warnings(study), settings=study.settings)


def html_page(
    title: str,
    subtitle: str,
    chapters: Mapping[str, tuple[str, Markup]],
    *,
    above: Markup | None = None,
    settings: Mapping[str, str] | None = None,
) -> str:
    """Return a self-contained page in the style of the reports.

    Args:
        title: The heading.
        subtitle: The line below.
        chapters: Title and content of each section, by its anchor.
        above: What comes before the sections.
        settings: How it was made, for the foot of the page.
    """
    style, scripts = _style(), [_asset(name) for name in _SCRIPTS]
    return Template(_asset("index.html")).substitute(
        policy=_policy(style, scripts),
        title=joined(title),
        subtitle=joined(subtitle),
        style=style,
        navigation=joined(*(element("a", named, href=f"#{name}") for name, (named, _) in chapters.items())),
        main=joined(above, *(block for _, block in chapters.values())),
        settings=_settings(settings or {}),
        scripts=joined(*(element("script", Markup(script), type="module") for script in scripts)),
    )


def _subtitle(study: Study) -> str:
    return f"m3bench report, {study.created:%d %B %Y, %H:%M} {study.created.tzname() or ''}".rstrip()


def _warnings(study: Study) -> Markup | None:
    if not study.warnings:
        return None
    lines = (element("li", line) for line in study.warnings)
    content = element("h2", "Run files were changed"), element("ul", *lines)
    return element("aside", *content, class_="warning", role="alert")


def _settings(settings: Mapping[str, str]) -> Markup:
    return element(
        "dl",
        *(element("div", element("dt", name), element("dd", value)) for name, value in settings.items()),
    )


def _style() -> str:
    return f":root{{{declarations()}}}\n" + "".join(_asset(name) for name in _STYLES)


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
