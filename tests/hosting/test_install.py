from __future__ import annotations

import pytest

from m3bench.hosting.catalog.install_commands import fits
from m3bench.hosting.catalog.install_process import without_addresses


@pytest.mark.parametrize(
    ("minor", "needed", "expected"),
    [
        (12, ">=3.12", True),
        (11, ">=3.12", False),
        (11, ">=3.10,<3.12", True),
        (12, ">=3.10, <3.12", False),
        (12, ">=3.12.1", True),
        (12, "==3.12", False),
    ],
)
def test_versions_of_python(minor: int, needed: str, expected: bool) -> None:
    assert fits(minor, needed) is expected


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Looking in indexes: https://a:b@h.example/simple, http://x/y", "Looking in indexes: … …"),
        ("HTTPSConnectionPool(host='h.example', port=443)", "HTTPSConnectionPool(host='…', port=443)"),
        ("reason: getaddrinfo ENOTFOUND h.example", "reason: getaddrinfo ENOTFOUND …"),
        ("connect ECONNREFUSED 10.0.0.1:4873", "connect ECONNREFUSED …"),
        ("fetching `git+ssh://git@h.example/x.git`", "fetching `…`"),
        ("\x1b[31merror\x1b[0m: plain", "error: plain"),
    ],
)
def test_addresses_are_taken_out(line: str, shown: str) -> None:
    assert without_addresses(line) == shown
