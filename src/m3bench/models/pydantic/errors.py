"""What goes wrong at a provider, sorted into our kinds of errors."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from pydantic_ai import exceptions as theirs

from m3bench.core.text import shorten
from m3bench.models.errors import (
    ModelError,
    ModelMisconfigured,
    ModelTimedOut,
    ModelUnavailable,
    RequestRefused,
    RequestTooLong,
)
from m3bench.models.refusals import Explanation, Sent, is_bad_key, lasting_refusal

_LONGEST = 400
_TOO_LONG = re.compile(
    r"context[ _](length|window|size)|maximum context|prompt is too long|input (is )?too long"
    r"|input token count|number of tokens allowed|request[ _]too[ _]large|exceeds the maximum size"
    r"|exceed context limit|string[ _]above[ _]max[ _]length|reduce the length|tokens must be reduced"
    r"|max_new_tokens`? must be <=",
    re.IGNORECASE,
)
_WORTH_ANOTHER_TRY = {408, 409, 425, 429}


class ErrorContext(msgspec.Struct, frozen=True):
    """Who was asked, as far as an error may tell."""

    name: str
    address: str
    key_variable: str
    secret: str = ""

    def __repr__(self) -> str:
        return f"Endpoint({self.name!r}, {self.address!r})"

    def quoted(self, text: str) -> str:
        """A provider's own words, short, on one line, and without the key."""
        if self.secret:
            text = text.replace(self.secret, "***")
        line = " ".join(text.split())
        return "".join(each if each.isprintable() else "?" for each in shorten(line, _LONGEST))


def to_model_error(error: Exception, at: ErrorContext, sent: Sent = Sent()) -> ModelError:  # noqa: B008 - frozen
    """The kind of error, by what to do about it. `sent` is what the request had in it."""
    if (status := _redirection(error)) is not None:
        return ModelMisconfigured(
            f"{at.address} ({at.name}) answered {status}, a redirection.",
            "Redirections are not followed with a key: give the address that it leads to.",
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
    said = at.quoted(f"{type(error).__name__}: {error}")
    return RequestRefused(f"The request could not be put as {at.name} takes it. {said}")


def _http(error: theirs.ModelHTTPError, at: ErrorContext, sent: Sent) -> ModelError:
    status, text = error.status_code, _words(error.body)
    said = at.quoted(f"{at.name} answered {status}: {text or 'no reason given'}")
    if status == 413 or isinstance(error, theirs.ModelContextWindowExceededError) or _TOO_LONG.search(text):
        return RequestTooLong(said)
    lasting = _lasting(error, said, at, sent)
    if lasting is not None:
        return lasting
    if status >= 500 or status in _WORTH_ANOTHER_TRY:
        return ModelUnavailable(said, retry_after=_wait(error), status=status)
    return RequestRefused(said)


def _lasting(
    error: theirs.ModelHTTPError, said: str, at: ErrorContext, sent: Sent
) -> ModelMisconfigured | None:
    """What would befall every request."""
    if isinstance(error, theirs.ModelQuotaExceededError):
        return ModelMisconfigured(said, "The account has nothing left: see the provider's page for billing.")
    explained = Explanation.of(error.status_code, _inner(error.body), _words(error.body))
    lasting = lasting_refusal(explained, sent, name=at.name, address=at.address, message=said)
    if lasting is not None:
        return lasting
    if isinstance(error, theirs.ModelAuthenticationError) or is_bad_key(explained):
        return ModelMisconfigured(said, f"Is the key in {at.key_variable} right, and may it use this model?")
    if isinstance(error, theirs.ModelNotFoundError):
        meant = f" Did you mean {error.suggested_model_id}?" if error.suggested_model_id else ""
        return ModelMisconfigured(said, f"Is it the right model, and {at.address} the right address?{meant}")
    return None


def _unreached(error: theirs.ModelConnectionError, at: ErrorContext) -> ModelError:
    reason = at.quoted(_deepest(error))
    if (hint := _tls_hint(reason)) is not None:
        return ModelMisconfigured(f"{at.address} ({at.name}) cannot be spoken to by https: {reason}", hint)
    if error.phase == "connect":
        return ModelUnavailable(
            f"Nobody answers at {at.address} ({at.name}): {reason}",
            "Is the server running, and the address right?",
        )
    return ModelUnavailable(f"{at.name} at {at.address} broke off: {reason}")


def _tls_hint(reason: str) -> str | None:
    """What to do where the two sides do not agree on TLS: they will not agree the next time either."""
    if "CERTIFICATE_VERIFY_FAILED" in reason:
        return (
            "Have its certificate signed by one that this machine trusts: SSL_CERT_FILE names more of them."
        )
    if any(word in reason for word in ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "UNKNOWN_PROTOCOL")):
        return "Does it speak plain HTTP? Then begin its address with http://."
    return None


def _deepest(error: BaseException) -> str:
    """What the network said: SDKs wrap it into a `Connection error.`"""
    said = str(error)
    while (cause := error.__cause__ or error.__context__) is not None:
        error, said = cause, str(cause) or said
    return said


def _unreadable(error: Exception, at: ErrorContext) -> ModelError:
    """No status that tells of a failure, and yet no answer: not a provider, or half of one.

    Where something is missing in an answer, the SDKs raise what Python raises.
    """
    if isinstance(error, theirs.ContentFilterError | theirs.ModelRequestRejectedError):
        return _refused(error, at)
    said = error.message if isinstance(error, theirs.AgentRunError) else f"{type(error).__name__}: {error}"
    return ModelUnavailable(
        f"{at.name} at {at.address} gave an answer that cannot be read: {at.quoted(said)}"
    )


def _redirection(error: Exception) -> int | None:
    """The SDKs take one for a failure of any kind, and keep its status each in a place of its own."""
    status = getattr(error.__cause__, "status_code", getattr(error.__cause__, "code", None))
    return status if isinstance(status, int) and 300 <= status < 400 else None


def _refused(error: theirs.AgentRunError, at: ErrorContext) -> ModelError:
    """In words only, inside of a stream."""
    too_long = isinstance(error, theirs.ModelContextWindowExceededError) or _TOO_LONG.search(error.message)
    return (RequestTooLong if too_long else RequestRefused)(f"{at.name}: {at.quoted(error.message)}")


def _wait(error: theirs.ModelHTTPError) -> float | None:
    if error.retry_after is not None:
        return error.retry_after
    # Fractions of seconds, and what Google puts into the body.
    asked = (error.headers or {}).get("retry-after") or _delay(error.body)
    found = re.fullmatch(r"\s*(\d{1,6}(?:\.\d+)?)\s*s?\s*", asked or "")
    return float(found[1]) if found else None


def _delay(body: Any) -> str | None:
    details = _inner(body).get("details")
    delays = [each["retryDelay"] for each in details or [] if isinstance(each, dict) and "retryDelay" in each]
    return str(delays[0]) if delays else None


def _words(body: object) -> str:
    """A provider's explanation, wherever it stands in the body."""
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
