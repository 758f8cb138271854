"""Suites in the making: built from families, executed, verified, attacked, sealed."""

from m3bench.curation.attacking import Attacked, Tried
from m3bench.curation.building import Built, build_family, shares
from m3bench.curation.lookup import Finding, look_up
from m3bench.curation.sealing import (
    COMMITMENT,
    RECIPE,
    TASKS,
    read_commitment,
    read_recipe,
    read_sealed,
    write_sealed,
)
from m3bench.curation.verifying import Verified, Verifier

__all__ = [
    "COMMITMENT",
    "RECIPE",
    "TASKS",
    "Attacked",
    "Built",
    "Finding",
    "Tried",
    "Verified",
    "Verifier",
    "build_family",
    "look_up",
    "read_commitment",
    "read_recipe",
    "read_sealed",
    "shares",
    "write_sealed",
]
