"""Probe a model with a short request, before servers and tasks start."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from m3bench.core import Content, Media, Text, Usage
from m3bench.media import written_bytes
from m3bench.models import (
    ChatModel,
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
from m3bench.runs.models.wrapped_model import is_local
from m3bench.runs.settings import RunLimits

PROBE_SECONDS = 20.0
"""Time-out of a probe. A server that is still loading its model may exceed it, which is not an error."""
_POLICY = RetryPolicy(tries=3, timeouts=1, first=0.5, ceiling=1.0, longest=3.0)
_PROMPT = "Reply with the word ok."
_MAX_REPLY_TOKENS = 16
_PICTURE_SIDE = 64
"""Pixels. Some models refuse pictures with a side below 28."""


def needs_probe(ref: ModelRef) -> bool:
    """Return whether to probe a model: not if it is local, or has cached replies."""
    return ref.name is not None and not is_local(ref) and not _has_replies(ref.cache)


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
        return await _usage(RetryingModel(model, _POLICY), _request(ref.settings, sees=sees))
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


_NOT_A_MODEL = "Is it the address of a model? Check what answers there, or skip this request with --no-probe."
_BLIND_JUDGE = "A judge of pictures must accept images: name one that does with --judge."


async def _usage(model: ChatModel, request: Request) -> Usage:
    return (await model.ask(request)).usage


def _request(settings: Settings, *, sees: bool) -> Request:
    picture: tuple[Content, ...] = (Media(media_type="image/png", data=_picture()),) if sees else ()
    chosen = Settings(max_tokens=_MAX_REPLY_TOKENS, extra_body=settings.extra_body)
    return Request((User((Text(_PROMPT), *picture)),), (), chosen)


def _picture() -> bytes:
    from PIL import Image  # noqa: PLC0415 - slow to load

    return written_bytes(Image.new("RGB", (_PICTURE_SIDE, _PICTURE_SIDE), "white").save, "PNG")


def _has_replies(cache: str | None) -> bool:
    return cache is not None and next(Path(cache).glob("*/*.json"), None) is not None
