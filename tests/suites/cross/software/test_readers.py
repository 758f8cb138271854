"""Readers of results: what they find, and what they refuse."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from m3bench.suites import PlanError
from m3bench_suites.builders.cross.software._shared import apis, internet, manuals, nix

SCAN = """Starting Nmap 7.94 ( https://nmap.org ) at 2025-11-05 15:00 UTC
Host is up (0.084s latency).
80/tcp   open     http
443/tcp  filtered https
8080/tcp open     http-proxy
"""
ZONE = """[*] std: Performing General Enumeration against: a.example...
[*] \t NS ns1.dns.example 198.18.1.1
[*] \t NS ns2.dns.example 198.18.1.2
[*] \t MX mx1.mail.example 198.18.2.1
[*] \t A a.example 198.18.3.1
[*] \t TXT a.example v=spf1 include:_spf.mail.example -all
[+] \t CNAME www.a.example a.example
[+] \t A a.example 198.18.3.1
[+] \t A db.a.example 198.18.3.9
[+] \t AAAA db.a.example 2001:db8::1
[+] \t CNAME shop.a.example e1.cdn.example
[+] \t A e1.cdn.example 198.18.4.4
"""
TWINS = """*original      a.example    198.18.3.1 NS:ns1.dns.example
omission       aa.example   198.18.5.5 2001:db8::2 NS:ns1.x.example MX:mail.aa.example
tld-swap       a.co         NS:ns1.y.example
20 permutations, 2 registered; names without an address have no A record
"""
OVERVIEW = """# Tool API (id: tool)
Version 1.10.1, OpenAPI 3.0.3, server https://api.tool.example/v1
The API serves tools. A client may send 300 requests a minute.

## Security schemes
- bearerAuth: type http, scheme bearer

## Operations (2)
- GET /tools (listTools): List tools [deprecated, no authentication]
- POST /tools (createTool): Create a tool
"""
LIBRARIES = """Available libraries (best match first):

- Title: Tool
- Context7-compatible library ID: /owner/tool
- Description: A tool: for all.
- Code Snippets: 29
- Trust Score: 9.0
- Versions: v4.0.1, v3.2.0
"""


def test_a_scan_is_read() -> None:
    assert internet.open_ports(SCAN) == [80, 8080]
    assert internet.latency(SCAN) == 0.084
    assert internet.scanned_at(SCAN) == "15:00"
    assert internet.as_latency(0.01).grounds == ("0.010s",)


def test_a_zone_is_read() -> None:
    zone = internet.read_zone(ZONE)
    assert list(zone.servers) == ["ns1.dns.example", "ns2.dns.example"]
    assert zone.mail == {"mx1.mail.example": "198.18.2.1"}
    assert zone.addresses["a.example"] == "198.18.3.1"
    assert zone.hosts == {
        "www.a.example": "198.18.3.1", "db.a.example": "198.18.3.9", "shop.a.example": "198.18.4.4",
    }  # fmt: skip


def test_look_alikes_are_read_without_the_original() -> None:
    assert internet.read_twins(TWINS) == [
        internet.Twin("aa.example", "198.18.5.5", "ns1.x.example"),
        internet.Twin("a.co", "", "ns1.y.example"),
    ]


def test_records_are_read() -> None:
    record = "OrgName:        Osprey Cloud\nCreation Date: 2019-05-20T00:00:00Z\nName Server: NS1.A.EXAMPLE"
    assert internet.whois_field(record, "OrgName") == "Osprey Cloud"
    assert internet.whois_day(record, "Creation Date") == date(2019, 5, 20)
    assert internet.first_server(record) == "ns1.a.example"
    assert internet.read_address("a.example.\t300\tIN\tA\t198.18.3.1") == "198.18.3.1"
    assert internet.read_address("a.example has address 198.18.3.1\n") == "198.18.3.1"


def test_an_overview_is_read() -> None:
    seen = apis.read_overview(OVERVIEW)
    assert (seen.version, seen.host, seen.rate, seen.schemes) == (
        "1.10.1", "api.tool.example", 300, ("bearerAuth",)
    )  # fmt: skip
    assert [(line.id, line.deprecated) for line in seen.operations] == [
        ("listTools", True),
        ("createTool", False),
    ]


def test_sizes_of_pages_are_read_in_query_and_body() -> None:
    query = {"parameters": [{"name": "limit", "schema": {"type": "integer", "default": 20}}]}
    body = {
        "parameters": [],
        "requestBody": {
            "content": {"application/json": {"schema": {"properties": {"per_page": {"default": 5}}}}}
        },
    }
    assert apis.page_size(query) == 20
    assert apis.page_size(body) == 5
    assert apis.page_size({"parameters": [{"name": "cursor", "schema": {}}]}) is None
    assert apis.required_fields(body) == []


def test_libraries_and_pages_are_read() -> None:
    library = manuals.read_library(LIBRARIES)
    assert (library.id, library.snippets, library.versions) == ("/owner/tool", 29, ("4.0.1", "3.2.0"))
    docs = manuals.read_docs("TITLE: One\nSOURCE: https://github.com/owner/tool/blob/v4.1.0/docs/a.md\n")
    assert (docs.version, docs.count) == ("4.1.0", 1)
    described = "DESCRIPTION: Pages of listTools are chosen by cursor (default none), limit (default 50)."
    assert manuals.page_sizes(described) == {"listTools": 50}


def test_releases_after_a_version_are_counted() -> None:
    rows = [{"version": "2.0"}, {"version": "1.1"}, {"version": "1.0"}]
    assert nix.place_of(rows, "1.1") == 1
    with pytest.raises(PlanError, match=r"lacks 0\.9"):
        nix.place_of(rows, "0.9")


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (internet.latency, "Note: Host seems down. It answers no probe."),
        (internet.scanned_at, "no scan"),
        (internet.read_address, "Host a.example not found: 3(NXDOMAIN)"),
        (internet.first_server, 'No match for domain "A.EXAMPLE".'),
        (apis.read_overview, "Not found: no API 'tool'"),
        (manuals.read_library, "Not found: no library 'tool'"),
        (manuals.read_docs, "Not found: nothing about this topic"),
        (manuals.read_docs, "SOURCE: https://github.com/o/t/blob/v1.0.0/docs/a.md\n" + "x" * 40_000),
    ],
)
def test_what_cannot_be_read_rejects_the_draw(reader: Callable[[str], object], text: str) -> None:
    with pytest.raises(PlanError):
        reader(text)
