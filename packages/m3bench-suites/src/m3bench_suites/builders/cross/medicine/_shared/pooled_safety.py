"""Scientific Computing, BioMCP and Math MCP: serious adverse events, pooled over the trials of a drug."""

from __future__ import annotations

import re

from m3bench.checks import Expected, Tolerance
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.medicine._shared.reading import code_in, entry, parts, sites, whole
from m3bench_suites.builders.cross.tasks import (
    NOTHING,
    Wording,
    branch,
    computed,
    found,
    require,
    require_clear,
    require_lead,
    rows,
    solution,
    task,
    validation,
)
from m3bench_suites.builders.fields import code, day, number, records, yes_no

_SEARCH, _PROTOCOL = "BioMCP/trial_searcher", "BioMCP/trial_protocol_getter"
_OUTCOMES, _REFERENCES = "BioMCP/trial_outcomes_getter", "BioMCP/trial_references_getter"
_LOCATIONS, _DRUG = "BioMCP/trial_locations_getter", "BioMCP/drug_getter"
_APPROVAL = "BioMCP/openfda_approval_getter"
_CREATE, _DOT = "Scientific Computing/create_tensor", "Scientific Computing/vector_dot_product"
_SUM, _DIVISION, _SUBTRACT = "Math MCP/sum", "Math MCP/division", "Math MCP/subtract"
_DRUGS = ("Pembrolizumab", "Nivolumab", "Olaparib")
_LEVEL = 15
_RATES = re.compile(r"serious adverse event \([^)]*\): .*? ([\d.]+); .*? ([\d.]+)$", re.MULTILINE)
_CLOSE = Tolerance(absolute=0.06)
_WORDING = Wording(
    request=(
        "Search the closed trials with {drug} as the intervention and keep those with the status COMPLETED. "
        "Get the outcomes of each and keep those with posted results. For these read protocol and "
        "references, and list the trials whose enrollment in the protocol is not the reported enrollment, "
        "with both numbers. Leave these out. Over the remaining trials, compute the rate of participants "
        "with a serious adverse event in the tested arm and in the comparator, weighted by enrollment (dot "
        "product of stored vectors, divided by the total), and the difference tested minus comparator, in "
        "percentage points. If the pooled rate of the tested arms is above {level} %, report the number of "
        "sites of the largest remaining trial; otherwise the date of the original approval of the drug by "
        "its approval record."
    ),
    fuzzy=(
        "How safe is {drug} really? Please pool the completed trials of it that have posted results. Beware, "
        "some publications report another head count than the registry; tell me which trials those are, with "
        "both numbers, and leave them out. For the others, I want the percentage of people with a serious "
        "adverse event, pooled by weighting each trial with its number of participants, once for the arms "
        "with the drug and once for the comparators, and how many percentage points lie between them. If the "
        "drug's pooled percentage is above {level}, at how many sites did the largest of the pooled trials "
        "run? If it is not, on which day was the drug originally approved, going by the approval record and "
        "not by a summary?"
    ),
)


def serious_rates(result: CallResult) -> tuple[float, float]:
    """Return the rates of serious adverse events in the tested arm and in its comparator."""
    match = _RATES.search(result.text)
    if match is None:
        raise PlanError("no rates of serious adverse events are posted.")
    return float(match[1]), float(match[2])


