"""BioMCP: completed trials of a drug, and the enrollment that their publications report."""

from __future__ import annotations

from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.medicine._shared.reading import (
    code_in,
    entry,
    listed_trials,
    parts,
    sites,
    whole,
)
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

_SEARCH, _PROTOCOL = "BioMCP/trial_searcher", "BioMCP/trial_protocol_getter"
_REFERENCES, _LOCATIONS = "BioMCP/trial_references_getter", "BioMCP/trial_locations_getter"
_ORGANIZATION = "BioMCP/nci_organization_getter"
_DRUGS = ("Pembrolizumab", "Olaparib", "Nivolumab", "Trametinib", "Crizotinib", "Imatinib")
_FEWEST, _LISTED = 4, 3


def trial_reports(draw: TaskDraw) -> TaskSpec:
    """Make a task on the completed trials of a drug."""
    drug, least = draw.turn(_DRUGS, "drug"), 10 * draw.whole(10, 20, "least")

    def plan() -> Plan:
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
        require_lead(gaps.values(), 1)
        widest = max(wrong, key=gaps.__getitem__)
        more = reported[widest] > enrolled[widest]
        fields = {
            "completed": computed(len(done), done),
            "compared": computed(len(large), [enrolled[nct] for nct in large]),
            "mismatches": rows(
                {"trial": stated(nct), "registered": stated(enrolled[nct]), "reported": stated(reported[nct])}
                for nct in wrong
            ),
            "widest": computed(widest, [n for nct in wrong for n in (enrolled[nct], reported[nct])]),
            "more": computed(more, (reported[widest], enrolled[widest])),
            **dict.fromkeys(("site", "site_trials", "newest", "city", "together", "sites"), NOTHING),
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
            fields["site"] = computed(homes[top].name, (homes[top].name, *counts))
            fields["site_trials"] = stated(counts[top])
            fields["newest"] = stated(whole(last, "Enrollment"))
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
            fields["city"] = stated(city)
            fields["together"] = computed(sum(sizes), sizes)
            fields["sites"] = computed(len(sites(last)), [site.code for site in sites(last)])
        decision = branch(
            "the publication with the largest gap reports more participants than the registry",
            holds=more,
            met={"tools": [_LOCATIONS], "values": [widest]},
            unmet={"tools": [_ORGANIZATION], "values": [sponsor]},
        )
        return solution(fields, branches=[decision], validations=[checked])

    return TaskSpec(words={"drug": drug.lower(), "least": least, "listed": _LISTED}, plans=(plan,))
