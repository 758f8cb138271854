"""Drug: compare pictured and named medicines for one use in a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.suites import Blueprint, CallResult, Plan, PlanError, PlannedCall, call
from m3bench_suites.builders.m3._shared.medicine import comparison
from m3bench_suites.builders.m3._shared.medicine.comparison import PRICE, REPORTS, Case, MedicineFacts
from m3bench_suites.builders.m3._shared.medicine.remedies import (
    Remedy,
    is_clear,
    pictured_remedies,
    printed_names,
    read_names,
    speaks_plainly,
)
from m3bench_suites.builders.m3._shared.office import Workbook
from m3bench_suites.builders.m3.family import Family, ScenePicture, TaskDraw

READ, LOOK_UP, SEARCH = "ocr/perform_ocr", "healthcare-mcp/fda_drug_lookup", "amazon/search_products"
FACETS = ((PRICE,), (PRICE, REPORTS), (REPORTS,), (PRICE,), (PRICE, REPORTS))
"""What is compared, in the order of the task numbers."""
PACKS = (24, 72, 100)
MOST_PARTS = 9
STOP_EVERY, STOP_AT = 8, 5
"""The task (modulo `STOP_EVERY`) for which no medicine has the use."""
FINISHES = ("none", "sum", "bold")
OFFERS = 12
"""Number of offers to request, more than there are brands."""


def make(draw: TaskDraw) -> Blueprint:
    photo, shown, use = _photo(draw)
    case = _case(draw, shown, use)
    task = _Plans(photo.name, shown, case)
    words = case.words(photo.name)
    servers = ("ocr", "healthcare-mcp", *(("amazon",) if PRICE in case.facets else ()), "excel")
    return Blueprint(
        id=draw.id,
        family="Drug",
        request=draw.phrased(*comparison.REQUESTS, **words),
        fuzzy_request=draw.phrased(*comparison.FUZZY, **words),
        servers=servers,
        form=case.form,
        plans=(task.read, task.seen),
        pictures=(photo.picture,),
        level="L3" if len(case.facets) > 1 or case.finish != "none" else "L2",
        extra={
            "modalities": ["text", "image", "spreadsheet"],
            "medicines": len(shown) + len(case.others),
            **({"solvable": False} if _is_stop(draw) else {}),
        },
        key_facts=printed_names(shown),
    )


def _is_stop(draw: TaskDraw) -> bool:
    """Return whether no medicine should have the use."""
    return draw.number % STOP_EVERY == STOP_AT


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
    if _is_stop(draw):
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
    if _is_stop(draw):
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
    found = []
    for drug in draw.world.pharmacy.common():
        if " and " in drug.name:
            continue
        kinds = [Remedy(drug, strength, one.form) for one in drug.products for strength in one.strengths]
        if counted := [remedy for remedy in kinds if remedy.is_counted]:
            found.append(draw.pick(counted, "product", drug.name))
    return found


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
            MedicineFacts(one, found.data["drug"]) for one, found in zip(remedies, known, strict=True)
        ]
        matching = [one for one in compared if one.has(self._case.use)]
        if not matching:
            return comparison.solution(compared, self._case)
        sources = {one.name: found for one, found in zip(compared, known, strict=True)}
        wanted = [call for one in matching for call in self._questions(one, sources[one.name], *read)]
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
        for one in matching:
            if PRICE in self._case.facets:
                one.price = _cheapest(one.remedy.offers(left.pop(0), self._case.pieces))
            if REPORTS in self._case.facets:
                one.reports = left.pop(0).data["adverse_events"]["total_reports"]

    def _write(
        self, book: CallResult, compared: Sequence[MedicineFacts], found: Sequence[CallResult]
    ) -> Plan:
        case = self._case
        rows = comparison.table(compared, case)
        (sheet,) = yield [case.book.write(rows, book, *found)]
        if finish_call := comparison.finish_call(case, rows, sheet):
            yield [finish_call]
        return comparison.solution(compared, case)


def _cheapest(offers: Sequence[dict[str, Any]]) -> float:
    prices = [float(offer["price"]) for offer in offers if offer["in_stock"]]
    if not prices:
        raise PlanError(f"{offers[0]['title']} is out of stock.")
    return min(prices)


FAMILY = Family(
    number=6,
    name="drug",
    title="Drug",
    goal="Compare the medicines in a photo with others for one use: official facts, prices and reports, "
    "in a spreadsheet.",
    make=make,
)
