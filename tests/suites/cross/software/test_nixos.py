"""`nixos`: what lags, and by how much."""

from __future__ import annotations

from m3bench_world.nix import find_channel
from tests.suites.cross.software.solving import check_shape, world


def test_the_worst_package_is_behind_by_the_most_days() -> None:
    done = check_shape("nixos", 0)
    nix, stable = world().nix, find_channel("stable")
    assert stable
    names = [call.arguments["name"] for call in done.rounds[2]]
    days = {}
    for name in names:
        entry = nix.entry(name)
        assert entry
        history = nix.history(entry)
        held = next(each for each in history if each.version == nix.version(entry, stable))
        days[name] = (history[-1].released - held.released).days
    worst = max(days, key=days.__getitem__)
    assert (done.value("worst"), done.value("days")) == (worst, days[worst])
    assert done.value("lagging") == sum(day > 0 for day in days.values())


def test_modules_without_a_package_are_left_out() -> None:
    done = check_shape("nixos", 1)
    asked = {call.arguments["name"] for call in done.rounds[1]}
    packages = {item.value for item in done.solution.fields["packages"].items or ()}
    assert packages < asked
    assert all((world().nix.entry(name) is not None) == (name in packages) for name in asked)
