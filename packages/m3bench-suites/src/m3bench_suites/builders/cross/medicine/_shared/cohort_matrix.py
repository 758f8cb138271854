"""Scientific Computing, BioMCP and Math MCP: shares of tumors with a change in three genes, as a matrix."""

from __future__ import annotations

import re

from m3bench.checks import Tolerance
from m3bench.suites import Blueprint, Plan, PlanError, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.medicine._shared.reading import cohorts, entry
from m3bench_suites.builders.cross.medicine._shared.variant_classes import listed_classes
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
from m3bench_suites.builders.fields import code, named, number, records, text, yes_no

_VARIANTS, _VARIANT, _GENE = "BioMCP/variant_searcher", "BioMCP/variant_getter", "BioMCP/gene_getter"
_CREATE, _DETERMINANT = "Scientific Computing/create_tensor", "Scientific Computing/determinant"
_INVERSE, _SVD = "Scientific Computing/matrix_inverse", "Scientific Computing/svd_decompose"
_MEAN, _MAX, _DIVISION = "Math MCP/mean", "Math MCP/max", "Math MCP/division"
_GENES = ("BRAF", "KRAS", "NRAS", "EGFR", "PIK3CA", "PTEN", "TP53", "BRCA2", "CTNNB1", "IDH1", "CD274")
_SIZE = 3
_NAME = "altered"
_NUMBER = re.compile(r"-?\d+\.?\d*(?:e[+-]?\d+)?")
_WORDING = Wording(
    request=(
        "For the genes {genes}, in this order, search the variants and take the first {size} tumor cohorts "
        "that the search shows. Store the percentages of altered samples as a {size}×{size} matrix (a row "
        "for each gene, cohorts in their order) and compute its determinant. Also give the mean percentage "
        "of each gene. For the gene with the highest mean, get its page and the record of every variant on "
        "it, and list the variants (rsID) whose class on the page differs from the clinical significance in "
        "the record, with both classes. If the determinant is positive, invert the matrix and report the "
        "largest entry of the inverse; if it is negative, decompose the matrix into singular values and "
        "report the largest divided by the smallest."
    ),
    fuzzy=(
        "I collect how often tumors carry a change in {genes}. A variant search on each gene also shows "
        "tumor cohorts; take the first {size} of each gene with their percentages of altered samples. What "
        "is the mean for each gene? For the gene with the highest one, I would like to know on which of the "
        "variants listed on its own page the page and the variant's record disagree about the clinical "
        "class, and what both say. Now put the percentages into a {size} by {size} matrix, a row per gene in "
        "the order I named them. What is its determinant? When it is above zero, I need the largest entry of "
        "the inverse; when it is below, the ratio of the largest singular value to the smallest."
    ),
)


def numbers_in(shown: str) -> list[float]:
    """Return the numbers of a tensor as it is shown."""
    values = [float(each) for each in _NUMBER.findall(shown)]
    if not values:
        raise PlanError("no tensor is shown.")
    return values


def cohort_matrix(draw: TaskDraw, family: CrossFamily) -> Blueprint:
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
        stated = listed_classes(page)
        got = yield [
            call(_INVERSE if positive else _SVD, matrix, size, name=_NAME),
            *(call(_VARIANT, page, variant_id=one) for one in stated),
        ]
        solved, read = got[0], got[1:]
        classes = {
            one: entry(record, "Clinical significance") for one, record in zip(stated, read, strict=True)
        }
        wrong = [one for one in stated if stated[one] != classes[one]]
        checked = validation("the class of a variant", (_GENE, _VARIANT), stated, wrong)
        fields = {
            "means": rows(
                {"gene": found(gene), "mean": found(mean, Tolerance(absolute=0.06))}
                for gene, mean in zip(genes, means, strict=True)
            ),
            "top": computed(top, (top, *means)),
            "mismatches": rows(
                {"variant": found(one), "page": found(stated[one]), "record": found(classes[one])}
                for one in wrong
            ),
            "determinant": found(value, Tolerance(absolute=0.6, relative=0.001)),
            "positive": computed(positive, (value,)),
            **dict.fromkeys(("largest", "ratio"), NOTHING),
        }
        if positive:
            entries = numbers_in(solved.text)
            require(len(entries) == _SIZE * _SIZE, "the inverse is not shown in full.")
            (largest,) = yield [call(_MAX, solved, numbers=entries)]
            fields["largest"] = found(float(largest.data), Tolerance(absolute=0.0006, relative=0.01))
        else:
            values = numbers_in(solved.data["s"])
            require(min(values) > 0.3, "the matrix is nearly singular.")
            (ratio,) = yield [call(_DIVISION, solved, numerator=values[0], denominator=values[-1])]
            fields["ratio"] = found(float(ratio.data), Tolerance(absolute=0.06, relative=0.01))
        decision = branch(
            "the determinant of the matrix of percentages is positive",
            holds=positive,
            met={"tools": [_INVERSE]},
            unmet={"tools": [_SVD]},
        )
        return solution(fields, branches=[decision], validations=[checked])

    form = (
        records(
            "means",
            "each gene with the mean of its percentages",
            named("gene", "its symbol"),
            number("mean", "mean percentage of altered samples", "%"),
        ),
        named("top", "the gene with the highest mean"),
        records(
            "mismatches",
            "the variants of this gene whose class differs between its page and the record",
            code("variant", "its rsID"),
            text("page", "class on the gene's page"),
            text("record", "clinical significance in the record"),
        ),
        number("determinant", "determinant of the matrix of percentages"),
        yes_no("positive", "whether the determinant is positive"),
        number("largest", "largest entry of the inverse, if asked for"),
        number("ratio", "largest singular value divided by the smallest, if asked for"),
    )
    words = {"genes": f"{', '.join(genes[:-1])} and {genes[-1]}", "size": _SIZE}
    return task(draw, family, _WORDING, words, form, plan)
