"""Tables of the genome, read on first use."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from m3bench_world.genome.entities import Biomarker, Disease, Gene, TargetedDrug, Variant

_WHOLE_NAMES = ("stop_gained", "inframe_deletion")
_CADD = {
    "pathogenic": 29.4,
    "likely_pathogenic": 26.1,
    "uncertain_significance": 18.3,
    "conflicting": 20.6,
    "likely_benign": 9.8,
    "benign": 5.2,
}


def _rows(name: str) -> list[list[str]]:
    text = (files("m3bench_world.genome") / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]


def _list(text: str, separator: str = ";") -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(separator) if part.strip())


@cache
def genes() -> dict[str, Gene]:
    """Return the genes by symbol, in the order of the table."""
    return {row[0]: _gene(number, row) for number, row in enumerate(_rows("genes.tsv"))}


def _gene(number: int, row: list[str]) -> Gene:
    symbol, name, entrez, ensembl, uniprot, chromosome, *places = row[:10]
    strand, band, aliases, role, diseases, partners = row[10:]
    start, end, start37, end37 = map(int, places)
    return Gene(
        number=number,
        symbol=symbol,
        name=name,
        entrez=entrez,
        ensembl=ensembl,
        uniprot=uniprot,
        chromosome=chromosome,
        start=start,
        end=end,
        start37=start37,
        end37=end37,
        strand=strand,
        band=band,
        aliases=_list(aliases, ","),
        role=role,
        diseases=_list(diseases),
        partners=_list(partners, ","),
    )


@cache
def known_variants() -> tuple[Variant, ...]:
    """Return the well-known variants, in the order of the table."""
    return tuple(_variant(row) for row in _rows("variants.tsv"))


def _variant(row: list[str]) -> Variant:
    gene, name, protein, rsid, place, place38, reference, alternate, coding, *rest = row
    consequence, significance, frequency, origin, diseases = rest
    harmful = significance in ("pathogenic", "likely_pathogenic", "conflicting")
    missense = consequence == "missense"
    return Variant(
        gene=gene,
        name=name,
        protein=protein,
        rsid=rsid,
        chromosome=genes()[gene].chromosome,
        position=int(place),
        position38=int(place38),
        reference=reference,
        alternate=alternate,
        coding=coding,
        consequence=consequence if consequence in _WHOLE_NAMES else f"{consequence}_variant",
        significance=significance,
        frequency=float(frequency),
        origin=origin,
        diseases=_list(diseases),
        cadd=cadd(significance, int(place)),
        sift=("deleterious" if harmful else "tolerated") if missense else "",
        polyphen=("probably_damaging" if harmful else "benign") if missense else "",
    )


def cadd(significance: str, place: int) -> float:
    """Return a plausible score of harm: around the mean of its class, by the last digits of its place."""
    return round(_CADD[significance] + (place % 97 - 48) / 12, 1)


@cache
def diseases() -> dict[str, Disease]:
    """Return the diseases by name, in the order of the table."""
    return {row[0]: _disease(number, row) for number, row in enumerate(_rows("diseases.tsv"))}


def _disease(number: int, row: list[str]) -> Disease:
    name, mondo, doid, icd, category, synonyms, subject, definition = row
    return Disease(
        number=number,
        name=name,
        mondo=mondo,
        doid=doid,
        icd=icd,
        category=category,
        synonyms=_list(synonyms, ","),
        subject=subject,
        definition=definition,
    )


@cache
def targeted_drugs() -> dict[str, TargetedDrug]:
    """Return the drugs with known targets, by name."""
    return {
        name: TargetedDrug(
            name=name,
            brand=brand,
            approved=int(approved),
            formula=formula,
            genes=_list(targets, ","),
            use=use,
        )
        for name, brand, approved, formula, targets, use in _rows("drugs.tsv")
    }


@cache
def biomarkers() -> tuple[Biomarker, ...]:
    """Return the pairs of biomarker and condition, in the order of the table."""
    return tuple(
        Biomarker(
            name=name,
            gene=gene,
            variant=variant,
            kind=kind,
            assay=assay,
            condition=condition,
            drugs=_list(drugs),
        )
        for name, gene, variant, kind, assay, condition, drugs in _rows("biomarkers.tsv")
    )
