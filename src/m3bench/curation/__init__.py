"""Making suites: building, executing, verifying, attacking and sealing tasks."""

from m3bench.curation.attacks import AttackResult, AttackResults
from m3bench.curation.build import BuiltTask, build_family, shares
from m3bench.curation.lookup import LookupResult, look_up
from m3bench.curation.seal import (
    COMMITMENT,
    RECIPE,
    TASKS,
    read_commitment,
    read_recipe,
    read_sealed,
    write_sealed,
)
from m3bench.curation.verification import VerifiedTask, Verifier

__all__ = [
    "COMMITMENT",
    "RECIPE",
    "TASKS",
    "AttackResult",
    "AttackResults",
    "BuiltTask",
    "LookupResult",
    "VerifiedTask",
    "Verifier",
    "build_family",
    "look_up",
    "read_commitment",
    "read_recipe",
    "read_sealed",
    "shares",
    "write_sealed",
]
