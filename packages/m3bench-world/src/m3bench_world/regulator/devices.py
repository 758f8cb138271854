"""Reports on medical devices, by month of receipt."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from datetime import date
from functools import cache
from importlib.resources import files

import msgspec

from m3bench_world.regulator.entities import DeviceReport
from m3bench_world.world import World

MONTHS = 36
_A_MONTH = 40
_FIRST_MONTH = 2000 * 12
_FIRST_KEY = 30_000_000
_EVENTS = ("Malfunction", "Malfunction", "Malfunction", "Injury", "Other")
_EFFECTS = {
    "Injury": ("Treatment delayed", "Additional procedure needed", "Unneeded treatment given"),
    "Malfunction": ("No known impact", "No known impact", "Test repeated"),
    "Other": ("No known impact", "Insufficient information"),
}


class Device(msgspec.Struct, frozen=True):
    name: str
    code: str
    maker: str
    genomic: bool
    problems: tuple[str, ...]


@cache
def devices() -> tuple[Device, ...]:
    text = (files("m3bench_world.regulator") / "devices.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    return tuple(
        Device(name, code, maker, genomic == "yes", tuple(problems.split(";")))
        for name, code, maker, genomic, problems in rows
    )


def device_reports(world: World) -> Iterator[DeviceReport]:
    """Return the reports of the last three years, the newest month first."""
    now = world.now.year * 12 + world.now.month - 1
    for month in range(now, now - MONTHS, -1):
        found = (_report(world, month, slot) for slot in range(_A_MONTH))
        yield from sorted((one for one in found if one), key=lambda one: one.received, reverse=True)


def device_report(world: World, key: str) -> DeviceReport | None:
    text = key.strip()
    if not (text.isascii() and text.isdecimal() and len(text) == 8):
        return None
    month, slot = divmod(int(text) - _FIRST_KEY, _A_MONTH)
    now = world.now.year * 12 + world.now.month - 1
    return _report(world, month + _FIRST_MONTH, slot) if now - MONTHS < month + _FIRST_MONTH <= now else None


def _report(world: World, month: int, slot: int) -> DeviceReport | None:
    chance = world.chance
    name = ("device report", month, slot)
    year, within = divmod(month, 12)
    last = calendar.monthrange(year, within + 1)[1]
    received = date(year, within + 1, chance.whole(1, last, *name, "day"))
    if received > world.now.date() or not chance.happens(0.8, *name):
        return None
    device = chance.pick(devices(), *name, "device")
    problem = chance.pick(device.problems, *name, "problem")
    event = chance.pick(_EVENTS, *name, "event")
    effect = chance.pick(_EFFECTS[event], *name, "effect")
    serial = f"{chance.pick('ABCDEFGH', *name, 'letter')}{chance.whole(1_000, 9_999, *name, 'serial')}"
    days = chance.whole(2, 60, *name, "use")
    return DeviceReport(
        key=str(_FIRST_KEY + (month - _FIRST_MONTH) * _A_MONTH + slot),
        device=device.name,
        product_code=device.code,
        maker=device.maker,
        genomic=device.genomic,
        problem=problem,
        event=event,
        received=received,
        patient_effect=effect,
        narrative=(
            f"The user reported: {problem[0].lower()}{problem[1:]}. Device: {device.name}, serial number "
            f"{serial}, in use for {days} days. Effect on the patient: {effect[0].lower()}{effect[1:]}. "
            f"{device.maker} asked for the device and its log files."
        ),
    )
