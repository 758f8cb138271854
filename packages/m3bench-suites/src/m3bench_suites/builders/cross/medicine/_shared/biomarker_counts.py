"""BioMCP: how many trials ask for the biomarkers of a cancer, by the register and by the search."""

from __future__ import annotations

from functools import partial

from m3bench.checks import Expected
from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.medicine._shared.reading import (
    application,
    biomarkers,
    code_in,
    entry,
    items,
    parts,
    sites,
    total,
    whole,
)
from m3bench_suites.builders.tasks import (
    NOTHING,
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
    together,
    validation,
)

_DISEASE, _REGISTER = "BioMCP/disease_getter", "BioMCP/nci_biomarker_searcher"
_SEARCH, _PROTOCOL = "BioMCP/trial_searcher", "BioMCP/trial_protocol_getter"
_LOCATIONS, _ORGANIZATION = "BioMCP/trial_locations_getter", "BioMCP/nci_organization_getter"
_DRUG, _APPROVAL = "BioMCP/drug_getter", "BioMCP/openfda_approval_getter"
_DISEASES = ("Lung cancer", "Breast cancer", "Colorectal cancer")


def oldest_age(protocol: CallResult) -> int:
    """Return the highest age that a trial admits."""
    return int(code_in(entry(protocol, "Age"), r"(?<=to )\d+"))


def biomarker_counts(draw: TaskDraw) -> TaskSpec:
    """Make a task on the biomarkers of a cancer."""
    disease, age = draw.turn(_DISEASES, "disease"), draw.whole(81, 84, "age")
    return TaskSpec(
        words={"disease": disease.lower(), "age": age}, plans=(partial(_biomarker_counts_plan, disease, age),)
    )


def _biomarker_counts_plan(disease: str, age: int) -> Plan:
    (page,) = yield [call(_DISEASE, disease_id_or_name=disease)]
    markers = [marker.code for marker in biomarkers(page)]
    pages, searches = yield from together(
        (call(_REGISTER, page, name=marker) for marker in markers),
        (call(_SEARCH, page, other_terms=[marker], page_size=1) for marker in markers),
    )
    register = dict(zip(markers, pages, strict=True))
    registered = {marker: whole(register[marker], "Trials") for marker in markers}
    counted = {marker: total(search) for marker, search in zip(markers, searches, strict=True)}
    wrong = [marker for marker in markers if registered[marker] != counted[marker]]
    checked = validation("the number of trials of a biomarker", (_REGISTER, _SEARCH), markers, wrong)
    busiest = leader(counted, 1)
    (open_ones,) = yield [
        call(_SEARCH, *searches, other_terms=[busiest], recruiting_status="OPEN", page_size=100)
    ]
    trials = [entry(part, "NCT") for part in parts(open_ones)]
    read = yield [call(_PROTOCOL, open_ones, nct_id=nct) for nct in trials]
    protocols = dict(zip(trials, read, strict=True))
    fitting = [nct for nct in trials if oldest_age(protocols[nct]) >= age]
    require(fitting, "no trial admits that age.")
    half = 2 * len(fitting) >= len(trials)
    fields = {
        "biomarkers": computed(len(markers), markers),
        "mismatches": table("biomarker", wrong, register=registered, search=counted),
        "busiest": computed(busiest, (busiest, *counted.values())),
        "open": computed(len(trials), trials),
        "admitting": computed(len(fitting), fitting),
        "half": computed(half, trials),
        **dict.fromkeys(("trial", "sites", "approved"), NOTHING),
    }
    sizes = {nct: whole(protocols[nct], "Enrollment") for nct in fitting}
    largest = max(fitting, key=sizes.__getitem__)
    if half:
        require_lead(sizes.values(), 1)
        sponsor = code_in(entry(protocols[largest], "Sponsor"), r"NCI-\d+")
        places, home = yield [
            call(_LOCATIONS, *read, nct_id=largest),
            call(_ORGANIZATION, *read, organization_id=sponsor),
        ]
        contact, _, phone = entry(home, "Contact").rpartition(", ")
        fields["trial"] = computed(largest, (largest, *sizes.values()))
        fields["sites"] = computed(len(sites(places)), [site.code for site in sites(places)])
        fields["found"] = stated(contact, also=(f"{contact}, {phone}",))
    else:
        fields |= yield from _newest_drug(register[busiest], *read)
    decision = branch(
        f"at least half of the open trials of the busiest biomarker of {disease} admit the age {age}",
        holds=half,
        met={"tools": [_LOCATIONS, _ORGANIZATION]},
        unmet={"tools": [_DRUG, _APPROVAL]},
    )
    return solution(fields, branches=[decision], validations=[checked])


def _newest_drug(marker: CallResult, *uses: CallResult) -> Steps[dict[str, Expected]]:
    """Look up the drug against a biomarker that was approved last."""
    drugs = items(marker, "Drugs")
    entries = yield [call(_DRUG, marker, *uses, drug_id_or_name=drug) for drug in drugs]
    approvals = yield [call(_APPROVAL, page, application_number=application(page)) for page in entries]
    dates = [entry(approval, "Approved") for approval in approvals]
    require(len(set(dates)) == len(dates), "drugs were approved on one day.")
    newest = max(dates)
    return {"found": computed(drugs[dates.index(newest)], (*drugs, *dates)), "approved": stated(newest)}
