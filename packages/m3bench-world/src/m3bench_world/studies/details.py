"""Protocol, outcomes and sites of a trial, drawn from its number, so that every trial of the clinic has
them."""

from __future__ import annotations

from datetime import date

from m3bench_world.authors import person
from m3bench_world.clinic import Site, Trial
from m3bench_world.studies.entities import Arm, Marker, Outcome, Protocol, StudySite
from m3bench_world.studies.organizations import cities, organization_id
from m3bench_world.world import World

RESULTS_AFTER = 300
"""Days from completion to posted results."""
_GOVERNMENT = ("Quillan Medical Research Council",)
_NIH = ("Riverside Cooperative Trials Group",)
_FIRMS = ("Pharma LLC", "Laboratories", "Pharmaceuticals Inc.", "Health Products")
_SITE_STATES = {"RECRUITING": ("RECRUITING", "RECRUITING", "RECRUITING", "NOT_YET_RECRUITING")}
_CANCER_OUTCOMES = (
    ("Progression-free survival", "up to 36 months", "months", 4.0, 22.0),
    ("Objective response rate", "up to 24 months", "% of participants", 18.0, 71.0),
    ("Overall survival at 24 months", "24 months", "% of participants", 31.0, 82.0),
)
_DOSE_OUTCOMES = (
    ("Time in the therapeutic range", "first 12 weeks", "% of days", 44.0, 78.0),
    ("Time to a stable dose", "up to 90 days", "days", 21.0, 48.0),
    ("Bleeding or other dose-related events", "12 months", "% of participants", 2.0, 14.0),
)
_OTHER_OUTCOMES = (
    ("Change in symptom score", "baseline to week 24", "points", -9.5, -0.5),
    ("Quality of life score", "week 24", "points", 48.0, 86.0),
    ("Visits to hospital", "12 months", "visits per participant", 0.2, 2.4),
)
_ADVERSE = ("Participants with any adverse event", "up to 30 days after the last dose", "% of participants")
_SERIOUS = (
    "Participants with a serious adverse event",
    "up to 30 days after the last dose",
    "% of participants",
)


def funder(sponsor: str) -> str:
    """Return the kind of funder in the registry's terms."""
    if sponsor in _NIH:
        return "NIH"
    if sponsor in _GOVERNMENT:
        return "OTHER_GOV"
    return "INDUSTRY" if sponsor.endswith(_FIRMS) else "OTHER"


def is_healthy_welcome(world: World, trial: Trial) -> bool:
    early = "PHASE1" in trial.phase
    return early and world.chance.happens(0.35, "healthy volunteers", trial.nct_id)


def protocol(world: World, trial: Trial, marker: Marker | None) -> Protocol:
    chance, name = world.chance, ("protocol", trial.nct_id)
    observed = trial.study_type == "OBSERVATIONAL"
    masking = chance.pick(("NONE (open label)", "SINGLE", "DOUBLE", "QUADRUPLE"), *name, "masking")
    if "Open-Label" in trial.title or observed:
        masking = "NONE (open label)"
    return Protocol(
        allocation="NOT APPLICABLE" if observed else "RANDOMIZED",
        masking=masking,
        purpose="OBSERVATION" if observed else "TREATMENT",
        healthy_volunteers=is_healthy_welcome(world, trial),
        funder=funder(trial.sponsor),
        arms=arms(trial),
        inclusion=_inclusion(trial, marker),
        exclusion=_exclusion(world, trial),
    )


def arms(trial: Trial) -> tuple[Arm, ...]:
    if not trial.interventions:
        return (Arm(label="Cohort", kind="COHORT", interventions=()),)
    tested = trial.interventions[0].partition(": ")[2]
    control = "Placebo" if "Placebo" in trial.title else "Usual care"
    return (
        Arm(label=tested, kind="EXPERIMENTAL", interventions=trial.interventions),
        Arm(
            label=control,
            kind="PLACEBO_COMPARATOR" if control == "Placebo" else "ACTIVE_COMPARATOR",
            interventions=(f"Other: {control}",),
        ),
    )


def _inclusion(trial: Trial, marker: Marker | None) -> tuple[str, ...]:
    criteria = [
        f"Age from {trial.minimum_age} to {trial.maximum_age} years",
        f"Confirmed diagnosis: {', '.join(trial.conditions)}",
        "Written informed consent",
    ]
    if marker:
        criteria.append(
            f"{marker.name} (biomarker code {marker.id}, gene {marker.gene}), shown by {marker.assay}"
        )
    return tuple(criteria)


def _exclusion(world: World, trial: Trial) -> tuple[str, ...]:
    options = (
        "Pregnancy or breast-feeding",
        "Severe liver or kidney disease",
        "Participation in another trial within 30 days",
        "Uncontrolled infection",
        "Known allergy to a component of the study treatment",
        "Major surgery within four weeks",
    )
    return (
        tuple(option for option in options if world.chance.happens(0.6, "exclusion", trial.nct_id, option))
        or options[:2]
    )


def has_results(world: World, trial: Trial) -> bool:
    """Return whether results are posted: some time after completion, with participants and arms."""
    ended = trial.status in ("COMPLETED", "TERMINATED") and trial.enrollment > 0
    age = (world.now.date() - date.fromisoformat(trial.completion)).days
    return ended and age >= RESULTS_AFTER and bool(trial.interventions)


def outcomes(world: World, trial: Trial, marker: Marker | None, *, cancer: bool) -> tuple[Outcome, ...]:
    """Return the measures; with values for the tested arm and its comparator where results are posted."""
    posted = has_results(world, trial)
    kinds = _DOSE_OUTCOMES if marker and marker.kind == "genotype" else _OTHER_OUTCOMES
    if cancer and marker and marker.kind != "genotype":
        kinds = _CANCER_OUTCOMES
    found = []
    for rank, (measure, frame, unit, low, high) in enumerate(kinds):
        values = _values(world, trial, measure, low, high) if posted else ()
        found.append(Outcome(measure=measure, primary=rank == 0, time_frame=frame, unit=unit, values=values))
    if trial.interventions:
        for (measure, frame, unit), low, high in ((_ADVERSE, 12.0, 78.0), (_SERIOUS, 1.0, 24.0)):
            values = _values(world, trial, measure, low, high) if posted else ()
            found.append(Outcome(measure=measure, primary=False, time_frame=frame, unit=unit, values=values))
    return tuple(found)


def _values(world: World, trial: Trial, measure: str, low: float, high: float) -> tuple[float, ...]:
    share = world.chance.between(0.3, 0.95, "result", trial.nct_id, measure)
    other = share * world.chance.between(0.5, 1.05, "comparator", trial.nct_id, measure)
    return tuple(round(low + (high - low) * part, 1) for part in (share, other))


def sites(world: World, trial: Trial) -> tuple[StudySite, ...]:
    return tuple(_site(world, trial, site) for site in trial.sites)


def _site(world: World, trial: Trial, site: Site) -> StudySite:
    city = cities()[site.city]
    name = ("site", trial.nct_id, site.city)
    organization = organization_id(world.chance, site.facility)
    state = world.chance.pick(_SITE_STATES.get(trial.status, (trial.status,)), *name, "status")
    return StudySite(
        facility=site.facility,
        city=site.city,
        state=site.state,
        country=site.country,
        latitude=city.latitude,
        longitude=city.longitude,
        status=state,
        contact=person(world.chance, *name, "contact"),
        phone=f"555-01{world.chance.whole(10, 99, *name, 'phone')}",
        organization=organization,
    )
