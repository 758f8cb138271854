from __future__ import annotations

import pytest

from m3bench.core.http_services import AllowedHosts, is_websocket_upgrade

OWN = AllowedHosts(["127.0.0.1:8000", "Bench.local:8000"])


@pytest.mark.parametrize(
    ("hosts", "ours"),
    [
        (["127.0.0.1:8000"], True),
        (["BENCH.local:8000"], True),
        (["127.0.0.1"], False),
        (["127.0.0.1:8001"], False),
        (["127.0.0.1:8000.evil.example"], False),
        ([], False),
        (["127.0.0.1:8000", "evil.example"], False),
    ],
)
def test_hosts(hosts: list[str], ours: bool) -> None:
    assert OWN.allows_host(hosts) is ours


@pytest.mark.parametrize(
    ("origins", "ours"),
    [
        ([], True),
        (["http://127.0.0.1:8000"], True),
        (["https://127.0.0.1:8000"], False),
        (["null"], False),
        (["http://127.0.0.1:8000", "http://evil.example"], False),
    ],
)
def test_origins(origins: list[str], ours: bool) -> None:
    assert OWN.allows_origin(origins) is ours


def test_upgrades() -> None:
    assert is_websocket_upgrade(["h2c, WebSocket"])
    assert not is_websocket_upgrade(["h2c"])
    assert not is_websocket_upgrade([])
