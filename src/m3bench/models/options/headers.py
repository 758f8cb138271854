"""Headers that go with every request to a model. Secrets in them come from the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping

from m3bench.core import UsageError
from m3bench.core.redaction import names_a_secret, protect

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")
_VARIABLE = re.compile(r"\$\{([A-Za-z_]\w*)\}")
_LONGEST = 8_000
_OF_THE_WIRE = {"host", "content-length", "content-type", "transfer-encoding", "connection"}


def parse_headers(given: Iterable[str]) -> dict[str, str]:
    """Read headers of the form NAME=VALUE. Values stay as they are, with the names of variables.

    Raises:
        UsageError: A header is invalid or given twice.
    """
    headers: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not value.strip():
            raise UsageError(
                f"--header {name[:100]!r} has no value.",
                "Write NAME=VALUE, such as --header 'X-Team=${TEAM}'",
            )
        if name.lower() in map(str.lower, headers):
            raise UsageError(f"--header {name} is given twice.", "Leave one of them out.")
        headers[name] = value.strip()
    check_headers(headers)
    return headers


def check_headers(headers: Mapping[str, str]) -> None:
    """Raise `UsageError` for a header that cannot be sent. Values that look like secrets are protected."""
    for name, value in headers.items():
        if (names_a_secret(name) or name.lower() == "cookie") and not _VARIABLE.search(value):
            protect([value, *value.split()[1:]])
        if not _NAME.fullmatch(name) or name.lower() in _OF_THE_WIRE:
            raise UsageError(f"{name[:100]!r} cannot be set as a header.", "Use a name such as X-Team.")
        if len(value) > _LONGEST or not (value.isascii() and value.isprintable()):
            raise UsageError(
                f"The value of header {name} has characters that cannot be sent, or is too long."
            )


def expand_headers(headers: Mapping[str, str], environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the headers to send. Values of variables are secrets from now on.

    Raises:
        UsageError: A variable is not set, or a header is invalid.
    """
    names = {name for value in headers.values() for name in _VARIABLE.findall(value)}
    for name in sorted(names):
        if not environ.get(name):
            raise UsageError(f"A header needs ${{{name}}}, but {name} is not set.", f"Set {name}.")
    protect(environ[name] for name in names)
    expanded = {
        name: _VARIABLE.sub(lambda variable: environ[variable[1]], value) for name, value in headers.items()
    }
    check_headers(expanded)
    return expanded
