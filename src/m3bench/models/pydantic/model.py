"""A model of any provider through pydantic-ai's direct requests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio
from pydantic_ai.models import Model

from m3bench.models.defaults import ModelDefaults
from m3bench.models.endpoint import Wire
from m3bench.models.errors import ModelMisconfigured
from m3bench.models.messages import Reply, Request, Settings
from m3bench.models.pydantic.errors import ErrorContext, to_model_error
from m3bench.models.pydantic.media import MediaSupport
from m3bench.models.pydantic.messages import to_messages, to_parameters, to_settings
from m3bench.models.pydantic.replies import to_reply
from m3bench.models.refusals import RequestFeatures


class PydanticModel:
    """A `ChatModel` over one provider client. It does not retry."""

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

    def __repr__(self) -> str:
        return f"PydanticModel({self.name!r})"

    async def ask(self, request: Request) -> Reply:
        """Return the reply to a request. Raises only `ModelError`."""
        if self._closed:
            raise ModelMisconfigured(f"{self.name} is closed.")
        try:
            with anyio.fail_after(self._timeout):
                return await self._ask(request)
        except Exception as error:  # noqa: BLE001 - sorted out; SDKs raise whatever an answer provokes
            problem = to_model_error(error, self._endpoint, RequestFeatures.of(request))
        # Raised outside of the handler, so that the SDK's exception, which holds the request, is not chained.
        raise problem

    async def aclose(self) -> None:
        """Close the connections."""
        self._closed = True
        with anyio.CancelScope(shield=True):
            await self._close()

    async def _ask(self, request: Request) -> Reply:
        settings = self.defaults.merged(request.settings, self._settings)
        response = await self._model.request(
            to_messages(request.messages, self._showing),
            to_settings(settings, self._wire),
            to_parameters(request.tools),
        )
        return to_reply(response, request, self.name)
