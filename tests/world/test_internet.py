"""The internet: look-alikes by rule, domains by chance, and addresses that tell what they are for."""

from __future__ import annotations

from datetime import timedelta
from ipaddress import IPv4Address, IPv4Network

import pytest

from m3bench_world import World
from m3bench_world.internet import lookalikes, providers

RESERVED = IPv4Network("198.18.0.0/15")


@pytest.mark.parametrize(
    ("fuzzer", "name"),
    [
        ("omission", "exmple.com"),
        ("repetition", "exaample.com"),
        ("transposition", "examlpe.com"),
        ("homoglyph", "examp1e.com"),
        ("homoglyph", "exarnple.com"),
        ("replacement", "exsmple.com"),
        ("hyphenation", "exam-ple.com"),
        ("vowel-swap", "exemple.com"),
        ("tld-swap", "example.net"),
        ("dictionary", "example-login.com"),
        ("addition", "examplea.com"),
    ],
)
def test_lookalikes_by_rule(fuzzer: str, name: str) -> None:
    assert fuzzer in [lookalike.fuzzer for lookalike in lookalikes("example.com") if lookalike.name == name]


def test_lookalikes_are_different_valid_names() -> None:
    names = [lookalike.name for lookalike in lookalikes("ab-c.example")]
    assert len(names) == len(set(names)) > 60
    assert "ab-c.example" not in names
    assert not [name for name in names if name.startswith("-") or "--" in name or "-." in name]


def test_addresses_belong_to_nobody_and_networks_do_not_overlap() -> None:
    blocks = [provider.block for provider in providers()]
    assert all(block.subnet_of(RESERVED) for block in blocks)
    assert len({int(block.network_address) for block in blocks}) == len(blocks)


def test_every_listed_domain_has_a_consistent_zone() -> None:
    internet = World().internet
    for name in internet.names():
        domain = internet.domain(name)
        assert domain is not None, name
        for host in (name, *internet.zones.subdomains(domain), *domain.servers):
            found = internet.resolve(host)
            assert found is not None, host
            for address in found.v4:
                assert internet.ports(address) is not None, host
                assert internet.provider(address) is not None
        for _, server in internet.zones.mail_servers(domain):
            mail = internet.resolve(server)
            assert mail is not None
            ports = internet.ports(mail.v4[0]) or []
            assert 25 in [port.number for port in ports]


def test_what_is_registered_stays_so() -> None:
    today = World()
    later = World(now=today.now + timedelta(days=1))
    _, before = today.internet.lookalikes("acme-corp.com")
    _, after = later.internet.lookalikes("acme-corp.com")
    assert set(before) <= set(after)
    early = World(now=today.now - timedelta(days=400)).internet
    assert early.domain("fakeshoponline.com") is None
    assert today.internet.domain("fakeshoponline.com") is not None


def test_names_and_addresses_outside_are_unknown() -> None:
    internet = World().internet
    assert internet.resolve("somewhere.invalid") is None
    assert internet.resolve("com") is None
    assert internet.provider(IPv4Address("8.8.8.8")) is None
    assert internet.ports(IPv4Address("8.8.8.8")) is None
    for label in ("host-8-8-8-8", "host-198-018-1-1", "host-999-999-999-999", "host-198-18-0-300"):
        assert internet.resolve(f"{label}.harborhost.example") is None


def test_cities_of_providers_are_on_the_map() -> None:
    world = World()
    for provider in providers()[::4]:
        assert world.atlas.find(f"{provider.city}, {provider.country}") is not None
