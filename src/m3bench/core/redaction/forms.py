"""One secret in all the spellings in which it may turn up."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterator
from urllib.parse import quote, quote_plus

SECRET = "${SECRET}"  # noqa: S105 - what stands in the place of one
MIN_SECRET_LENGTH = 6
"""Characters. Shorter values (a port, a language) occur everywhere by chance: hiding them would spoil records
and protect nothing."""

_SHORTEST_LINE = 20
_SHORTEST_CUT = 24
_KEY = re.compile(r"(?=.*\d)[\w.+=~-][\w.+/=~-]*", re.ASCII)
"""A key, as opposed to an address, a path or a sentence."""
_ESCAPED_BYTE = re.compile("%[0-9A-F]{2}")


def forms_of(secret: str) -> frozenset[str]:
    """The secret as it is, escaped for JSON, HTML, CSV, Python and addresses, in hex and in base64.

    Of a long key each half counts too: a text that was cut in the middle of the key still has one of them.
    Of a text with several lines, such as a private key, each long line counts too.
    """
    if len(secret) < MIN_SECRET_LENGTH:
        return frozenset()
    forms = {*_escaped(secret), *_percent(secret), *_hex(secret), *base64_cores(encoded(secret))}
    forms.update(*(_escaped(part) for part in _parts(secret)))
    return frozenset(form for form in forms if len(form) >= MIN_SECRET_LENGTH and form not in SECRET)


def encoded(text: str) -> bytes:
    """As UTF-8. Values from the environment may hold bytes that are none."""
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
    """Bytes in base64: by themselves, and the characters that no neighbouring byte has a part in."""
    whole = base64.b64encode(data).decode()
    cores = [whole, whole.rstrip("=")]
    for before in range(3):
        text = base64.b64encode(bytes(before) + data).decode()
        cores.append(text[-(-8 * before // 6) : 8 * (before + len(data)) // 6])
    yield from cores
    yield from (core.replace("+", "-").replace("/", "_") for core in cores)
