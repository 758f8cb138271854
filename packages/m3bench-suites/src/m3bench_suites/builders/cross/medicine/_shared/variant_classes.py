"""BioMCP: from a gene to its partners, and the classes of their variants by two sources."""

from __future__ import annotations

import re
from functools import partial

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, Plan, PlanError, call
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.medicine._shared.reading import entry, items, total
from m3bench_suites.builders.tasks import (
    Steps,
    TaskSpec,
    branch,
    computed,
    leader,
    require,
    require_lead,
    solution,
    stated,
    table,
    validation,
)

_GENE, _VARIANT = "BioMCP/gene_getter", "BioMCP/variant_getter"
_PREDICTOR, _DISEASE = "BioMCP/alphagenome_predictor", "BioMCP/disease_getter"
_TRIALS = "BioMCP/trial_searcher"
_GENES = ("TP53", "BRAF", "BRCA1", "EGFR", "KRAS")
_LISTED = re.compile(r"^- .+? \((rs\d+)\), (\w+)$", re.MULTILINE)
_EFFECT = re.compile(r"^- (\w[\w-]*), ([^,]+), ([^:]+): ([+-][\d.]+) \(log2\)$", re.MULTILINE)


def listed_classes(result: CallResult) -> dict[str, str]:
    """Return the variants on a gene's page with the class that it states."""
    classes = dict(_LISTED.findall(result.text))
    if not classes:
        raise PlanError("the page lists no variants.")
    return classes


def strongest_effect(result: CallResult) -> tuple[str, float]:
    """Return the tissue and the size of the first effect that is listed."""
    effects = _EFFECT.findall(result.text)
    if not effects:
        raise PlanError("no effect is predicted.")
    require_lead([abs(float(effect[3])) for effect in effects], 0.01)
    return effects[0][1], float(effects[0][3])


def _longest(pages: list[CallResult]) -> int:
    lengths = [int(entry(page, "Length").split(" ")[0].replace(",", "")) for page in pages]
    require_lead(lengths, 1)
    return lengths.index(max(lengths))


def variant_classes(draw: TaskDraw) -> TaskSpec:
    """Make a task on the variants of a gene's partners."""
    gene = draw.turn(_GENES, "gene")
    return TaskSpec(words={"gene": gene}, plans=(partial(_variant_classes_plan, gene),))


def _variant_classes_plan(gene: str) -> Plan:
    (page,) = yield [call(_GENE, gene_id_or_symbol=gene)]
    partners = items(page, "Interacts with")
    pages = list((yield [call(_GENE, page, gene_id_or_symbol=partner) for partner in partners]))
    near = pages[_longest(pages)]
    others = [partner for partner in items(near, "Interacts with") if partner != gene]
    require(others, "the partner has no other partner.")
    more_pages = list((yield [call(_GENE, *pages, gene_id_or_symbol=name) for name in others]))
    far = more_pages[_longest(more_pages)]
    chosen = [near.text.split("\n")[0][2:], far.text.split("\n")[0][2:]]
    claims = {**listed_classes(near), **listed_classes(far)}
    source = {
        **dict.fromkeys(listed_classes(near), (near, 0)),
        **dict.fromkeys(listed_classes(far), (far, 1)),
    }
    read = yield [
        call(_VARIANT, source[claim][0], *(more_pages if source[claim][1] else pages), variant_id=claim)
        for claim in claims
    ]
    records_ = dict(zip(claims, read, strict=True))
    classes = {name: entry(record, "Clinical significance") for name, record in records_.items()}
    wrong = [claim for claim in claims if claims[claim] != classes[claim]]
    checked = validation("the class of a variant", (_GENE, _VARIANT), claims, wrong)
    scores = {name: float(entry(records_[name], "CADD")) for name in wrong}
    top = leader(scores, 0.05)
    germline = entry(records_[top], "Origin") == "germline"
    fields = {
        "near": computed(chosen[0], chosen[:1]),
        "far": computed(chosen[1], chosen[1:]),
        "mismatches": table("variant", wrong, page=claims, record=classes),
        "top": computed(top, (top, *scores.values())),
        "score": stated(scores[top], Tolerance(absolute=0.01)),
        "germline": computed(germline, (entry(records_[top], "Origin"),)),
    }
    fields |= yield from (_effect(records_[top], *read) if germline else _disease(source[top][0], *read))
    decision = branch(
        "the origin of the mismatched variant with the highest CADD score is germline",
        holds=germline,
        met={"tools": [_PREDICTOR]},
        unmet={"tools": [_DISEASE, _TRIALS]},
    )
    return solution(fields, branches=[decision], validations=[checked])


def _effect(record: CallResult, *uses: CallResult) -> Steps[dict[str, Expected]]:
    """Look up the tissue that a variant affects most."""
    chromosome, position = entry(record, "GRCh37").split(":")
    reference, alternate = entry(record, "Alleles").split(">")
    where = {"chromosome": chromosome, "position": int(position)}
    (effects,) = yield [call(_PREDICTOR, *uses, **where, reference=reference, alternate=alternate)]
    tissue, size = strongest_effect(effects)
    return {"finding": stated(tissue), "extent": stated(size, Tolerance(absolute=0.006))}


def _disease(gene: CallResult, *uses: CallResult) -> Steps[dict[str, Expected]]:
    """Look up the disease of a gene that has most genes, and count its open trials."""
    diseases = items(gene, "Diseases")
    pages = yield [call(_DISEASE, gene, *uses, disease_id_or_name=disease) for disease in diseases]
    counts = {disease: len(items(page, "Genes")) for disease, page in zip(diseases, pages, strict=True)}
    disease = leader(counts, 1)
    (trials,) = yield [call(_TRIALS, *pages, conditions=[disease], recruiting_status="OPEN", page_size=1)]
    return {"finding": computed(disease, (disease,)), "extent": stated(total(trials))}
