"""Detection of secrets in environments, configurations, arguments and URLs, by the names of values."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from urllib.parse import parse_qsl, unquote, urlsplit

_SECRET_NAME = re.compile(
    r"(?:^|[^a-z])(?:\w*key|token|secret|pass|passwd|password|passphrase|pat|auth|authorization|credentials?"
    r"|cookie)(?:$|[^a-z])"
)
_LOCATION = re.compile(r"(?:^|.*[_-])(?:SOCK|SOCKET|PATH|FILE|DIR|FOLDER|HOME)", re.IGNORECASE)
"""Variables with the location of a secret, such as `SSH_AUTH_SOCK`."""
_PLAIN_WORD = re.compile(r"(?=.{0,11}$)(?:[A-Z]?[a-z]+|[A-Z]+)")
_SCHEME = re.compile(r"(?is)(?P<name>Bearer|Basic|Token|ApiKey|Api-Key|Negotiate)\s+(?P<value>\S.*)")
_OPTION = re.compile(r"-{1,2}(?P<name>[\w.-]+)(?:=(?P<value>.+))?", re.DOTALL)
_HEADER = re.compile(r"(?P<name>[\w-]+):\s*(?P<value>\S.*)", re.DOTALL)


def names_a_secret(name: str) -> bool:
    """Return whether a variable or header has the name of a secret (`GITHUB_TOKEN`, `X-Api-Key`)."""
    return _SECRET_NAME.search(name.lower()) is not None


def environment_secrets(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield values of variables with names of secrets, and passwords inside URLs (`HTTPS_PROXY`).

    Locations (`SSH_AUTH_SOCK`) and short plain words (`USE_AUTH=required`) are not secrets.
    """
    named = {name: value for name, value in environment.items() if not _LOCATION.fullmatch(name)}
    yield from (value for value in secrets_in_table(named) if not _PLAIN_WORD.fullmatch(value))
    for value in environment.values():
        if "://" in value:
            yield from secrets_in_address(value)


def secrets_in_table(table: Mapping[str, str]) -> Iterator[str]:
    """Yield values of variables or headers with names of secrets, without schemes such as `Bearer`."""
    for name, value in table.items():
        if not names_a_secret(name) or value.isdigit():
            continue
        scheme = _SCHEME.fullmatch(value.strip())
        yield scheme["value"] if scheme else value
        if scheme and scheme["name"].lower() == "basic":
            yield from _basic_password(scheme["value"])
        if "cookie" in name.lower():
            yield from (part.partition("=")[2].strip() for part in value.split(";") if "=" in part)


def secrets_in_arguments(args: Sequence[str]) -> Iterator[str]:
    """Yield the secrets of `--api-key VALUE`, `--api-key=VALUE`, `Authorization: Bearer VALUE` and URLs."""
    for argument, following in pairwise((*args, "")):
        if "://" in argument:
            yield from secrets_in_address(argument.partition("=")[2] if argument[:1] == "-" else argument)
        if header := _HEADER.fullmatch(argument):
            yield from secrets_in_table({header["name"]: header["value"]})
        elif option := _OPTION.fullmatch(argument):
            value = option["value"] or ("" if following.startswith("-") else following)
            yield from secrets_in_table({option["name"]: value})


def secrets_in_address(url: str) -> Iterator[str]:
    """Yield the password of a URL and the secrets of its query, as written and decoded."""
    try:
        parts = urlsplit(url)
        password = parts.password
    except ValueError:
        return
    if password:
        yield from {password: None, unquote(password): None}
    yield from secrets_in_table(dict(parse_qsl(parts.query)))


def _basic_password(encoded: str) -> Iterator[str]:
    try:
        _, colon, password = base64.b64decode(encoded, validate=True).decode().partition(":")
    except (binascii.Error, ValueError):
        return
    if colon and password:
        yield password
