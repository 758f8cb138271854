r"""Names of files as text: every name that a file system allows can be recorded, read back and shown.

Python holds bytes of a name that are not UTF-8 as lone surrogates, which no encoding can write. In a recorded
name such a byte is `\xNN` and a backslash is `\\`. All other names are recorded as they are.
"""

from __future__ import annotations

import re

from m3bench.core.text.terminal import printable

_UNRECORDABLE = re.compile("[\\\\\ud800-\udfff]")
_ESCAPED = re.compile(r"\\(?:\\|x([89a-f][0-9a-f])|u(d[89a-f][0-9a-f]{2}))")
_BYTES = 0xDC00
"""Python's surrogate for the byte 0xNN is 0xDCNN, from 0xDC80 to 0xDCFF."""
_LINE_BREAKS = {ord("\n"): "\\n", ord("\t"): "\\t"}


def recorded_name(name: str) -> str:
    r"""Return a name or path as text that can be encoded and reversed: `\xNN` is a byte that is not UTF-8."""
    return _UNRECORDABLE.sub(_escape, name)


def name_from_record(text: str) -> str:
    """Return the name or path of a recorded one. A text without escapes is the name itself."""
    return _ESCAPED.sub(_unescape, text)


def shown_name(recorded: str) -> str:
    """Return a recorded name for people: on one line, without control characters and changes of direction."""
    return printable(recorded).translate(_LINE_BREAKS)


def _escape(match: re.Match[str]) -> str:
    if match[0] == "\\":
        return "\\\\"
    code = ord(match[0])
    return f"\\x{code - _BYTES:02x}" if _BYTES + 0x80 <= code <= _BYTES + 0xFF else f"\\u{code:04x}"


def _unescape(match: re.Match[str]) -> str:
    byte, surrogate = match.groups()
    if byte:
        return chr(_BYTES + int(byte, 16))
    return chr(int(surrogate, 16)) if surrogate else "\\"
