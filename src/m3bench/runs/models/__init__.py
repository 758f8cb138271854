"""Models of a run: open, probe and meter them."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.runs.models.describing import describe_media
    from m3bench.runs.models.recorded_model import RecordedModel, RecordedRequest, Recorder, current_recorder
    from m3bench.runs.models.session_start import (
        ProbeTargets,
        SessionStart,
        needs_probe,
        probe_models,
        total_usage,
    )
    from m3bench.runs.models.session_start import probe as probe_model
    from m3bench.runs.models.user_model import UserModel, user_model_ref
    from m3bench.runs.models.vision_reviewer import (
        VisionReviewer,
        count_key_tasks,
        count_vision_tasks,
        open_reviewer,
        open_standalone_reviewer,
    )
    from m3bench.runs.models.vision_summary import KEYS, VisionSummary, read_vision_summary, vision_usage
    from m3bench.runs.models.wrapped_model import (
        LOCAL,
        MeteredModel,
        default_judgement_cache,
        judge_ref,
        known_window,
        open_named_model,
        open_wrapped_model,
        parse_judge,
        require_model,
        task_concurrency,
    )
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "KEYS",
    "LOCAL",
    "MeteredModel",
    "ProbeTargets",
    "RecordedModel",
    "RecordedRequest",
    "Recorder",
    "SessionStart",
    "UserModel",
    "VisionReviewer",
    "VisionSummary",
    "count_key_tasks",
    "count_vision_tasks",
    "current_recorder",
    "default_judgement_cache",
    "describe_media",
    "judge_ref",
    "known_window",
    "needs_probe",
    "open_named_model",
    "open_reviewer",
    "open_standalone_reviewer",
    "open_wrapped_model",
    "parse_judge",
    "probe_model",
    "probe_models",
    "read_vision_summary",
    "require_model",
    "task_concurrency",
    "total_usage",
    "user_model_ref",
    "vision_usage",
]
