"""Bulletins about events."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from m3bench_world.chance import Chance
from m3bench_world.space.eruptions import speed_class
from m3bench_world.space.events import (
    Bulletin,
    Crossing,
    Ejection,
    Enhancement,
    Event,
    Flare,
    ParticleEvent,
    Shock,
    Storm,
    Stream,
    midnight,
    minutes,
    short_time,
    sun_location,
)

KINDS = ("FLR", "SEP", "CME", "IPS", "MPC", "GST", "RBE", "HSS", "report")
REPORT_WEEKDAY = 2
SMALLEST_FLARE_TOLD = 30.0
SLOWEST_EJECTION_TOLD = 600


def has_bulletin(event: Event) -> bool:
    """Return whether an event gets a bulletin."""
    if isinstance(event, Flare):
        return event.intensity >= SMALLEST_FLARE_TOLD
    if isinstance(event, Ejection):
        return event.speed >= SLOWEST_EJECTION_TOLD or event.hits_earth
    return isinstance(event, Shock | Stream | Storm | ParticleEvent | Crossing | Enhancement)


def issue_time(chance: Chance, event: Event) -> datetime:
    known = event.at
    if isinstance(event, Flare):
        known = event.peak
    elif isinstance(event, Ejection):
        known = event.far_out
    elif isinstance(event, Storm):
        known = event.readings[0].at
    return known + minutes(chance.between(12, 150, "message delay", event.id))


def bulletins_of(
    chance: Chance, day: date, events: Iterable[Event], last_week: Iterable[Event]
) -> tuple[Bulletin, ...]:
    """Return the bulletins of a day; `events` are those of that day and of the two days before it."""
    drafts = [
        (issued, event.id, _kind(event), body_of(event))
        for event in events
        if has_bulletin(event) and (issued := issue_time(chance, event)).date() == day
    ]
    if day.weekday() == REPORT_WEEKDAY:
        drafts.append((midnight(day) + timedelta(hours=14), "", "report", _report(day, list(last_week))))
    drafts.sort(key=lambda draft: draft[:2])
    return tuple(
        Bulletin(id=f"{day:%Y%m%d}-AL-{number:03d}", kind=kind, at=issued, subject=subject, body=body)
        for number, (issued, subject, kind, body) in enumerate(drafts, 1)
    )


def _kind(event: Event) -> str:
    return event.id.rsplit("-", 2)[1]


def body_of(event: Event) -> str:
    """Return the text about an event."""
    when = short_time(event.at)
    text = f"Activity {event.id}."
    if isinstance(event, Flare):
        text = _about_flare(event)
    elif isinstance(event, Ejection):
        text = _about_ejection(event)
    elif isinstance(event, Storm):
        first = event.readings[0]
        text = f"Geomagnetic storm since {when}: Kp {first.kp:g} was measured by {short_time(first.at)}."
    elif isinstance(event, Shock):
        text = f"An interplanetary shock passed Earth at {when}; wind speed about {event.speed} km/s."
    elif isinstance(event, Stream):
        text = f"A high-speed stream reached Earth at {when}; wind speed up to {event.speed} km/s."
    elif isinstance(event, ParticleEvent):
        seen_by = " and ".join(event.instruments)
        text = f"Energetic protons rose above the threshold at {when}, seen by {seen_by}."
    elif isinstance(event, Crossing):
        text = f"Models put the magnetopause at {event.standoff:g} Earth radii at {when}, inside 6.6."
    elif isinstance(event, Enhancement):
        flux = f"{event.electron_flux} pfu above 2 MeV"
        text = f"Electrons in the outer radiation belt exceeded the threshold at {when}: {flux}."
    return f"{text} Activity ID: {event.id}." + _reason(event)


def _reason(event: Event) -> str:
    return f" Related to: {', '.join(event.causes)}." if event.causes else ""


def _about_flare(flare: Flare) -> str:
    source = f"active region {flare.region}" if flare.region else "an unnumbered region"
    where = sun_location(flare.latitude, flare.longitude)
    return (
        f"Significant solar flare of class {flare.class_type} from {source} ({where}): "
        f"began {short_time(flare.at)}, peaked {short_time(flare.peak)}."
    )


def _about_ejection(ejection: Ejection) -> str:
    outlook = "It is not expected to reach Earth."
    if ejection.hits_earth:
        outlook = "It is expected to reach Earth."
    elif ejection.glances_earth:
        outlook = "A glancing blow at Earth is possible."
    return (
        f"Coronal mass ejection, type {speed_class(ejection.speed)}, first seen {short_time(ejection.at)}: "
        f"about {ejection.speed} km/s, half angle {ejection.half_angle} degrees, direction "
        f"{ejection.longitude}/{ejection.latitude} (longitude/latitude). {outlook}"
    )


def _report(day: date, events: list[Event]) -> str:
    flares = [event for event in events if isinstance(event, Flare)]
    letters = {letter: sum(flare.class_type[0] == letter for flare in flares) for letter in "XMC"}
    ejections = [event for event in events if isinstance(event, Ejection)]
    storms = [event for event in events if isinstance(event, Storm)]
    text = (
        f"Weekly summary for {day - timedelta(days=7)} to {day - timedelta(days=1)}: {len(flares)} flares "
        f"(X {letters['X']}, M {letters['M']}, C {letters['C']}), {len(ejections)} coronal mass ejections, "
        f"{sum(ejection.hits_earth for ejection in ejections)} of them towards Earth, "
        f"{len(storms)} geomagnetic storms."
    )
    if flares:
        strongest = max(flares, key=lambda flare: (flare.intensity, flare.id))
        text += f" Strongest flare: {strongest.class_type} ({strongest.id})."
    return text
