"""Medical: find the pictured medicine for a diagnosis, and where to buy it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from m3bench.suites import Blueprint, CallResult, Plan, PlanError, PlannedCall, call
from m3bench_suites.builders.m3._shared.medicine.advice import (
    Findings,
    form,
    fuzzy_request,
    request,
    solution,
)
from m3bench_suites.builders.m3._shared.medicine.diagnoses import (
    Case,
    draw_case,
    find_offer,
    label_of,
    match_names,
    most_tested,
)
from m3bench_suites.builders.m3.family import Family, TaskDraw

READ, CODE = "ocr/perform_ocr", "healthcare-mcp/lookup_icd_code"
DRUG, TRIALS = "healthcare-mcp/fda_drug_lookup", "healthcare-mcp/clinical_trials_search"
SHOP = "amazon/search_products"
MOST_TRIALS = 50
FINAL, UNSUITED = 3, 2


def make(draw: TaskDraw) -> Blueprint:
    case = _draw_case(draw)
    reports = draw.number % 2 == 1
    visit = _Plans(case, reports=reports)
    return Blueprint(
        id=draw.id,
        family="Medical",
        request=request(draw, case, reports=reports),
        fuzzy_request=fuzzy_request(draw, case, reports=reports),
        servers=("ocr", "healthcare-mcp", "amazon"),
        form=form(reports=reports),
        plans=(visit.with_reading, visit.by_eye),
        pictures=(case.photo.picture,),
        level="L3",
        extra={
            "modalities": ["text", "image"],
            "medicines": len(case.medicines),
            "suited": bool(case.suited),
            **({} if case.suited or case.instead else {"solvable": False}),
        },
        key_facts=tuple(
            str(each[key]) for each in case.medicines for key in ("brand", "generic") if each[key]
        ),
    )


def _draw_case(draw: TaskDraw) -> Case:
    """Draw a case. One task in four wants no alternative, and half of these have no suited medicine."""
    if draw.number % 4 == FINAL:
        case = draw_case(draw, suited=draw.number % 8 == FINAL, instead=False)
    else:
        wished = draw.number % 3 != UNSUITED
        case = draw_case(draw, suited=wished, instead=True) or draw_case(
            draw, suited=not wished, instead=True
        )
    if case is None:
        raise PlanError(f"{draw.id}: no picture fits a diagnosis.")
    return case


class _Plans:
    """The plans: read the packages with OCR, or without a tool."""

    def __init__(self, case: Case, *, reports: bool) -> None:
        self.case, self.reports = case, reports
        self.generics = [str(each["generic"]) for each in case.medicines]

    def with_reading(self) -> Plan:
        read, code = yield [call(READ, input_data=self.case.photo.name), self._code()]
        names = match_names(read.text, self.case.medicines)
        found = yield [*self._lookups(names, read), self._trials(code)]
        return (yield from self._buy(code, found[:-1], found[-1]))

    def by_eye(self) -> Plan:
        names = {generic: generic for generic in self.generics}
        code, *found = yield [self._code(), *self._lookups(names)]
        (trials,) = yield [self._trials(code)]
        return (yield from self._buy(code, found, trials))

    def _code(self) -> PlannedCall:
        return call(CODE, code=self.case.code)

    def _trials(self, code: CallResult) -> PlannedCall:
        return call(TRIALS, code, condition=code.data["description"], max_results=MOST_TRIALS)

    def _lookups(self, names: Mapping[str, str], *uses: CallResult) -> list[PlannedCall]:
        kinds = ("label", "adverse_events") if self.reports else ("label",)
        return [
            call(DRUG, *uses, drug_name=name, search_type=kind) for kind in kinds for name in names.values()
        ]

    def _buy(self, code: CallResult, lookups: Sequence[CallResult], trials: CallResult) -> Plan:
        """Search the shop for the suited medicine or, without one, for the most tested drug."""
        count = len(self.generics)
        labels = {
            generic: label_of(found, generic)
            for generic, found in zip(self.generics, lookups[:count], strict=True)
        }
        events = {generic: found.data for generic, found in zip(self.generics, lookups[count:], strict=False)}
        chosen, product = self.case.suited, None
        if chosen:
            (shop,) = yield [call(SHOP, *lookups[:count], keywords=chosen, n=3)]
            product = find_offer(shop, self.case.links)
        elif self.case.instead:
            chosen, basis = self._most_tested(trials), (*lookups[:count], trials)
            shop, label = yield [
                call(SHOP, *basis, keywords=chosen, n=3),
                call(DRUG, *basis, drug_name=chosen, search_type="label"),
            ]
            labels[chosen] = label_of(label, chosen)
            product = find_offer(shop, self.case.links)
        found = Findings(
            code=code.data,
            labels=labels,
            trials=trials.data,
            chosen=chosen,
            product=product,
            events=events,
        )
        return solution(self.case, found)

    def _most_tested(self, trials: CallResult) -> str:
        data: dict[str, Any] = trials.data
        if data["icd10_code"] != self.case.code or data["total_count"] != data["result_count"]:
            raise PlanError("The trials are of another diagnosis, or incomplete.")
        name = most_tested(data["trials"])
        if name is None or name in self.generics:
            raise PlanError("No other drug is clearly tested the most.")
        return name


FAMILY = Family(
    number=13,
    name="medical",
    title="Medical",
    goal="Say which of the pictured medicines fits a diagnosis, what to watch out for, and where to buy it.",
    make=make,
)
