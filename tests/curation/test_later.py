"""Tasks a day later: what changes is asked for at check time, and answers of the day before fail."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest

from m3bench.checks import Expected, LiveCall, LiveValue
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.curation.build import build_family
from m3bench.curation.execution import make_references
from m3bench.curation.later import LaterWorld
from m3bench.curation.verification import Verifier
from m3bench.encoders import load_encoder
from m3bench.hosting import Pool
from m3bench.runs.serving import ServerSet
from m3bench.suites import suite_generator
from m3bench.suites.file_suite import FileSuite
from m3bench.suites.plans import Blueprint, Plan, PlanError, Solution, call
from m3bench_world import World

_CLOCK = {"lat": 38.7251, "lng": -9.1498}
_LIVE_CLOCK = LiveCall("google-maps/timezone", _CLOCK)
_PATHS = {"date": "[0].localTime", "zone": "[0].timeZoneId"}
_BOTH = ("date", "zone")


def _plan(fields: tuple[str, ...], live: tuple[str, ...]) -> Plan:
    """The date and the time zone of Lisbon."""
    (result,) = yield [call("google-maps/timezone", **_CLOCK)]
    known = {
        "date": Expected(result.data["localTime"][:10], grounds=(result.data["localTime"],)),
        "zone": Expected(result.data["timeZoneId"]),
    }
    asked = {name: LiveValue((_LIVE_CLOCK,), _PATHS[name]) for name in live}
    return Solution(answer="A date.", fields={name: known[name] for name in fields}, live=asked)


def _require(folder: Path, *, live: tuple[str, ...], changes: bool, fields: tuple[str, ...] = _BOTH) -> None:
    form = AnswerForm(
        (AnswerField("date", FieldType.DATE, "the date"), AnswerField("zone", FieldType.CODE, "the zone"))
    )
    blueprint = Blueprint(
        id="clock", family="Clock", request="Which date?", fuzzy_request="Date?", servers=("google-maps",),
        plans=(partial(_plan, fields, live),), form=form, time_sensitive=changes,
    )  # fmt: skip

    async def require(world: World, servers: ServerSet) -> None:
        _, (executed,) = await make_references(blueprint, world, servers)
        await LaterWorld(world, servers).require(blueprint, executed)

    _with_servers(folder, require)


def _with_servers(folder: Path, work: Callable[[World, ServerSet], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with Pool(folder / "pool", ahead=0) as pool:
            world = World(7)
            return await work(world, ServerSet(pool, world))

    return anyio.run(run)


def test_what_changes_is_asked_for_again(tmp_path: Path) -> None:
    _require(tmp_path, live=("date",), changes=True)


@pytest.mark.parametrize(
    ("fields", "live", "changes", "problem"),
    [
        (_BOTH, (), True, "nothing is asked for at check time"),
        (_BOTH, ("zone",), True, "another one a day later in date"),
        (_BOTH, (), False, "another one a day later in date"),
        (_BOTH, ("date",), False, "another one a day later in date"),
        (("zone",), ("zone",), True, "would still be accepted a day later"),
    ],
)
def test_other_draws_are_rejected(
    tmp_path: Path, fields: tuple[str, ...], live: tuple[str, ...], changes: bool, problem: str
) -> None:
    with pytest.raises(PlanError, match=problem):
        _require(tmp_path, live=live, changes=changes, fields=fields)


def test_what_stays_needs_no_questions(tmp_path: Path) -> None:
    _require(tmp_path, live=(), changes=False, fields=("zone",))


def test_a_task_with_live_fields_alone_is_built_and_verified(tmp_path: Path) -> None:
    async def build_and_verify(world: World, servers: ServerSet) -> tuple[str, ...]:
        (built,) = await build_family(suite_generator("verse"), "sun_and_clock", 1, world, servers)
        assert [check["check"] for check in built.task.checks] == ["live_fields", "no_stray_files"]
        suite = FileSuite("clocks", tmp_path, [built.task])
        verified = await Verifier(suite, world, servers, load_encoder("hashing")).verify(built.task)
        return verified.problems

    assert _with_servers(tmp_path, build_and_verify) == ()
