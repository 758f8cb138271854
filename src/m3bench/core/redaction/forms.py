"""The encodings in which a secret may appear."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterator
from urllib.parse import quote, quote_plus

SECRET = "${SECRET}"  # noqa: S105 - the placeholder
MIN_SECRET_LENGTH = 6
"""Characters. Shorter values (a port, a language) occur everywhere by chance: redacting them would corrupt
records and protect nothing."""

_SHORTEST_LINE = 20
_SHORTEST_CUT = 24
_KEY = re.compile(r"(?=.*\d)[\w.+=~-][\w.+/=~-]*", re.ASCII)
"""A key, not a URL, a path or a sentence."""
_ESCAPED_BYTE = re.compile("%[0-9A-F]{2}")


def forms_of(secret: str) -> frozenset[str]:
    """Return the secret unchanged, escaped for JSON, HTML, CSV, Python and URLs, in hex and in base64.

    Each half of a long key is a form too: a text truncated in the middle of the key still contains a half. So
    is each long line of a secret with several lines, such as a private key.
    """
    if len(secret) < MIN_SECRET_LENGTH:
        return frozenset()
    forms = {*_escaped(secret), *_percent(secret), *_hex(secret), *base64_cores(encoded(secret))}
    forms.update(*(_escaped(part) for part in _parts(secret)))
    return frozenset(form for form in forms if len(form) >= MIN_SECRET_LENGTH and form not in SECRET)


def encoded(text: str) -> bytes:
    """Encode a text as UTF-8. Values from the environment may contain invalid bytes."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _parts(secret: str) -> Iterator[str]:
    lines = [line.strip() for line in secret.splitlines()]
    if len(lines) > 1:
        yield from (line for line in lines if len(line) >= _SHORTEST_LINE and not line.startswith("-----"))
    elif len(secret) >= _SHORTEST_CUT and _KEY.fullmatch(secret):
        half = len(secret) // 2
        yield secret[:half]
        yield secret[-half:]


def _escaped(secret: str) -> Iterator[str]:
    yield secret
    for form in (json.dumps(secret), json.dumps(secret, ensure_ascii=False), repr(secret)):
        yield form[1:-1]
    yield json.dumps(secret)[1:-1].replace("/", "\\/")
    yield html.escape(secret)
    yield html.escape(secret, quote=False)
    yield secret.replace('"', '""')
    yield secret.replace("\n", "\r\n")


def _percent(secret: str) -> Iterator[str]:
    data = encoded(secret)
    for form in (quote(data, safe=""), quote(data), quote_plus(data)):
        yield form
        yield _ESCAPED_BYTE.sub(lambda match: match[0].lower(), form)
    yield "".join(f"%{byte:02X}" for byte in data)
    yield "".join(f"%{byte:02x}" for byte in data)


def _hex(secret: str) -> Iterator[str]:
    digits = encoded(secret).hex()
    yield digits
    yield digits.upper()


def base64_cores(data: bytes) -> Iterator[str]:
    """Yield bytes in base64: alone, and the characters that do not depend on neighbouring bytes."""
    whole = base64.b64encode(data).decode()
    cores = [whole, whole.rstrip("=")]
    for before in range(3):
        text = base64.b64encode(bytes(before) + data).decode()
        cores.append(text[-(-8 * before // 6) : 8 * (before + len(data)) // 6])
    yield from cores
    yield from (core.replace("+", "-").replace("/", "_") for core in cores)
