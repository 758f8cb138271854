"""How a call ended, read from the server's answer: protocol facts first, then one table of phrases.

Many servers return failures as ordinary text, so that text has to be read. What is known to be a *report* of
a failure (the server says so, the text opens like one, or it is an error object in JSON) is searched for the
phrases of the table. Any other text is content, and counts as a failure only where it is short and begins
with words that mean nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from m3bench.core import Content, Data, Outcome, Text, canonical_json
from m3bench.hosting.host import Rejection, Reply

LONGEST_FAILURE = 600
"""Characters. A longer answer that does not declare itself an error is content, whatever it says."""
_LONGEST_SENTENCE = 240
_LONGEST_JSON = 4_000
_READ_OF_REPORT = 1_000

_FAULT, _ABSENT, _INVALID = Outcome.SERVER_FAULT, Outcome.NOT_FOUND, Outcome.INVALID_ARGUMENTS
_INVALID_PARAMS, _RESOURCE_NOT_FOUND = -32602, -32002


class Rule(NamedTuple):
    """What phrases mean. Phrases are regular expressions, one a line, with the shorthand below."""

    outcome: Outcome
    reported: str
    """Searched for in the report of a failure."""
    alone: str = ""
    """At the beginning of ordinary text it makes that text a failure."""


_SHORTHAND = {
    "<stop>": r"(?=\W*$|\s*[:.,;!(\n]|\s[–—-])",
    "<could not>": r"(?:failed to|unable to|could(?: not|n['’]t)|can(?:not|['’]t)|did(?: not|n['’]t))",
    "<not exist>": r"do(?:es)?(?: not|n['’]t) exist",
    "<arguments>": r"(?:arguments?|param(?:eter)?s?|inputs?|requests?|values?|fields?)",
    "<in words>": r"(?:client error|server error|not found|gone|bad request|unprocessable \w+|unauthori[sz]ed"
    r"|forbidden|payment required|request time-?out|too many requests|internal server error|not implemented"
    r"|bad gateway|service (?:temporarily )?unavailable|gateway time-?out)",
    "<thing>": r"(?:file|folder|directory|path|page|article|resource|record|entry|item|object|document|image"
    r"|user|account|city|country|location|place|address|station|airport|flight|hotel|route|movie|film|show"
    r"|book|author|song|paper|product|recipe|ticker|symbol|stock|coin|package|repository|branch|issue|commit"
    r"|project|url|link|id|name|word|table|sheet|event|task|note|message|channel|video|game|drug|species"
    r"|data|entity|element|collection|park|museum|team|player|endpoint|session|job)s?",
    "<wanted>": r"(?!(?:[\w'-]+ )?(?:one|is|errors?|issues?|problems?|warnings?|conflicts?|broken|duplicates?"
    r"|vulnerabilit(?:y|ies)|changes|differences|mistakes|threats)\b)",
    "<which one>": r"(?:(?!\. )[^\n:,;]|:[\\/]){0,120}?",
    "<whose>": r"(?:(?:tool|api|https?|mcp|server|execution|validation|network|connection|request|runtime"
    r"|internal|fatal|unexpected|input|query|search|database|sql|upstream|client|time-?out)[ _-]?){0,3}",
}


@cache
def _phrases(lines: str) -> re.Pattern[str]:
    """Any of the phrases, from the beginning of a word. Compiled when first needed: it takes a while."""
    for short, meaning in _SHORTHAND.items():
        lines = lines.replace(short, meaning)
    either = "|".join(line.strip() for line in lines.splitlines() if line.strip())
    return re.compile(rf"(?<!\w)(?:{either})", re.IGNORECASE)


def _status(outcome: Outcome, codes: str) -> Rule:
    """HTTP status codes as the usual libraries write them; a number by itself is no status."""
    reported = r"""
        HTTP(?:/\d(?:\.\d)?)?\b[^\d\n]{0,20}CODE\b
        (?:status\b[^\d\n]{0,12}|code\b\W{1,4}|errors?\b\W{1,3})CODE\b(?!\.\d)
        (?:returned|responded with|received|got)\W{1,3}(?:an? )?CODE\b
        (?:^\W*CODE\b|\(CODE\)|CODE:? <in words>)"""
    alone = r"""
        HTTP(?:/\d(?:\.\d)?)?(?: error)?(?: status)?(?: code)?:? CODE(?: <in words>)?<stop>
        (?:(?:client|server) error ')?CODE <in words>(?:'|<stop>)
        request failed with status code CODE<stop>"""
    return Rule(outcome, *(lines.replace("CODE", f"(?:{codes})") for lines in (reported, alone)))


_UNKNOWN_TOOL = Rule(_FAULT, r"(?:unknown tool\b|tool (?:\S+ )?(?:not found|<not exist>))")

RULES: tuple[Rule, ...] = (
    # A server that does not know a tool which it had listed, or keeps the reason of a crash to itself.
    _UNKNOWN_TOOL,
    Rule(_FAULT, r"^error (?:executing|calling) tool \S+\W*$", r"error (?:executing|calling) tool \S+\W*$"),
    _status(_INVALID, r"4(?:0[0569]|1[1-8]|2[1-4]|26)"),
    _status(_ABSENT, r"404|410"),
    # Keys are ours, not the agent's: what is forbidden for want of one is no fault of the call.
    _status(_FAULT, r"40[12378]|4(?:25|29|51)|5\d\d"),
    Rule(
        _INVALID,
        r"""
        -32602\b
        invalid (?:tool )?<arguments>\b
        (?:validation errors?\b|unexpected keyword argument|missing \d+ required|no such (?:column|function))
        (?:column|field|parameter|argument|option|property|function)\b[^\n]{0,60}(?:not found|<not exist>)""",
        r"""
        invalid (?:tool )?(?:<arguments>|(?:\w+ )?format|dates?|urls?)(?:<stop>| (?:for|to)\b)(?!: [\d,.]+ )
        (?:input validation error|\d+ validation errors? for)\b
        missing (?:a )?required <arguments>\b
        (?:the )?<arguments> \S+ (?:is|are) (?:required|missing|invalid)\b
        bad request<stop>""",
    ),
    Rule(
        _FAULT,
        r"""
        (?:api[ _-]?keys?|(?:access|auth|bearer|oauth)[ _-]?tokens?|credentials?|unauthori[sz]ed)\b
        (?:authenticat|not logged in\b|environment variable|(?:access (?:is )?)?forbidden<stop>)
        (?-i:[A-Z][A-Z0-9_]*_(?:KEY|TOKEN|SECRET))\b""",
        r"""
        (?:[\w-]+ ){0,3}api[ _-]?key (?:is |was )?(?:not (?:set|found|configured)|missing|required|invalid)\b
        (?:missing|invalid|no) (?:[\w-]+ ){0,2}api[ _-]?key<stop>
        (?-i:[A-Z][A-Z0-9_]*_(?:KEY|TOKEN|SECRET)) (?:environment variable )?(?:is )?(?:not |missing|required)
        (?:unauthori[sz]ed|authentication (?:failed|required))<stop>""",
    ),
    Rule(
        _FAULT,
        r"""
        (?-i:E(?:CONN[A-Z]+|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE))\b
        (?:getaddrinfo|name resolution|name or service not known|resolve host|host not found)\b
        (?:network (?:error|is unreachable|failure)|no route to host|fetch failed|socket hang up)\b
        connection (?:was |attempts )?(?:error|refused|reset|aborted|closed|failed|lost)\b
        (?:max retries exceeded|connect to (?:host|server|the)|new connection|Connect(?:ion)?Error|SSL)\b""",
        r"""
        (?:network|connection) (?:error|refused|reset|aborted|failed)<stop>
        (?:fetch failed<stop>|getaddrinfo \w|could not resolve host)
        (?-i:(?:connect )?E(?:CONN[A-Z]+|NOTFOUND|AI_AGAIN|TIMEDOUT))\b""",
    ),
    Rule(
        _FAULT,
        r"""
        (?:timed[ -]out|deadline exceeded)\b
        time-?out (?:error|exceeded|expired|reached|after|of \d|while)
        \w*time-?out(?:error|exception)?(?=\W*$|:)""",
        r"""
        (?:the )?(?:request|operation|connection|call|query|server|search|tool)\b[^\n.:]{0,40}? timed out\b
        timed out (?:after|while|waiting)\b
        time-?out (?:error|exceeded|expired|after|of \d)""",
    ),
    Rule(
        _FAULT,
        r"(?:rate.?limit|too many requests|throttl|quota\b|(?:request|usage|daily|monthly) limit)",
        r"""
        (?:[\w-]+ ){0,3}(?:rate.?limit|quota|usage limit) (?:was |has been )?(?:exceeded|reached)
        (?:too many requests<stop>|you(?:['’]ve| have) (?:exceeded|reached|hit) your\b)""",
    ),
    Rule(
        _FAULT,
        r"""
        -32(?:60[013]|00[01])\b
        (?:internal (?:server )?error|bad gateway|unavailable|overloaded|maintenance)\b
        (?:out of memory|no space left|disk full|segmentation fault|not (?:yet )?implemented)\b
        (?:command not found|not installed|no module named|executable\b[^\n]{0,80}(?:not found|exist))""",
        r"""
        (?:internal (?:server )?error|bad gateway|gateway time-?out)<stop>
        (?:the )?(?:server|service|api) (?:is )?(?:\w+ly )?(?:unreachable|unavailable|overloaded)<stop>""",
    ),
    # Slips of whoever wrote the server; a well-made tool says what is wrong with the call instead.
    Rule(
        _FAULT,
        r"""
        (?:Attribute|Key|Index|UnboundLocal|Import|ModuleNotFound|NotImplemented|Assertion|Reference)Error\b
        (?:'NoneType'|cannot read propert|undefined is not|null ?pointer|is not a function\b)""",
    ),
    Rule(
        _ABSENT,
        r"""
        (?:-32002|ENOENT|no such|<not exist>|no longer (?:exists|available)|<could not> (?:find|locate))\b
        (?:\w*not[ _-]?found|nothing (?:was )?found\b|no results?\b|did not match any\b)
        (?:no|zero|0) (?:[\w'-]+ ){1,5}(?:found|available|returned)\b""",
        r"""
        (?:not found|nothing (?:was )?found|no results?)<stop>
        (?:(?:sorry|unfortunately)\W+)?(?:I |we )?<could not> (?:find|locate)\b
        (?:(?:errno 2\] )?no such (?:file|directory)|no (?:results?|matches|data) for)\b
        (?:no|0|zero) <wanted>(?:[\w'-]+ ){1,5}(?:found|available|returned)(?:<stop>| (?:for|in|at|near)\b)
        (?:the )?(?:\w+ )?<thing>\b<which one>\b(?:(?:was |could )?not (?:be )?found|<not exist>)<stop>""",
    ),
    Rule(
        _INVALID,
        r"""
        (?:invalid|required|must|expected|unsupported|malformed|not (?:supported|allowed|(?:a )?valid))\b
        (?:out of (?:range|bounds)|already exists|by zero|syntax error|(?:permission|access) denied)\b
        (?:Value|Type|Syntax|Name)Error\b""",
    ),
    # A fetch that failed and no word on why: something behind the server did not answer.
    Rule(_FAULT, r"<could not> (?:fetch|reach|contact|connect|download|retrieve|query|get)\b"),
    Rule(_FAULT, r"(?:traceback \(most recent call last\)|panicked at\b|something went wrong\b)"),
)

_DECORATION = re.compile(r"^[\W_]+")
_OPENING = r"""
    <whose>(?:error|exception)(?: ?\(?-?\d{3,6}\)?)?[*_`]*(?:\s*[:\]!>\n]|\s+[–—-]\s|\W*$)(?!\s*[±+-]?\d*\.\d)
    an? (?:\w+ )?error (?:has )?occurr?ed\b
    error (?:while )?(?:executing|calling|fetching|getting|retrieving|reading|writing|searching|running)\b
    error (?:while )?(?:accessing|loading|opening|querying|making|creating|performing|parsing|listing)\b
    <could not> (?:fetch|get|retrieve|read|load|connect|open|parse|execute|call|run|search|create|write)\b
    <could not> (?:save|download|upload|query|process|resolve|reach|access|convert|extract|delete|update)\b
"""
_TOOL_PREFIX = re.compile(r"error (?:executing|calling) tool \S+?['\"]?: ", re.IGNORECASE)


def classify(reply: Reply) -> Outcome:
    """How a call ended that the server answered.

    An error that no rule knows is the agent's: the call reached the tool, and the tool, which answers other
    calls, refused this one in words. An error without any words is the server's: nobody could mend the call.
    """
    if reply.is_error:
        return _of_report(_report(reply.content))
    verdicts = [_of_content(part) for part in reply.content if not _is_blank(part)]
    # A part that is no failure is an answer, even if another one, say a single item of a list, failed.
    return verdicts[0] or Outcome.SUCCESS if verdicts and None not in verdicts else Outcome.SUCCESS


def classify_rejection(rejection: Rejection) -> Outcome:
    """How a call ended that got a JSON-RPC error: the code says it, and the words where it does not."""
    if rejection.code == _RESOURCE_NOT_FOUND:
        return Outcome.NOT_FOUND
    # The same code is prescribed for a tool that does not exist; but this one was listed.
    unknown = _phrases(_UNKNOWN_TOOL.reported).search(rejection.message)
    return _INVALID if rejection.code == _INVALID_PARAMS and not unknown else _FAULT


def _is_blank(part: Content) -> bool:
    return isinstance(part, Text) and (not part.text or part.text.isspace())


def _report(content: Sequence[Content]) -> str:
    texts = [_reported_text(part.text) for part in content if isinstance(part, Text)]
    said = "\n".join(text for text in texts if text)
    if said:
        return said
    values = [part.value for part in content if isinstance(part, Data)]
    return "\n".join(_declared_error(value) or canonical_json(value) for value in values)


def _reported_text(text: str) -> str:
    text = text.strip()
    return _declared_error(_as_object(text)) or text


def _of_report(report: str) -> Outcome:
    report = _TOOL_PREFIX.sub("", report.strip()[:_READ_OF_REPORT], count=1)
    if not report:
        return _FAULT
    return next((rule.outcome for rule in RULES if _phrases(rule.reported).search(report)), _INVALID)


def _of_content(part: Content) -> Outcome | None:
    """What a part of an answer says that was not marked as an error; None where it is plain content."""
    if isinstance(part, Text):
        text = part.text.strip() if len(part.text) <= _LONGEST_JSON else ""
        value = _as_object(text)
        return _of_text(text) if value is None else _of_value(value)
    return _of_value(part.value) if isinstance(part, Data) else None


def _of_value(value: Any) -> Outcome | None:
    if isinstance(value, str):
        return _of_text(value.strip())
    declared = _declared_error(value)
    if declared is not None:
        return _of_report(declared)
    # A lone text in a wrapper, as in {"result": "…"} or {"detail": "…"}, is that text; and so is an object.
    lone = next(iter(value.values())) if isinstance(value, dict) and len(value) == 1 else None
    if isinstance(lone, dict):
        inner = _declared_error(lone)
        return None if inner is None else _of_report(inner)
    return _of_text(lone.strip()) if isinstance(lone, str) else None


def _of_text(text: str) -> Outcome | None:
    if not text or len(text) > LONGEST_FAILURE:
        return None
    bare = _DECORATION.sub("", text, count=1)
    if _phrases(_OPENING).match(bare):
        return _of_report(text)
    if len(text) > _LONGEST_SENTENCE:
        return None
    return next((rule.outcome for rule in RULES if rule.alone and _phrases(rule.alone).match(bare)), None)


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
"""Without any of these an object declares nothing."""
_BAD_STATES = frozenset({"error", "failed", "failure", "fail"})
_NO_ERROR = re.compile(r"(?:none|null|false|no|ok|no errors?|n/a|[±+-]?[\d.]+%?)?", re.IGNORECASE)


def _declared_error(value: Any) -> str | None:
    """The message of a JSON object that declares itself an error, led by its HTTP status; None for others."""
    if not isinstance(value, dict):
        return None
    fields = {str(key).casefold().replace(" ", "_"): item for key, item in value.items()}
    if fields.keys().isdisjoint(_TELLING_KEYS):
        return None
    message = next((text for key in _MESSAGE_KEYS if (text := _words(fields.get(key)))), "")
    error = _words(fields.get("error")) or _words(fields.get("errors")) or _words(fields.get("error_message"))
    code = next((code for key in _CODE_KEYS if (code := _http_code(fields.get(key)))), "")
    has_answer = any(fields.get(key) for key in _PAYLOAD_KEYS)
    declared = (
        bool(error and not has_answer)
        or fields.get("success") is False
        or fields.get("iserror", fields.get("is_error")) is True
        or bool(message and (code or fields.get("ok") is False or fields.get("error") is True))
        or bool(message and str(fields.get("status")).casefold() in _BAD_STATES)
    )
    return " ".join(filter(None, [code, error, message])) if declared else None


def _words(value: Any) -> str:
    """The text of an error field, which may be an object or a list of them; empty where there is no error."""
    if isinstance(value, str):
        return "" if _NO_ERROR.fullmatch(value.strip()) else value
    if isinstance(value, list):
        return _words(value[0]) if value else ""
    if not isinstance(value, dict):
        return ""
    code = next((code for key in _CODE_KEYS if (code := _http_code(value.get(key)))), "")
    said = next((text for key in _MESSAGE_KEYS if (text := _words(value.get(key)))), "")
    return " ".join(filter(None, [code, said])) or (canonical_json(value) if value else "")


def _http_code(value: Any) -> str:
    number = int(value) if isinstance(value, str) and re.fullmatch(r"[45]\d\d", value) else value
    return f"HTTP {number}:" if type(number) is int and 400 <= number < 600 else ""
