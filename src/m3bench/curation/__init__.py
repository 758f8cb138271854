"""Making suites: building, executing, verifying, attacking and sealing tasks."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.curation.attacks import AttackResult, AttackResults
    from m3bench.curation.build import BuiltTask, FamilyBuilder, build_family, shares
    from m3bench.curation.programs import BuildProgram, VerificationProgram, build_tasks, verify_tasks
    from m3bench.curation.seal import (
        COMMITMENT,
        RECIPE,
        TASKS,
        read_commitment,
        read_recipe,
        read_sealed,
        write_sealed,
    )
    from m3bench.curation.structures import (
        MANY_CALLS,
        Structure,
        StructureCounts,
        count_structures,
        find_structures,
    )
    from m3bench.curation.verification import VerifiedTask, Verifier
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "COMMITMENT",
    "MANY_CALLS",
    "RECIPE",
    "TASKS",
    "AttackResult",
    "AttackResults",
    "BuildProgram",
    "BuiltTask",
    "FamilyBuilder",
    "Structure",
    "StructureCounts",
    "VerificationProgram",
    "VerifiedTask",
    "Verifier",
    "build_family",
    "build_tasks",
    "count_structures",
    "find_structures",
    "read_commitment",
    "read_recipe",
    "read_sealed",
    "shares",
    "verify_tasks",
    "write_sealed",
]
