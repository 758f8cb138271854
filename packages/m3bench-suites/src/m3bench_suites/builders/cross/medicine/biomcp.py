"""BioMCP alone: trials, biomarkers, drugs and variants, and where its sources contradict each other."""

from __future__ import annotations

import re
from functools import partial

from m3bench.checks import Tolerance
from m3bench.suites import CallResult, Plan, PlanError, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.medicine._shared.biomarker_counts import biomarker_counts
from m3bench_suites.builders.cross.medicine._shared.reading import (
    application,
    approval_date,
    claimed_year,
    code_in,
    entry,
    items,
    listed_trials,
    parts,
    sites,
    total,
    whole,
)
from m3bench_suites.builders.cross.medicine._shared.variant_classes import variant_classes
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    leader,
    require,
    require_lead,
    solution,
    stated,
    table,
    together,
    validation,
)

_GENE, _DRUG = "BioMCP/gene_getter", "BioMCP/drug_getter"
_ADVERSE, _REPORT = "BioMCP/openfda_adverse_searcher", "BioMCP/openfda_adverse_getter"
_TRIALS, _APPROVAL = "BioMCP/trial_searcher", "BioMCP/openfda_approval_getter"
_LABEL, _APPROVALS = "BioMCP/openfda_label_getter", "BioMCP/openfda_approval_searcher"
_GENES = ("EGFR", "ERBB2", "BRAF")
_REPORTS = 10
_TENTH = Tolerance(absolute=0.06)
_LINE = re.compile(r"^- (\d{9}): ", re.MULTILINE)


def report_ids(result: CallResult) -> list[str]:
    """Return the ids of the reports that a search lists."""
    found_ids = _LINE.findall(result.text)
    if not found_ids:
        raise PlanError("the search lists no reports.")
    return found_ids


def target_drugs(draw: TaskDraw) -> TaskSpec:
    """Make a task on the drugs against a gene."""
    gene = draw.turn(_GENES, "gene")
    return TaskSpec(
        words={"gene": gene, "reports": _REPORTS},
        plans=(partial(_target_drugs_plan, gene), partial(_target_drugs_plan, gene, by_search=True)),
    )


def _target_drugs_plan(gene: str, *, by_search: bool = False) -> Plan:
    (page,) = yield [call(_GENE, gene_id_or_symbol=gene)]
    drugs = items(page, "Drugs")
    count = len(drugs)
    entries, safety, trials, approvals = yield from together(
        (call(_DRUG, page, drug_id_or_name=drug) for drug in drugs),
        (call(_ADVERSE, page, drug=drug, limit=1) for drug in drugs),
        (call(_TRIALS, page, interventions=[drug], recruiting_status="OPEN", page_size=1) for drug in drugs),
        (call(_APPROVALS, page, drug=drug) for drug in drugs if by_search),
    )
    claims = {drug: claimed_year(page) for drug, page in zip(drugs, entries, strict=True)}
    read = approvals or (
        yield [call(_APPROVAL, page, application_number=application(page)) for page in entries]
    )
    dates = {drug: approval_date(result) for drug, result in zip(drugs, read, strict=True)}
    years = {drug: int(date[:4]) for drug, date in dates.items()}
    wrong = [drug for drug in drugs if claims[drug] != years[drug]]
    checked = validation("the year of a drug's approval", (_DRUG, _APPROVAL), drugs, wrong)
    require(len(set(dates.values())) == count, "drugs were approved on one day.")
    first, last = min(drugs, key=dates.__getitem__), max(drugs, key=dates.__getitem__)
    reports = {drug: whole(item, "Reports") for drug, item in zip(drugs, safety, strict=True)}
    serious = {drug: whole(item, "Serious") for drug, item in zip(drugs, safety, strict=True)}
    share = {drug: 100 * serious[drug] / reports[drug] for drug in drugs}
    worst = leader(share, 0.3)
    running = {drug: total(trial) for drug, trial in zip(drugs, trials, strict=True)}
    studied = leader(running, 1)
    require(reports[first] != reports[last], "both drugs have as many reports.")
    more = reports[first] > reports[last]
    fields = {
        "mismatches": table("drug", wrong, entry=claims, record=years),
        "most_trials": computed(studied, (studied, *running.values())),
        "open_trials": stated(running[studied]),
        "most_serious": computed(worst, (worst, *reports.values(), *serious.values())),
        "share": computed(round(share[worst], 1), (reports[worst], serious[worst]), _TENTH),
        "first": computed(first, (first, *dates.values())),
        "approved": stated(dates[first]),
        "last": computed(last, (last, *dates.values())),
        "more": computed(more, (reports[first], reports[last])),
        "ndc": NOTHING,
    }
    if more:
        (newest,) = yield [call(_ADVERSE, *read, *safety, drug=first, serious=True, limit=_REPORTS)]
        ids = report_ids(newest)
        pages = yield [call(_REPORT, newest, report_id=number) for number in ids]
        women = sum(entry(page, "Sex").casefold() == "female" for page in pages)
        fields["number"] = computed(women, ids)
    else:
        drug = entries[drugs.index(last)]
        number = entry(drug, "Label set ID")
        (label,) = yield [call(_LABEL, drug, *read, *safety, set_id=number, sections=["storage"])]
        fields["number"] = stated(int(entry(label, "Version")))
        fields["ndc"] = stated(items(label, "NDC")[0])
    decision = branch(
        f"the first approved drug against {gene} has more reports than the last approved one",
        holds=more,
        met={"tools": [_REPORT]},
        unmet={"tools": [_LABEL]},
    )
    return solution(fields, branches=[decision], validations=[checked])


