"""Scientific Computing, BioMCP and Math MCP: serious adverse events, pooled over the trials of a drug."""

from __future__ import annotations

import re

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, Plan, PlanError, call
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.medicine._shared.reading import code_in, entry, parts, sites, whole
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    require,
    require_clear,
    require_lead,
    rows,
    solution,
    stated,
    validation,
)

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


def serious_rates(result: CallResult) -> tuple[float, float]:
    """Return the rates of serious adverse events in the tested arm and in its comparator."""
    match = _RATES.search(result.text)
    if match is None:
        raise PlanError("no rates of serious adverse events are posted.")
    return float(match[1]), float(match[2])


def pooled_safety(draw: TaskDraw) -> TaskSpec:
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
                {"trial": stated(nct), "registered": stated(enrolled[nct]), "reported": stated(reported[nct])}
                for nct in wrong
            ),
            "people": computed(people, weights),
            "tested": stated(tested, _CLOSE),
            "comparator": stated(comparator, _CLOSE),
            "difference": stated(float(last[0].data), _CLOSE),
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
            fields["approved"] = stated(entry(record, "Approved"))
        decision = branch(
            f"the pooled rate of serious adverse events with {drug} is above {_LEVEL} %",
            holds=high,
            met={"tools": [_LOCATIONS]},
            unmet={"tools": [_DRUG, _APPROVAL]},
        )
        return solution(fields, branches=[decision], validations=[checked])

    return TaskSpec(words={"drug": drug.lower(), "level": _LEVEL}, plans=(plan,))
