"""The first request of a session: does the model answer? Asked before servers start and tasks begin."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

from m3bench.core import Content, Media, Text, Usage
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
from m3bench.runs.models.opening import is_local
from m3bench.runs.settings import RunLimits

PROBE_SECONDS = 20.0
"""That a reply may take. A server that is still loading its model takes longer, and is no reason to end."""
_POLICY = RetryPolicy(tries=3, timeouts=1, first=0.5, ceiling=1.0, longest=3.0)
_WORDS = "Reply with the word ok."
_LONGEST_REPLY = 16
_PICTURE_SIDE = 64
"""Pixels. Some models refuse pictures with sides below 28."""


def is_probed(ref: ModelRef) -> bool:
    """Whether there is a provider to probe: not where the model is local, or replies may be in a cache."""
    return ref.name is not None and not is_local(ref) and not _has_replies(ref.cache)


async def probe(
    ref: ModelRef, limits: RunLimits, *, say: Callable[[str], None], sees: bool = False
) -> Usage | None:
    """What the probe of the model used; None where it brought no reply.

    With `sees` there is a small picture in it. Raises `ModelMisconfigured` where no request can succeed:
    nobody listens, the answer is not a model's, the key or the name is wrong. A provider that is there and
    busy, slow, or does not like the probe is no reason to end.
    """
    seconds = min(limits.model_timeout, PROBE_SECONDS)
    model = open_model(ref.name or "", base_url=ref.base_url, timeout=seconds)
    try:
        return await _usage(RetryingModel(model, _POLICY), _request(sees=sees))
    except ModelTimedOut:
        say(f"{model.name} did not answer a short request within {seconds:g} s; going on")
    except ModelUnavailable as error:
        if error.status is None:
            raise ModelMisconfigured(error.message, error.hint or _NO_MODEL_THERE) from None
        say(f"{error.message} Going on, and asking again.")
    except ModelIncapable as error:
        raise ModelMisconfigured(error.message, _BLIND_JUDGE) from None
    except (RequestRefused, RequestTooLong):
        pass  # an answer, if not a kind one: what tasks send may please it more
    finally:
        await model.aclose()
    return None


_NO_MODEL_THERE = (
    "Is it the address of a model? Look at what answers there, or leave this out with --no-probe."
)
_BLIND_JUDGE = "A judge of pictures must see: name one that does with --judge."


async def _usage(model: ChatModel, request: Request) -> Usage:
    return (await model.ask(request)).usage


def _request(*, sees: bool) -> Request:
    picture: tuple[Content, ...] = (Media(media_type="image/png", data=_picture()),) if sees else ()
    return Request((User((Text(_WORDS), *picture)),), (), Settings(max_tokens=_LONGEST_REPLY))


def _picture() -> bytes:
    from PIL import Image  # noqa: PLC0415 - slow to load

    file = io.BytesIO()
    Image.new("RGB", (_PICTURE_SIDE, _PICTURE_SIDE), "white").save(file, "PNG")
    return file.getvalue()


def _has_replies(cache: str | None) -> bool:
    return cache is not None and next(Path(cache).glob("*/*.json"), None) is not None
