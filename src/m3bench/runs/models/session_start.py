"""The start of a session: probes of its models, changed limits, and their records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from m3bench.core import NO_USAGE, Content, Media, Task, Text, Usage
from m3bench.judges import VisionJudge
from m3bench.media import written_bytes
from m3bench.models import (
    ModelIncapable,
    ModelMisconfigured,
    ModelRef,
    ModelTimedOut,
    ModelUnavailable,
    Request,
    RequestRefused,
    RequestTooLong,
    Settings,
    User,
    open_model,
)
from m3bench.models.wrappers import RetryingModel, RetryPolicy
from m3bench.runs.budget import Budget
from m3bench.runs.models.user_model import user_model_ref
from m3bench.runs.models.vision_reviewer import count_key_tasks, count_vision_tasks
from m3bench.runs.models.vision_summary import vision_usage
from m3bench.runs.models.wrapped_model import is_local, judge_ref
from m3bench.runs.settings import RunLimits, RunSettings
from m3bench.runs.store import (
    Journal,
    JudgeUsage,
    LimitsChange,
    ModelProbe,
    RunFolder,
    describe_change,
    earlier_sessions,
    judgements_file,
)

PROBE_SECONDS = 20.0
"""Time-out of a probe. A server that is still loading its model may exceed it, which is not an error."""
_POLICY = RetryPolicy(tries=3, timeouts=1, first=0.5, ceiling=1.0, longest=3.0)
_REQUEST = "Reply with the word ok."
_MAX_REPLY_TOKENS = 16
_PICTURE_SIDE = 64
"""Pixels. Some models refuse pictures with a side below 28."""
_NOT_A_MODEL = "Is it the address of a model? Check what answers there, or skip this request with --no-probe."
_BLIND_JUDGE = "A judge of pictures must accept images: name one that does with --judge."
_PROMPT = f"{VisionJudge.name}@probe"


def needs_probe(ref: ModelRef) -> bool:
    """Return whether to probe a model: not if it is local, or has cached replies."""
    has_replies = ref.cache is not None and any(Path(ref.cache).glob("*/*.json"))
    return ref.name is not None and not is_local(ref) and not has_replies


async def probe(
    ref: ModelRef, limits: RunLimits, *, say: Callable[[str], None], sees: bool = False
) -> Usage | None:
    """Send a probe. A provider that is busy, slow or refuses the probe is not an error.

    Args:
        ref: The model.
        limits: Limits of the run.
        say: Receives messages.
        sees: Include a small picture.

    Returns:
        The usage; None without a reply.

    Raises:
        ModelMisconfigured: No request can succeed: nothing listens, the answer is not a model's, or the key
            or the name is wrong.
    """
    seconds = min(limits.model_timeout, PROBE_SECONDS)
    model = open_model(ref.name or "", base_url=ref.base_url, timeout=seconds, headers=ref.headers)
    try:
        return (await RetryingModel(model, _POLICY).ask(_request(ref.settings, sees=sees))).usage
    except ModelTimedOut:
        say(f"{model.name} did not answer a short request within {seconds:g} s; continuing")
    except ModelUnavailable as error:
        if error.status is None:
            raise ModelMisconfigured(error.message, error.hint or _NOT_A_MODEL) from None
        say(f"{error.message} Continuing; the request will be retried.")
    except ModelIncapable as error:
        raise ModelMisconfigured(error.message, _BLIND_JUDGE) from None
    except (RequestRefused, RequestTooLong):
        pass  # the provider answers; it may still accept the requests of tasks
    finally:
        await model.aclose()
    return None


def _request(settings: Settings, *, sees: bool) -> Request:
    picture: tuple[Content, ...] = (Media(media_type="image/png", data=_picture()),) if sees else ()
    chosen = Settings(max_tokens=_MAX_REPLY_TOKENS, extra_body=settings.extra_body)
    return Request((User((Text(_REQUEST), *picture)),), (), chosen)


def _picture() -> bytes:
    from PIL import Image  # noqa: PLC0415 - slow to load

    return written_bytes(Image.new("RGB", (_PICTURE_SIDE, _PICTURE_SIDE), "white").save, "PNG")


class ProbeTargets(msgspec.Struct, frozen=True):
    """Which models to probe. Model objects that a caller passes in are not probed."""

    model: bool = True
    judge: bool = True


class SessionStart(msgspec.Struct, frozen=True):
    """What happens in a session before its first attempt."""

    probes: list[ModelProbe | JudgeUsage] = []
    change: LimitsChange | None = None

    @property
    def spent(self) -> Usage:
        """Usage of the probes that go into the journal."""
        asked = [record for record in self.probes if isinstance(record, ModelProbe)]
        return sum((record.usage or NO_USAGE for record in asked), NO_USAGE)

    def write(self, folder: RunFolder, journal: Journal, *, say: Callable[[str], None]) -> None:
        """Write the records. Call it before the usage of the run is added up."""
        if self.change is not None:
            journal.append(self.change)
            for line in describe_change(self.change):
                say(f"limit changed: {line}")
        for probed in self.probes:
            if isinstance(probed, ModelProbe):
                journal.append(probed)
                continue
            with folder.open_journal(judgements_file(folder)) as records:
                records.append(probed)


async def probe_models(
    settings: RunSettings,
    limits: RunLimits,
    tasks: Sequence[Task],
    targets: ProbeTargets,
    *,
    say: Callable[[str], None],
    spent: Usage = NO_USAGE,
) -> list[ModelProbe | JudgeUsage]:
    """Probe the model, and if tasks need them, the model of users and the judge.

    Nothing is asked once a limit is reached.

    Returns:
        Records of the usage.

    Raises:
        ModelMisconfigured: No request to a model can succeed.
        UsageError: A limit cannot be enforced with this model.
    """
    budget = Budget(max_cost=limits.max_cost, max_tokens=limits.max_tokens, spent=spent)
    user = user_model_ref(settings, tasks)
    sees = count_vision_tasks(tasks) > 0
    judge = None
    if targets.judge and settings.judge is not None and (sees or count_key_tasks(tasks) > 0):
        judge = judge_ref(settings.judge)
    asked = (settings.model if targets.model else None, user if user != settings.model else None, judge)
    records: list[ModelProbe | JudgeUsage] = []
    for ref in filter(None, asked):
        can_ask = needs_probe(ref) and not budget.reached
        usage = await probe(ref, limits, say=say, sees=sees and ref is judge) if can_ask else None
        if usage is not None:
            budget.add(usage)
            name, is_judge = ref.name or "", ref is judge
            record = JudgeUsage(judge=name, usage=usage, prompt=_PROMPT) if is_judge else None
            records.append(record or ModelProbe(model=name, usage=usage))
    return records


def total_usage(folder: RunFolder) -> Usage:
    """Return the usage of all sessions: attempts, cancelled ones, probes, and judges of pictures."""
    return vision_usage(folder) + earlier_sessions(folder).usage
