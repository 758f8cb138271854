"""Medical: find the pictured medicine for a diagnosis, and where to buy it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from m3bench.checks import Expected
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.medicine.diagnoses import (
    Case,
    draw_case,
    find_offer,
    label_of,
    match_names,
    most_tested,
)
from m3bench_suites.builders.m3._shared.medicine.remedies import status_field
from m3bench_suites.builders.m3.family import TaskDraw, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

READ, CODE = "ocr/perform_ocr", "healthcare-mcp/lookup_icd_code"
DRUG, TRIALS = "healthcare-mcp/fda_drug_lookup", "healthcare-mcp/clinical_trials_search"
SHOP = "amazon/search_products"
MOST_TRIALS = 50
FINAL, UNSUITED = 3, 2
_NEGATIONS = re.compile(r"\b(?:not|no|never|without|avoid|cannot)\b", re.IGNORECASE)
_COMMON_TO_ALL = ("Keep out of reach", "Stop use and ask")


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """The findings about a case."""

    code: Mapping[str, Any]
    labels: Mapping[str, Mapping[str, Any]]
    trials: Mapping[str, Any]
    chosen: str | None
    """Generic name of the medicine to buy, if any."""
    product: Mapping[str, Any] | None
    events: Mapping[str, Mapping[str, Any]]
    """Reports of adverse events by generic name, if asked for."""


def medical(draw: TaskDraw) -> TaskSpec:
    case = _draw_case(draw)
    reports = draw.number % 2 == 1
    visit = _Plans(case, reports=reports)
    return TaskSpec(
        words={
            "code": case.code,
            "photo": case.photo.name,
            "otherwise": "instead" if case.instead else "nothing",
            "reports": reports,
        },
        plans=(visit.with_reading, visit.by_eye),
        pictures=(case.photo.picture,),
        solvable=bool(case.suited or case.instead),
        extra={"medicines": len(case.medicines), "suited": bool(case.suited)},
        key_facts=tuple(
            str(medicine[key]) for medicine in case.medicines for key in ("brand", "generic") if medicine[key]
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
        self.generics = [str(medicine["generic"]) for medicine in case.medicines]

    def with_reading(self) -> Plan:
        read, code = yield [call(READ, input_data=self.case.photo.name), self._code()]
        names = match_names(read.text, self.case.medicines)
        results = yield [*self._lookups(names, read), self._trials(code)]
        return (yield from self._buy(code, results[:-1], results[-1]))

    def by_eye(self) -> Plan:
        names = {generic: generic for generic in self.generics}
        code, *results = yield [self._code(), *self._lookups(names)]
        (trials,) = yield [self._trials(code)]
        return (yield from self._buy(code, results, trials))

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
            generic: label_of(result, generic)
            for generic, result in zip(self.generics, lookups[:count], strict=True)
        }
        events = {
            generic: result.data for generic, result in zip(self.generics, lookups[count:], strict=False)
        }
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
        findings = Findings(
            code=code.data,
            labels=labels,
            trials=trials.data,
            chosen=chosen,
            product=product,
            events=events,
        )
        return solution(self.case, findings)

    def _most_tested(self, trials: CallResult) -> str:
        data: dict[str, Any] = trials.data
        if data["icd10_code"] != self.case.code or data["total_count"] != data["result_count"]:
            raise PlanError("The trials are of another diagnosis, or incomplete.")
        name = most_tested(data["trials"])
        if name is None or name in self.generics:
            raise PlanError("No other drug is clearly tested the most.")
        return name


def solution(case: Case, findings: Findings) -> Solution:
    """Return the answer and the expected fields."""
    lines = _describe(case, findings)
    fields = {
        "diagnosis": Expected(findings.code["description"], also=(findings.trials["condition"], *case.names)),
        "labelled": Expected(case.suited, also=case.brands(case.suited)) if case.suited else Expected(),
        "recruiting_trials": Expected(findings.trials["total_count"]),
        **_expected_purchase(case, findings),
    }
    if findings.events:
        name, serious = _most_serious(findings.events)
        lines.append(f"{name} has the most serious reports ({serious:,}).")
        fields["most_serious"] = Expected(name, also=case.brands(name), grounds=(name, serious))
        fields["serious_reports"] = Expected(serious)
    return Solution("\n".join(lines), fields=fields)


def _expected_purchase(case: Case, findings: Findings) -> dict[str, Expected]:
    names = ("medicine", "marketed", "warning", "product")
    if findings.chosen is None or findings.product is None:
        return {name: Expected() for name in names}
    label = findings.labels[findings.chosen]
    asin = findings.product["asin"]
    others = [link for link in case.links if link != asin]
    links = (f"https://www.amazon.com/dp/{link}" for link in (asin, *others))
    return {
        "medicine": Expected(findings.chosen, also=case.brands(findings.chosen)),
        "marketed": status_field(label["marketing_status"]),
        "warning": _warning(label["warnings"]),
        "product": Expected(asin, also=(*others, *links, findings.product["url"])),
    }


def _warning(warnings: str) -> Expected:
    """Accept any sentence of the warnings. The value has no negation, so that its negation is noticed."""
    sentences = re.findall(r"[^.]+\.", warnings)
    own = [sentence.strip() for sentence in sentences if not sentence.strip().startswith(_COMMON_TO_ALL)]
    plain = [sentence for sentence in own if not _NEGATIONS.search(sentence)]
    require(plain, "All warnings contain a negation.")
    others = [sentence.strip() for sentence in sentences if sentence.strip() != plain[0]]
    return Expected(plain[0], also=(*others, " ".join(own), warnings))


def _describe(case: Case, findings: Findings) -> list[str]:
    code, product = findings.code, findings.product
    lines = [
        f"{code['code']} stands for: {code['description']}.",
        f"{findings.trials['total_count']} trials on it are recruiting.",
        *(f"{name}: {one['indications_and_usage']}" for name, one in findings.labels.items()),
    ]
    if findings.chosen is None or product is None:
        return [*lines, "None of the medicines in the picture is meant for it, so there is nothing to buy."]
    label = findings.labels[findings.chosen]
    none = "None of the medicines in the picture is meant for it; most of the recruiting trials test "
    return [
        *lines,
        f"The medicine for it is {findings.chosen}." if case.suited else f"{none}{findings.chosen}.",
        f"{findings.chosen} is sold as: {label['marketing_status']}. Warnings: {label['warnings']}",
        f"{product['title']}, {product['price']:.2f} {product['currency']}: {product['url']}",
    ]


def _most_serious(events: Mapping[str, Mapping[str, Any]]) -> tuple[str, int]:
    counts = {name: int(data["adverse_events"]["by_seriousness"]["Serious"]) for name, data in events.items()}
    ranked = sorted(counts.values(), reverse=True)
    if len(ranked) > 1 and ranked[0] == ranked[1]:
        raise PlanError("Two medicines have the same number of serious reports.")
    return max(counts.items(), key=lambda pair: pair[1])


FAMILY = m3_family(
    number=13,
    name="medical",
    title="Medical",
    goal="Say which of the pictured medicines fits a diagnosis, what to watch out for, and where to buy it.",
    servers=("ocr", "healthcare-mcp", "amazon"),
    level="L3",
    tasks=(medical,),
)
