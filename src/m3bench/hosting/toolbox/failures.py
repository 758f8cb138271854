"""Classify how a call ended from the server's answer.

A server fault is a fact: the server is dead or silent, it breaks the protocol, or it is a bundled server
whose typed outcome says so. Neither an error code nor a text makes one: a wrong argument leads many servers
to an internal error. Text only decides which kind of error a tool reported: one about the call (not found,
invalid arguments) or another (a tool error).

Many servers return failures as ordinary text, so text has to be read. Text that is known to *report* a
failure (the server says so, the text starts like an error, or it is an error object in JSON) is searched for
the phrases of one table. Other text is content, and counts as a failure only if it is short and starts with
words that are never content. Whatever the agent itself sent is masked first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from m3bench.core import Content, Data, Outcome, Text, canonical_json
from m3bench.hosting.host import Rejection, Reply
from m3bench.hosting.toolbox.failure_phrases import (
    DECORATION,
    OPENING,
    RULES,
    TOOL_PREFIX,
    UNKNOWN_TOOL,
    Rule,
    phrases,
)
from m3bench.hosting.toolbox.masking import LONGEST_MASKED, ArgumentMask, is_masked

LONGEST_FAILURE = 600
"""Characters. A longer answer that is not marked as an error is content, whatever it says."""
_LONGEST_ECHO = 2_000
"""The same, before repeated arguments are masked."""
_LONGEST_SENTENCE = 240
_LONGEST_JSON = LONGEST_MASKED
_READ_OF_REPORT = 1_000
_READ_OF_LONG = 2**20
"""Characters of a text that are examined."""
_LONGEST_KEY = 100

_ERROR, _ABSENT, _INVALID = Outcome.TOOL_ERROR, Outcome.NOT_FOUND, Outcome.INVALID_ARGUMENTS
_INVALID_PARAMS, _METHOD_NOT_FOUND, _RESOURCE_NOT_FOUND = -32602, -32601, -32002


def classify(reply: Reply, arguments: Mapping[str, Any]) -> Outcome:
    """Classify the answer to a call with these arguments.

    The typed outcome of a bundled server is used as it is. For other servers the text decides, and never on a
    server fault: an error that no rule matches, or that has no text, is a tool error.
    """
    if reply.outcome is not None:
        return reply.outcome
    mask = ArgumentMask(arguments)
    if reply.is_error:
        return _of_report(_report(reply.content, mask))
    verdicts = [_of_content(part, mask) for part in reply.content if not _is_blank(part)]
    # One part that is not a failure makes it an answer, even if another part, such as a list item, failed.
    return verdicts[0] or Outcome.SUCCESS if verdicts and None not in verdicts else Outcome.SUCCESS


def classify_rejection(rejection: Rejection, arguments: Mapping[str, Any]) -> Outcome:
    """Classify a JSON-RPC error of a server that still answers: by its code, or else by its message."""
    if rejection.code == _RESOURCE_NOT_FOUND:
        return Outcome.NOT_FOUND
    if rejection.code == _METHOD_NOT_FOUND:  # not what was looked for
        return _ERROR
    words = ArgumentMask(arguments).text(rejection.message)
    if rejection.code != _INVALID_PARAMS:
        return _of_report(words)
    # The same code is prescribed for an unknown tool, but this tool was listed.
    return _ERROR if phrases(UNKNOWN_TOOL.reported).search(words) else _INVALID


def service_problem(text: str) -> str | None:
    """Return what an error text says about the service behind a tool (no key, no network), for people.

    Used by server checks and notes. It does not affect scores.
    """
    rule = _rule_for(text)
    return rule.service or None if rule else None


def _is_blank(part: Content) -> bool:
    return isinstance(part, Text) and (not part.text or part.text[:_READ_OF_LONG].isspace())


def _report(content: Sequence[Content], mask: ArgumentMask) -> str:
    texts = [_reported_text(part.text, mask) for part in content if isinstance(part, Text)]
    words = "\n".join(text for text in texts if text)
    if words:
        return words
    values = [part.value for part in content if isinstance(part, Data)]
    return "\n".join(_declared_error(value, mask) or canonical_json(mask.value(value)) for value in values)


def _reported_text(text: str, mask: ArgumentMask) -> str:
    text = text[:_READ_OF_LONG].strip()
    return _declared_error(_as_object(text), mask) or mask.text(text)


def _rule_for(report: str) -> Rule | None:
    report = TOOL_PREFIX.sub("", report.strip()[:_READ_OF_REPORT], count=1)
    return next((rule for rule in RULES if phrases(rule.reported).search(report)), None)


def _of_report(report: str) -> Outcome:
    rule = _rule_for(report)
    return rule.outcome if rule else _ERROR


def _of_content(part: Content, mask: ArgumentMask) -> Outcome | None:
    """Classify a part that is not marked as an error. None if it is plain content."""
    if isinstance(part, Text):
        text = part.text.strip() if len(part.text) <= _LONGEST_JSON else ""
        value = _as_object(text)
        return _of_text(text, mask) if value is None else _of_value(value, mask)
    return _of_value(part.value, mask) if isinstance(part, Data) else None


def _of_value(value: Any, mask: ArgumentMask) -> Outcome | None:
    if isinstance(value, str):
        return _of_text(value[:_READ_OF_LONG].strip(), mask)
    declared = _declared_error(value, mask)
    if declared is not None:
        return _of_report(declared)
    # A wrapper around a single text or object, as in {"result": "…"} or {"detail": "…"}, counts as its
    # content.
    single = next(iter(value.values())) if isinstance(value, dict) and len(value) == 1 else None
    if isinstance(single, dict):
        inner = _declared_error(single, mask)
        return None if inner is None else _of_report(inner)
    return _of_text(single[:_READ_OF_LONG].strip(), mask) if isinstance(single, str) else None


def _of_text(text: str, mask: ArgumentMask) -> Outcome | None:
    if len(text) > _LONGEST_ECHO:
        return None
    text = mask.text(text)
    if not text or len(text) > LONGEST_FAILURE:
        return None
    bare = DECORATION.sub("", text, count=1)
    if phrases(OPENING).match(bare):
        return _of_report(text)
    if len(text) > _LONGEST_SENTENCE:
        return None
    return next((rule.outcome for rule in RULES if rule.alone and phrases(rule.alone).match(bare)), None)


def _as_object(text: str) -> dict[str, Any] | None:
    if not text.startswith("{") or len(text) > _LONGEST_JSON:
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


_MESSAGE_KEYS = (
    "message",
    "error_message",
    "msg",
    "detail",
    "details",
    "reason",
    "error_description",
    "title",
)
_CODE_KEYS = ("status_code", "statuscode", "http_status", "status", "code", "error_code")
_PAYLOAD_KEYS = ("data", "result", "results", "items", "content", "records", "rows", "output", "hits")
_TELLING_KEYS = frozenset({*_MESSAGE_KEYS, "error", "errors", "success", "iserror", "is_error"})
"""An object without any of these keys does not declare an error."""
_READ_KEYS = _TELLING_KEYS | {*_CODE_KEYS, "ok"}
_BAD_STATES = frozenset({"error", "failed", "failure", "fail"})
_NO_ERROR = re.compile(r"(?:none|null|false|no|ok|no errors?|n/a|[±+-]?[\d.]+%?)?", re.IGNORECASE)


def _declared_error(value: Any, mask: ArgumentMask) -> str | None:
    """Return the message of a JSON object that declares an error, prefixed by its HTTP status; else None."""
    if not isinstance(value, dict):
        return None
    short = {str(key): item for key, item in value.items() if len(str(key)) <= _LONGEST_KEY}
    fields = {key.casefold().replace(" ", "_"): item for key, item in short.items()}
    if fields.keys().isdisjoint(_TELLING_KEYS):
        return None
    has_answer = any(fields.get(key) for key in _PAYLOAD_KEYS)
    fields = {key: mask.value(item, key) for key, item in fields.items() if key in _READ_KEYS}
    message, code = _message(fields), _code(fields)
    error = _words(fields.get("error")) or _words(fields.get("errors")) or _words(fields.get("error_message"))
    declared = (
        bool(error and not has_answer)
        or fields.get("success") is False
        or fields.get("iserror", fields.get("is_error")) is True
        or bool(message and (code or fields.get("ok") is False or fields.get("error") is True))
        or bool(message and str(fields.get("status")).casefold() in _BAD_STATES)
    )
    return " ".join(filter(None, [code, error, message])) if declared else None


def _words(value: Any) -> str:
    """Return the text of an error field, which may be an object or a list. Empty if there is no error, or if
    all of it came from the arguments."""
    if isinstance(value, str):
        return "" if _NO_ERROR.fullmatch(value.strip()) or is_masked(value) else value
    if isinstance(value, list):
        return _words(value[0]) if value else ""
    if not isinstance(value, dict):
        return ""
    if words := " ".join(filter(None, [_code(value), _message(value)])):
        return words
    echoed = all(isinstance(item, str) and is_masked(item) for item in value.values())
    return "" if echoed else canonical_json(value)


def _message(fields: dict[str, Any]) -> str:
    return next((text for key in _MESSAGE_KEYS if (text := _words(fields.get(key)))), "")


def _code(fields: dict[str, Any]) -> str:
    return next((code for key in _CODE_KEYS if (code := _http_code(fields.get(key)))), "")


def _http_code(value: Any) -> str:
    number = int(value) if isinstance(value, str) and re.fullmatch(r"[45]\d\d", value) else value
    return f"HTTP {number}:" if type(number) is int and 400 <= number < 600 else ""
