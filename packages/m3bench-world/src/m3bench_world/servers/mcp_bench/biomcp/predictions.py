"""Predicted effects of a change of DNA: invented, and always the same for the same change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from m3bench.servers.kit import Answer, BadArgument, about, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.biomcp import parameters as p
from m3bench_world.servers.mcp_bench.biomcp.text import bullets, document, fields, section

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.genome import Gene

LONGEST_ALLELE = 50
_KINDS = ("gene expression", "chromatin accessibility", "splicing", "histone marks")
_TISSUES = ("skin", "lung", "colon", "liver", "brain", "heart", "blood", "breast")
_MOST_TISSUES = 12
_HIGHEST = {"1": 249_250_621, "2": 243_199_373, "3": 198_022_430, "X": 155_270_560, "Y": 59_373_566}
_OTHERS = 191_154_276
Interval = Annotated[int, msgspec.Meta(ge=2000, le=1_000_000, description="Bases around the position.")]
Threshold = Annotated[
    float, msgspec.Meta(ge=0, le=5, description="Least size of an effect (log2) that is listed.")
]


def alphagenome_predictor(
    context: ToolContext,
    chromosome: Annotated[str, about("Chromosome: 'chr7', '7' or 'X'.")],
    position: Annotated[int, about("Position on GRCh37, from 1.")],
    reference: Annotated[str, about("Bases of the reference, such as 'A'.")],
    alternate: Annotated[str, about("Bases instead of them, such as 'T'.")],
    interval_size: Interval = 131072,
    tissue_types: Annotated[p.Several, about("Tissues: 'skin', ['lung', 'colon']; all if left out.")] = None,
    significance_threshold: Threshold = 0.5,
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
) -> Answer:
    """Predict how a change of DNA affects expression, chromatin, splicing and histone marks of the genes
    around it, by tissue. The predictions are those of an invented model."""
    place = _chromosome(chromosome)
    check_range(position, "position", 1, _HIGHEST.get(place, _OTHERS))
    before, after = _bases(reference, "reference"), _bases(alternate, "alternate")
    if before == after:
        raise BadArgument("alternate", "it equals the reference; pass another allele")
    tissues = [tissue.casefold() for tissue in p.several(tissue_types, "tissue_types")] or list(_TISSUES)
    genes = _around(context.world, place, position, interval_size)
    name = f"chr{place}:g.{position}{before}>{after}"
    head = fields(
        change=name,
        interval=f"{interval_size:,} bp",
        genes=[gene.symbol for gene in genes] or "none of the table",
        threshold=significance_threshold,
    )
    lines = _effects(context.world, name, genes, tissues[:_MOST_TISSUES], significance_threshold)
    shown = bullets(lines[:60]) or "No effect reaches the threshold."
    return Answer(document(section("Predicted effects", head, 1), shown), sources=("genomics", "genes"))


def _chromosome(text: str) -> str:
    bare = text.strip().lower().removeprefix("chr").upper()
    if bare not in {*map(str, range(1, 23)), "X", "Y"}:
        raise BadArgument(
            "chromosome", f"'{text[:20]}' is not a chromosome; pass chr1 to chr22, chrX or chrY"
        )
    return bare


def _bases(text: str, name: str) -> str:
    bare = text.strip().upper()
    if not bare or len(bare) > LONGEST_ALLELE or set(bare) - set("ACGT"):
        raise BadArgument(
            name, f"'{text[:60]}' is not an allele; pass 1 to {LONGEST_ALLELE} of the letters A, C, G, T"
        )
    return bare


def _around(world: World, chromosome: str, position: int, interval: int) -> list[Gene]:
    low, high = position - interval // 2, position + interval // 2
    return [
        gene
        for gene in world.genome.genes()
        if gene.chromosome == chromosome and gene.start37 <= high and gene.end37 >= low
    ]


def _effects(world: World, name: str, genes: list[Gene], tissues: list[str], threshold: float) -> list[str]:
    """Return the effects that reach the threshold, the largest first."""
    found = []
    for gene in genes:
        for tissue in tissues:
            for kind in _KINDS:
                share = world.chance.share("effect", name, gene.symbol, tissue, kind)
                size = round((2 * share - 1) ** 3 * 3.2, 2)
                if abs(size) >= threshold:
                    found.append((-abs(size), f"{gene.symbol}, {tissue}, {kind}: {size:+.2f} (log2)"))
    return [line for _, line in sorted(found)]
