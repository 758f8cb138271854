"""The size of a regular expression with its counted repetitions expanded."""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?[:=!<>P]*)?|\)|\{(\d{0,9})(?:,(\d{0,9}))?\}|.", re.DOTALL
)
_MOST = 10**9


def pattern_size(pattern: str) -> int:
    """Return an upper bound for the number of pieces after all counted repetitions are expanded."""
    groups = [0]
    last = 0
    for token in _TOKEN.finditer(pattern):
        text = token[0]
        if text.startswith("("):
            groups.append(0)
            last = 0
        elif text == ")" and len(groups) > 1:
            last = 1 + groups.pop()
            groups[-1] += last
        elif text.startswith("{") and len(text) > 1:
            times = max(int(token[1] or 0), int(token[2] or 0))
            groups[-1] = min(_MOST, groups[-1] + last * max(0, times - 1))
            last = min(_MOST, last * max(1, times))
        else:
            last = 1
            groups[-1] += last
    return min(_MOST, sum(groups))
