"""Scientific Computing, BioMCP and Math MCP: shares of tumors with a change in three genes, as a matrix."""

from __future__ import annotations

import re

from m3bench.checks import Tolerance
from m3bench.suites import Plan, PlanError, call
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.medicine._shared.reading import cohorts, entry
from m3bench_suites.builders.cross.medicine._shared.variant_classes import listed_classes
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
    values = [float(each) for each in _NUMBER.findall(shown)]
    if not values:
        raise PlanError("no tensor is shown.")
    return values


def cohort_matrix(draw: TaskDraw) -> TaskSpec:
    """Make a task on the tumor cohorts of genes."""
    genes = draw.sample(_GENES, _SIZE, "genes")

    def plan() -> Plan:
        searches = yield [call(_VARIANTS, gene=gene, page_size=1) for gene in genes]
        table = [cohorts(one)[:_SIZE] for one in searches]
        require(all(len(row) == _SIZE for row in table), "a gene has few cohorts.")
        shares = [[cohort.percent for cohort in row] for row in table]
        flat = [share for row in shares for share in row]
        stored = yield [
            call(_CREATE, *searches, shape=[_SIZE, _SIZE], values=flat, name=_NAME),
            *(call(_MEAN, one, numbers=row) for one, row in zip(searches, shares, strict=True)),
        ]
        matrix, averages = stored[0], stored[1:]
        means = [float(each.data) for each in averages]
        require_lead(means, 0.05)
        top = genes[means.index(max(means))]
        size, page = yield [
            call(_DETERMINANT, matrix, name=_NAME),
            call(_GENE, *averages, gene_id_or_symbol=top),
        ]
        value = float(size.data)
        require_clear(value, 0, 1)
        positive = value > 0
        claims = listed_classes(page)
        got = yield [
            call(_INVERSE if positive else _SVD, matrix, size, name=_NAME),
            *(call(_VARIANT, page, variant_id=one) for one in claims),
        ]
        solved, read = got[0], got[1:]
        classes = {
            one: entry(record, "Clinical significance") for one, record in zip(claims, read, strict=True)
        }
        wrong = [one for one in claims if claims[one] != classes[one]]
        checked = validation("the class of a variant", (_GENE, _VARIANT), claims, wrong)
        fields = {
            "means": rows(
                {"gene": stated(gene), "mean": stated(mean, Tolerance(absolute=0.06))}
                for gene, mean in zip(genes, means, strict=True)
            ),
            "top": computed(top, (top, *means)),
            "mismatches": rows(
                {"variant": stated(one), "page": stated(claims[one]), "record": stated(classes[one])}
                for one in wrong
            ),
            "determinant": stated(value, Tolerance(absolute=0.6, relative=0.001)),
            "positive": computed(positive, (value,)),
            **dict.fromkeys(("largest", "ratio"), NOTHING),
        }
        if positive:
            entries = numbers_in(solved.text)
            require(len(entries) == _SIZE * _SIZE, "the inverse is not shown in full.")
            (largest,) = yield [call(_MAX, solved, numbers=entries)]
            fields["largest"] = stated(float(largest.data), Tolerance(absolute=0.0006, relative=0.01))
        else:
            values = numbers_in(solved.data["s"])
            require(min(values) > 0.3, "the matrix is nearly singular.")
            (ratio,) = yield [call(_DIVISION, solved, numerator=values[0], denominator=values[-1])]
            fields["ratio"] = stated(float(ratio.data), Tolerance(absolute=0.06, relative=0.01))
        decision = branch(
            "the determinant of the matrix of percentages is positive",
            holds=positive,
            met={"tools": [_INVERSE]},
            unmet={"tools": [_SVD]},
        )
        return solution(fields, branches=[decision], validations=[checked])

    return TaskSpec(words={"genes": f"{', '.join(genes[:-1])} and {genes[-1]}", "size": _SIZE}, plans=(plan,))
