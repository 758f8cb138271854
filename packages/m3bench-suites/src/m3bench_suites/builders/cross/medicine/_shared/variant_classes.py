"""BioMCP: from a gene to its partners, and the classes of their variants by two sources."""

from __future__ import annotations

import re

from m3bench.checks import Tolerance
from m3bench.suites import CallResult, Plan, PlanError, call
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.medicine._shared.reading import entry, items, total
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    require,
    require_lead,
    rows,
    solution,
    stated,
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

    def plan() -> Plan:
        (page,) = yield [call(_GENE, gene_id_or_symbol=gene)]
        partners = items(page, "Interacts with")
        pages = list((yield [call(_GENE, page, gene_id_or_symbol=one) for one in partners]))
        near = pages[_longest(pages)]
        others = [one for one in items(near, "Interacts with") if one != gene]
        require(others, "the partner has no other partner.")
        more_pages = list((yield [call(_GENE, *pages, gene_id_or_symbol=one) for one in others]))
        far = more_pages[_longest(more_pages)]
        chosen = [near.text.split("\n")[0][2:], far.text.split("\n")[0][2:]]
        claims = {**listed_classes(near), **listed_classes(far)}
        source = {
            **dict.fromkeys(listed_classes(near), (near, 0)),
            **dict.fromkeys(listed_classes(far), (far, 1)),
        }
        read = yield [
            call(_VARIANT, source[one][0], *(more_pages if source[one][1] else pages), variant_id=one)
            for one in claims
        ]
        records_ = dict(zip(claims, read, strict=True))
        classes = {one: entry(record, "Clinical significance") for one, record in records_.items()}
        wrong = [one for one in claims if claims[one] != classes[one]]
        checked = validation("the class of a variant", (_GENE, _VARIANT), claims, wrong)
        scores = {one: float(entry(records_[one], "CADD")) for one in wrong}
        require_lead(scores.values(), 0.05)
        top = max(wrong, key=scores.__getitem__)
        germline = entry(records_[top], "Origin") == "germline"
        home = source[top][0]
        fields = {
            "near": computed(chosen[0], chosen[:1]),
            "far": computed(chosen[1], chosen[1:]),
            "mismatches": rows(
                {"variant": stated(one), "page": stated(claims[one]), "record": stated(classes[one])}
                for one in wrong
            ),
            "top": computed(top, (top, *scores.values())),
            "score": stated(scores[top], Tolerance(absolute=0.01)),
            "germline": computed(germline, (entry(records_[top], "Origin"),)),
            **dict.fromkeys(("tissue", "effect", "disease", "open_trials"), NOTHING),
        }
        if germline:
            place, alleles = entry(records_[top], "GRCh37"), entry(records_[top], "Alleles")
            (effects,) = yield [
                call(
                    _PREDICTOR,
                    *read,
                    chromosome=place.split(":")[0],
                    position=int(place.split(":")[1]),
                    reference=alleles.split(">")[0],
                    alternate=alleles.split(">")[1],
                )
            ]
            tissue, size = strongest_effect(effects)
            fields["tissue"], fields["effect"] = stated(tissue), stated(size, Tolerance(absolute=0.006))
        else:
            diseases = items(home, "Diseases")
            known = yield [call(_DISEASE, home, *read, disease_id_or_name=one) for one in diseases]
            counts = [len(items(one, "Genes")) for one in known]
            require_lead(counts, 1)
            disease = diseases[counts.index(max(counts))]
            (trials,) = yield [
                call(_TRIALS, *known, conditions=[disease], recruiting_status="OPEN", page_size=1)
            ]
            fields["disease"] = computed(disease, (disease,))
            fields["open_trials"] = stated(total(trials))
        decision = branch(
            "the origin of the mismatched variant with the highest CADD score is germline",
            holds=germline,
            met={"tools": [_PREDICTOR]},
            unmet={"tools": [_DISEASE, _TRIALS]},
        )
        return solution(fields, branches=[decision], validations=[checked])

    return TaskSpec(words={"gene": gene}, plans=(plan,))
