"""Address plans: compute subnets and write them into plans, configurations and inventories."""

from __future__ import annotations

import json
from ipaddress import IPv4Address, IPv4Network, ip_network
from typing import Any

from m3bench.checks import CsvTable, Expected, GitCommit, GitLog, JsonFile, TextFile
from m3bench.suites import CallResult, DataFile, Plan, Solution, call
from m3bench_suites.builders.tasks import Family, TaskSpec
from m3bench_suites.builders.verse.expected import listed
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.folders._shared.calls import (
    FILES,
    GIT,
    JSON,
    SUBNET,
    TABLE,
    git,
    json_tool,
    read,
    subnet,
    write,
)
from m3bench_suites.builders.verse.folders._shared.files import only_changed, table_file, text_file, text_of
from m3bench_suites.builders.verse.folders._shared.repositories import Change, inside, repository
from m3bench_suites.builders.verse.folders._shared.words import CITIES, HOSTS, PEOPLE, PROJECTS

_LARGEST = 30


def _smallest(base: str, hosts: int) -> IPv4Network:
    """Return the smallest subnet at an address with room for the hosts."""
    prefix = next(index for index in range(_LARGEST, 7, -1) if 2 ** (32 - index) - 2 >= hosts)
    return IPv4Network((base, prefix), strict=False)


def _site(draw: TaskDraw) -> TaskSpec:
    """One subnet of a list."""
    cities = draw.sample(CITIES, 6, "cities")
    hosts = {city: draw.whole(20, 900, "hosts", city) for city in cities}
    bases = {
        city: f"10.{draw.whole(8, 250, 'base', city)}.{8 * index}.0" for index, city in enumerate(cities)
    }
    city = draw.pick(cities, "city")
    net, path = _smallest(bases[city], hosts[city]), f"plans/{city.lower()}.txt"
    lines = [f"network: {net}", f"mask: {net.netmask}", f"first: {net[1]}", f"last: {net[-2]}"]

    def plan() -> Plan:
        (sites,) = yield [read("sites.txt")]
        (net_found,) = yield [
            subnet("calculate_subnet", sites, network_base=bases[city], hosts_needed=hosts[city])
        ]
        (written,) = yield [write(path, text_of(lines), net_found)]
        yield [read(path, written)]
        usable = net.num_addresses - 2
        return Solution(
            answer=f"{net}, up to {net[-2]}, {usable} usable hosts.",
            fields={
                "network": Expected(
                    str(net),
                    grounds=(
                        str(net.network_address),
                        net.prefixlen,
                    ),
                ),
                "last": Expected(str(net[-2])),
                "usable": Expected(usable),
            },
            checks=(TextFile(path, lines=tuple(lines)), only_changed(path)),
        )

    return TaskSpec(
        words={"city": city, "file": city.lower()},
        level="L2",
        servers=(FILES, SUBNET),
        files=(text_file("sites.txt", [f"{c}: {hosts[c]} hosts from {bases[c]}" for c in cities]),),
        plans=(plan,),
        key_facts=(str(net[-2]),),
    )


def _outsiders(draw: TaskDraw) -> TaskSpec:
    """Addresses near the edge of a network."""
    net = ip_network(
        f"10.{draw.whole(20, 250, 'a')}.{draw.whole(0, 60, 'b') * 4}.0/{draw.pick((22, 23), 'prefix')}"
    )
    assert isinstance(net, IPv4Network)
    hosts = draw.sample(HOSTS, 6, "hosts")
    outside = set(draw.sample(range(1, 6), 2, "outside"))
    offsets = draw.sample(range(30, net.num_addresses - 2), 6, "offsets")
    addresses = [net[o] + (net.num_addresses if i in outside else 0) for i, o in enumerate(offsets)]
    names = [hosts[i] for i in sorted(outside)]

    def plan() -> Plan:
        (listing,) = yield [read("devices.txt")]
        yield [
            subnet("validate_ip_in_subnet", listing, ip_address=str(address), network=str(net))
            for address in addresses
        ]
        yield [write("outside.txt", text_of(names), listing)]
        return Solution(
            answer=f"{', '.join(names)} are outside; {hosts[0]} has position {offsets[0]}.",
            fields={"outside": listed(names), "position": Expected(offsets[0])},
            checks=(TextFile("outside.txt", lines=tuple(names)), only_changed("outside.txt")),
        )

    return TaskSpec(
        words={"network": str(net), "host": hosts[0]},
        level="L2",
        servers=(FILES, SUBNET),
        files=(text_file("devices.txt", [f"{h} {a}" for h, a in zip(hosts, addresses, strict=True)]),),
        plans=(plan,),
        key_facts=(str(offsets[0]),),
    )