def pooled_safety(draw: TaskDraw, family: CrossFamily) -> Blueprint:
    """Make a task on the serious adverse events in the trials of a drug."""
    drug = draw.turn(_DRUGS, "drug")

    def plan() -> Plan:
        (search,) = yield [call(_SEARCH, interventions=[drug], recruiting_status="CLOSED", page_size=100)]
        done = [entry(part, "NCT") for part in parts(search) if entry(part, "Status") == "COMPLETED"]
        results = yield [call(_OUTCOMES, search, nct_id=nct) for nct in done]
        posted = {
            nct: one for nct, one in zip(done, results, strict=True) if "Results are posted." in one.text
        }
        trials = list(posted)
        require(len(trials) > 3, "few trials have results.")
        both = yield [
            *(call(_PROTOCOL, posted[nct], nct_id=nct) for nct in trials),
            *(call(_REFERENCES, posted[nct], nct_id=nct) for nct in trials),
        ]
        protocols, pages = both[: len(trials)], both[len(trials) :]
        enrolled = {nct: whole(one, "Enrollment") for nct, one in zip(trials, protocols, strict=True)}
        reported = {nct: whole(one, "Reported enrollment") for nct, one in zip(trials, pages, strict=True)}
        wrong = [nct for nct in trials if enrolled[nct] != reported[nct]]
        checked = validation("the enrollment of a trial", (_PROTOCOL, _REFERENCES), trials, wrong)
        kept = [nct for nct in trials if nct not in wrong]
        require(len(kept) > 1, "few trials remain.")
        rates = [serious_rates(posted[nct]) for nct in kept]
        weights = [enrolled[nct] for nct in kept]
        vectors = {
            "weights": weights,
            "tested": [rate[0] for rate in rates],
            "comparator": [rate[1] for rate in rates],
        }
        stored = yield [
            *(
                call(_CREATE, *both, *results, shape=[len(kept)], values=values, name=name)
                for name, values in vectors.items()
            ),
            call(_SUM, *both, numbers=weights),
        ]
        dots = yield [
            call(_DOT, stored[0], stored[1], name_a="weights", name_b="tested"),
            call(_DOT, stored[0], stored[2], name_a="weights", name_b="comparator"),
        ]
        people = int(float(stored[3].data))
        pooled = yield [
            call(_DIVISION, one, stored[3], numerator=float(one.data), denominator=people) for one in dots
        ]
        tested, comparator = (float(one.data) for one in pooled)
        require_clear(tested, _LEVEL, 0.06)
        high = tested > _LEVEL
        largest = max(kept, key=enrolled.__getitem__)
        last = yield [
            call(_SUBTRACT, *pooled, minuend=tested, subtrahend=comparator),
            call(_LOCATIONS, *both, pooled[0], nct_id=largest)
            if high
            else call(_DRUG, pooled[0], drug_id_or_name=drug),
        ]
        fields: dict[str, Expected] = {
            "posted": computed(len(trials), trials),
            "mismatches": rows(
                {"trial": found(nct), "registered": found(enrolled[nct]), "reported": found(reported[nct])}
                for nct in wrong
            ),
            "people": computed(people, weights),
            "tested": found(tested, _CLOSE),
            "comparator": found(comparator, _CLOSE),
            "difference": found(float(last[0].data), _CLOSE),
            "high": computed(high, (tested,)),
            "sites": NOTHING,
            "approved": NOTHING,
        }
        if high:
            require_lead(weights, 1)
            fields["sites"] = computed(len(sites(last[1])), [site.code for site in sites(last[1])])
        else:
            application = code_in(entry(last[1], "Application"), r"[A-Z]+\d+")
            (record,) = yield [call(_APPROVAL, last[1], application_number=application)]
            fields["approved"] = found(entry(record, "Approved"))
        decision = branch(
            f"the pooled rate of serious adverse events with {drug} is above {_LEVEL} %",
            holds=high,
            met={"tools": [_LOCATIONS]},
            unmet={"tools": [_DRUG, _APPROVAL]},
        )
        return solution(fields, branches=[decision], validations=[checked])

    form = (
        number("posted", "how many completed trials have posted results"),
        records(
            "mismatches",
            "the trials among them whose publication and registry disagree",
            code("trial", "its NCT number"),
            number("registered", "enrollment in the registry"),
            number("reported", "enrollment that the publication reports"),
        ),
        number("people", "participants of the pooled trials"),
        number("tested", "pooled rate of serious adverse events with the drug", "%"),
        number("comparator", "pooled rate in the comparators", "%"),
        number("difference", "tested minus comparator, in percentage points"),
        yes_no("high", f"whether the pooled rate with the drug is above {_LEVEL} %"),
        number("sites", "number of sites of the largest pooled trial, if asked for"),
        day("approved", "date of the original approval, if asked for"),
    )
    return task(draw, family, _WORDING, {"drug": drug.lower(), "level": _LEVEL}, form, plan)
