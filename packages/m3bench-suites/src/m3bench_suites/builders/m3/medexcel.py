"""MedExcel: count PubMed papers about the medicines in a photo, in a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from m3bench.checks import Expected, FileExists, NoStrayFiles, SheetCells
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.medicine.remedies import (
    Remedy,
    pictured_remedies,
    printed_names,
    read_names,
)
from m3bench_suites.builders.m3._shared.office import Cell, Workbook
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, Turn, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

READ, LOOK_UP = "ocr/perform_ocr", "healthcare-mcp/fda_drug_lookup"
SEARCH_PAPERS, SEARCH_PREPRINTS = "healthcare-mcp/pubmed_search", "healthcare-mcp/medrxiv_search"
TRIALS = "healthcare-mcp/clinical_trials_search"
FINISHES = ("bold", "sum", "chart", "none")
MOST_PARTS = 9
_STOP = Turn(6, of=8)
"""The task without papers to count."""
CLASSLESS = 2
SHORTEST, MOST_TRIED = 4, 60
_READ_AHEAD = 60
"""Papers per drug that are searched for a condition to ask about."""


class Column(NamedTuple):
    """A column of the table: its headings, and the value of `PaperCount` that it shows."""

    heading: str
    value: str
    name: str
    """The field of the form."""
    headings: tuple[str, ...] = ()


DRUG = "Drug"
_DRUG_HEADINGS = ("Active ingredient", "Ingredient", "Medicine", "Name", "Drug name")
RELEVANT = Column(
    "Relevant papers", "relevant", "relevant_papers",
    ("Relevant", "Relevant count", "Papers", "Count", "Relevant paper count"),
)  # fmt: skip
RECENT = Column(
    "Recent papers", "relevant", "recent_papers",
    ("Recent", "Recent count", "Papers", "Count", "Recent paper count"),
)  # fmt: skip
FREE = Column("Free to read", "free", "open_access", ("Open access", "Free"))
NEWEST = Column("Newest paper", "newest", "newest", ("Newest", "Newest hit", "Date"))
PREPRINTS = Column("Relevant preprints", "preprints", "preprints", ("Preprints", "medRxiv preprints"))
COLUMNS = (RELEVANT, RECENT, FREE, NEWEST, PREPRINTS)


class PaperCount(NamedTuple):
    """The findings about one drug."""

    name: str
    relevant: int
    free: int
    newest: str
    preprints: int = 0
    titles: tuple[str, ...] = ()
    """Titles of the papers that count."""

    @classmethod
    def of(cls, name: str, results: Sequence[CallResult], condition: str, since: int) -> PaperCount:
        articles = results[0].data["articles"] if isinstance(results[0].data, dict) else []
        require(articles, f"There are no papers about {name}.")
        preprints = (
            results[1].data["preprints"] if len(results) > 1 and isinstance(results[1].data, dict) else []
        )
        days = [str(article["publication_date"]) for article in articles]
        recent = [
            article for article in articles if condition or int(article["publication_date"][:4]) >= since
        ]
        return cls(
            name,
            len(_relevant(recent, name, condition)),
            sum(bool(article["open_access"]) for article in articles),
            max(days),
            len(_relevant(preprints, name, condition)),
            tuple(_relevant(recent, name, condition)),
        )

    def value(self, column: Column) -> Cell:
        value: Cell = getattr(self, column.value)
        return value


class Case(NamedTuple):
    """What a task asks for, besides the medicines in its picture."""

    condition: str
    """Titles must name it too. Empty if the drug is enough."""
    since: int
    first: int
    """Number of search hits to consider."""
    columns: tuple[Column, ...]
    asks_class: bool
    asks_trials: bool
    finish: str
    book: Workbook
    is_empty: bool = False
    """Whether no paper counts."""

    @property
    def headings(self) -> dict[str, tuple[str, ...]]:
        """The headings of the table, and accepted alternatives."""
        return {DRUG: _DRUG_HEADINGS, **{column.heading: column.headings for column in self.columns}}


def medexcel(draw: TaskDraw) -> TaskSpec:
    photo, shown, condition = _photo(draw)
    case = _case(draw, shown, condition)
    task = _Plans(photo.name, shown, case)
    return TaskSpec(
        words={
            "photo": photo.name,
            "together": condition,
            "condition": condition,
            "since": case.since,
            "first": case.first,
            "judge": "relevant" if condition else "recent",
            "columns": list(case.headings),
            "papers": case.columns[0].heading.lower(),
            "finish": case.finish if case.finish != "none" else None,
            "class": case.asks_class,
            "trials": case.asks_trials,
            "file": case.book.file,
            "sheet": case.book.sheet,
            **{column.name: column in case.columns for column in COLUMNS},
        },
        plans=(task.read, task.seen),
        pictures=(photo.picture,),
        level="L3" if case.asks_class else "L2",
        solvable=not draw.is_turn(_STOP),
        extra={"medicines": len(shown)},
        key_facts=printed_names(shown),
    )


def _photo(draw: TaskDraw) -> tuple[ScenePicture, list[Remedy], str]:
    """Return a picture, its medicines, and a condition if the task asks for one."""
    for part in range(MOST_PARTS):
        photo = draw.picture(draw.photo_name(), "medicine", part=part)
        shown = pictured_remedies(draw.world, photo)
        # Titles name only a part of a combination.
        single = all(" and " not in remedy.name for remedy in shown)
        choose = _foreign_condition if draw.is_turn(_STOP) else _condition
        condition = choose(draw, shown) if draw.number % 2 == 0 and single else ""
        if shown and single and (condition or draw.number % 2):
            return photo, shown, condition
    raise PlanError(f"{draw.id}: no picture shows suitable medicines.")


def _case(draw: TaskDraw, shown: Sequence[Remedy], condition: str) -> Case:
    columns = [RELEVANT if condition else RECENT]
    second = draw.pick((FREE, NEWEST), "column")
    # If all counts are 0, a date proves that the search was made.
    columns.append(NEWEST if draw.is_turn(_STOP) else second)
    if len(shown) == 1 or draw.number % 3 == 0:
        columns.append(PREPRINTS)
    file = draw.pick(("papers.xlsx", "literature.xlsx", "pubmed.xlsx"), "file")
    return Case(
        condition=condition,
        since=draw.world.now.year - draw.whole(0, 1, "since"),
        first=_first(draw),
        columns=tuple(columns),
        asks_class=len(shown) > 1 and draw.number % 4 != CLASSLESS,
        asks_trials=bool(condition) and draw.number % 4 == 0,
        finish=FINISHES[(draw.number // 2) % len(FINISHES)],
        book=Workbook(f"media/{file}", draw.pick(("Papers", "Counts"), "sheet")),
        is_empty=draw.is_turn(_STOP),
    )


def _condition(draw: TaskDraw, shown: Sequence[Remedy]) -> str:
    """Return a condition that papers name together with a medicine, or an empty string."""
    archive = draw.world.papers
    titles = [
        paper.title.casefold()
        for remedy in shown
        for paper in archive.search("pubmed", remedy.name, _READ_AHEAD)
    ]
    named = [condition.name.lower() for condition in draw.world.clinic.conditions()]
    known = sorted(
        name
        for name in named
        if len(name) > SHORTEST and any(_names_condition(name, title) for title in titles)
    )
    fine = [name for name in known if not any(fact.casefold() in name for fact in printed_names(shown))]
    return draw.pick(fine, "condition") if fine else ""


def _foreign_condition(draw: TaskDraw, shown: Sequence[Remedy]) -> str:
    """Return a condition with papers, none of which names a medicine too, or an empty string."""
    names = [
        condition.name.lower()
        for condition in draw.world.clinic.conditions()
        if len(condition.name) > SHORTEST
    ]
    printed = [fact.casefold() for fact in printed_names(shown)]
    fine = [name for name in sorted(set(names)) if not any(fact in name for fact in printed)]
    for name in draw.sample(fine, MOST_TRIED, "foreign"):
        hits = [draw.world.papers.search("pubmed", f"{remedy.name} {name}", _first(draw)) for remedy in shown]
        both = [
            paper
            for papers, remedy in zip(hits, shown, strict=True)
            for paper in papers
            if remedy.name.casefold() in paper.title.casefold() and name in paper.title.casefold()
        ]
        if all(hits) and not both:
            return name
    return ""


def _first(draw: TaskDraw) -> int:
    return draw.whole(3, 6, "first")


def _names_condition(name: str, title: str) -> bool:
    return title.endswith((f" {name}", f" {name}?")) or f" {name}:" in title


class _Plans:
    """The plans of a task."""

    def __init__(self, photo: str, shown: Sequence[Remedy], case: Case) -> None:
        self._photo, self._shown, self._case = photo, shown, case

    def read(self) -> Plan:
        """Read the packages with OCR."""
        text, *trials = yield [call(READ, input_data=self._photo), *self._trials()]
        read_names(text, self._shown, brands=False)
        results = yield self._searches(text)
        return (yield from self._count(results, trials))

    def seen(self) -> Plan:
        """Read the packages without a tool."""
        extra_calls = self._trials()
        results = yield [*extra_calls, *self._searches()]
        return (yield from self._count(results[len(extra_calls) :], results[: len(extra_calls)]))

    def _trials(self) -> list[PlannedCall]:
        return [call(TRIALS, condition=self._case.condition)] if self._case.asks_trials else []

    def _searches(self, *uses: CallResult) -> list[PlannedCall]:
        case, calls = self._case, []
        for remedy in self._shown:
            query = f"{remedy.name} {case.condition}".strip()
            calls.append(call(SEARCH_PAPERS, *uses, query=query, max_results=case.first))
            if PREPRINTS in case.columns:
                calls.append(call(SEARCH_PREPRINTS, *uses, query=query, max_results=case.first))
        return calls

    def _count(self, results: Sequence[CallResult], trials: Sequence[CallResult]) -> Plan:
        case, step = self._case, len(results) // len(self._shown)
        counted = [
            PaperCount.of(remedy.name, results[step * index : step * (index + 1)], case.condition, case.since)
            for index, remedy in enumerate(self._shown)
        ]
        require(
            is_wanted(counted) != case.is_empty,
            "the search disagrees with the world about the papers.",
        )
        ahead = leaders(counted) if case.asks_class else []
        extra_calls = [call(LOOK_UP, *results[::step], drug_name=leader.name) for leader in ahead]
        if not is_wanted(counted):
            overviews = (yield extra_calls) if extra_calls else []
        else:
            book, *overviews = yield [case.book.create(*results), *extra_calls]
            rows = table(counted, case)
            (sheet,) = yield [case.book.write(rows, book, *results)]
            if finish := case.book.finish(case.finish, rows, sheet):
                yield finish
        classes = {leader.name: _class(overview) for leader, overview in zip(ahead, overviews, strict=True)}
        total = trials[0].data["total_count"] if trials else None
        return solution(counted, case, classes, total)


def _class(result: CallResult) -> str:
    data: dict[str, Any] = result.data["drug"]
    return str(data["pharmacologic_class"])


def _relevant(articles: Sequence[dict[str, Any]], *names: str) -> list[str]:
    """Return the titles that contain all of the names."""
    titles = [str(article["title"]) for article in articles]
    return [title for title in titles if all(name.casefold() in title.casefold() for name in names)]


def table(counted: Sequence[PaperCount], case: Case) -> list[list[Cell]]:
    head: list[Cell] = [DRUG, *(column.heading for column in case.columns)]
    return [head, *([drug_count.name, *map(drug_count.value, case.columns)] for drug_count in counted)]


def leaders(counted: Sequence[PaperCount]) -> list[PaperCount]:
    """Return the drugs with the highest count."""
    most = max(drug_count.relevant for drug_count in counted)
    return [drug_count for drug_count in counted if drug_count.relevant == most]


def solution(
    counted: Sequence[PaperCount], case: Case, classes: dict[str, str], trials: int | None
) -> Solution:
    """Return the solution. `classes` are those of the leaders, `trials` the recruiting ones if asked for."""
    wanted = is_wanted(counted)
    sentences = [f"{drug_count.name}: {_figures(drug_count, case.columns)}." for drug_count in counted]
    fields = {"medicines": Expected(rows=tuple(_row(drug_count, case.columns) for drug_count in counted))}
    if case.asks_class:
        sentences += [f"{name} has the most; it is of the class {kind}." for name, kind in classes.items()]
        fields["most"] = Expected(rows=tuple(_leader(name, kind) for name, kind in classes.items()))
    if trials is not None:
        sentences.append(f"{trials} trials on {case.condition} are recruiting.")
        fields["trials"] = Expected(trials)
    fields["any_counted"] = Expected(wanted, grounds=())
    saved = f"The table is in {case.book.file}, sheet {case.book.sheet}."
    sentences.append(saved if wanted else "There is nothing to count, so I made no file.")
    checks = _checks(counted, case) if wanted else (NoStrayFiles(),)
    return Solution(answer=" ".join(sentences), fields=fields, checks=checks)


def is_wanted(counted: Sequence[PaperCount]) -> bool:
    """Return whether the file should be made: at least one paper counts."""
    return any(drug_count.relevant for drug_count in counted)


def _figures(one: PaperCount, columns: Sequence[Column]) -> str:
    return ", ".join(f"{column.heading.lower()} {one.value(column)}" for column in columns)


def _row(one: PaperCount, columns: Sequence[Column]) -> dict[str, Expected]:
    """Return an expected row. The paper count is grounded in titles; other counts are too common to trace."""
    grounds = {"relevant": one.titles, "newest": None}
    values = {
        column.name: Expected(one.value(column), grounds=grounds.get(column.value, ())) for column in columns
    }
    return {"active_ingredient": Expected(one.name), **values}


def _leader(name: str, kind: str) -> dict[str, Expected]:
    """Accept the class without its text in brackets, or that text alone."""
    long, _, short = kind.partition(" (")
    also = (long, short.rstrip(")")) if short else ()
    return {"active_ingredient": Expected(name), "drug_class": Expected(kind, also=also)}


def _checks(counted: Sequence[PaperCount], case: Case) -> tuple[Any, ...]:
    rows, path, sheet = table(counted, case), case.book.file, case.book.sheet
    cells = SheetCells(
        path=path, sheet=sheet, columns=tuple(map(str, rows[0])), rows=tuple(map(tuple, rows[1:])),
        headings=case.headings, any_heading=True,
        totals=(case.columns[0].heading,) if case.finish == "sum" else (),
    )  # fmt: skip
    style_checks = case.book.finish_checks(
        case.finish, len(rows[0]), tuple(float(drug_count.relevant) for drug_count in counted)
    )
    return FileExists(path="**/*.xlsx", count=1), cells, *style_checks


FAMILY = m3_family(
    number=9,
    name="medexcel",
    title="MedExcel",
    goal="Search PubMed for each medicine in a photo, decide which titles are relevant, and write "
    "the counts into a workbook under media.",
    servers=("ocr", "healthcare-mcp", "excel"),
    modalities=("text", "image", "spreadsheet"),
    tasks=(medexcel,),
)
