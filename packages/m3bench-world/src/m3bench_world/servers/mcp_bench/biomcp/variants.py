"""Variants: search, one variant, and predicted effects of a change."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.biomcp import parameters as p
from m3bench_world.servers.mcp_bench.biomcp.text import bullets, document, fields, page_of, section

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.genome import Gene, Variant


def tumor_summary(world: World, symbol: str) -> str:
    """Return a section on the tumor cohorts of a gene; empty if there are none."""
    gene = world.genome.gene(symbol)
    cohorts = world.genome.tumors(gene) if gene else []
    if gene is None or not cohorts:
        return ""
    lines = (
        f"{cohort.study}: {cohort.altered:,} of {cohort.samples:,} samples altered ({cohort.percent}%)"
        + (f", most often {cohort.hotspot}" if cohort.hotspot else "")
        for cohort in cohorts
    )
    return section(f"Tumor cohorts with changes in {gene.symbol}", bullets(lines))


SOURCES = ("genes", "genomics")
_REGION = re.compile(r"(?:chr)?(\d{1,2}|X|Y):(\d{1,9})-(\d{1,9})", re.IGNORECASE | re.ASCII)
_ADVICE = "try fewer filters, or the gene alone"
Share = Annotated[float, msgspec.Meta(ge=0, le=1)] | None


class VariantFilters(msgspec.Struct, frozen=True, kw_only=True):
    names: tuple[str, ...] = ()
    """HGVS names and rsIDs, each of which must fit."""
    region: tuple[str, int, int] | None = None
    significance: str | None = None
    low: float | None = None
    high: float | None = None
    consequence: str = ""
    cadd: float | None = None
    sift: str | None = None
    polyphen: str | None = None


def find_variants(world: World, gene: Gene | None, filters: VariantFilters) -> list[Variant]:
    """Return the variants that fit, the well-known ones first."""
    pool = world.genome.variants(gene) if gene else world.genome.all_variants
    return [variant for variant in pool if _fits(variant, filters)]


def _fits(one: Variant, filters: VariantFilters) -> bool:
    return (
        all(_is_called(one, name) for name in filters.names)
        and (filters.region is None or _is_within(one, *filters.region))
        and (filters.significance is None or one.significance == filters.significance)
        and (filters.low is None or one.frequency >= filters.low)
        and (filters.high is None or one.frequency <= filters.high)
        and filters.consequence in one.consequence
        and (filters.cadd is None or one.cadd >= filters.cadd)
        and (filters.sift is None or one.sift == filters.sift)
        and (filters.polyphen is None or one.polyphen == filters.polyphen)
    )


def _is_within(one: Variant, chromosome: str, start: int, end: int) -> bool:
    return one.chromosome == chromosome and start <= one.position <= end


def _is_called(one: Variant, name: str) -> bool:
    wanted = re.sub(r"^[A-Z]{2}_\d+(\.\d+)?(\(.*?\))?:", "", name.strip())
    names = {one.id, one.rsid, one.coding, one.name, one.protein, one.title, *one.hgvsp}
    bare = wanted.casefold().removeprefix("p.")
    return bare in {each.casefold().removeprefix("p.") for each in names}


def get_gene(world: World, text: str, name: str = "gene") -> Gene:
    asked = check_text(text, name)
    gene = world.genome.gene(asked)
    if gene is None:
        raise NotFound(
            f"no gene '{asked[:60]}' in the table of {len(world.genome.genes())} genes",
            world.genome.near_genes(asked),
        )
    return gene


def _region(text: str) -> tuple[str, int, int] | None:
    if not text:
        return None
    match = _REGION.fullmatch(text.replace(",", "").replace(" ", ""))
    if match is None or int(match[2]) > int(match[3]):
        raise BadArgument(
            "region", f"'{text[:60]}' is not a region; write it as chr7:140400000-140500000 (GRCh37)"
        )
    return match[1].upper(), int(match[2]), int(match[3])


Significance = Literal[
    "pathogenic", "likely_pathogenic", "uncertain_significance", "likely_benign", "benign", "conflicting"
]


def variant_searcher(
    context: ToolContext,
    gene: Annotated[str | None, about("Gene symbol, such as 'BRAF'.")] = None,
    hgvs: Annotated[
        str | None, about("Any HGVS name: 'chr7:g.140453136A>T', 'p.V600E', 'c.1799T>A'.")
    ] = None,
    hgvsp: Annotated[str | None, about("Change of the protein: 'p.V600E' or 'p.Val600Glu'.")] = None,
    hgvsc: Annotated[str | None, about("Change of the coding sequence: 'c.1799T>A'.")] = None,
    rsid: Annotated[str | None, about("Number of dbSNP, such as 'rs113488022'.")] = None,
    region: Annotated[str | None, about("Region on GRCh37: 'chr7:140400000-140500000'.")] = None,
    significance: Annotated[Significance | None, about("Clinical significance.")] = None,
    frequency_min: Annotated[Share, about("Least frequency in the population, 0 to 1.")] = None,
    frequency_max: Annotated[Share, about("Highest frequency in the population, 0 to 1.")] = None,
    consequence: Annotated[
        str | None, about("Effect on the gene: 'missense', 'stop_gained', 'intron'.")
    ] = None,
    cadd_score_min: Annotated[float | None, about("Least CADD-like score of harm, such as 20.")] = None,
    sift_prediction: Annotated[
        Literal["deleterious", "tolerated"] | None, about("Prediction in SIFT's terms.")
    ] = None,
    polyphen_prediction: Annotated[
        Literal["probably_damaging", "possibly_damaging", "benign"] | None,
        about("Prediction in PolyPhen's terms."),
    ] = None,
    include_cbioportal: Annotated[bool, about("Add how often tumors have a change in the gene.")] = True,
    page: p.Page = 1,
    page_size: p.PageSize = 10,
) -> Answer:
    """Search variants by gene, name, region, significance, frequency and scores. Gives id, HGVS names, rsID,
    significance, frequency and scores, well-known variants first. Pass id or rsID to variant_getter."""
    symbol = p.optional(gene, "gene")
    texts = {"hgvs": hgvs, "hgvsp": hgvsp, "hgvsc": hgvsc, "rsid": rsid}
    filters = VariantFilters(
        names=tuple(text for name, value in texts.items() if (text := p.optional(value, name))),
        region=_region(p.optional(region, "region")),
        significance=significance,
        low=frequency_min,
        high=frequency_max,
        consequence=p.optional(consequence, "consequence")
        .casefold()
        .removesuffix("_variant")
        .replace(" ", "_"),
        cadd=cadd_score_min,
        sift=sift_prediction,
        polyphen=polyphen_prediction,
    )
    if not symbol and filters == VariantFilters():
        raise BadArgument("gene", "nothing is asked for; pass a gene, a name, a region or a filter")
    known = get_gene(context.world, symbol) if symbol else None
    found = find_variants(context.world, known, filters)
    shown, note = page_of(found, page, page_size, "variants", _ADVICE)
    summary = tumor_summary(context.world, known.symbol) if include_cbioportal and known else ""
    listed = (section(one.title, variant_fields(one)) for one in shown)
    return Answer(document("# Variants", note, *listed, summary), sources=SOURCES)


def variant_fields(one: Variant) -> str:
    return fields(
        id=one.id,
        gene=one.gene,
        rsID=one.rsid,
        protein=one.hgvsp,
        coding=one.coding,
        consequence=one.consequence,
        clinical_significance=one.significance,
        population_frequency=f"{one.frequency:g}",
        CADD=one.cadd,
        SIFT=one.sift,
        PolyPhen=one.polyphen,
    )


def get_variant(world: World, text: str, name: str = "variant_id") -> Variant:
    asked = check_text(text, name)
    one = world.genome.variant(asked)
    if one is None:
        called = [variant for variant in world.genome.all_variants if _is_called(variant, asked)]
        one = called[0] if called else None
    if one is None:
        raise NotFound(
            f"no variant '{asked[:60]}'; pass an id or rsID of variant_searcher",
            world.genome.near_variants(asked),
        )
    return one


def variant_text(world: World, one: Variant, *, external: bool) -> str:
    gene = get_gene(world, one.gene)
    more = fields(
        origin=one.origin,
        diseases=one.diseases,
        GRCh37=f"chr{one.chromosome}:{one.position}",
        GRCh38=f"chr{one.chromosome}:{one.position38}",
        alleles=f"{one.reference}>{one.alternate}",
        record="rare variant of this register"
        if one.invented
        else f"https://www.ncbi.nlm.nih.gov/snp/{one.rsid}",
    )
    parts = [section(one.title, f"{variant_fields(one)}\n{more}", 1)]
    if external:
        parts += [tumor_summary(world, one.gene), _populations(world, one), _markers(world, one)]
    return document(*parts, fields(gene_name=gene.name, drugs_with_this_target=_drugs(world, gene)))


def _populations(world: World, one: Variant) -> str:
    groups = ("African", "American", "East Asian", "European", "South Asian")
    factors = {group: world.chance.between(0.4, 1.6, "population", one.rsid, group) for group in groups}
    lines = (f"{group}: {min(1.0, one.frequency * factor):.2g}" for group, factor in factors.items())
    return section("Frequency in populations (modelled)", bullets(lines))


def _markers(world: World, one: Variant) -> str:
    found = [
        f"{marker.name} ({marker.id}): {', '.join(marker.conditions)}"
        for marker in world.studies.markers()
        if (marker.gene, marker.variant) == (one.gene, one.name)
    ]
    return section("Biomarkers of trials", bullets(found)) if found else ""


def _drugs(world: World, gene: Gene) -> list[str]:
    return [name for name, drug in world.genome.targeted_drugs.items() if gene.symbol in drug.genes]


def variant_getter(
    context: ToolContext,
    variant_id: Annotated[
        str, about("An id (chr7:g.140453136A>T), an rsID, or gene and change ('BRAF V600E').")
    ],
    include_external: Annotated[
        bool, about("Add tumor cohorts, populations and biomarkers of trials.")
    ] = True,
) -> Answer:
    """Get one variant: names, positions, significance, frequency, scores, diseases and drugs; with cohorts,
    populations and trial biomarkers if wanted."""
    one = get_variant(context.world, variant_id)
    return Answer(variant_text(context.world, one, external=include_external), sources=SOURCES)
