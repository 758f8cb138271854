"""What is asked about medicines for a diagnosis, what is answered, and how an answer is told to be right."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from m3bench.checks import ArgumentFromPicture, Called, CalledBefore, Claim, Claims, Quantity
from m3bench.suites.m3._shared.cabinets import Case
from m3bench.suites.m3.family import Lot
from m3bench.suites.planning import PlanError, Solution

_REQUESTS = (
    (
        "My doctor wrote down the ICD-10 code {code}, and photo.png shows the medicines I have at home. "
        "What does the code stand for? Check the labels: which of the medicines is meant for it, if any? "
        "Tell me how many clinical trials on it are recruiting right now. If none of my medicines is meant "
        "for it, take the drug that most of those recruiting trials test instead. For that one medicine I "
        "need: whether it needs a prescription, what its label warns of, and an Amazon link.{reports}"
    ),
    (
        "Diagnosis: ICD-10 {code}. Medicines at hand: see photo.png. Please tell me (1) what the diagnosis "
        "is, (2) which of the medicines is labelled for it, or, if there is none, which drug the largest "
        "number of currently recruiting trials on the diagnosis tests, (3) how many trials are recruiting, "
        "and (4) for the medicine from (2): prescription or not, the warnings on its label, and a link to "
        "it on Amazon.{reports}"
    ),
    (
        "I was told I have {code} (ICD-10) and want to buy a suitable medicine on Amazon. Look at the ones "
        "in photo.png and at their labels and say which is for my condition; should none be, go for the "
        "drug that is tested in most of the trials recruiting for it. Give me the name of the condition, "
        "the number of recruiting trials, the medicine with its label's warnings, whether it is "
        "prescription-only, and a link.{reports}"
    ),
)
_FUZZY = (
    (
        "It says {code} on my sick note, some ICD-10 code. What is that, and is any of the stuff in "
        "photo.png the right thing for it by its label? How many trials are looking for people with it at "
        "the moment? If I have nothing that fits, what do most of those trials try out? Whichever it is, "
        "do I need a prescription, what should I watch out for, and where on Amazon is it (link)?{reports}"
    ),
    (
        "I've got ICD-10 {code} and the medicines in photo.png. Which of them would be for that, going by "
        "the labels? If it's none, then whatever the recruiting trials test most. I'd like to know what "
        "the code means, how many trials are recruiting, and for that medicine the warnings, prescription "
        "or not, and an Amazon link.{reports}"
    ),
    (
        "Can you help me sort out photo.png? I have {code} in ICD-10 terms. What's that called, which of "
        "these is for it (or else: which drug do most recruiting trials on it use), how many trials "
        "recruit, and can I just buy it? Link to Amazon and the label's warnings too, please.{reports}"
    ),
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


def request(lot: Lot, case: Case, *, reports: bool) -> str:
    return lot.phrased(*_REQUESTS, code=case.code, reports=lot.pick(_REPORTS, "reports") if reports else "")


def fuzzy_request(lot: Lot, case: Case, *, reports: bool) -> str:
    return lot.phrased(*_FUZZY, code=case.code, reports=lot.pick(_REPORTS, "reports") if reports else "")


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """What was found out about a case."""

    code: Mapping[str, Any]
    labels: Mapping[str, Mapping[str, Any]]
    trials: Mapping[str, Any]
    chosen: str
    """Generic name of the medicine that is to be bought."""
    product: Mapping[str, Any]
    events: Mapping[str, Mapping[str, Any]]
    """Reports of adverse events by generic name, where they are asked for."""

    @property
    def label(self) -> Mapping[str, Any]:
        return self.labels[self.chosen]


def solution(case: Case, found: Findings) -> Solution:
    """The answer, and what must hold of one."""
    lines, claims = _told(case, found), _claims(case, found)
    if found.events:
        name, serious = _most_serious(found.events)
        lines.append(f"{name} has the most serious reports ({serious:,}).")
        number = Quantity(float(serious), near=("serious|severe",))
        claims.append(Claim(f"{name} has the most serious reports", all_of=(name,), number=number))
    return Solution("\n".join(lines), (Claims(tuple(claims)), *_calls(case)))


def _told(case: Case, found: Findings) -> list[str]:
    code, product, label = found.code, found.product, found.label
    suited = f"The medicine for it is {found.chosen}."
    none = "None of the medicines in the picture is meant for it; most of the recruiting trials test "
    return [
        f"{code['code']} stands for: {code['description']}.",
        f"{found.trials['total_count']} trials on it are recruiting.",
        *(f"{name}: {one['indications_and_usage']}" for name, one in found.labels.items()),
        suited if case.suited else f"{none}{found.chosen}.",
        f"{found.chosen} is sold as: {label['marketing_status']}. Warnings: {label['warnings']}",
        f"{product['title']}, {product['price']:.2f} {product['currency']}: {product['url']}",
    ]


def _claims(case: Case, found: Findings) -> list[Claim]:
    count, status = found.trials["total_count"], found.label["marketing_status"]
    recruiting = Quantity(float(count), near=("recruiting|recruit|trial",))
    claims = [
        Claim("what the code stands for", any_of=(found.code["description"], found.trials["condition"])),
        Claim(f"the medicine is {found.chosen}", all_of=(found.chosen,)),
        Claim(f"{count} trials recruit", number=recruiting),
        Claim(f"it is sold as {status}", any_of=_SOLD[status]),
        Claim("what the label warns of", any_of=_telling(found.label["warnings"])),
        Claim("a link to buy it", any_of=case.links),
    ]
    if not case.suited:
        claims.append(Claim("none of the pictured is meant for it", any_of=("none", "no", "not", "neither")))
    return claims


_SOLD = {
    "Prescription": ("prescription", "rx"),
    "Over-the-counter": (
        "over the counter",
        "otc",
        "without a prescription",
        "without prescription",
        "no prescription",
    ),
    "Over-the-counter and prescription": (
        "over the counter",
        "otc",
        "without a prescription",
        "without prescription",
    ),
}


def _telling(warnings: str) -> tuple[str, ...]:
    """Words by which one knows that the warnings were passed on."""
    own = warnings.partition("Keep out of reach")[0]
    return tuple(dict.fromkeys(word.lower() for word in re.findall(r"[A-Za-z-]{6,}", own))) or (
        warnings[:40],
    )


def _most_serious(events: Mapping[str, Mapping[str, Any]]) -> tuple[str, int]:
    counts = {name: int(data["adverse_events"]["by_seriousness"]["Serious"]) for name, data in events.items()}
    ranked = sorted(counts.values(), reverse=True)
    if len(ranked) > 1 and ranked[0] == ranked[1]:
        raise PlanError("Two medicines have as many serious reports.")
    return max(counts.items(), key=lambda pair: pair[1])


def _calls(case: Case) -> list[Any]:
    """Every medicine must have been looked up, under whichever of its names, before one is bought."""
    drug, shop = "healthcare-mcp/fda_drug_lookup", "amazon/*"
    return [
        *(ArgumentFromPicture(drug, "drug_name", _names(each)) for each in case.medicines),
        Called("healthcare-mcp/lookup_icd_code", {"code": {"$contains": case.code}}),
        CalledBefore(drug, shop),
    ]


def _names(medicine: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(medicine[key]) for key in ("generic", "brand") if medicine[key])
