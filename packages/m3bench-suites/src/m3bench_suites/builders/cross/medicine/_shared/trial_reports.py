"""BioMCP: completed trials of a drug, and the enrollment that their publications report."""

from __future__ import annotations

from m3bench.suites import Blueprint, Plan, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.medicine._shared.reading import (
    code_in,
    entry,
    listed_trials,
    parts,
    sites,
    whole,
)
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
from m3bench_suites.builders.fields import code, named, number, records, yes_no

_SEARCH, _PROTOCOL = "BioMCP/trial_searcher", "BioMCP/trial_protocol_getter"
_REFERENCES, _LOCATIONS = "BioMCP/trial_references_getter", "BioMCP/trial_locations_getter"
_ORGANIZATION = "BioMCP/nci_organization_getter"
_DRUGS = ("Pembrolizumab", "Olaparib", "Nivolumab", "Trametinib", "Crizotinib", "Imatinib")
_FEWEST, _LISTED = 4, 3
_WORDING = Wording(
    request=(
        "Search the trial registry for trials with {drug} as the intervention (no other filter than closed "
        "recruitment) and keep all whose status is COMPLETED. Read the protocol of each. For those with an "
        "enrollment of at least {least} get the references, and compare the reported enrollment with the "
        "protocol's. List the trials where they differ, with both numbers, and say which has the largest "
        "gap. If its publication reports more participants than the registry, get the sites of that trial "
        "and the organization of every site: name the site with the most biomarker trials, their number, and "
        "the enrollment of the newest trial listed there. If it reports fewer, get the organization that "
        "sponsors that trial: give its city, the total enrollment of the first {listed} trials listed there, "
        "and how many sites the largest of them has."
    ),
    fuzzy=(
        "I am auditing published studies of {drug}. Take every trial of it that the registry marks as "
        "completed and that enrolled {least} people or more. Does the head count tied to the publications "
        "agree with the registered one? I need each mismatch with both figures and the trial where they are "
        "furthest apart. Should that publication claim more people than the registry, I want to know which "
        "of the trial's sites takes part in the most biomarker trials, how many, and how many people the "
        "newest trial on that site's page enrolls. Should it claim fewer, tell me instead in which city the "
        "trial's sponsor sits, how many people the top {listed} trials on the sponsor's page enroll "
        "together, and at how many sites the biggest of those runs."
    ),
)


def trial_reports(draw: TaskDraw, family: CrossFamily) -> Blueprint:
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
                {"trial": found(nct), "registered": found(enrolled[nct]), "reported": found(reported[nct])}
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
            fields["site_trials"] = found(counts[top])
            fields["newest"] = found(whole(last, "Enrollment"))
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
            fields["city"] = found(city)
            fields["together"] = computed(sum(sizes), sizes)
            fields["sites"] = computed(len(sites(last)), [site.code for site in sites(last)])
        decision = branch(
            "the publication with the largest gap reports more participants than the registry",
            holds=more,
            met={"tools": [_LOCATIONS], "values": [widest]},
            unmet={"tools": [_ORGANIZATION], "values": [sponsor]},
        )
        return solution(fields, branches=[decision], validations=[checked])

    form = (
        number("completed", "how many trials of the drug are completed"),
        number("compared", f"how many of them enrolled at least {least} people by the registry"),
        records(
            "mismatches",
            "the compared trials whose publication and registry disagree",
            code("trial", "its NCT number"),
            number("registered", "enrollment in the registry"),
            number("reported", "enrollment that the publication reports"),
        ),
        code("widest", "NCT number of the trial with the largest gap"),
        yes_no("more", "whether its publication reports more people than the registry"),
        named("site", "the site with the most biomarker trials, if asked for"),
        number("site_trials", "its number of biomarker trials, if asked for"),
        number("newest", "enrollment of the newest trial listed there, if asked for"),
        named("city", "the city of the sponsor, if asked for"),
        number("together", f"total enrollment of the sponsor's first {_LISTED} trials, if asked for"),
        number("sites", "number of sites of the largest of those trials, if asked for"),
    )
    words = {"drug": drug.lower(), "least": least, "listed": _LISTED}
    return task(draw, family, _WORDING, words, form, plan)
