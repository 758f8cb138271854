"""BioMCP: from a gene to its partners, and the classes of their variants by two sources."""

from __future__ import annotations

import re

from m3bench.checks import Tolerance
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.medicine._shared.reading import entry, items, total
from m3bench_suites.builders.cross.tasks import (
    NOTHING,
    Wording,
    branch,
    computed,
    found,
    require,
    require_lead,
    rows,
    solution,
    task,
    validation,
)
from m3bench_suites.builders.fields import code, named, number, records, text, yes_no

_GENE, _VARIANT = "BioMCP/gene_getter", "BioMCP/variant_getter"
_PREDICTOR, _DISEASE = "BioMCP/alphagenome_predictor", "BioMCP/disease_getter"
_TRIALS = "BioMCP/trial_searcher"
_GENES = ("TP53", "BRAF", "BRCA1", "EGFR", "KRAS")
_LISTED = re.compile(r"^- .+? \((rs\d+)\), (\w+)$", re.MULTILINE)
_EFFECT = re.compile(r"^- (\w[\w-]*), ([^,]+), ([^:]+): ([+-][\d.]+) \(log2\)$", re.MULTILINE)
_WORDING = Wording(
    request=(
        "Get the gene {gene} and the genes that it interacts with, and take the longest of these partners "
        "(in bp). Get the genes that this partner interacts with, except {gene}, and again take the longest. "
        "Read the record of every variant on the pages of both chosen genes. List the variants (rsID) whose "
        "class on the gene's page is not the clinical significance in the record, with both classes. Of the "
        "variants on this list, take the one with the highest CADD score. If its origin is germline, predict "
        "its effects with the default settings and report the tissue and the size of the strongest effect "
        "(log2). If it is somatic, look up all diseases on the page of its gene, name the one for which most "
        "genes are listed, and give the number of its open trials (search by this condition alone)."
    ),
    fuzzy=(
        "Help me follow a pathway. From {gene} go to the longest gene it interacts with, and from there to "
        "the longest partner of that one, not counting {gene} itself. The pages of these two genes list "
        "variants with a clinical class, but I suspect some classes are out of date: which variants have "
        "another significance in their own record, and what do both say? Which of those outdated ones has "
        "the highest CADD score? Provided its origin is germline, in which tissue is the strongest effect "
        "predicted, at the usual settings, and how large is it as a log2 value? If it is somatic, look at "
        "the diseases on its gene's page: for which of them are the most genes known, and how many open "
        "trials are there for that condition?"
    ),
)


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


def variant_classes(draw: TaskDraw, family: CrossFamily) -> Blueprint:
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
        stated = {**listed_classes(near), **listed_classes(far)}
        source = {
            **dict.fromkeys(listed_classes(near), (near, 0)),
            **dict.fromkeys(listed_classes(far), (far, 1)),
        }
        read = yield [
            call(_VARIANT, source[one][0], *(more_pages if source[one][1] else pages), variant_id=one)
            for one in stated
        ]
        records_ = dict(zip(stated, read, strict=True))
        classes = {one: entry(record, "Clinical significance") for one, record in records_.items()}
        wrong = [one for one in stated if stated[one] != classes[one]]
        checked = validation("the class of a variant", (_GENE, _VARIANT), stated, wrong)
        scores = {one: float(entry(records_[one], "CADD")) for one in wrong}
        require_lead(scores.values(), 0.05)
        top = max(wrong, key=scores.__getitem__)
        germline = entry(records_[top], "Origin") == "germline"
        home = source[top][0]
        fields = {
            "near": computed(chosen[0], chosen[:1]),
            "far": computed(chosen[1], chosen[1:]),
            "mismatches": rows(
                {"variant": found(one), "page": found(stated[one]), "record": found(classes[one])}
                for one in wrong
            ),
            "top": computed(top, (top, *scores.values())),
            "score": found(scores[top], Tolerance(absolute=0.01)),
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
            fields["tissue"], fields["effect"] = found(tissue), found(size, Tolerance(absolute=0.006))
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
            fields["open_trials"] = found(total(trials))
        decision = branch(
            "the origin of the mismatched variant with the highest CADD score is germline",
            holds=germline,
            met={"tools": [_PREDICTOR]},
            unmet={"tools": [_DISEASE, _TRIALS]},
        )
        return solution(fields, branches=[decision], validations=[checked])

    form = (
        named("near", f"symbol of the longest partner of {gene}"),
        named("far", "symbol of the longest partner of that gene"),
        records(
            "mismatches",
            "the variants whose class differs between the gene's page and the record",
            code("variant", "its rsID"),
            text("page", "class on the gene's page"),
            text("record", "clinical significance in the record"),
        ),
        code("top", "rsID of the mismatched variant with the highest CADD score"),
        number("score", "this score"),
        yes_no("germline", "whether this variant is of germline origin"),
        named("tissue", "tissue of the strongest predicted effect, if asked for"),
        number("effect", "size of this effect (log2, with its sign), if asked for"),
        named("disease", "the disease with the most genes, if asked for"),
        number("open_trials", "number of open trials of this disease, if asked for"),
    )
    return task(draw, family, _WORDING, {"gene": gene}, form, plan)
