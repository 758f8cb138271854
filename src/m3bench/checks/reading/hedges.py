"""Words that make a value ambiguous: negations, alternatives, doubts, refusals."""

from __future__ import annotations

import re
from collections import Counter

_EVASION = re.compile(
    r"\b(?:not|no|never|neither|nor|without|cannot|instead|except|wrong|incorrect|false"
    r"|or|either|versus|vs|maybe|perhaps|possibly|probably|likely|unsure|uncertain|unclear|might|could|may"
    r"|depend\w*|between|unless|if|alternatively|otherwise|unknown|refuse|sorry|unable)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
_REMARKED_DOUBT = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|likely|unsure|uncertain|unclear|unverified|unconfirmed|might|could"
    r"|guess\w*|assum\w+|suppose\w*|or|either|alternatively|instead|wrong|incorrect"
    r"|I (?:think|believe)|not (?:\w+ )?(?:sure|certain|confirmed|verified|clear|known|right|correct))\b"
    r"|n['’]t (?:sure|certain|know|verif\w+|confirm\w*)\b|\?",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"\b(?:at least|at most|(?:more|less|fewer) than|over|under|above|below|up to|or more|minimum|maximum)\b"
    r"|[<>≤≥]",
    re.IGNORECASE,
)
_NULL = re.compile(
    r"(?:null|none|n/?a|nil|nothing|-+|–|—|empty|unknown|undefined|not applicable"
    r"|no(?:t| such| matching)?(?: \w+)?(?: (?:found|available|listed|applicable|given|known|exists?))?"
    r"|there (?:is|are) (?:no|none)(?: \w+)?)\.?",
    re.IGNORECASE,
)


def evades(text: str) -> bool:
    """Return whether a text negates, doubts or leaves open what it says."""
    return _EVASION.search(text) is not None


def doubts(remark: str) -> bool:
    """Return whether a remark on a value doubts it. Unlike `evades`, it may deny something else."""
    return _REMARKED_DOUBT.search(remark) is not None


def evades_more(found: str, expected: str) -> bool:
    """Return whether a text has negations or doubts that the expected one does not have."""
    return bool(_evasions(found) - _evasions(expected))


def _evasions(text: str) -> Counter[str]:
    return Counter(match[0].casefold() for match in _EVASION.finditer(text))


def only_bounds(text: str) -> bool:
    """Return whether a text states a bound instead of a number."""
    return _BOUND.search(text) is not None


def is_null(value: object) -> bool:
    """Return whether a value means that there is none."""
    if value is None or value in ("", [], {}):
        return True
    if isinstance(value, list):
        return all(is_null(item) for item in value)
    return isinstance(value, str) and (not value.strip() or _NULL.fullmatch(value.strip()) is not None)
