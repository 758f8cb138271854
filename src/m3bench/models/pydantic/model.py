"""A model of any provider through pydantic-ai's direct requests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio
import msgspec
from pydantic_ai.messages import ModelResponse
from pydantic_ai.models import Model

from m3bench.models.defaults import ModelDefaults
from m3bench.models.endpoint import Wire
from m3bench.models.errors import ModelError, ModelMisconfigured, ModelTimedOut, ReplyTooSlow
from m3bench.models.exchange import current_exchange
from m3bench.models.messages import Reply, Request, Settings
from m3bench.models.pydantic.errors import ErrorContext, to_model_error
from m3bench.models.pydantic.media import MediaSupport
from m3bench.models.pydantic.messages import to_messages, to_parameters, to_settings
from m3bench.models.pydantic.replies import read_raw, to_reply
from m3bench.models.pydantic.transport import ReplyProgress, kept_answers, watched_reply
from m3bench.models.refusals import RequestFeatures

_LONGEST_PAUSE = 0.5
"""Share of the time-out after which a model that has stopped to write counts as hanging."""
_MOST_SLOW = 1_000


class PydanticModel:
    """A `ChatModel` over one provider client. It does not retry.

    Replies are not streamed, unless the same request has timed out before: then it shows whether the model
    is writing, or the provider hangs.
    """

    def __init__(
        self,
        model: Model,
        wire: Wire,
        endpoint: ErrorContext,
        defaults: ModelDefaults,
        *,
        settings: Settings,
        timeout: float,
        close: Callable[[], Awaitable[None]],
    ) -> None:
        self.name = endpoint.name
        self.defaults = defaults
        self._model, self._wire, self._endpoint = model, wire, endpoint
        self._settings, self._timeout, self._close = settings, timeout, close
        self._showing = MediaSupport.of(wire, defaults)
        self._closed = False
        self._slow: set[str] = set()
        """Digests of requests that timed out."""

    def __repr__(self) -> str:
        return f"PydanticModel({self.name!r})"

    async def ask(self, request: Request) -> Reply:
        """Return the reply to a request. Raises only `ModelError`."""
        if self._closed:
            raise ModelMisconfigured(f"{self.name} is closed.")
        with watched_reply() as progress:
            try:
                with anyio.fail_after(self._timeout):
                    return await self._ask(request)
            except Exception as error:  # noqa: BLE001 - sorted out; SDKs raise whatever an answer provokes
                problem = to_model_error(error, self._endpoint, RequestFeatures.of(request))
        # Raised outside of the handler, so that the SDK's exception, which holds the request, is not chained.
        raise self._timed_out(request, progress) if isinstance(problem, ModelTimedOut) else problem

    async def aclose(self) -> None:
        """Close the connections."""
        self._closed = True
        with anyio.CancelScope(shield=True):
            await self._close()

    async def _ask(self, request: Request) -> Reply:
        settings = self.defaults.merged(request.settings, self._settings)
        current_exchange().sent = msgspec.structs.replace(request, settings=settings)
        with kept_answers() as answers:
            response = await self._response(request, settings)
        return to_reply(response, request, self.name, read_raw(answers[-1]) if answers else None)

    async def _response(self, request: Request, settings: Settings) -> ModelResponse:
        messages = to_messages(request.messages, self._showing)
        chosen, tools = to_settings(settings, self._wire), to_parameters(request.tools)
        if not self._is_slow(request):
            return await self._model.request(messages, chosen, tools)
        async with self._model.request_stream(messages, chosen, tools) as stream:
            async for _ in stream:
                pass
            return stream.get()

    def _is_slow(self, request: Request) -> bool:
        return bool(self._slow) and request.digest in self._slow

    def _timed_out(self, request: Request, progress: ReplyProgress) -> ModelError:
        """Return whose fault it is: the model's if it was writing, else the provider's."""
        if self._is_slow(request) and progress.is_writing(self._timeout * _LONGEST_PAUSE):
            return ReplyTooSlow(
                f"{self.name} was still writing its reply after {self._timeout:g} s (--reply-timeout).",
                "Limit the length of replies with -M max_tokens=N, or allow more time.",
            )
        if len(self._slow) < _MOST_SLOW:
            self._slow.add(request.digest)
        return ModelTimedOut(
            f"{self.name} at {self._endpoint.address} did not reply within {self._timeout:g} s.",
            "If the model needs more time, increase --reply-timeout.",
        )
