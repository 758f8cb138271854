"""The server `OSINT Intelligence`: raw layouts of one internet, on which all tools agree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from m3bench_world import World
from tests.servers.asking import Asking, InProcess

SERVER = "OSINT Intelligence"
DOMAIN = "example-inc.com"


def addresses(text: str) -> set[str]:
    return set(re.findall(r"\b198\.1[89]\.\d+\.\d+\b", text))


def value(text: str, field: str) -> str:
    return next(line.partition(":")[2].strip() for line in text.splitlines() if line.startswith(f"{field}:"))


def test_all_tools_find_the_same_address(ask: Asking) -> None:
    dug = addresses(ask("dig_lookup", target=DOMAIN).text)
    assert dug
    assert addresses(ask("host_lookup", target=DOMAIN).text) == dug
    recon = ask("dnsrecon_lookup", target=DOMAIN).text
    assert set(re.findall(rf"\[\*\] \t A {re.escape(DOMAIN)} (\S+)", recon)) == dug
    assert addresses(ask("dnstwist_lookup", domain=DOMAIN).text.splitlines()[0]) == dug
    scan = ask("nmap_scan", target=DOMAIN)
    assert addresses(scan.text) == {min(dug)} if len(dug) == 1 else addresses(scan.text) <= dug
    assert scan.sources == {"internet": "invented"}


def test_an_address_leads_back_to_its_name_and_network(ask: Asking) -> None:
    (address,) = addresses(ask("dig_lookup", target=DOMAIN).text)
    pointer = ask("host_lookup", target=address).text
    name = pointer.rpartition(" ")[2].rstrip(".")
    assert addresses(ask("dig_lookup", target=name).text) == {address}
    by_name, by_address = ask("nmap_scan", target=DOMAIN).text, ask("nmap_scan", target=address).text
    ports = re.compile(r"^\d+/tcp.*$", re.MULTILINE)
    assert ports.findall(by_name) == ports.findall(by_address) != []
    network = ask("whois_lookup", target=address).text
    assert name.endswith(value(network, "OrgAbuseEmail").partition("@")[2])


def test_every_host_of_a_zone_resolves(ask: Asking) -> None:
    for domain in (DOMAIN, "fakeshoponline.com"):
        recon = ask("dnsrecon_lookup", target=domain).text
        hosts = re.findall(rf"\[\+\] \t (?:A|CNAME) (\S+\.{re.escape(domain)}) (\S+)", recon)
        assert hosts
        for host, target in hosts:
            assert target in ask("host_lookup", target=host).text
        for server in re.findall(r"\[\*\] \t (?:NS|MX) (\S+)", recon):
            assert addresses(ask("dig_lookup", target=server).text)


def test_lookalikes_are_registered_and_differ_in_owner(ask: Asking) -> None:
    original = ask("whois_lookup", target=DOMAIN).text
    lines = ask("dnstwist_lookup", domain=DOMAIN).text.splitlines()[1:-1]
    owners = set()
    for line in lines:
        _, name, *where = line.split()
        about = ask("whois_lookup", target=name).text
        assert value(about, "Domain Name") == name.upper()
        assert addresses(ask("dig_lookup", target=name).text) == addresses(" ".join(where))
        owners.add(value(about, "Registrant Organization") == value(original, "Registrant Organization"))
    assert owners == {True, False}


def test_registry_and_scan_contradict_the_zone_about_some_name_servers(ask: Asking) -> None:
    """They do where the world says so, and nowhere else."""
    errata = World().errata
    original, *rows, _ = ask("dnstwist_lookup", domain="lumenpay.example").text.splitlines()
    seen = set()
    for _, name, *where in map(str.split, rows):
        zone = re.findall(r"\[\*\] \t NS (\S+)", ask("dnsrecon_lookup", target=name).text)
        registry = re.findall(r"name server: (\S+)", ask("whois_lookup", target=name).text.lower())
        scanned = next(part.removeprefix("NS:") for part in where if part.startswith("NS:"))
        assert (registry != zone) == errata.has("registry name servers", name)
        assert (scanned != zone[0]) == errata.has("look-alike scans", name)
        seen |= {("registry", registry == zone), ("scan", scanned == zone[0])}
    assert len(seen) == 4
    zone = re.findall(r"\t NS (\S+)", ask("dnsrecon_lookup", target="lumenpay.example").text)
    assert re.findall(r"NS:(\S+)", original) == zone[:1]


def test_what_is_not_registered_is_said_so_by_every_tool(ask: Asking) -> None:
    nobody = "no-such-name-at-all-5271.com"
    assert "No match for domain" in ask("whois_lookup", target=nobody).text
    assert "NXDOMAIN" in ask("dig_lookup", target=nobody).text
    assert "not found: 3(NXDOMAIN)" in ask("host_lookup", target=nobody).text
    assert "Failed to resolve" in ask("nmap_scan", target=nobody).text
    assert "Could not resolve" in ask("dnsrecon_lookup", target=nobody).text
    assert "NXDOMAIN" in ask("host_lookup", target=f"nothing-here.{DOMAIN}").text


def test_the_overview_holds_the_other_answers(ask: Asking) -> None:
    overview = ask("osint_overview", target=DOMAIN).text
    for tool, argument in (
        ("whois_lookup", "target"), ("nmap_scan", "target"), ("dnsrecon_lookup", "target"),
        ("dnstwist_lookup", "domain"), ("dig_lookup", "target"), ("host_lookup", "target"),
    ):  # fmt: skip
        assert ask(tool, **{argument: DOMAIN}).text in overview


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("dig_lookup", {"target": "not a host"}, "neither a host name nor an address"),
        ("nmap_scan", {"target": "--script vuln"}, "neither"),
        ("dnstwist_lookup", {"domain": "198.18.4.7"}, "pass a domain"),
        ("whois_lookup", {"target": "8.8.8.8"}, "no network announces 8.8.8.8"),
        ("dnstwist_lookup", {"domain": "exampel-incc.test"}, "example-inc.com"),
        ("host_lookup", {"target": ""}, "target"),
        ("host_lookup", {"target": "fe80::1%eth0"}, "neither a host name nor an address"),
    ],
)
def test_mistakes_are_explained(ask: Asking, tool: str, arguments: dict[str, str], words: str) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert words in heard.text


def test_hosts_of_other_servers_are_on_this_internet(tmp_path: Path) -> None:
    ask, apis = InProcess(SERVER, tmp_path), InProcess("OpenAPI Explorer", tmp_path)
    for name in ("parcelway", "github"):
        text = apis("getApiOverview", id=name).text
        host = re.search(r"server https://([^/\s]+)", text)
        assert host
        assert addresses(ask("dig_lookup", target=host[1]).text)
    hub = InProcess("Hugging Face", tmp_path)
    space = hub("get-space-info", space_id=hub("search-spaces").data[0]["id"]).data
    assert addresses(ask("dig_lookup", target=space["app_url"]).text)
    assert "neovim project" in ask("whois_lookup", target="neovim.example").text


def test_another_seed_is_another_internet(tmp_path: Path) -> None:
    texts = {
        InProcess(SERVER, tmp_path, World(seed))("osint_overview", target=DOMAIN).text for seed in (7, 8)
    }
    assert len(texts) == 2
