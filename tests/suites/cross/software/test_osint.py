"""`osint`: the answers are those of the invented internet."""

from __future__ import annotations

from tests.suites.cross.software.solving import check_shape, solve, world


def test_strangers_are_those_with_another_owner() -> None:
    done = check_shape("osint", 0)
    internet, errata = world().internet, world().errata
    domain = next(call.arguments["domain"] for call in done.calls if "domain" in call.arguments)
    owner = internet.domain(domain)
    assert owner
    _, registered = internet.lookalikes(domain)
    foreign = [one for _, one in registered if one.registrant.organisation != owner.registrant.organisation]
    assert 0 < len(foreign) < len(registered)
    assert done.value("strangers") == len(foreign)
    youngest = max(foreign, key=lambda one: one.created)
    assert (done.value("latest"), done.value("registered")) == (youngest.name, str(youngest.created))
    assert {row["name"] for row in done.rows("contradictions")} == {
        one.name for one in foreign if errata.has("look-alike scans", one.name)
    }
    assert all(row["scan"] != row["zone"] for row in done.rows("contradictions"))


def test_exposed_hosts_have_one_of_the_ports_open() -> None:
    done = check_shape("osint", 1)
    internet = world().internet
    exposed = {item.value for item in done.solution.fields["exposed"].items or ()}
    scanned = [call.arguments["target"] for call in done.calls if call.tool == "nmap_scan"]
    for host in scanned:
        found = internet.resolve(host)
        assert found
        ports = internet.ports(found.v4[0]) or []
        is_open = any(port.state == "open" and port.number in (3306, 5432, 3389) for port in ports)
        assert is_open == (host in exposed), host


def test_another_lookup_gives_the_same_answer() -> None:
    done = check_shape("osint", 1)
    other = solve(done.blueprint, world(), plan=1)
    assert other.solution.answer == done.solution.answer
    assert {call.tool for call in other.calls} - {call.tool for call in done.calls} == {"host_lookup"}
