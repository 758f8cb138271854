"""Genes, diseases and drugs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from m3bench.servers.kit import Answer, NotFound, about, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.biomcp.text import bullets, document, fields, section
from m3bench_world.servers.mcp_bench.biomcp.variants import get_gene

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.genome import Disease, Gene
    from m3bench_world.pharmacy import Drug

SHOWN_VARIANTS = 8


def gene_metadata(gene: Gene) -> dict[str, object]:
    return {
        "symbol": gene.symbol,
        "entrez_id": gene.entrez,
        "ensembl_id": gene.ensembl,
        "uniprot_id": gene.uniprot,
        "chromosome": gene.chromosome,
        "start": gene.start,
        "end": gene.end,
        "strand": gene.strand,
        "assembly": "GRCh38",
        "gene_length": gene.length,
    }


def gene_text(world: World, gene: Gene) -> str:
    drugs = [name for name, drug in world.genome.targeted_drugs.items() if gene.symbol in drug.genes]
    variants = [
        f"{variant.title} ({variant.rsid}), {world.genome.summarized_significance(variant)}"
        for variant in world.genome.variants(gene)[:SHOWN_VARIANTS]
    ]
    head = fields(
        name=gene.name,
        entrez_ID=gene.entrez,
        Ensembl=gene.ensembl,
        UniProt=gene.uniprot,
        type="protein-coding",
        aliases=gene.aliases,
        location=f"{gene.band}; chr{gene.chromosome}:{gene.start}-{gene.end} ({gene.strand}, GRCh38)",
        length=f"{gene.length:,} bp",
        diseases=gene.diseases,
        interacts_with=gene.partners,
        drugs=drugs,
        links=f"https://www.ncbi.nlm.nih.gov/gene/{gene.entrez}, https://www.ensembl.org/id/{gene.ensembl}",
    )
    summary = f"{gene.symbol} encodes a protein with this role: {gene.role}."
    return document(
        section(gene.symbol, head, 1), section("Summary", summary), section("Variants", bullets(variants))
    )


def gene_getter(
    context: ToolContext,
    gene_id_or_symbol: Annotated[
        str, about("Symbol, alias, Entrez, Ensembl or UniProt number: 'BRAF', '673'.")
    ],
) -> Answer:
    """Get a gene: name, summary, aliases, numbers, position, length, diseases, drugs, variants and links."""
    gene = get_gene(context.world, gene_id_or_symbol, "gene_id_or_symbol")
    return Answer(gene_text(context.world, gene), sources=("genes", "genomics"))


def get_disease(world: World, text: str, name: str = "disease_id_or_name") -> Disease:
    asked = check_text(text, name)
    disease = world.genome.disease(asked)
    if disease is None:
        raise NotFound(f"no disease '{asked[:60]}' in the table", world.genome.near_diseases(asked))
    return disease


def disease_text(world: World, disease: Disease) -> str:
    genes = [gene.symbol for gene in world.genome.genes() if disease.name in gene.diseases]
    code = world.clinic.diagnosis(disease.icd)
    markers = [
        f"{marker.name} ({marker.id})"
        for marker in world.studies.markers()
        if disease.name in marker.conditions
    ]
    head = fields(
        MONDO=disease.mondo,
        DOID=disease.doid,
        ICD10CM=f"{disease.icd} ({code.title})" if code else disease.icd,
        category=disease.category,
        synonyms=disease.synonyms,
        genes=genes,
        biomarkers_of_trials=markers,
    )
    return document(section(disease.name, head, 1), section("Definition", disease.definition))


def disease_getter(
    context: ToolContext,
    disease_id_or_name: Annotated[
        str, about("Name, synonym, or number of MONDO, DOID or ICD-10-CM: 'melanoma'.")
    ],
) -> Answer:
    """Get a disease: ontology numbers, definition, synonyms, cross-references, genes and biomarkers."""
    disease = get_disease(context.world, disease_id_or_name)
    return Answer(disease_text(context.world, disease), sources=("genes", "icd10", "studies"))


def get_drug(world: World, text: str, name: str = "drug") -> Drug:
    asked = check_text(text, name)
    drug = _by_number(world, asked) or world.regulator.drug(asked)
    if drug is None:
        raise NotFound(f"no drug '{asked[:60]}'", world.pharmacy.near(asked))
    return drug


def _by_number(world: World, text: str) -> Drug | None:
    return world.pharmacy.with_drugbank(text.strip().upper()) if text.strip()[:2].upper() == "DB" else None


def drug_text(world: World, drug: Drug) -> str:
    known = world.genome.targeted_drug(drug.name)
    label = world.pharmacy.label(drug)
    approval = world.regulator.application(drug)
    register = world.studies.intervention_of(drug)
    brands = dict.fromkeys((*drug.brands, *((known.brand,) if known and known.brand else ())))
    head = fields(
        DrugBank=drug.drugbank,
        formula=known.formula if known else "",
        trade_names=list(brands),
        other_names=drug.names[:8],
        drug_class=drug.kind.title,
        targets=known.genes if known else (),
        used_for=known.use if known else "",
        label_indications=drug.indications,
        label_set_ID=label.set_id,
        application=f"{approval.number} ({world.regulator.summarized_year(approval)})" if approval else "",
        intervention_ID=register.id if register else "",
        forms=[f"{product.form} {', '.join(product.strengths)}".strip() for product in drug.products],
        links=f"https://go.drugbank.com/drugs/{drug.drugbank}" if drug.drugbank else "",
    )
    return document(
        section(drug.name, head, 1),
        section("Description", f"{drug.name} is {drug.kind.with_article}."),
        section("Mechanism of action", f"It {drug.kind.action}."),
    )


def drug_getter(
    context: ToolContext,
    drug_id_or_name: Annotated[
        str, about("Generic or brand name, or DrugBank number: 'vemurafenib', 'DB08881'.")
    ],
) -> Answer:
    """Get a drug: formula, numbers, trade names, description, indication, mechanism, targets and links."""
    drug = get_drug(context.world, drug_id_or_name, "drug_id_or_name")
    return Answer(drug_text(context.world, drug), sources=("drugs", "knowledge", "labels", "regulator"))
