"""Keys that were written straight into a file, as many do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from urllib.parse import parse_qsl, urlsplit

from m3bench.hosting.variables import names_a_secret

_OPTION = re.compile(r"-{1,2}(?P<name>[\w.-]+)(?:=(?P<value>.+))?", re.DOTALL)
_HEADER = re.compile(r"(?P<name>[\w-]+):\s*(?P<value>\S.*)", re.DOTALL)


def secrets_in_table(table: Mapping[str, str]) -> Iterator[str]:
    """Values of variables or headers that are called like secrets, without `Bearer` and the like."""
    for name, value in table.items():
        if names_a_secret(name) and not value.isdigit():
            yield value.rpartition(" ")[2]


def secrets_in_arguments(args: Sequence[str]) -> Iterator[str]:
    """`--api-key VALUE`, `--api-key=VALUE`, and headers such as `Authorization: Bearer VALUE`."""
    for argument, following in pairwise((*args, "")):
        if header := _HEADER.fullmatch(argument):
            yield from secrets_in_table({header["name"]: header["value"]})
        elif option := _OPTION.fullmatch(argument):
            value = option["value"] or ("" if following.startswith("-") else following)
            yield from secrets_in_table({option["name"]: value})


def secrets_in_address(url: str) -> Iterator[str]:
    """The password of an address, and what is called a key in its query."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return
    if parts.password:
        yield parts.password
    yield from secrets_in_table(dict(parse_qsl(parts.query)))
