"""Trials: search and the parts of one record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.biomcp import parameters as p
from m3bench_world.servers.mcp_bench.biomcp.text import bullets, cut, document, fields, page_of, section

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.clinic import Trial
    from m3bench_world.studies import StudySite

OPEN = ("RECRUITING", "NOT_YET_RECRUITING")
METRES_PER_MILE = 1609.344
NEAR_MILES = 50
SOURCES = ("labels", "studies", "papers")
Status = Literal["OPEN", "CLOSED", "ANY"] | None
Phase = Literal["EARLY_PHASE1", "PHASE1", "PHASE2", "PHASE3", "PHASE4", "NOT_APPLICABLE"] | None
Latitude = Annotated[float, msgspec.Meta(ge=-90, le=90)] | None
Longitude = Annotated[float, msgspec.Meta(ge=-180, le=180)] | None
Miles = Annotated[int, msgspec.Meta(ge=1)] | None


class Filters(msgspec.Struct, frozen=True, kw_only=True):
    status: str | None = None
    phase: str | None = None
    location: str = ""
    lat: float | None = None
    long: float | None = None
    miles: int | None = None
    age_group: str | None = None
    sex: str | None = None
    healthy: str | None = None
    study_type: str | None = None
    funder: str | None = None


def find_trials(
    world: World, conditions: list[str], interventions: list[str], terms: list[str], filters: Filters
) -> list[Trial]:
    """Return the trials that fit, those with a biomarker first."""
    if not (conditions or interventions or terms):
        raise BadArgument("conditions", "nothing is asked for; pass conditions, interventions or other_terms")
    found, known = world.studies.trials(conditions, interventions, terms)
    if conditions and not known:
        near = [
            *world.genome.near_diseases(conditions[0])[:3],
            *world.clinic.near_conditions(conditions[0])[:3],
        ]
        raise NotFound(f"no condition '{conditions[0][:80]}'", dict.fromkeys(near))
    return [trial for trial in found if _fits(world, trial, filters)]


def _fits(world: World, trial: Trial, filters: Filters) -> bool:
    phases = trial.phase.replace("NA", "NOT_APPLICABLE").split("/")
    return (
        (filters.status in (None, "ANY") or (trial.status in OPEN) == (filters.status == "OPEN"))
        and (filters.phase is None or filters.phase in phases)
        and (filters.study_type is None or trial.study_type == filters.study_type)
        and (filters.sex in (None, "ALL") or trial.sex in ("ALL", filters.sex))
        and (filters.age_group is None or _admits(trial, filters.age_group))
        and (filters.funder is None or world.studies.funder(trial) == filters.funder)
        and (filters.healthy is None or world.studies.accepts_healthy(trial) == (filters.healthy == "YES"))
        and _is_there(world, trial, filters)
    )


def _admits(trial: Trial, group: str) -> bool:
    low, high = {"CHILD": (0, 17), "ADULT": (18, 64), "OLDER_ADULT": (65, 120)}[group]
    return trial.minimum_age <= high and trial.maximum_age >= low


def _is_there(world: World, trial: Trial, filters: Filters) -> bool:
    sites = world.studies.sites(trial) if filters.location or filters.lat is not None else ()
    if filters.location:
        wanted = [part.strip().casefold() for part in filters.location.split(",") if part.strip()]
        places = [f"{site.facility}|{site.city}|{site.state}|{site.country}".casefold() for site in sites]
        if not any(all(word in place or len(word) == 2 for word in wanted) for place in places):
            return False
    if filters.lat is None or filters.long is None:
        return True
    from m3bench_world.atlas import distance as metres_between  # noqa: PLC0415 - loads the atlas' code

    reach = (filters.miles or NEAR_MILES) * METRES_PER_MILE
    return any(
        metres_between(filters.lat, filters.long, site.latitude, site.longitude) <= reach for site in sites
    )


def trial_searcher(
    context: ToolContext,
    conditions: Annotated[
        p.Several, about("Diseases: 'melanoma', ['atrial fibrillation']; any may fit.")
    ] = None,
    interventions: Annotated[
        p.Several, about("Drugs or other treatments: 'vemurafenib', or a kind such as 'BRAF inhibitor'.")
    ] = None,
    other_terms: Annotated[
        p.Several,
        about("Words of the title or summary, genes, or biomarker codes of nci_biomarker_searcher."),
    ] = None,
    recruiting_status: Annotated[
        Status, about("OPEN: recruiting or about to; CLOSED: all others; ANY.")
    ] = None,
    phase: Annotated[Phase, about("Phase; trials of two phases fit both.")] = None,
    location: Annotated[str | None, about("City, state, country or facility of a site: 'Boston'.")] = None,
    lat: Annotated[Latitude, about("Latitude of a point near a site; pass long as well.")] = None,
    long: Annotated[Longitude, about("Longitude of a point near a site; pass lat as well.")] = None,
    distance: Annotated[Miles, about("Miles around the point; 50 if left out.")] = None,
    age_group: Annotated[
        Literal["CHILD", "ADULT", "OLDER_ADULT"] | None, about("Ages that can take part.")
    ] = None,
    sex: Annotated[Literal["FEMALE", "MALE", "ALL"] | None, about("Sex that can take part.")] = None,
    healthy_volunteers: Annotated[
        Literal["YES", "NO"] | None, about("Whether healthy volunteers can take part.")
    ] = None,
    study_type: Annotated[
        Literal["INTERVENTIONAL", "OBSERVATIONAL", "EXPANDED_ACCESS"] | None, about("Type of study.")
    ] = None,
    funder_type: Annotated[
        Literal["NIH", "OTHER_GOV", "INDUSTRY", "OTHER"] | None, about("Kind of the sponsor.")
    ] = None,
    page: p.Page = 1,
    page_size: p.PageSize = 10,
) -> Answer:
    """Search clinical trials. Gives NCT number, title, status, phase, dates, conditions, interventions,
    biomarker and summary; pass the number to the trial getters. Without a condition, trials of the
    interventions are searched."""
    if (lat is None) != (long is None) or (distance is not None and lat is None):
        raise BadArgument("lat", "a point needs both lat and long; distance counts from that point")
    filters = Filters(
        status=recruiting_status,
        phase=phase,
        location=p.optional(location, "location"),
        lat=lat,
        long=long,
        miles=distance,
        age_group=age_group,
        sex=sex,
        healthy=healthy_volunteers,
        study_type=study_type,
        funder=funder_type,
    )
    asked = p.several(conditions, "conditions"), p.several(interventions, "interventions")
    found = find_trials(context.world, *asked, p.several(other_terms, "other_terms"), filters)
    shown, note = page_of(found, page, page_size, "trials", "try fewer filters, or recruiting_status ANY")
    return Answer(
        document("# Trials", note, *(_listed(context.world, one) for one in shown)), sources=SOURCES
    )


def _listed(world: World, trial: Trial) -> str:
    marker = world.studies.marker_of(trial)
    body = fields(
        NCT=trial.nct_id,
        status=trial.status,
        phase=trial.phase,
        start=trial.start,
        completion=trial.completion,
        conditions=trial.conditions,
        interventions=trial.interventions,
        biomarker=f"{marker.name} ({marker.id})" if marker else "",
        url=trial.url,
    )
    return section(trial.title, f"{body}\n\n{cut(trial.summary, 400)}")


def get_trial(world: World, nct_id: str) -> Trial:
    number = check_text(nct_id, "nct_id")
    trial = world.studies.trial(number)
    if trial is None:
        raise NotFound(f"no trial '{number[:40]}'; pass a number of trial_searcher, such as NCT09002375")
    return trial


def protocol_text(world: World, trial: Trial) -> str:
    plan = world.studies.protocol(trial)
    marker = world.studies.marker_of(trial)
    head = fields(
        NCT=trial.nct_id,
        status=trial.status,
        phase=trial.phase,
        study_type=trial.study_type,
        sponsor=f"{trial.sponsor} ({world.studies.organization_id(trial.sponsor)})",
        funder_type=plan.funder,
        start=trial.start,
        completion=trial.completion,
        enrollment=trial.enrollment,
        conditions=trial.conditions,
        interventions=trial.interventions,
        biomarker=f"{marker.name} ({marker.id}, gene {marker.gene})" if marker else "",
        allocation=plan.allocation,
        masking=plan.masking,
        primary_purpose=plan.purpose,
        url=trial.url,
    )
    arms = bullets(
        f"{arm.label} ({arm.kind}): {', '.join(arm.interventions) or 'no treatment'}" for arm in plan.arms
    )
    people = fields(
        sex=trial.sex,
        age=f"{trial.minimum_age} to {trial.maximum_age} years",
        healthy_volunteers=plan.healthy_volunteers,
    )
    return document(
        section("Protocol", head),
        section("Summary", trial.summary, 3),
        section("Arms", arms, 3),
        section("Eligibility", people, 3),
        "Inclusion:\n" + bullets(plan.inclusion),
        "Exclusion:\n" + bullets(plan.exclusion),
    )


def outcomes_text(world: World, trial: Trial) -> str:
    posted = world.studies.has_results(trial)
    labels = [arm.label for arm in world.studies.protocol(trial).arms]
    lines = []
    for outcome in world.studies.outcomes(trial):
        rank = "Primary" if outcome.primary else "Secondary"
        results = "; ".join(
            f"{label} {value:g}" for label, value in zip(labels, outcome.values, strict=False)
        )
        lines.append(
            f"{rank}: {outcome.measure} ({outcome.unit}; {outcome.time_frame})"
            + (f": {results}" if results else "")
        )
    note = "Results are posted." if posted else "No results are posted yet."
    return section("Outcomes", f"{note}\n\n{bullets(lines)}")


def locations_text(world: World, trial: Trial) -> str:
    lines = (
        f"**{site.facility}** ({site.organization}), {_place(site)}; {site.status}; "
        f"{site.latitude}, {site.longitude}; contact {site.contact}, {site.phone}"
        for site in world.studies.sites(trial)
    )
    return section("Locations", bullets(lines))


def references_text(world: World, trial: Trial) -> str:
    papers = world.studies.references(trial)
    lines = (
        f"PMID {paper.home_id}: {paper.title}. {paper.journal}, {paper.published}. doi:{paper.doi}"
        for paper in papers
    )
    reported = world.studies.reported_enrollment(trial)
    head = fields(reported_enrollment=f"{reported} participants" if reported is not None else "")
    listed = bullets(lines) or "No publication is tied to this trial."
    return section("References", document(head, listed))


def _place(site: StudySite) -> str:
    return ", ".join(part for part in (site.city, site.state, site.country) if part)


PARTS = {
    "protocol": protocol_text,
    "locations": locations_text,
    "outcomes": outcomes_text,
    "references": references_text,
}


def trial_text(world: World, trial: Trial, *parts: str) -> str:
    """Return the given parts of a trial, or all of them."""
    shown = (PARTS[part](world, trial) for part in parts or PARTS)
    return document(f"# {trial.title}", fields(NCT=trial.nct_id, status=trial.status), *shown)


def _answer(context: ToolContext, nct_id: str, *parts: str) -> Answer:
    return Answer(trial_text(context.world, get_trial(context.world, nct_id), *parts), sources=SOURCES)


def trial_getter(context: ToolContext, nct_id: p.NctId) -> Answer:
    """Get one trial in full: protocol, locations, outcomes and references."""
    return _answer(context, nct_id)


def trial_protocol_getter(context: ToolContext, nct_id: p.NctId) -> Answer:
    """Get the protocol of a trial: design, sponsor, arms, eligibility with biomarker codes, and dates."""
    return _answer(context, nct_id, "protocol")


def trial_references_getter(context: ToolContext, nct_id: p.NctId) -> Answer:
    """Get the publications tied to a trial; pass their PMIDs to article_getter."""
    return _answer(context, nct_id, "references")


def trial_outcomes_getter(context: ToolContext, nct_id: p.NctId) -> Answer:
    """Get the outcome measures of a trial and, where posted, their results by arm with adverse event
    rates."""
    return _answer(context, nct_id, "outcomes")


def trial_locations_getter(context: ToolContext, nct_id: p.NctId) -> Answer:
    """Get the sites of a trial: facility with its organization id, city, state, country, status and
    contact."""
    return _answer(context, nct_id, "locations")
