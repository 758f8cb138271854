"""Organizations, interventions, biomarkers and cancer terms of the trial registers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from m3bench.servers.kit import Answer, NotFound, about, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.biomcp import parameters as p
from m3bench_world.servers.mcp_bench.biomcp.text import bullets, document, fields, page_of, section

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.genome import Disease
    from m3bench_world.studies import Intervention, Marker, Organization

SOURCES = ("studies",)
SHOWN_TRIALS = 10
Size = Annotated[int, msgspec.Meta(ge=1, le=100)] | None


def _has(word: str, *texts: str) -> bool:
    return any(word.casefold() in text.casefold() for text in texts)


def find_organizations(world: World, name: str, kind: str, city: str, state: str) -> list[Organization]:
    return [
        organization
        for organization in world.studies.organizations()
        if _has(name, organization.name)
        and _has(kind, organization.kind)
        and _has(city, organization.city)
        and (
            not state
            or state.casefold() in (organization.state.casefold(), organization.state_code.casefold())
        )
    ]


def nci_organization_searcher(
    context: ToolContext,
    name: Annotated[str | None, about("Part of the name, such as 'Riverside'.")] = None,
    organization_type: Annotated[
        str | None, about("Kind: Cancer Center, Academic, Hospital, Clinic, Industry, Research Institute …")
    ] = None,
    city: Annotated[str | None, about("City, such as 'Boston'; best with the state.")] = None,
    state: Annotated[str | None, about("State by name or code: 'MA' or 'Massachusetts'.")] = None,
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
    page: p.Page = 1,
    page_size: p.PageSize = 20,
) -> Answer:
    """Search organizations that run or sponsor trials, by name, kind and place. Gives name, id, kind, city
    and state; the names are those of trial locations."""
    asked = (
        p.optional(name, "name"),
        p.optional(organization_type, "organization_type"),
        p.optional(city, "city"),
        p.optional(state, "state"),
    )
    found = find_organizations(context.world, *asked)
    shown, note = page_of(
        found, page, page_size, "organizations", "try the city without the state, or part of a name"
    )
    lines = (f"**{one.name}** ({one.id}): {one.kind}; {_place(one)}" for one in shown)
    return Answer(document("# Organizations", note, bullets(lines)), sources=SOURCES)


def _place(one: Organization) -> str:
    return ", ".join(part for part in (one.city, one.state, one.country) if part)


def get_organization(world: World, text: str) -> Organization:
    asked = check_text(text, "organization_id")
    found = world.studies.organization(asked)
    if found is None:
        raise NotFound(
            f"no organization '{asked[:60]}'; pass an id of nci_organization_searcher, such as NCI-100757"
        )
    return found


def organization_text(world: World, one: Organization) -> str:
    trials = world.studies.trials_at(one)
    head = fields(
        id=one.id,
        kind=one.kind,
        address=f"{one.street}, {_place(one)}",
        contact=f"{one.contact}, {one.phone}",
        parent=one.parent,
        biomarker_trials=len(trials),
    )
    listed = bullets(f"{trial.nct_id} ({trial.status}): {trial.title}" for trial in trials[:SHOWN_TRIALS])
    about_it = f"{one.name} takes part in clinical research in {one.city}."
    return document(section(one.name, head, 1), about_it, section("Trials", listed) if listed else "")


def nci_organization_getter(
    context: ToolContext,
    organization_id: Annotated[
        str, about("An id such as NCI-100757, from the search or from trial locations.")
    ],
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
) -> Answer:
    """Get one organization: kind, address, contact, parent, and its trials that ask for a biomarker."""
    one = get_organization(context.world, organization_id)
    return Answer(organization_text(context.world, one), sources=SOURCES)


def find_interventions(world: World, name: str, kind: str, *, synonyms: bool) -> list[Intervention]:
    found = [
        intervention
        for intervention in world.studies.interventions()
        if _has(kind, intervention.kind)
        and _has(name, intervention.name, *(intervention.synonyms if synonyms else ()))
    ]
    drug = world.regulator.drug(name) if name and synonyms and not found and not kind else None
    listed = world.studies.intervention_of(drug) if drug else None
    return [*found, *([listed] if listed else [])]


def nci_intervention_searcher(
    context: ToolContext,
    name: Annotated[str | None, about("Drug or treatment, or part of its name.")] = None,
    intervention_type: Annotated[
        str | None, about("Kind: Drug, Biological, Device, Behavioral, Procedure …")
    ] = None,
    synonyms: Annotated[bool, about("Also search brand names and other names.")] = True,
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
    page: p.Page = 1,
    page_size: Annotated[Size, about("Results on a page, 1 to 100; 20 if left out.")] = None,
) -> Answer:
    """Search the interventions that trials test. Gives name, id, kind and synonyms."""
    asked = p.optional(name, "name"), p.optional(intervention_type, "intervention_type")
    found = find_interventions(context.world, *asked, synonyms=synonyms)
    shown, note = page_of(found, page, page_size or 20, "interventions", "try part of the name, or no kind")
    lines = (
        f"**{one.name}** ({one.id}): {one.kind}"
        + (f"; also {', '.join(one.synonyms[:5])}" if one.synonyms else "")
        for one in shown
    )
    return Answer(document("# Interventions", note, bullets(lines)), sources=("studies", "drugs"))


def nci_intervention_getter(
    context: ToolContext,
    intervention_id: Annotated[
        str, about("An id such as INT300000, from nci_intervention_searcher or drug_getter.")
    ],
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
) -> Answer:
    """Get one intervention: kind, synonyms, mechanism, targets, description and approval."""
    world, asked = context.world, check_text(intervention_id, "intervention_id")
    found = world.studies.intervention(asked)
    if found is None:
        raise NotFound(
            f"no intervention '{asked[:60]}'; pass an id of nci_intervention_searcher, such as INT300000"
        )
    one, drug = found
    known = world.genome.targeted_drug(one.name) if drug else None
    approval = world.regulator.application(drug) if drug else None
    head = fields(
        id=one.id,
        kind=one.kind,
        synonyms=one.synonyms[:10],
        drug_class=drug.kind.title if drug else "",
        mechanism=drug.kind.action if drug else "",
        targets=known.genes if known else (),
        description=f"Used for {known.use}." if known else "",
        approval=f"{approval.number}, {approval.approved.isoformat()}" if approval else "",
    )
    return Answer(section(one.name, head, 1), sources=("studies", "drugs", "regulator"))


def find_markers(world: World, name: str, kind: str) -> list[Marker]:
    words = name.casefold().replace("-", "").split()
    return [
        marker
        for marker in world.studies.markers()
        if _has(kind, marker.kind)
        and all(
            word in f"{marker.name} {marker.gene} {marker.variant} {marker.id}".casefold().replace("-", "")
            for word in words
        )
    ]


def marker_text(world: World, one: Marker) -> str:
    trials = world.studies.trials_of(one)
    running = [trial for trial in trials if trial.status in ("RECRUITING", "NOT_YET_RECRUITING")]
    body = fields(
        code=one.id,
        gene=one.gene,
        kind=one.kind,
        assay=one.assay,
        conditions=one.conditions,
        drugs=one.drugs,
        eligibility=f"{one.name} shown by {one.assay} at a certified laboratory",
        trials=f"{world.studies.registered_trials(one)} in all, {len(running)} open",
        open_trials=[trial.nct_id for trial in running[:5]],
    )
    return section(one.name, body)


def nci_biomarker_searcher(
    context: ToolContext,
    name: Annotated[str | None, about("Biomarker or gene: 'PD-L1', 'BRAF V600E', 'HER2'.")] = None,
    biomarker_type: Annotated[
        str | None, about("Kind: mutation, expression, fusion, amplification, genotype, instability.")
    ] = None,
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
    page: p.Page = 1,
    page_size: p.PageSize = 20,
) -> Answer:
    """Search biomarkers that trials ask for. Gives code, gene, kind, assay, eligibility, conditions, drugs
    and number of trials; pass the code to trial_searcher as other_terms."""
    found = find_markers(
        context.world, p.optional(name, "name"), p.optional(biomarker_type, "biomarker_type")
    )
    shown, note = page_of(found, page, page_size, "biomarkers", "try the gene symbol alone")
    return Answer(
        document("# Biomarkers", note, *(marker_text(context.world, one) for one in shown)), sources=SOURCES
    )


def find_cancers(world: World, name: str, category: str, *, synonyms: bool) -> list[Disease]:
    return [
        disease
        for disease in world.genome.diseases()
        if "cancer" in disease.category
        and _has(category, disease.category)
        and _has(name, disease.name, *(disease.synonyms if synonyms else ()))
    ]


def nci_disease_searcher(
    context: ToolContext,
    name: Annotated[str | None, about("Cancer, or part of its name: 'melanoma', 'leukemia'.")] = None,
    include_synonyms: Annotated[bool, about("Also search synonyms.")] = True,
    category: Annotated[str | None, about("'cancer' or 'hereditary cancer'.")] = None,
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
    page: p.Page = 1,
    page_size: p.PageSize = 20,
) -> Answer:
    """Search cancer terms. Gives ids, categories and synonyms; pass a name to trial_searcher as a
    condition."""
    asked = p.optional(name, "name"), p.optional(category, "category")
    found = find_cancers(context.world, *asked, synonyms=include_synonyms)
    shown, note = page_of(found, page, page_size, "cancer terms", "try part of the name")
    lines = (
        f"**{one.name}** ({one.id}, ICD-10-CM {one.icd}): {one.category}"
        + (f"; also {', '.join(one.synonyms)}" if one.synonyms else "")
        for one in shown
    )
    return Answer(document("# Cancer terms", note, bullets(lines)), sources=("genes",))