_SEARCH, _PROTOCOL = "BioMCP/trial_searcher", "BioMCP/trial_protocol_getter"
_REFERENCES, _LOCATIONS = "BioMCP/trial_references_getter", "BioMCP/trial_locations_getter"
_ORGANIZATION = "BioMCP/nci_organization_getter"
_DRUGS = ("Pembrolizumab", "Olaparib", "Nivolumab", "Trametinib", "Crizotinib", "Imatinib")
_FEWEST, _LISTED = 4, 3


def trial_reports(draw: TaskDraw) -> TaskSpec:
    """Make a task on the completed trials of a drug."""
    drug, least = draw.turn(_DRUGS, "drug"), 10 * draw.whole(10, 20, "least")
    return TaskSpec(
        words={"drug": drug.lower(), "least": least, "listed": _LISTED},
        plans=(partial(_trial_reports_plan, drug, least),),
    )


def _trial_reports_plan(drug: str, least: int) -> Plan:
    (search,) = yield [call(_SEARCH, interventions=[drug], recruiting_status="CLOSED", page_size=100)]
    done = [entry(part, "NCT") for part in parts(search) if entry(part, "Status") == "COMPLETED"]
    read = yield [call(_PROTOCOL, search, nct_id=nct) for nct in done]
    protocols = dict(zip(done, read, strict=True))
    enrolled = {nct: whole(page, "Enrollment") for nct, page in protocols.items()}
    large = [nct for nct in done if enrolled[nct] >= least]
    require(len(large) >= _FEWEST, "few trials are large.")
    pages = yield [call(_REFERENCES, protocols[nct], nct_id=nct) for nct in large]
    reported = {nct: whole(page, "Reported enrollment") for nct, page in zip(large, pages, strict=True)}
    wrong = [nct for nct in large if reported[nct] != enrolled[nct]]
    checked = validation("the enrollment of a trial", (_PROTOCOL, _REFERENCES), large, wrong)
    gaps = {nct: abs(reported[nct] - enrolled[nct]) for nct in wrong}
    widest = leader(gaps, 1)
    more = reported[widest] > enrolled[widest]
    fields = {
        "completed": computed(len(done), done),
        "compared": computed(len(large), [enrolled[nct] for nct in large]),
        "mismatches": table("trial", wrong, registered=enrolled, reported=reported),
        "widest": computed(widest, [n for nct in wrong for n in (enrolled[nct], reported[nct])]),
        "more": computed(more, (reported[widest], enrolled[widest])),
    }
    sponsor = code_in(entry(protocols[widest], "Sponsor"), r"NCI-\d+")
    if more:
        (places,) = yield [call(_LOCATIONS, *pages, nct_id=widest)]
        homes = sites(places)
        known = yield [call(_ORGANIZATION, places, organization_id=home.code) for home in homes]
        counts = [whole(page, "Biomarker trials") for page in known]
        require_lead(counts, 1)
        top = counts.index(max(counts))
        newest = listed_trials(known[top])[0]
        (last,) = yield [call(_PROTOCOL, *known, nct_id=newest)]
        fields["place"] = computed(homes[top].name, (homes[top].name, *counts))
        fields["number"] = stated(counts[top])
        fields["people"] = stated(whole(last, "Enrollment"))
    else:
        (home,) = yield [call(_ORGANIZATION, protocols[widest], *pages, organization_id=sponsor)]
        listed = listed_trials(home)[:_LISTED]
        require(len(listed) == _LISTED, "the sponsor has few trials.")
        plans = yield [call(_PROTOCOL, home, nct_id=nct) for nct in listed]
        sizes = [whole(page, "Enrollment") for page in plans]
        require_lead(sizes, 1)
        largest = listed[sizes.index(max(sizes))]
        (last,) = yield [call(_LOCATIONS, *plans, nct_id=largest)]
        city = entry(home, "Address").split(", ")[1]
        fields["place"] = stated(city)
        fields["people"] = computed(sum(sizes), sizes)
        fields["number"] = computed(len(sites(last)), [site.code for site in sites(last)])
    decision = branch(
        "the publication with the largest gap reports more participants than the registry",
        holds=more,
        met={"tools": [_LOCATIONS], "values": [widest]},
        unmet={"tools": [_ORGANIZATION], "values": [sponsor]},
    )
    return solution(fields, branches=[decision], validations=[checked])


FAMILY = cross_family(
    number=1,
    name="biomcp",
    title="BioMCP",
    servers=("BioMCP",),
    tasks=(trial_reports, biomarker_counts, target_drugs, variant_classes),
)
