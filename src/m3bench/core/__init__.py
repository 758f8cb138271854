"""Immutable data types shared by all packages. No I/O, no clock, no randomness."""

from m3bench.core.artefacts import ARTEFACTS_KEY, RECEIPTS_KEY, Artefacts, Depth, Look, artefacts_in
from m3bench.core.canonical import canonical_json, content_hash
from m3bench.core.content import Content, Data, Media, Text
from m3bench.core.equivalence import Equivalence, EquivalentTool
from m3bench.core.errors import (
    DuplicateIdError,
    FormatError,
    M3BenchError,
    MissingExtraError,
    UsageError,
)
from m3bench.core.form import AnswerField, AnswerForm, FieldType
from m3bench.core.lazy import LazyMapping, LazySequence
from m3bench.core.nesting import MAX_DEPTH, is_too_deep
from m3bench.core.origins import AllowedHosts, is_websocket_upgrade
from m3bench.core.outcome import Outcome, Status
from m3bench.core.paths import STATE_FOLDER, PathRefused, confined_path, local_path, path_problem
from m3bench.core.proof import Proof
from m3bench.core.registry import (
    BUILT_IN,
    BuiltIn,
    PluginError,
    Registry,
    RegistryEntry,
    clear_entry_points,
    plugin_entry_points,
)
from m3bench.core.sizes import size_of
from m3bench.core.task import Edge, Fact, Reference, Task
from m3bench.core.task_parts import (
    TASK_KINDS,
    AnswerKey,
    Difficulty,
    KeyMethod,
    SimulatedUser,
    TaskFile,
    Turns,
    UserFact,
    briefing,
    rules_text,
)
from m3bench.core.trajectory import (
    ANSWERED_AFTER,
    Call,
    Result,
    Step,
    Timing,
    Trajectory,
    Usage,
    iter_calls,
    parsed_arguments,
)

__all__ = [
    "ANSWERED_AFTER",
    "ARTEFACTS_KEY",
    "BUILT_IN",
    "MAX_DEPTH",
    "RECEIPTS_KEY",
    "STATE_FOLDER",
    "TASK_KINDS",
    "AllowedHosts",
    "AnswerField",
    "AnswerForm",
    "AnswerKey",
    "Artefacts",
    "BuiltIn",
    "Call",
    "Content",
    "Data",
    "Depth",
    "Difficulty",
    "DuplicateIdError",
    "Edge",
    "Equivalence",
    "EquivalentTool",
    "Fact",
    "FieldType",
    "FormatError",
    "KeyMethod",
    "LazyMapping",
    "LazySequence",
    "Look",
    "M3BenchError",
    "Media",
    "MissingExtraError",
    "Outcome",
    "PathRefused",
    "PluginError",
    "Proof",
    "Reference",
    "Registry",
    "RegistryEntry",
    "Result",
    "SimulatedUser",
    "Status",
    "Step",
    "Task",
    "TaskFile",
    "Text",
    "Timing",
    "Trajectory",
    "Turns",
    "Usage",
    "UsageError",
    "UserFact",
    "artefacts_in",
    "briefing",
    "canonical_json",
    "clear_entry_points",
    "confined_path",
    "content_hash",
    "is_too_deep",
    "is_websocket_upgrade",
    "iter_calls",
    "local_path",
    "parsed_arguments",
    "path_problem",
    "plugin_entry_points",
    "rules_text",
    "size_of",
]
