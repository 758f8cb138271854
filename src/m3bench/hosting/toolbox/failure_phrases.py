"""The phrases with which servers report failures, and what they mean. The first match wins."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from m3bench.core import Outcome

_ERROR, _ABSENT, _INVALID = Outcome.TOOL_ERROR, Outcome.NOT_FOUND, Outcome.INVALID_ARGUMENTS


class Rule(NamedTuple):
    """Phrases and their meaning. Each phrase is a line: a regular expression with the shorthand below."""

    outcome: Outcome
    reported: str
    """Searched for in text that is known to report a failure."""
    alone: str = ""
    """Makes ordinary text a failure if it starts with this."""
    service: str = ""
    """What it says about the service behind the tool, for `m3bench servers check`. Not used in scores."""


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
def phrases(lines: str) -> re.Pattern[str]:
    """Compile the phrases to match at the start of a word. Cached, because compiling is slow."""
    for short, meaning in _SHORTHAND.items():
        lines = lines.replace(short, meaning)
    either = "|".join(line.strip() for line in lines.splitlines() if line.strip())
    return re.compile(rf"(?<!\w)(?:{either})", re.IGNORECASE)


def _status(outcome: Outcome, codes: str, service: str = "") -> Rule:
    """Match HTTP status codes as common libraries write them. A bare number does not count."""
    reported = r"""
        HTTP(?:/\d(?:\.\d)?)?\b[^\d\n]{0,20}CODE\b
        (?:status\b[^\d\n]{0,12}|code\b\W{1,4}|errors?\b\W{1,3})CODE\b(?!\.\d)
        (?:returned|responded with|received|got)\W{1,3}(?:an? )?CODE\b
        (?:^\W*CODE\b|\(CODE\)|CODE:? <in words>)"""
    alone = r"""
        HTTP(?:/\d(?:\.\d)?)?(?: error)?(?: status)?(?: code)?:? CODE(?: <in words>)?<stop>
        (?:(?:client|server) error ')?CODE <in words>(?:'|<stop>)
        request failed with status code CODE<stop>"""
    code = f"(?:{codes})"
    return Rule(outcome, reported.replace("CODE", code), alone.replace("CODE", code), service)


UNKNOWN_TOOL = Rule(_ERROR, r"(?:unknown tool\b|tool (?:\S+ )?(?:not found|<not exist>))")

RULES: tuple[Rule, ...] = (
    # The server does not know a tool that it listed, or hides the cause of a crash.
    UNKNOWN_TOOL,
    Rule(_ERROR, r"^error (?:executing|calling) tool \S+\W*$", r"error (?:executing|calling) tool \S+\W*$"),
    _status(_INVALID, r"4(?:0[0569]|1[1-8]|2[1-4]|26)"),
    _status(_ABSENT, r"404|410"),
    # Keys are the user's, not the agent's: a missing one is not the fault of the call.
    _status(_ERROR, r"40[1237]", "the service requires a key or rejects the one it got"),
    _status(_ERROR, r"429", "the service limits the request rate"),
    _status(_ERROR, r"408|4(?:25|51)|5\d\d", "the service behind the tool failed"),
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
        _ERROR,
        r"""
        (?:api[ _-]?keys?|(?:access|auth|bearer|oauth)[ _-]?tokens?|credentials?|unauthori[sz]ed)\b
        (?:authenticat|not logged in\b|environment variable|(?:access (?:is )?)?forbidden<stop>)
        (?-i:[A-Z][A-Z0-9_]*_(?:KEY|TOKEN|SECRET))\b""",
        r"""
        (?:[\w-]+ ){0,3}api[ _-]?key (?:is |was )?(?:not (?:set|found|configured)|missing|required|invalid)\b
        (?:missing|invalid|no) (?:[\w-]+ ){0,2}api[ _-]?key<stop>
        (?-i:[A-Z][A-Z0-9_]*_(?:KEY|TOKEN|SECRET)) (?:environment variable )?(?:is )?(?:not |missing|required)
        (?:unauthori[sz]ed|authentication (?:failed|required))<stop>""",
        "a key is missing or rejected",
    ),
    Rule(
        _ERROR,
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
        "the service is unreachable: no network, or it is down",
    ),
    Rule(
        _ERROR,
        r"""
        (?:timed[ -]out|deadline exceeded)\b
        time-?out (?:error|exceeded|expired|reached|after|of \d|while)
        \w*time-?out(?:error|exception)?(?=\W*$|:)""",
        r"""
        (?:the )?(?:request|operation|connection|call|query|server|search|tool)\b[^\n.:]{0,40}? timed out\b
        timed out (?:after|while|waiting)\b
        time-?out (?:error|exceeded|expired|after|of \d)""",
        "the service timed out",
    ),
    Rule(
        _ERROR,
        r"(?:rate.?limit|too many requests|throttl|quota\b|(?:request|usage|daily|monthly) limit)",
        r"""
        (?:[\w-]+ ){0,3}(?:rate.?limit|quota|usage limit) (?:was |has been )?(?:exceeded|reached)
        (?:too many requests<stop>|you(?:['’]ve| have) (?:exceeded|reached|hit) your\b)""",
        "the service limits the request rate",
    ),
    Rule(
        _ERROR,
        r"""
        -32(?:60[013]|00[01])\b
        (?:internal (?:server )?error|bad gateway|unavailable|overloaded|maintenance)\b
        (?:out of memory|no space left|disk full|segmentation fault|not (?:yet )?implemented)\b
        (?:command not found|not installed|no module named|executable\b[^\n]{0,80}(?:not found|exist))""",
        r"""
        (?:internal (?:server )?error|bad gateway|gateway time-?out)<stop>
        (?:the )?(?:server|service|api) (?:is )?(?:\w+ly )?(?:unreachable|unavailable|overloaded)<stop>""",
    ),
    # Bugs in the server. A well-made tool reports what is wrong with the call instead.
    Rule(
        _ERROR,
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
        (?:<could not> (?:parse|interpret)|unknown (?!error|exception|reason|problem|failure|host|issue)\w+)\b
        (?:out of (?:range|bounds)|already exists|by zero|syntax error|(?:permission|access) denied)\b
        (?:Value|Type|Syntax|Name)Error\b""",
    ),
    # A fetch that failed without a reason: something behind the server did not answer.
    Rule(_ERROR, r"<could not> (?:fetch|reach|contact|connect|download|retrieve|query|get)\b"),
    Rule(_ERROR, r"(?:traceback \(most recent call last\)|panicked at\b|something went wrong\b)"),
)

DECORATION = re.compile(r"^[\W_]+")
OPENING = r"""
    <whose>(?:error|exception)(?: ?\(?-?\d{3,6}\)?)?[*_`]*(?:\s*[:\]!>\n]|\s+[–—-]\s|\W*$)(?!\s*[±+-]?\d*\.\d)
    an? (?:\w+ )?error (?:has )?occurr?ed\b
    error (?:while )?(?:executing|calling|fetching|getting|retrieving|reading|writing|searching|running)\b
    error (?:while )?(?:accessing|loading|opening|querying|making|creating|performing|parsing|listing)\b
    <could not> (?:fetch|get|retrieve|read|load|connect|open|parse|execute|call|run|search|create|write)\b
    <could not> (?:save|download|upload|query|process|resolve|reach|access|convert|extract|delete|update)\b
"""
TOOL_PREFIX = re.compile(r"error (?:executing|calling) tool \S+?['\"]?: ", re.IGNORECASE)
