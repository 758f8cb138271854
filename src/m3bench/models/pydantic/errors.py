"""Map provider errors to our error types."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from pydantic_ai import exceptions as theirs

from m3bench.core.text import shorten
from m3bench.models.context_refusals import is_too_long, stated_window
from m3bench.models.errors import (
    ModelError,
    ModelMisconfigured,
    ModelTimedOut,
    ModelUnavailable,
    RequestRefused,
    RequestTooLong,
)
from m3bench.models.refusals import Explanation, RequestFeatures, is_bad_key, lasting_refusal

_LONGEST = 400
_WORTH_ANOTHER_TRY = {408, 409, 425, 429}


class ErrorContext(msgspec.Struct, frozen=True):
    """The endpoint, as shown in errors."""

    name: str
    address: str
    key_variable: str
    secret: str = ""

    def __repr__(self) -> str:
        return f"Endpoint({self.name!r}, {self.address!r})"

    def quoted(self, text: str) -> str:
        """Shorten a provider's message to one line without the key."""
        if self.secret:
            text = text.replace(self.secret, "***")
        line = " ".join(text.split())
        return "".join(sign if sign.isprintable() else "?" for sign in shorten(line, _LONGEST))


def to_model_error(
    error: Exception,
    at: ErrorContext,
    sent: RequestFeatures = RequestFeatures(),  # noqa: B008 - frozen
) -> ModelError:
    """Return the matching model error. `sent` describes the request."""
    if (status := _redirection(error)) is not None:
        return ModelMisconfigured(
            f"{at.address} ({at.name}) answered with a redirect ({status}).",
            "Redirects are not followed, because the request carries a key. Use the final address.",
        )
    match error:
        case theirs.ModelHTTPError():
            return _http(error, at, sent)
        case theirs.ModelTimeoutError() | TimeoutError():
            return ModelTimedOut(f"{at.name} at {at.address} did not answer in time.")
        case theirs.ModelConnectionError():
            return _unreached(error, at)
        case theirs.ModelAPIError() | theirs.UnexpectedModelBehavior() | LookupError() | AttributeError():
            return _unreadable(error, at)
    message = at.quoted(f"{type(error).__name__}: {error}")
    return RequestRefused(f"The request cannot be converted for {at.name}. {message}")


def _http(error: theirs.ModelHTTPError, at: ErrorContext, sent: RequestFeatures) -> ModelError:
    status, text = error.status_code, _words(error.body)
    message = at.quoted(f"{at.name} answered {status}: {text or 'no reason given'}")
    if status == 413 or isinstance(error, theirs.ModelContextWindowExceededError) or is_too_long(text):
        return RequestTooLong(message, window=stated_window(text, _inner(error.body)))
    lasting = _lasting(error, message, at, sent)
    if lasting is not None:
        return lasting
    if status >= 500 or status in _WORTH_ANOTHER_TRY:
        return ModelUnavailable(message, retry_after=_wait(error), status=status)
    return RequestRefused(message)


def _lasting(
    error: theirs.ModelHTTPError, message: str, at: ErrorContext, sent: RequestFeatures
) -> ModelMisconfigured | None:
    """Return an error that every further request would get, too, or None."""
    if isinstance(error, theirs.ModelQuotaExceededError):
        return ModelMisconfigured(message, "The account has no credit left. See the provider's billing page.")
    explained = Explanation.of(error.status_code, _inner(error.body), _words(error.body))
    lasting = lasting_refusal(explained, sent, name=at.name, address=at.address, message=message)
    if lasting is not None:
        return lasting
    if isinstance(error, theirs.ModelAuthenticationError) or is_bad_key(explained):
        return ModelMisconfigured(
            message, f"Check that the key in {at.key_variable} is valid and may use this model."
        )
    if isinstance(error, theirs.ModelNotFoundError):
        meant = f" Did you mean {error.suggested_model_id}?" if error.suggested_model_id else ""
        return ModelMisconfigured(message, f"Check the model name and the address {at.address}.{meant}")
    return None


def _unreached(error: theirs.ModelConnectionError, at: ErrorContext) -> ModelError:
    reason = at.quoted(_deepest(error))
    if (hint := _tls_hint(reason)) is not None:
        return ModelMisconfigured(f"Cannot connect to {at.address} ({at.name}) over HTTPS: {reason}", hint)
    if error.phase == "connect":
        return ModelUnavailable(
            f"Cannot connect to {at.address} ({at.name}): {reason}",
            "Check that the server is running and the address is correct.",
        )
    return ModelUnavailable(f"{at.name} at {at.address} closed the connection: {reason}")


def _tls_hint(reason: str) -> str | None:
    """Return what to do about a TLS error, which a retry would not fix."""
    if "CERTIFICATE_VERIFY_FAILED" in reason:
        return "This machine does not trust its certificate. Add the issuer's certificate with SSL_CERT_FILE."
    if any(word in reason for word in ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "UNKNOWN_PROTOCOL")):
        return "If the server uses plain HTTP, start its address with http://."
    return None


def _deepest(error: BaseException) -> str:
    """Return the original network error, which SDKs wrap in a `Connection error.`"""
    message = str(error)
    while (cause := error.__cause__ or error.__context__) is not None:
        error, message = cause, str(cause) or message
    return message


def _unreadable(error: Exception, at: ErrorContext) -> ModelError:
    """Return the error for an answer without an error status that is not a valid reply.

    If a part of the answer is missing, the SDKs raise arbitrary Python exceptions.
    """
    if isinstance(error, theirs.ContentFilterError | theirs.ModelRequestRejectedError):
        return _refused(error, at)
    message = error.message if isinstance(error, theirs.AgentRunError) else f"{type(error).__name__}: {error}"
    return ModelUnavailable(f"{at.name} at {at.address} sent an invalid answer: {at.quoted(message)}")


def _redirection(error: Exception) -> int | None:
    """Return the status of a redirect. Each SDK reports it differently."""
    status = getattr(error.__cause__, "status_code", getattr(error.__cause__, "code", None))
    return status if isinstance(status, int) and 300 <= status < 400 else None


def _refused(error: theirs.AgentRunError, at: ErrorContext) -> ModelError:
    """Return the error for a failure that a stream reports as text."""
    message = f"{at.name}: {at.quoted(error.message)}"
    if isinstance(error, theirs.ModelContextWindowExceededError) or is_too_long(error.message):
        return RequestTooLong(message, window=stated_window(error.message))
    return RequestRefused(message)


def _wait(error: theirs.ModelHTTPError) -> float | None:
    if error.retry_after is not None:
        return error.retry_after
    # Fractions of seconds, and Google's delay in the body.
    value = (error.headers or {}).get("retry-after") or _delay(error.body)
    seconds = re.fullmatch(r"\s*(\d{1,6}(?:\.\d+)?)\s*s?\s*", value or "")
    return float(seconds[1]) if seconds else None


def _delay(body: Any) -> str | None:
    details = _inner(body).get("details")
    delays = [
        detail["retryDelay"]
        for detail in details or []
        if isinstance(detail, dict) and "retryDelay" in detail
    ]
    return str(delays[0]) if delays else None


def _words(body: object) -> str:
    inner = _inner(body)
    words = [str(inner[key]) for key in ("code", "type", "message", "detail") if inner.get(key)]
    return " ".join(words) if words else str(body or "")


def _inner(body: Any) -> dict[str, Any]:
    if isinstance(body, list) and body:
        body = body[0]
    if not isinstance(body, dict):
        return {}
    error = body.get("error", body)
    return error if isinstance(error, dict) else {"message": error}
