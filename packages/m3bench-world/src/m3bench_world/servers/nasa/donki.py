"""Space weather: flares, ejections, storms and other solar events, and notifications about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import Annotated, Any, TypeVar

import msgspec

from m3bench.servers.kit import Answer, BadArgument, about, check_choice, parse_date
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.nasa import records
from m3bench_world.servers.nasa.server import OptionalText, server
from m3bench_world.space import KINDS, RECORDS_BEGIN, Bulletin, Event

MOST_DAYS = 100
DEFAULT_DAYS = 30
LARGEST_ANSWER = 16_000
"""In bytes of events. Further days need another call."""

From = Annotated[OptionalText, about("First day, YYYY-MM-DD; 30 days before end_date if left out.")]
To = Annotated[
    OptionalText,
    about("Last day, YYYY-MM-DD, at most 99 days after the first; if left out, today or 30 days after it."),
]
E_ = TypeVar("E_", bound=Event)


@server.tool
def get_coronal_mass_ejection(
    context: ToolContext, start_date: From = msgspec.UNSET, end_date: To = msgspec.UNSET
) -> Answer:
    """Coronal mass ejections that began in a range of days: start time, source location and region, speed
    (km/s), half angle, direction, type by speed (S, C, O, R, ER), model forecasts for Earth, and linked
    events. Without dates: the last 30 days. Ids resolve in the sister tools."""
    sun = context.world.space.sun
    return _events(context, start_date, end_date, sun.ejections, lambda event: records.ejection(sun, event))


@server.tool
def get_geomagnetic_storm(
    context: ToolContext, start_date: From = msgspec.UNSET, end_date: To = msgspec.UNSET
) -> Answer:
    """Geomagnetic storms (Kp of 5.67 and more) that began in a range of days: the series of three-hour Kp
    values and the ejections or streams that caused them. Without dates: the last 30 days."""
    sun = context.world.space.sun
    return _events(context, start_date, end_date, sun.storms, lambda event: records.storm(sun, event))


@server.tool
def get_solar_flare(
    context: ToolContext, start_date: From = msgspec.UNSET, end_date: To = msgspec.UNSET
) -> Answer:
    """Solar flares that began in a range of days: class (C, M or X with a number), begin, peak and end time
    (UTC), source location, active region number, and linked events such as an ejection. Without dates: the
    last 30 days."""
    sun = context.world.space.sun
    return _events(context, start_date, end_date, sun.flares, lambda event: records.flare(sun, event))


@server.tool
def get_solar_energetic_particle(
    context: ToolContext, start_date: From = msgspec.UNSET, end_date: To = msgspec.UNSET
) -> Answer:
    """Solar energetic particle events in a range of days: time, instruments, peak proton flux, and the flare
    and ejection that caused them. Without dates: the last 30 days."""
    sun = context.world.space.sun
    return _events(context, start_date, end_date, sun.particles, lambda event: records.particles(sun, event))


@server.tool
def get_magnetopause_crossing(
    context: ToolContext, start_date: From = msgspec.UNSET, end_date: To = msgspec.UNSET
) -> Answer:
    """Times when the magnetopause was pressed inside the geostationary orbit, in a range of days, with the
    event that caused it. Without dates: the last 30 days."""
    sun = context.world.space.sun
    return _events(context, start_date, end_date, sun.crossings, lambda event: records.crossing(sun, event))


@server.tool
def get_radiation_belt_enhancement(
    context: ToolContext, start_date: From = msgspec.UNSET, end_date: To = msgspec.UNSET
) -> Answer:
    """Radiation belt enhancements in a range of days: time, electron flux, and the storm or stream behind
    them. Without dates: the last 30 days."""
    sun = context.world.space.sun
    return _events(
        context, start_date, end_date, sun.enhancements, lambda event: records.enhancement(sun, event)
    )


@server.tool
def get_hight_speed_stream(
    context: ToolContext, start_date: From = msgspec.UNSET, end_date: To = msgspec.UNSET
) -> Answer:
    """High-speed streams of the solar wind that reached Earth in a range of days: time, speed, coronal hole,
    and linked events. Streams return after about 27 days. Without dates: the last 30 days."""
    sun = context.world.space.sun
    return _events(context, start_date, end_date, sun.streams, lambda event: records.stream(sun, event))


@server.tool
def get_wsa_enlil_simulation(
    context: ToolContext, start_date: From = msgspec.UNSET, end_date: To = msgspec.UNSET
) -> Answer:
    """Solar wind model runs (WSA-Enlil) that were completed in a range of days: the ejection they start from
    (its id resolves in get_coronal_mass_ejection), expected arrival and Kp at Earth, and impacts elsewhere.
    Without dates: the last 30 days."""
    return _events(context, start_date, end_date, context.world.space.sun.simulations, records.simulation)


@server.tool
def get_notifications(
    context: ToolContext,
    start_date: From = msgspec.UNSET,
    end_date: To = msgspec.UNSET,
    notification_type: Annotated[str, about(f"all, or one of: {', '.join(KINDS)}.")] = "all",
) -> Answer:
    """Messages that forecasters issued in a range of days: type, id, issue time and text, which names the id
    of the event. FLR messages tell of flares from M3, CME messages of fast or Earth-directed ejections; a
    report comes every Wednesday. Without dates: the last 30 days."""
    kind = check_choice(notification_type, "notification_type", ("all", *KINDS))
    sun = context.world.space.sun

    def wanted(each: date) -> list[Bulletin]:
        sent = [bulletin for bulletin in sun.bulletins(each) if sun.is_past(bulletin.at)]
        return sent if kind == "all" else [bulletin for bulletin in sent if bulletin.kind == kind]

    first, last = _range(context, start_date, end_date)
    by_day = [[records.bulletin(each) for each in wanted(day)] for day in _days(first, last)]
    return Answer(_fit_answer(first, last, by_day, "notifications"))


def _events(
    context: ToolContext,
    start_date: OptionalText,
    end_date: OptionalText,
    of_day: Callable[[date], Iterable[E_]],
    record: Callable[[E_], dict[str, Any]],
) -> Answer:
    first, last = _range(context, start_date, end_date)
    past = context.world.space.sun.is_past
    by_day = [[record(event) for event in of_day(day) if past(event.at)] for day in _days(first, last)]
    return Answer(_fit_answer(first, last, by_day, "events"))


def _days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=step) for step in range((last - first).days + 1)]


def _range(context: ToolContext, start_date: OptionalText, end_date: OptionalText) -> tuple[date, date]:
    today = context.world.now.date()
    first = None if start_date is msgspec.UNSET else parse_date(start_date, "start_date")
    last = None if end_date is msgspec.UNSET else parse_date(end_date, "end_date")
    if first is not None and not RECORDS_BEGIN <= first <= today:
        raise BadArgument(
            "start_date", f"{first} is out of range; pass a date from {RECORDS_BEGIN} to {today}"
        )
    if last is None:
        last = today if first is None else min(today, first + timedelta(days=DEFAULT_DAYS))
    if last < (first or RECORDS_BEGIN):
        raise BadArgument("end_date", f"{last} is before {first or RECORDS_BEGIN}; pass a later date")
    last = min(last, today)
    if first is None:
        first = max(RECORDS_BEGIN, last - timedelta(days=DEFAULT_DAYS))
    if (last - first).days >= MOST_DAYS:
        latest = first + timedelta(days=MOST_DAYS - 1)
        raise BadArgument("end_date", f"the range has more than {MOST_DAYS} days; end it by {latest}")
    return first, last


def _fit_answer(first: date, last: date, by_day: list[list[dict[str, Any]]], title: str) -> dict[str, Any]:
    """Return as many whole days as fit. If days are left out, the answer says from which day to continue."""
    shown: list[dict[str, Any]] = []
    size, next_day = 0, None
    for day, found in zip(_days(first, last), by_day, strict=True):
        size += len(msgspec.json.encode(found))
        if shown and size > LARGEST_ANSWER:
            next_day = day
            break
        shown += found
    total = sum(map(len, by_day))
    answer: dict[str, Any] = {"start_date": str(first), "end_date": str(last), "count": total, title: shown}
    if next_day is not None:
        answer["note"] = f"{len(shown)} of {total} are shown; for the others ask again from {next_day}."
        answer["continue_from"] = str(next_day)
    return answer
