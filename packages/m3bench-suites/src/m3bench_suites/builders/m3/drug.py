"""Drug: compare pictured and named medicines for one use in a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from m3bench.checks import Expected, FileExists, NoStrayFiles, SheetCells, Tolerance
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.medicine.remedies import (
    Remedy,
    is_clear,
    pictured_remedies,
    printed_names,
    read_names,
    speaks_plainly,
    status_cells,
    status_field,
)
from m3bench_suites.builders.m3._shared.office import BLANK, YES_NO_CELLS, Cell, Workbook
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, Turn, m3_family
from m3bench_suites.builders.tasks import TaskSpec

READ, LOOK_UP, SEARCH = "ocr/perform_ocr", "healthcare-mcp/fda_drug_lookup", "amazon/search_products"
INGREDIENT, STATUS, LISTED = "Active ingredient", "Marketing status", "Listed use"
PRICE, REPORTS = "Cheapest price (USD)", "Adverse reports"
FACETS = ((PRICE,), (PRICE, REPORTS), (REPORTS,), (PRICE,), (PRICE, REPORTS))
"""What is compared, in the order of the task numbers."""
PACKS = (24, 72, 100)
MOST_PARTS = 9
_STOP = Turn(5, of=8)
"""The task for which no medicine has the use."""
FINISHES = ("none", "sum", "bold")
OFFERS = 12
"""Number of offers to request, more than there are brands."""
_HEADINGS = {
    INGREDIENT: ("Ingredient", "Drug", "Medicine", "Name", "Generic name", "Medication"),
    STATUS: ("Status", "Sold as", "Marketing", "Availability", "How it is marketed"),
    LISTED: ("Listed", "Indicated", "Listed use (yes or no)", "Use listed", "Listed for use"),
    PRICE: ("Price", "Cheapest price", "Price (USD)", "Price in USD", "Price USD", "Cost"),
    REPORTS: ("Reports", "Adverse event reports", "Adverse events", "Number of reports"),
}
_CENT = Tolerance(0.005)
_FIELDS = {PRICE: "price", REPORTS: "adverse_reports"}


class Case(NamedTuple):
    """What a task asks for, besides the medicines in its picture."""

    use: str
    others: tuple[Remedy, ...]
    facets: tuple[str, ...]
    """What to look up for medicines listed for the use: `PRICE`, `REPORTS` or both."""
    pieces: int
    finish: str
    book: Workbook

    @property
    def columns(self) -> tuple[str, ...]:
        return (INGREDIENT, STATUS, LISTED, *self.facets)

    def others_said(self) -> str:
        if PRICE not in self.facets:
            return join([remedy.name.lower() for remedy in self.others])
        return join([f"{remedy.name.lower()} {remedy.strength} {remedy.form}s" for remedy in self.others])


@dataclass
class MedicineFacts:
    """A medicine and the findings about it."""

    remedy: Remedy
    overview: dict[str, Any]
    price: float | None = None
    reports: int | None = None

    @property
    def name(self) -> str:
        return self.remedy.name

    @property
    def status(self) -> str:
        return str(self.overview["marketing_status"])

    def has(self, use: str) -> bool:
        return use in self.overview["indications"]

    def number(self, facet: str) -> float | None:
        return self.price if facet == PRICE else self.reports


def drug(draw: TaskDraw) -> TaskSpec:
    photo, shown, use = _photo(draw)
    case = _case(draw, shown, use)
    task = _Plans(photo.name, shown, case)
    return TaskSpec(
        words={
            "photo": photo.name,
            "use": use,
            "others": case.others_said(),
            "price": PRICE in case.facets,
            "reports": REPORTS in case.facets,
            "pieces": case.pieces,
            **dict.fromkeys(("columns", "headings", "entries"), case.columns),
            **dict.fromkeys(("finish", "ending"), case.finish if case.finish != "none" else None),
            "numbers": "prices" if case.facets[0] == PRICE else "reports",
            "file": case.book.file,
            "sheet": case.book.sheet,
        },
        plans=(task.read, task.seen),
        servers=("ocr", "healthcare-mcp", *(("amazon",) if PRICE in case.facets else ()), "excel"),
        pictures=(photo.picture,),
        level="L3" if len(case.facets) > 1 or case.finish != "none" else "L2",
        solvable=not draw.is_turn(_STOP),
        extra={"medicines": len(shown) + len(case.others)},
        key_facts=printed_names(shown),
    )


def _photo(draw: TaskDraw) -> tuple[ScenePicture, list[Remedy], str]:
    """Return a picture, its medicines, and a use of one of them."""
    for part in range(MOST_PARTS):
        photo = draw.picture(draw.photo_name(), "medicine", part=part)
        shown = pictured_remedies(draw.world, photo)
        if use := _use(draw, shown):
            return photo, shown, use
    raise PlanError(f"{draw.id}: no picture shows suitable medicines.")


def _case(draw: TaskDraw, shown: Sequence[Remedy], use: str) -> Case:
    others = _others(draw, shown, use)
    facets = FACETS[draw.number % len(FACETS)]
    finish = FINISHES[draw.number % len(FINISHES)]
    book = Workbook(draw.pick(("medicines.xlsx", "comparison.xlsx", "cabinet.xlsx"), "file"), "Comparison")
    return Case(use, others, facets, draw.pick(PACKS, "pack"), finish, book)


def _use(draw: TaskDraw, shown: Sequence[Remedy]) -> str:
    """Return a use that each medicine clearly has or clearly lacks, or an empty string."""
    if draw.is_turn(_STOP):
        return _foreign_use(draw, shown)
    uses = {use for remedy in shown for use in remedy.drug.indications if speaks_plainly(use)}
    clear = [use for use in sorted(uses) if all(is_clear(use, remedy.drug) for remedy in shown)]
    named = [use for use in clear if not _reveals(use, shown)]
    shared = [use for use in named if _candidates(draw, shown, use)[0]]
    return draw.pick(shared or named, "use") if named else ""


def _foreign_use(draw: TaskDraw, shown: Sequence[Remedy]) -> str:
    """Return a use that all medicines clearly lack, or an empty string."""
    known = {use for drug in draw.world.pharmacy.common() for use in drug.indications if speaks_plainly(use)}
    own = {use for remedy in shown for use in remedy.drug.indications}
    foreign = [use for use in sorted(known - own) if all(is_clear(use, remedy.drug) for remedy in shown)]
    named = [use for use in foreign if not _reveals(use, shown)]
    return draw.pick(named, "use") if named else ""


def _others(draw: TaskDraw, shown: Sequence[Remedy], use: str) -> tuple[Remedy, ...]:
    """Draw other medicines to compare with, some of which have the use."""
    matching, strange = _candidates(draw, shown, use)
    if draw.is_turn(_STOP):
        return tuple(sorted(draw.sample(strange, 2, "strange"), key=lambda remedy: remedy.name))
    chosen = draw.sample(matching, 2 if len(shown) < 3 else 1, "fitting")
    odd = 1 if len(shown) + len(chosen) < 3 or draw.number % 3 == 0 else 0
    odd = odd if chosen else 2
    return tuple(sorted((*chosen, *draw.sample(strange, odd, "strange")), key=lambda remedy: remedy.name))


def _candidates(draw: TaskDraw, shown: Sequence[Remedy], use: str) -> tuple[list[Remedy], list[Remedy]]:
    """Return other medicines that clearly have the use, and others that clearly lack it."""
    clear = [
        remedy
        for remedy in _sold_medicines(draw)
        if not _reveals(remedy.name, shown) and is_clear(use, remedy.drug)
    ]
    matching = [remedy for remedy in clear if use in remedy.drug.indications]
    return matching, [remedy for remedy in clear if remedy not in matching]


def _sold_medicines(draw: TaskDraw) -> list[Remedy]:
    """Return every common drug in one of its countable forms."""
    medicines = []
    for drug in draw.world.pharmacy.common():
        if " and " in drug.name:
            continue
        kinds = [
            Remedy(drug, strength, product.form)
            for product in drug.products
            for strength in product.strengths
        ]
        if counted := [remedy for remedy in kinds if remedy.is_counted]:
            medicines.append(draw.pick(counted, "product", drug.name))
    return medicines


def _reveals(text: str, shown: Sequence[Remedy]) -> bool:
    """Return whether a text reveals what the picture shows."""
    return any(name.casefold() in text.casefold() for name in printed_names(shown))


class _Plans:
    """The plans of a task."""

    def __init__(self, photo: str, shown: Sequence[Remedy], case: Case) -> None:
        self._photo, self._shown, self._case = photo, shown, case

    def read(self) -> Plan:
        """Read the packages with OCR."""
        lookups = [call(LOOK_UP, drug_name=remedy.name) for remedy in self._case.others]
        text, *known = yield [call(READ, input_data=self._photo), *lookups]
        names = read_names(text, self._shown, brands=True)
        looked_up = yield [call(LOOK_UP, text, drug_name=name) for name in names]
        return (yield from self._compare([*looked_up, *known], text))

    def seen(self) -> Plan:
        """Read the packages without a tool."""
        remedies = [*self._shown, *self._case.others]
        known = yield [call(LOOK_UP, drug_name=remedy.name) for remedy in remedies]
        return (yield from self._compare(known))

    def _compare(self, known: Sequence[CallResult], *read: CallResult) -> Plan:
        remedies = [*self._shown, *self._case.others]
        compared = [
            MedicineFacts(remedy, result.data["drug"]) for remedy, result in zip(remedies, known, strict=True)
        ]
        matching = [medicine for medicine in compared if medicine.has(self._case.use)]
        if not matching:
            return solution(compared, self._case)
        sources = {medicine.name: result for medicine, result in zip(compared, known, strict=True)}
        wanted = [
            call for medicine in matching for call in self._questions(medicine, sources[medicine.name], *read)
        ]
        book, *answers = yield [self._case.book.create(*known), *wanted]
        self._store_answers(matching, answers)
        return (yield from self._write(book, compared, (*known, *answers)))

    def _questions(self, one: MedicineFacts, *uses: CallResult) -> list[PlannedCall]:
        case, calls = self._case, []
        if PRICE in case.facets:
            calls.append(call(SEARCH, *uses, keywords=one.remedy.keywords(case.pieces), n=OFFERS))
        if REPORTS in case.facets:
            calls.append(call(LOOK_UP, *uses, drug_name=one.name, search_type="adverse_events"))
        return calls

    def _store_answers(self, matching: Sequence[MedicineFacts], answers: Sequence[CallResult]) -> None:
        left = list(answers)
        for medicine in matching:
            if PRICE in self._case.facets:
                medicine.price = _cheapest(medicine.remedy.offers(left.pop(0), self._case.pieces))
            if REPORTS in self._case.facets:
                medicine.reports = left.pop(0).data["adverse_events"]["total_reports"]

    def _write(
        self, book: CallResult, compared: Sequence[MedicineFacts], results: Sequence[CallResult]
    ) -> Plan:
        case = self._case
        rows = table(compared, case)
        (sheet,) = yield [case.book.write(rows, book, *results)]
        if finish := case.book.finish(case.finish, rows, sheet, column="D"):
            yield finish
        return solution(compared, case)


def _cheapest(offers: Sequence[dict[str, Any]]) -> float:
    prices = [float(offer["price"]) for offer in offers if offer["in_stock"]]
    if not prices:
        raise PlanError(f"{offers[0]['title']} is out of stock.")
    return min(prices)


def table(compared: Sequence[MedicineFacts], case: Case) -> list[list[Cell]]:
    """Return the headings and a row for each medicine."""
    rows: list[list[Cell]] = [list(case.columns)]
    for medicine in compared:
        numbers = [medicine.number(facet) for facet in case.facets]
        rows.append([medicine.name, medicine.status, "yes" if medicine.has(case.use) else "no", *numbers])
    return rows


def solution(compared: Sequence[MedicineFacts], case: Case) -> Solution:
    matching = [medicine for medicine in compared if medicine.has(case.use)]
    fields = {
        "medicines": Expected(rows=tuple(_row(medicine, case) for medicine in compared)),
        "any_listed": Expected(bool(matching), grounds=(case.use,) if matching else ()),
    }
    answer, checks = _describe(compared, matching, case), _checks(compared, case)
    return Solution(answer=answer, fields=fields, checks=checks if matching else (NoStrayFiles(),))


def _describe(compared: Sequence[MedicineFacts], matching: Sequence[MedicineFacts], case: Case) -> str:
    others = [medicine.name for medicine in compared if medicine not in matching]
    if not matching:
        return f"None of them is listed for {case.use}: {join(others)}. So I made no file."
    sentences = [f"Listed for {case.use}: {join([medicine.name for medicine in matching])}."]
    if others:
        sentences.append(f"It is not listed for {join(others)}.")
    sentences += [_sentence(medicine) for medicine in matching]
    sentences.append(f"The comparison is in {case.book.file}, sheet {case.book.sheet}.")
    return " ".join((*sentences, "Ask a pharmacist before you take any."))


def _sentence(one: MedicineFacts) -> str:
    parts = [] if one.price is None else [f"costs ${one.price:.2f} at the cheapest"]
    parts += [] if one.reports is None else [f"has {one.reports:,} adverse event reports"]
    return f"{one.name} ({one.status.lower()}) {' and '.join(parts)}."


def _row(one: MedicineFacts, case: Case) -> dict[str, Expected]:
    is_listed = one.has(case.use)
    numbers = {
        _FIELDS[facet]: Expected() if (number := one.number(facet)) is None else _number(facet, number)
        for facet in case.facets
    }
    return {
        "active_ingredient": Expected(one.name),
        "marketed": status_field(one.status),
        "listed": Expected(is_listed, grounds=(case.use,) if is_listed else ()),
        **numbers,
    }


def _number(facet: str, number: float) -> Expected:
    return Expected(number, tolerance=_CENT) if facet == PRICE else Expected(number)


def _checks(compared: Sequence[MedicineFacts], case: Case) -> tuple[Any, ...]:
    rows = [
        (
            medicine.name,
            status_cells(medicine.status),
            YES_NO_CELLS[medicine.has(case.use)],
            *(BLANK if (number := medicine.number(facet)) is None else number for facet in case.facets),
        )
        for medicine in compared
    ]
    cells = SheetCells(
        path=case.book.file, sheet=case.book.sheet, columns=case.columns, rows=tuple(rows),
        headings={column: _HEADINGS[column] for column in case.columns}, any_heading=True,
        totals=(case.facets[0],) if case.finish == "sum" else (), tolerance=_CENT,
    )  # fmt: skip
    style_checks = case.book.finish_checks(case.finish, len(case.columns))
    return FileExists(path="**/*.xlsx", count=1), cells, *style_checks


FAMILY = m3_family(
    number=6,
    name="drug",
    title="Drug",
    goal="Compare the medicines in a photo with others for one use: official facts, prices and reports, "
    "in a spreadsheet.",
    modalities=("text", "image", "spreadsheet"),
    tasks=(drug,),
)
