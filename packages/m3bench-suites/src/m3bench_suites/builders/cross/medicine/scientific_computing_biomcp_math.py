"""Scientific Computing, BioMCP and Math MCP: figures of registers in matrices and vectors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, Plan, PlanError, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.medicine._shared.reading import (
    application,
    cohorts,
    entry,
    parts,
    sites,
    whole,
)
from m3bench_suites.builders.cross.medicine._shared.variant_classes import listed_classes
from m3bench_suites.builders.tasks import (
    NOTHING,
    Steps,
    TaskSpec,
    branch,
    computed,
    require,
    require_clear,
    require_lead,
    rows,
    solution,
    stated,
    table,
    together,
    validation,
)

_VARIANTS, _VARIANT, _GENE = "BioMCP/variant_searcher", "BioMCP/variant_getter", "BioMCP/gene_getter"
_CREATE, _DETERMINANT = "Scientific Computing/create_tensor", "Scientific Computing/determinant"
_INVERSE, _SVD = "Scientific Computing/matrix_inverse", "Scientific Computing/svd_decompose"
_MEAN, _MAX, _DIVISION = "Math MCP/mean", "Math MCP/max", "Math MCP/division"
_GENES = ("BRAF", "KRAS", "NRAS", "EGFR", "PIK3CA", "PTEN", "TP53", "BRCA2", "CTNNB1", "IDH1", "CD274")
_SIZE = 3
_NAME = "altered"
_NUMBER = re.compile(r"-?\d+\.?\d*(?:e[+-]?\d+)?")


def numbers_in(shown: str) -> list[float]:
    """Return the numbers of a tensor as it is shown."""
    values = [float(match) for match in _NUMBER.findall(shown)]
    if not values:
        raise PlanError("no tensor is shown.")
    return values


def cohort_matrix(draw: TaskDraw) -> TaskSpec:
    """Make a task on the tumor cohorts of genes."""
    genes = draw.sample(_GENES, _SIZE, "genes")
    return TaskSpec(
        words={"genes": f"{', '.join(genes[:-1])} and {genes[-1]}", "size": _SIZE},
        plans=(partial(_cohort_matrix_plan, genes),),
    )


def _cohort_matrix_plan(genes: list[str]) -> Plan:
    searches = yield [call(_VARIANTS, gene=gene, page_size=1) for gene in genes]
    largest_cohorts = [cohorts(search)[:_SIZE] for search in searches]
    require(all(len(row) == _SIZE for row in largest_cohorts), "a gene has few cohorts.")
    shares = [[cohort.percent for cohort in row] for row in largest_cohorts]
    flat = [share for row in shares for share in row]
    stored = yield [
        call(_CREATE, *searches, shape=[_SIZE, _SIZE], values=flat, name=_NAME),
        *(call(_MEAN, search, numbers=row) for search, row in zip(searches, shares, strict=True)),
    ]
    matrix, averages = stored[0], stored[1:]
    means = [float(average.data) for average in averages]
    require_lead(means, 0.05)
    top = genes[means.index(max(means))]
    size, page = yield [call(_DETERMINANT, matrix, name=_NAME), call(_GENE, *averages, gene_id_or_symbol=top)]
    value = float(size.data)
    require_clear(value, 0, 1)
    positive = value > 0
    claims = listed_classes(page)
    got = yield [
        call(_INVERSE if positive else _SVD, matrix, size, name=_NAME),
        *(call(_VARIANT, page, variant_id=claim) for claim in claims),
    ]
    solved, read = got[0], got[1:]
    classes = {
        claim: entry(record, "Clinical significance") for claim, record in zip(claims, read, strict=True)
    }
    wrong = [claim for claim in claims if claims[claim] != classes[claim]]
    checked = validation("the class of a variant", (_GENE, _VARIANT), claims, wrong)
    fields = {
        "means": rows(
            {"gene": stated(gene), "mean": stated(mean, Tolerance(absolute=0.06))}
            for gene, mean in zip(genes, means, strict=True)
        ),
        "top": computed(top, (top, *means)),
        "mismatches": table("variant", wrong, page=claims, record=classes),
        "determinant": stated(value, Tolerance(absolute=0.6, relative=0.001)),
        "positive": computed(positive, (value,)),
    }
    if positive:
        entries = numbers_in(solved.text)
        require(len(entries) == _SIZE * _SIZE, "the inverse is not shown in full.")
        (largest,) = yield [call(_MAX, solved, numbers=entries)]
        fields["figure"] = stated(float(largest.data), Tolerance(absolute=0.0006, relative=0.01))
    else:
        values = numbers_in(solved.data["s"])
        require(min(values) > 0.3, "the matrix is nearly singular.")
        (ratio,) = yield [call(_DIVISION, solved, numerator=values[0], denominator=values[-1])]
        fields["figure"] = stated(float(ratio.data), Tolerance(absolute=0.06, relative=0.01))
    decision = branch(
        "the determinant of the matrix of percentages is positive",
        holds=positive,
        met={"tools": [_INVERSE]},
        unmet={"tools": [_SVD]},
    )
    return solution(fields, branches=[decision], validations=[checked])


_SEARCH, _PROTOCOL = "BioMCP/trial_searcher", "BioMCP/trial_protocol_getter"
_OUTCOMES, _REFERENCES = "BioMCP/trial_outcomes_getter", "BioMCP/trial_references_getter"
_LOCATIONS, _DRUG = "BioMCP/trial_locations_getter", "BioMCP/drug_getter"
_APPROVAL = "BioMCP/openfda_approval_getter"
_DOT = "Scientific Computing/vector_dot_product"
_SUM, _SUBTRACT = "Math MCP/sum", "Math MCP/subtract"
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
    return TaskSpec(
        words={"drug": drug.lower(), "level": _LEVEL}, plans=(partial(_pooled_safety_plan, drug),)
    )


def _pooled_safety_plan(drug: str) -> Plan:
    (search,) = yield [call(_SEARCH, interventions=[drug], recruiting_status="CLOSED", page_size=100)]
    done = [entry(part, "NCT") for part in parts(search) if entry(part, "Status") == "COMPLETED"]
    results = yield [call(_OUTCOMES, search, nct_id=nct) for nct in done]
    posted = {
        nct: result for nct, result in zip(done, results, strict=True) if "Results are posted." in result.text
    }
    trials = list(posted)
    require(len(trials) > 3, "few trials have results.")
    protocols, pages = yield from together(
        (call(_PROTOCOL, posted[nct], nct_id=nct) for nct in trials),
        (call(_REFERENCES, posted[nct], nct_id=nct) for nct in trials),
    )
    enrolled = {nct: whole(protocol, "Enrollment") for nct, protocol in zip(trials, protocols, strict=True)}
    reported = {nct: whole(page, "Reported enrollment") for nct, page in zip(trials, pages, strict=True)}
    wrong = [nct for nct in trials if enrolled[nct] != reported[nct]]
    checked = validation("the enrollment of a trial", (_PROTOCOL, _REFERENCES), trials, wrong)
    kept = [nct for nct in trials if nct not in wrong]
    require(len(kept) > 1, "few trials remain.")
    weights = [enrolled[nct] for nct in kept]
    rates = [serious_rates(posted[nct]) for nct in kept]
    people, pooled = yield from _pooled(weights, rates, [*protocols, *pages], results)
    tested, comparator = (float(result.data) for result in pooled)
    require_clear(tested, _LEVEL, 0.06)
    high = tested > _LEVEL
    largest = max(kept, key=enrolled.__getitem__)
    last = yield [
        call(_SUBTRACT, *pooled, minuend=tested, subtrahend=comparator),
        call(_LOCATIONS, *protocols, *pages, pooled[0], nct_id=largest)
        if high
        else call(_DRUG, pooled[0], drug_id_or_name=drug),
    ]
    fields: dict[str, Expected] = {
        "posted": computed(len(trials), trials),
        "mismatches": table("trial", wrong, registered=enrolled, reported=reported),
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
        (record,) = yield [call(_APPROVAL, last[1], application_number=application(last[1]))]
        fields["approved"] = stated(entry(record, "Approved"))
    decision = branch(
        f"the pooled rate of serious adverse events with {drug} is above {_LEVEL} %",
        holds=high,
        met={"tools": [_LOCATIONS]},
        unmet={"tools": [_DRUG, _APPROVAL]},
    )
    return solution(fields, branches=[decision], validations=[checked])


def _pooled(
    weights: list[int],
    rates: Sequence[tuple[float, float]],
    pages: Sequence[CallResult],
    results: Sequence[CallResult],
) -> Steps[tuple[int, Sequence[CallResult]]]:
    """Compute the number of participants, and the rates of both groups weighted with those of each trial."""
    tested, comparator = zip(*rates, strict=True)
    vectors = {"weights": weights, "tested": list(tested), "comparator": list(comparator)}
    *stored, total = yield [
        *(
            call(_CREATE, *pages, *results, shape=[len(weights)], values=values, name=name)
            for name, values in vectors.items()
        ),
        call(_SUM, *pages, numbers=weights),
    ]
    dots = yield [
        call(_DOT, stored[0], vector, name_a="weights", name_b=name)
        for name, vector in zip(("tested", "comparator"), stored[1:], strict=True)
    ]
    people = int(float(total.data))
    pooled = yield [
        call(_DIVISION, dot, total, numerator=float(dot.data), denominator=people) for dot in dots
    ]
    return people, pooled


FAMILY = cross_family(
    number=6,
    name="scientific_computing_biomcp_math",
    title="Scientific Computing, BioMCP and Math MCP",
    servers=("Scientific Computing", "BioMCP", "Math MCP"),
    tasks=(pooled_safety, cohort_matrix),
)
