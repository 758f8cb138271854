"""Medicines for a diagnosis: requests, answer form and expected values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from m3bench.checks import Expected
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites import PlanError, Solution
from m3bench_suites.builders.m3._shared.medicine.diagnoses import Case
from m3bench_suites.builders.m3._shared.medicine.remedies import STATUSES, status_field
from m3bench_suites.builders.m3.family import TaskDraw

_REQUESTS = (
    (
        "My doctor wrote down the ICD-10 code {code}, and {photo} shows the medicines I have at home. "
        "What does the code stand for, and which of the medicines is meant for it by its label, if any? "
        "How many clinical trials on it are recruiting right now? {otherwise} For that one medicine I "
        "need to know whether it needs a prescription, one thing its label warns of, and where to get it on "
        "Amazon.{reports}"
    ),
    (
        "Diagnosis: ICD-10 {code}. Medicines at hand: see {photo}. Please tell me what the diagnosis is, "
        "which of the medicines is labelled for it, and how many trials on it are recruiting. {otherwise} "
        "Is that medicine on prescription or not, what is one of the warnings on its label, and which "
        "product on Amazon is it?{reports}"
    ),
    (
        "I was told I have {code} (ICD-10) and want to buy a suitable medicine on Amazon. Is one of those in "
        "{photo} labelled for my condition? {otherwise} I would like the name of the condition, the number "
        "of recruiting trials on it, the medicine, a warning from its label, whether it is "
        "prescription-only, and a product to buy.{reports}"
    ),
)
_FUZZY = (
    (
        "It says {code} on my sick note, some ICD-10 code. What is that, and is any of the stuff in "
        "{photo} the right thing for it by its label? How many trials are looking for people with it at "
        "the moment? {otherwise} And do I need a prescription, what is one thing to watch out for, and where "
        "on Amazon is it?{reports}"
    ),
    (
        "I've got ICD-10 {code} and the medicines in {photo}. Which of them would be for that, going by "
        "the labels? {otherwise} I'd like to know what the code means, how many trials are recruiting, and "
        "for that medicine a warning, prescription or not, and an Amazon product.{reports}"
    ),
    (
        "Can you help me sort out {photo}? I have {code} in ICD-10 terms. What's that called, which of "
        "these is for it, how many trials recruit, and can I just buy it? {otherwise} The Amazon product and "
        "a warning from the label too, please.{reports}"
    ),
)
_INSTEAD = "If none of mine is meant for it, take the drug that most of those recruiting trials test instead."
_NOTHING = (
    "If none of mine is meant for it, leave it at that: then I want no other medicine, and nothing to buy."
)
_REPORTS = (
    (
        " Also, for which of the medicines in the photo have the most serious adverse events been "
        "reported, and how many?"
    ),
    (
        " And compare the adverse event reports of the pictured medicines: which has the most serious "
        "ones, how many?"
    ),
    (
        " One more thing: which of those in the picture has the highest number of serious side-effect "
        "reports, and what is the number?"
    ),
)
_NEGATIONS = re.compile(r"\b(?:not|no|never|without|avoid|cannot)\b", re.IGNORECASE)
_COMMON_TO_ALL = ("Keep out of reach", "Stop use and ask")


def request(draw: TaskDraw, case: Case, *, reports: bool) -> str:
    return draw.phrased(*_REQUESTS, **_words(draw, case, reports))


def fuzzy_request(draw: TaskDraw, case: Case, *, reports: bool) -> str:
    return draw.phrased(*_FUZZY, **_words(draw, case, reports))


def _words(draw: TaskDraw, case: Case, reports: bool) -> dict[str, str]:
    return {
        "code": case.code,
        "photo": case.photo.name,
        "otherwise": _INSTEAD if case.instead else _NOTHING,
        "reports": draw.pick(_REPORTS, "reports") if reports else "",
    }


def form(*, reports: bool) -> AnswerForm:
    """Return the answer form. Only the reports vary between tasks."""
    fields = [
        AnswerField("diagnosis", FieldType.NAME, "what the code stands for"),
        AnswerField("labelled", FieldType.NAME, "the pictured medicine that is meant for it, if any"),
        AnswerField("recruiting_trials", FieldType.NUMBER, "how many trials on it are recruiting"),
        AnswerField("medicine", FieldType.NAME, "the active ingredient of the medicine to get, if any"),
        AnswerField("marketed", FieldType.CHOICE, "how that medicine is sold", choices=STATUSES),
        AnswerField("warning", FieldType.TEXT, "one warning from its label, as it stands there"),
        AnswerField("product", FieldType.CODE, "the link to a product with it on Amazon, or its number"),
    ]
    if reports:
        most = "the pictured medicine with the most serious reports"
        fields.append(AnswerField("most_serious", FieldType.NAME, most))
        fields.append(AnswerField("serious_reports", FieldType.NUMBER, "how many serious reports it has"))
    return AnswerForm(tuple(fields))


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


def solution(case: Case, found: Findings) -> Solution:
    """Return the answer and the expected fields."""
    lines = _describe(case, found)
    fields = {
        "diagnosis": Expected(found.code["description"], also=(found.trials["condition"], *case.names)),
        "labelled": Expected(case.suited, also=case.brands(case.suited)) if case.suited else Expected(),
        "recruiting_trials": Expected(found.trials["total_count"]),
        **_expected_purchase(case, found),
    }
    if found.events:
        name, serious = _most_serious(found.events)
        lines.append(f"{name} has the most serious reports ({serious:,}).")
        fields["most_serious"] = Expected(name, also=case.brands(name), grounds=(name, serious))
        fields["serious_reports"] = Expected(serious)
    return Solution("\n".join(lines), fields=fields)


def _expected_purchase(case: Case, found: Findings) -> dict[str, Expected]:
    names = ("medicine", "marketed", "warning", "product")
    if found.chosen is None or found.product is None:
        return {name: Expected() for name in names}
    label = found.labels[found.chosen]
    asin = found.product["asin"]
    others = [each for each in case.links if each != asin]
    links = (f"https://www.amazon.com/dp/{each}" for each in (asin, *others))
    return {
        "medicine": Expected(found.chosen, also=case.brands(found.chosen)),
        "marketed": status_field(label["marketing_status"]),
        "warning": _warning(label["warnings"]),
        "product": Expected(asin, also=(*others, *links, found.product["url"])),
    }


def _warning(warnings: str) -> Expected:
    """Accept any sentence of the warnings. The value has no negation, so that its negation is noticed."""
    sentences = re.findall(r"[^.]+\.", warnings)
    own = [one.strip() for one in sentences if not one.strip().startswith(_COMMON_TO_ALL)]
    plain = [one for one in own if not _NEGATIONS.search(one)]
    if not plain:
        raise PlanError("All warnings contain a negation.")
    others = [one.strip() for one in sentences if one.strip() != plain[0]]
    return Expected(plain[0], also=(*others, " ".join(own), warnings))


def _describe(case: Case, found: Findings) -> list[str]:
    code, product = found.code, found.product
    lines = [
        f"{code['code']} stands for: {code['description']}.",
        f"{found.trials['total_count']} trials on it are recruiting.",
        *(f"{name}: {one['indications_and_usage']}" for name, one in found.labels.items()),
    ]
    if found.chosen is None or product is None:
        return [*lines, "None of the medicines in the picture is meant for it, so there is nothing to buy."]
    label = found.labels[found.chosen]
    none = "None of the medicines in the picture is meant for it; most of the recruiting trials test "
    return [
        *lines,
        f"The medicine for it is {found.chosen}." if case.suited else f"{none}{found.chosen}.",
        f"{found.chosen} is sold as: {label['marketing_status']}. Warnings: {label['warnings']}",
        f"{product['title']}, {product['price']:.2f} {product['currency']}: {product['url']}",
    ]


def _most_serious(events: Mapping[str, Mapping[str, Any]]) -> tuple[str, int]:
    counts = {name: int(data["adverse_events"]["by_seriousness"]["Serious"]) for name, data in events.items()}
    ranked = sorted(counts.values(), reverse=True)
    if len(ranked) > 1 and ranked[0] == ranked[1]:
        raise PlanError("Two medicines have the same number of serious reports.")
    return max(counts.items(), key=lambda pair: pair[1])
