"""How often tumors have a change in a gene."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m3bench_world.servers.mcp_bench.biomcp.text import bullets, section

if TYPE_CHECKING:
    from m3bench_world import World


def tumor_summary(world: World, symbol: str) -> str:
    """Return a section on the tumor cohorts of a gene; empty if there are none."""
    gene = world.genome.gene(symbol)
    cohorts = world.genome.tumors(gene) if gene else []
    if gene is None or not cohorts:
        return ""
    lines = (
        f"{one.study}: {one.altered:,} of {one.samples:,} samples altered ({one.percent}%)"
        + (f", most often {one.hotspot}" if one.hotspot else "")
        for one in cohorts
    )
    return section(f"Tumor cohorts with changes in {gene.symbol}", bullets(lines))