def _offices(draw: TaskDraw) -> TaskSpec:
    """Subnets one after another."""
    cities = draw.sample(CITIES, 4, "cities")
    sizes = sorted(
        (draw.whole(*span, "hosts", span) for span in ((12, 28), (35, 60), (70, 120), (140, 250))),
        reverse=True,
    )
    start = f"172.{draw.whole(16, 31, 'base')}.{4 * draw.whole(0, 60, 'third')}.0"
    nets, base = [], start
    for size in sizes:
        nets.append(_smallest(base, size))
        base = str(nets[-1].broadcast_address + 1)
    rows = tuple(
        (city, str(net), str(net[1]), str(net[-2]), str(net.broadcast_address))
        for city, net in zip(cities, nets, strict=True)
    )
    offices = draw.sample([{"city": c, "hosts": s} for c, s in zip(cities, sizes, strict=True)], 4, "mixed")
    header, asked = ("office", "network", "first", "last", "broadcast"), draw.whole(1, 2, "asked")

    def plan() -> Plan:
        last, *_ = yield [json_tool("read_json_file", filePath="offices.json")]
        results: list[CallResult] = []
        for net, size in zip(nets, sizes, strict=True):
            base = str(net.network_address)
            (last,) = yield [subnet("calculate_subnet", last, network_base=base, hosts_needed=size)]
            results.append(last)
        text = text_of(",".join(row) for row in (header, *rows))
        yield [write("plan.csv", text, *results)]
        return Solution(
            answer=f"{cities[asked]} gets {nets[asked]}; the last broadcast address is {rows[-1][4]}.",
            fields={
                "network": Expected(
                    str(nets[asked]),
                    grounds=(
                        str(nets[asked].network_address),
                        nets[asked].prefixlen,
                    ),
                ),
                "last_broadcast": Expected(rows[-1][4]),
            },
            checks=(CsvTable("plan.csv", header=header, rows=rows), only_changed("plan.csv")),
        )

    return TaskSpec(
        words={"city": cities[asked]},
        level="L3",
        servers=(JSON, SUBNET, FILES),
        files=(DataFile("offices.json", "json", {"base": start, "offices": offices}),),
        plans=(plan,),
        key_facts=(str(nets[asked]), rows[-1][4]),
    )


