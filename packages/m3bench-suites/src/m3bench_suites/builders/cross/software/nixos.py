"""NixOS alone: packages that lag behind, and programs that two systems configure."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Any

from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.software._shared.nix import (
    ALL,
    CHANNELS,
    FIND,
    HISTORY,
    INFO,
    OLD,
    SEARCH,
    place_of,
)
from m3bench_suites.builders.tasks import (
    TaskSpec,
    branch,
    computed,
    fork,
    leader,
    listed,
    pluck,
    require,
    require_clear,
    solution,
    stated,
)

_HOME, _DARWIN = "NixOS/home_manager_options_by_prefix", "NixOS/darwin_options_by_prefix"
_QUERIES = ("web server", "password", "container", "pdf", "git", "json", "database", "shell", "terminal")
_DAYS = 200
_FEWEST = 3


def _lag(draw: TaskDraw) -> TaskSpec:
    query, most = draw.turn(_QUERIES, "query"), draw.whole(9, 11, "most")

    def plan() -> Plan:
        (channels,) = yield [call(CHANNELS)]
        by_status = {channel["status"]: channel["name"] for channel in channels.data["channels"]}
        stable, ended = by_status["stable"], by_status["end of life"]
        (search,) = yield [call(SEARCH, channels, query=query, channel=stable, limit=most)]
        require(search.data["returned"] == most, "there are few packages.")
        old = {result["name"]: result["version"] for result in search.data["results"]}
        infos = yield [call(INFO, search, name=name, channel="unstable") for name in old]
        new = pluck(old, infos, "version")
        lagging = [name for name in old if old[name] != new[name]]
        require(len(lagging) >= _FEWEST, "few packages lag.")
        by_name = dict(zip(old, infos, strict=True))
        histories = yield [
            call(HISTORY, search, by_name[name], package_name=name, limit=ALL) for name in lagging
        ]
        versions = pluck(lagging, histories, "versions")
        behind = {name: place_of(versions[name], old[name]) for name in lagging}
        ages = {name: (_day(versions[name][0]) - _day(versions[name][behind[name]])).days for name in lagging}
        worst = leader(ages, 1)
        rows, days = versions[worst], ages[worst]
        require(rows[0]["version"] == new[worst], "the newest release is not in unstable.")
        require_clear(days, _DAYS, 1)
        far = days >= _DAYS
        channel = ended if far else stable
        (known,) = yield [call(INFO, channels, *histories, name=worst, channel=channel)]
        require(isinstance(known.data, dict), "the old channel lacks the package.")
        wanted = known.data["version"] if far else rows[behind[worst] - 1]["version"]
        uses = (known,) if far else (*histories,)
        (pinned,) = yield [call(FIND, *uses, package_name=worst, version=wanted)]
        return solution(
            {
                "lagging": computed(len(lagging), lagging),
                "all_releases": computed(sum(behind.values()), [new[name] for name in lagging]),
                "worst": stated(worst),
                "releases": computed(behind[worst], [row["version"] for row in rows[: behind[worst]]]),
                "stable_version": stated(old[worst]),
                "unstable_version": stated(new[worst]),
                "days": computed(days, (rows[0]["date"], rows[behind[worst]]["date"])),
                "detail": stated(known.data["version" if far else "license"]),
                "commit": stated(pinned.data["commit"]),
            },
            branches=[
                fork(
                    f"at least {_DAYS} days lie between the two releases of the package that lags most",
                    far,
                    INFO,
                    met=ended,
                    unmet=stable,
                )
            ],
        )

    return TaskSpec(words={"query": query, "most": most, "days": _DAYS}, plans=(plan,))


def _shells(draw: TaskDraw) -> TaskSpec:
    since = draw.turn(("2025-01-01", "2025-02-01", "2025-03-01", "2024-12-01"), "since")
    return TaskSpec(words={"since": since, "old": OLD}, plans=(partial(_shells_plan, since),))


def _shells_plan(since: str) -> Plan:
    home, darwin = yield [call(_HOME, option_prefix="programs"), call(_DARWIN, option_prefix="programs")]
    both = [name for name in _modules(home) if name in _modules(darwin)]
    infos = yield [call(INFO, home, darwin, name=name, channel="stable") for name in both]
    stable = {
        name: info.data["version"]
        for name, info in zip(both, infos, strict=True)
        if isinstance(info.data, dict) and info.data["name"] == name
    }
    require(len(stable) >= _FEWEST, "few modules have a package.")
    by_name = dict(zip(both, infos, strict=True))
    histories = yield [call(HISTORY, by_name[name], package_name=name, limit=ALL) for name in stable]
    counts = {
        name: [row for row in history.data["versions"] if row["date"] >= since]
        for name, history in zip(stable, histories, strict=True)
    }
    newest_of = pluck(stable, histories, "versions", 0)
    latest = {name: _day(row).toordinal() for name, row in newest_of.items()}
    busiest = leader(latest, 1)
    own, mac = yield [
        call(_HOME, *histories, option_prefix=f"programs.{busiest}"),
        call(_DARWIN, *histories, option_prefix=f"programs.{busiest}"),
    ]
    newest = newest_of[busiest]["version"]
    same = stable[busiest].partition(".")[0] == newest.partition(".")[0]
    wanted, uses = stable[busiest], (by_name[busiest], *histories)
    if not same:
        (old,) = yield [call(INFO, *uses, name=busiest, channel=OLD)]
        require(isinstance(old.data, dict), "the old channel lacks the package.")
        wanted, uses = old.data["version"], (old,)
    (pinned,) = yield [call(FIND, *uses, package_name=busiest, version=wanted)]
    return solution(
        {
            "packages": listed(stable),
            "busiest": stated(busiest),
            "newest_date": stated(newest_of[busiest]["date"]),
            "releases": computed(len(counts[busiest]), [row["version"] for row in counts[busiest]]),
            "all_releases": computed(
                sum(map(len, counts.values())), [row["version"] for rows in counts.values() for row in rows]
            ),
            "home_options": stated(own.data["total"]),
            "mac_options": stated(mac.data["total"]),
            "same_major": computed(same, (stable[busiest], newest)),
            "version": stated(wanted),
            "commit": stated(pinned.data["commit"]),
        },
        branches=[
            branch(
                "the stable version of the package with the latest release has the newest major number",
                holds=same,
                met={"tools": [FIND], "values": [stable[busiest]]},
                unmet={"tools": [INFO], "values": [OLD]},
            )
        ],
    )


def _modules(listing: CallResult) -> list[str]:
    """Return the second parts of the names of options."""
    names = [option["name"].split(".")[1] for option in listing.data["options"]]
    return list(dict.fromkeys(listing.data["next_parts"] or names))


def _day(row: dict[str, Any]) -> date:
    return date.fromisoformat(row["date"])


FAMILY = cross_family(number=83, name="nixos", title="NixOS", servers=("NixOS",), tasks=(_lag, _shells))
