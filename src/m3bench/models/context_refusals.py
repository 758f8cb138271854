"""Recognize that a request does not fit into the context window of a model, and read how large it is.

The phrases were observed at the providers of docs/models.md, vLLM, llama.cpp, Ollama, LM Studio and TGI.
"""

from __future__ import annotations

import re
from typing import Any

_LONGEST_READ = 2_000
"""Characters of a message that are searched. The rest may quote the request."""
_SMALLEST, _LARGEST = 128, 100_000_000

_TOO_LONG = re.compile(
    r"context[ _](length|window|size)|maximum context|prompt is too long|input (is )?too long"
    r"|input token count|number of tokens allowed|request[ _]too[ _]large|exceeds the maximum size"
    r"|exceed context limit|string[ _]above[ _]max[ _]length|reduce the length|tokens must be reduced"
    r"|max_new_tokens`? must be <=|maximum (model|prompt) length|exceeded model token limit"
    r"|prompt exceeds the length limit|when context the overflows",
    re.IGNORECASE,
)
_NUMBER = r"(\d[\d,_]{2,11})\b"
_WINDOWS = tuple(
    re.compile(pattern.replace("NUMBER", _NUMBER), re.IGNORECASE)
    for pattern in (
        r"exceed context limit:[\d\s+]{1,60}> ?NUMBER",
        r"NUMBER maximum context length",
        r"(?:context|model|prompt)[ _](?:length|window|size)(?: (?:is|of|only)\b){0,3}[ :=(]{1,3}NUMBER",
        r"> ?NUMBER maximum",
        r"number of tokens allowed ?\(NUMBER",
        r"max_new_tokens`? must be <= ?NUMBER",
        r"maximum context of NUMBER",
    )
)


def is_too_long(words: str) -> bool:
    """Return whether an error says that the request exceeds the context window."""
    return _TOO_LONG.search(words[:_LONGEST_READ]) is not None


def stated_window(words: str, error: dict[str, Any] | None = None) -> int | None:
    """Return the tokens of the context window that an error states; None if it states none.

    llama.cpp has the window in a field of the error object.
    """
    given = (error or {}).get("n_ctx")
    matches = (pattern.search(words[:_LONGEST_READ]) for pattern in _WINDOWS)
    stated = [int(re.sub(r"\D", "", match[1])) for match in matches if match is not None]
    windows = [given, *stated] if isinstance(given, int) else stated
    return next((tokens for tokens in windows if _SMALLEST <= tokens <= _LARGEST), None)