def _routing(draw: TaskDraw) -> TaskSpec:
    """Wildcard masks, committed."""
    project, area = draw.pick(PROJECTS, "project"), draw.whole(2, 40, "area")
    nets = [
        IPv4Network(
            (f"10.{draw.whole(2, 250, 'a', i)}.{draw.whole(3, 250, 'b', i)}.{draw.whole(1, 60, 'c', i)}", p),
            strict=False,
        )
        for i, p in enumerate(draw.sample((19, 20, 21, 22, 23, 26, 27), 3, "prefixes"))
    ]
    hosts = [net[draw.whole(3, net.num_addresses - 3, "host", i)] for i, net in enumerate(nets)]
    lines = [f"network {net.network_address} {net.hostmask} area {area}" for net in nets]
    message, path = f"Add networks of area {area}", f"areas/{area}.conf"
    start = Change("Add routers", draw.pick(PEOPLE, "who"), "2025-03-04", {"routers.txt": "r1\nr2\n"})

    def plan() -> Plan:
        (routes,) = yield [read("routes.txt")]
        masks = yield [
            subnet("calculate_wildcard_mask", routes, ip_address=str(host), cidr_prefix=net.prefixlen)
            for host, net in zip(hosts, nets, strict=True)
        ]
        (written,) = yield [write(f"{project}/{path}", text_of(lines), *masks)]
        (staged,) = yield [git("add", project, written, files=[path])]
        (committed,) = yield [git("commit", project, staged, message=message)]
        yield [git("status", project, committed)]
        return Solution(
            answer=f"Wildcard mask {nets[1].hostmask}, network address {nets[2].network_address}.",
            fields={
                "wildcard": Expected(str(nets[1].hostmask)),
                "network": Expected(str(nets[2].network_address)),
            },
            checks=(
                GitLog(project, commits=(GitCommit(message, {path: text_of(lines)}),), clean=True, total=2),
                only_changed(inside(project), f"{project}/{path}"),
            ),
        )

    return TaskSpec(
        words={"project": project, "area": area, "message": message},
        level="L3",
        servers=(FILES, SUBNET, GIT),
        files=(
            text_file("routes.txt", [f"{h}/{n.prefixlen}" for h, n in zip(hosts, nets, strict=True)]),
            repository(project, [start]),
        ),
        plans=(plan,),
        key_facts=(str(nets[1].hostmask), str(nets[2].network_address)),
        varying=(f"{GIT}/git_commit",),
    )


def _printers(draw: TaskDraw) -> TaskSpec:
    """Addresses by position, in data and in a table."""
    net = IPv4Network((f"192.168.{4 * draw.whole(1, 60, 'third')}.0", draw.pick((22, 23), "prefix")))
    names = [f"{city} printer" for city in draw.sample(CITIES, 4, "names")]
    positions = draw.sample(range(20, net.num_addresses - 20), 4, "positions")
    printers: list[dict[str, Any]] = [
        {"name": n, "position": p} for n, p in zip(names, positions, strict=True)
    ]
    placed = [{**printer, "address": str(_address(net, printer["position"]))} for printer in printers]
    rows = [{"name": each["name"], "address": each["address"]} for each in placed]
    asked, data = draw.whole(0, 3, "asked"), {"network": str(net), "printers": placed}

    def plan() -> Plan:
        (inventory,) = yield [json_tool("read_json_file", filePath="printers.json")]
        results = yield [
            subnet("get_nth_usable_ip", inventory, network=str(net), position=p) for p in positions
        ]
        table, _ = yield [
            call(f"{TABLE}/gen_md_table", *results, data=json.dumps(rows)),
            json_tool("write_json_file", inventory, *results, filePath="printers.json", data=data),
        ]
        yield [write("printers.md", f"{table.text}\n", table)]
        return Solution(
            answer=f"{placed[asked]['address']}; the network has {net.num_addresses - 2} usable addresses.",
            fields={
                "address": Expected(placed[asked]["address"]),
                "usable": Expected(net.num_addresses - 2),
            },
            checks=(
                JsonFile("printers.json", {"@": data}),
                table_file("printers.md", rows),
                only_changed("printers.json", "printers.md"),
            ),
        )

    return TaskSpec(
        words={"name": names[asked]},
        level="L3",
        servers=(JSON, SUBNET, TABLE, FILES),
        files=(DataFile("printers.json", "json", {"network": str(net), "printers": printers}),),
        plans=(plan,),
        key_facts=(placed[asked]["address"],),
    )


def _address(net: IPv4Network, position: int) -> IPv4Address:
    return net[position]


FAMILY = Family(
    number=48,
    name="address_plans",
    title="Address plans",
    goal="Compute subnets, and write them into plans, configurations and inventories.",
    tasks=(_site, _outsiders, _offices, _routing, _printers),
    kind="operation",
    time_sensitive=False,
)
