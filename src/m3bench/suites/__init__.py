"""Suites: sets of tasks that ship, come from files, or are generated from a seed."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.core import DataFile
    from m3bench.suites.canary import CANARY
    from m3bench.suites.entries import (
        MCP_BENCH_DEFAULTS,
        RELEASED,
        SuiteDefaults,
        SuiteEntry,
        installed_suites,
        release_digests,
        release_with,
        released_as,
        suite_defaults,
        suite_generator,
    )
    from m3bench.suites.file_suite import FileSuite
    from m3bench.suites.generators import GeneratedFamily, NumberedFamily, SuiteGenerator
    from m3bench.suites.lookup import (
        ORIGINAL,
        filter_families,
        filter_tasks,
        find_suite,
        limit_tasks,
        select_tasks,
        world_of_suite,
    )
    from m3bench.suites.pictures import (
        ablate_suite,
        blank_picture,
        require_art,
        require_level,
        shown_cameras,
        task_cameras,
    )
    from m3bench.suites.plans import (
        Blueprint,
        CallResult,
        GradedPoint,
        Plan,
        PlanError,
        PlannedCall,
        Solution,
        call,
    )
    from m3bench.suites.public import (
        MCP_BENCH,
        MCPVERSE,
        SAME_SERVERS,
        NeedKind,
        WorldNeed,
        mcp_bench_suite,
        mcpverse_suite,
        original_suite,
        world_needs,
    )
    from m3bench.suites.refs import Pictures, SuiteRef, WorldRef
    from m3bench.suites.registry import SUITES, SuiteFactory, make_suite, register_suite
    from m3bench.suites.seal import (
        Commitment,
        Recipe,
        conceal_ids,
        draw_salt,
        draw_seed,
        require_commitment,
        require_tasks,
    )
    from m3bench.suites.selecting import reworded_conditions, task_fields
    from m3bench.suites.stored_suite import StoredSuite, read_stored
    from m3bench.suites.suite import Suite, shared_world, workspace_assets
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "CANARY",
    "MCPVERSE",
    "MCP_BENCH",
    "MCP_BENCH_DEFAULTS",
    "ORIGINAL",
    "RELEASED",
    "SAME_SERVERS",
    "SUITES",
    "Blueprint",
    "CallResult",
    "Commitment",
    "DataFile",
    "FileSuite",
    "GeneratedFamily",
    "GradedPoint",
    "NeedKind",
    "NumberedFamily",
    "Pictures",
    "Plan",
    "PlanError",
    "PlannedCall",
    "Recipe",
    "Solution",
    "StoredSuite",
    "Suite",
    "SuiteDefaults",
    "SuiteEntry",
    "SuiteFactory",
    "SuiteGenerator",
    "SuiteRef",
    "WorldNeed",
    "WorldRef",
    "ablate_suite",
    "blank_picture",
    "call",
    "conceal_ids",
    "draw_salt",
    "draw_seed",
    "filter_families",
    "filter_tasks",
    "find_suite",
    "installed_suites",
    "limit_tasks",
    "make_suite",
    "mcp_bench_suite",
    "mcpverse_suite",
    "original_suite",
    "read_stored",
    "register_suite",
    "release_digests",
    "release_with",
    "released_as",
    "require_art",
    "require_commitment",
    "require_level",
    "require_tasks",
    "reworded_conditions",
    "select_tasks",
    "shared_world",
    "shown_cameras",
    "suite_defaults",
    "suite_generator",
    "task_cameras",
    "task_fields",
    "workspace_assets",
    "world_needs",
    "world_of_suite",
]
