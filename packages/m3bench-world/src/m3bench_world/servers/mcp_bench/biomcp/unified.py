"""`search` and `fetch`: one entrance to all domains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from m3bench.servers.kit import Answer, BadArgument, NotFound, ToolFailure, about, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.biomcp import parameters as p
from m3bench_world.servers.mcp_bench.biomcp.hits import DOMAINS, search_domain
from m3bench_world.servers.mcp_bench.biomcp.query import FIELDS, Request, parse
from m3bench_world.servers.mcp_bench.biomcp.records import domain_of, fetch_record
from m3bench_world.servers.mcp_bench.biomcp.trials import Filters

if TYPE_CHECKING:
    from m3bench_world import World

Domain = (
    Literal[
        "article",
        "trial",
        "variant",
        "gene",
        "drug",
        "disease",
        "nci_organization",
        "nci_intervention",
        "nci_biomarker",
        "nci_disease",
        "fda_adverse",
        "fda_label",
        "fda_device",
        "fda_approval",
        "fda_recall",
        "fda_shortage",
    ]
    | None
)
Detail = Literal["protocol", "locations", "outcomes", "references", "all", "full"] | None
SOURCES = ("genes", "genomics", "papers", "labels", "studies", "regulator")
MOST_HITS = 100
FEW = 5


def search(
    context: ToolContext,
    query: Annotated[
        str, about("Words, or fields joined by AND: 'gene:BRAF AND variant:V600E AND disease:melanoma'.")
    ],
    call_benefit: p.CallBenefit = None,  # noqa: ARG001 - part of the interface
    domain: Annotated[Domain, about("One domain; if left out, those that the query fits.")] = None,
    genes: p.Genes = None,
    diseases: p.Diseases = None,
    variants: p.Variants = None,
    chemicals: p.Chemicals = None,
    keywords: p.Keywords = None,
    conditions: Annotated[p.Several, about("Conditions of trials.")] = None,
    interventions: Annotated[p.Several, about("Interventions of trials.")] = None,
    recruiting_status: Annotated[str | None, about("Trials: OPEN, CLOSED or ANY.")] = None,
    phase: Annotated[str | None, about("Trials: PHASE1 to PHASE4, EARLY_PHASE1 or NOT_APPLICABLE.")] = None,
    significance: Annotated[str | None, about("Variants: pathogenic, benign and so on.")] = None,
    lat: Annotated[float | None, about("Trials: latitude of a point near a site.")] = None,
    long: Annotated[float | None, about("Trials: longitude of that point.")] = None,
    distance: Annotated[int | None, about("Trials: miles around the point.")] = None,
    page: Annotated[int, about("Page of the results, from 1.")] = 1,
    page_size: Annotated[int, about("Results on a page, 1 to 100.")] = 10,
    max_results_per_domain: Annotated[
        int | None, about("Results of each domain if several are searched.")
    ] = None,
    explain_query: Annotated[bool, about("Explain how the query is read instead of searching.")] = False,
    get_schema: Annotated[bool, about("Give the fields of the query language instead of searching.")] = False,
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
) -> Answer:
    """Search one domain or several with one query. Gives hits with id, title, text and address; pass an id to
    fetch."""
    if get_schema:
        return Answer(_schema(), sources=("arithmetic",))
    request = Request(
        genes=p.several(genes, "genes"),
        variants=p.several(variants, "variants"),
        diseases=p.several(diseases, "diseases"),
        chemicals=p.several(chemicals, "chemicals"),
        keywords=p.several(keywords, "keywords"),
        conditions=p.several(conditions, "conditions"),
        interventions=p.several(interventions, "interventions"),
        phase=p.optional(phase, "phase"),
        status=p.optional(recruiting_status, "recruiting_status"),
        significance=p.optional(significance, "significance"),
    )
    parse(query if not query.strip() and request.words else check_text(query, "query"), request)
    if not request.words:
        raise BadArgument("query", "it names nothing to search for; pass words or fields such as gene:BRAF")
    if page < 1 or page_size < 1 or (max_results_per_domain is not None and max_results_per_domain < 1):
        raise BadArgument("page", "page, page_size and max_results_per_domain start at 1")
    point = _point(request, lat, long, distance)
    chosen: list[str] = [domain] if domain else _domains(context.world, request)
    if explain_query:
        return Answer(_explanation(query, request, chosen), sources=("arithmetic",))
    size = min(page_size, MOST_HITS)
    if domain:
        hits = search_domain(context.world, domain, request, point)
        shown = hits[(min(page, p.DEEPEST_PAGE) - 1) * size :][:size]
        return _one_domain(domain, query, page, len(hits), shown)
    return _several_domains(context.world, request, point, chosen, min(max_results_per_domain or FEW, size))


def _one_domain(domain: str, query: str, page: int, total: int, shown: list[dict[str, Any]]) -> Answer:
    if not shown:
        raise NotFound(f"no {domain} for '{query[:80]}' on page {page}; try other words, or no domain")
    return Answer({"domain": domain, "page": page, "total": total, "results": shown}, sources=SOURCES)


def _several_domains(world: World, request: Request, point: Filters, chosen: list[str], size: int) -> Answer:
    results: list[dict[str, Any]] = []
    totals: dict[str, int] = {}
    for name in chosen:
        try:
            found = search_domain(world, name, request, point)
        except ToolFailure:  # one domain may not know what another does
            continue
        totals[name] = len(found)
        results += [{"domain": name, **hit} for hit in found[:size]]
    if not results:
        raise NotFound(
            f"nothing for '{' '.join(request.words)[:80]}' in {', '.join(chosen)}; try other words"
        )
    return Answer({"totals": totals, "results": results}, sources=SOURCES)


def _point(request: Request, lat: float | None, long: float | None, miles: int | None) -> Filters:
    if (lat is None) != (long is None):
        raise BadArgument("lat", "a point needs both lat and long")
    if lat is not None and not (-90 <= lat <= 90 and -180 <= (long or 0) <= 180):
        raise BadArgument("lat", "lat is -90 to 90 and long -180 to 180")
    if miles is not None and miles < 1:
        raise BadArgument("distance", "it is below 1 mile")
    phases = ("EARLY_PHASE1", "PHASE1", "PHASE2", "PHASE3", "PHASE4", "NOT_APPLICABLE")
    phase = request.phase.upper().replace(" ", "").removeprefix("PHASE") if request.phase else ""
    wanted = next((one for one in phases if one == request.phase.upper() or one == f"PHASE{phase}"), None)
    if request.phase and wanted is None:
        raise BadArgument("phase", f"'{request.phase[:30]}' is not one of: {', '.join(phases)}")
    status = request.status.upper()
    if status and status not in ("OPEN", "CLOSED", "ANY", "RECRUITING"):
        raise BadArgument("recruiting_status", f"'{request.status[:30]}' is not one of: OPEN, CLOSED, ANY")
    status = "OPEN" if status == "RECRUITING" else status
    return Filters(status=status or None, phase=wanted, lat=lat, long=long, miles=miles)


def _domains(world: World, request: Request) -> list[str]:
    chosen = ["article"]
    if request.illnesses or request.treatments or request.phase or request.status:
        chosen.append("trial")
    if request.genes or request.variants:
        chosen += ["variant", "gene"]
    if request.treatments:
        chosen.append("drug")
    if request.illnesses:
        chosen.append("disease")
    if chosen == ["article"]:
        words = " ".join(request.keywords)
        named = {
            "gene": world.genome.gene(words),
            "variant": world.genome.variant(words),
            "drug": world.regulator.drug(words),
            "disease": world.genome.disease(words),
        }
        chosen += [name for name, found in named.items() if found] + ["trial"]
    return chosen


def _schema() -> dict[str, Any]:
    return {
        "syntax": "field:value parts joined by AND, with plain words beside",
        "fields": sorted(FIELDS),
        "domains": list(DOMAINS),
        "examples": [
            "gene:BRAF AND variant:V600E AND disease:melanoma",
            "drug:warfarin AND gene:CYP2C9",
            "condition:melanoma AND intervention:vemurafenib AND phase:PHASE3",
        ],
    }


def _explanation(query: str, request: Request, chosen: list[str]) -> dict[str, Any]:
    parts = {name: getattr(request, name) for name in request.__struct_fields__ if getattr(request, name)}
    return {"query": query, "read_as": parts, "domains": chosen}


def fetch(
    context: ToolContext,
    id: Annotated[
        str, about("PMID, DOI, NCT number, rsID, gene, drug, disease, or an id of any search of this server.")
    ],
    domain: Annotated[Domain, about("Domain of the id; found by its form if left out.")] = None,
    call_benefit: p.CallBenefit = None,  # noqa: ARG001 - part of the interface
    detail: Annotated[
        Detail, about("Part of a trial; protocol if left out, all or full for everything.")
    ] = None,
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
) -> Answer:
    """Get one record in full by its id: id, title, text, address and metadata."""
    asked = check_text(id, "id")
    chosen = domain or domain_of(context.world, asked)
    return Answer(fetch_record(context, chosen, asked, detail or "protocol"), sources=SOURCES)
