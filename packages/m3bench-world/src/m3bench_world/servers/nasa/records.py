"""Solar events as records of the DONKI API."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from m3bench_world.space import (
    Bulletin,
    Crossing,
    Ejection,
    Enhancement,
    Event,
    Flare,
    ParticleEvent,
    Simulation,
    Storm,
    Stream,
    Sun,
    short_time,
    speed_class,
    sun_location,
)


def _links(sun: Sun, event: Event) -> list[dict[str, str]] | None:
    return [{"activityID": linked_event} for linked_event in sun.linked_events(event)] or None


def _if_past(sun: Sun, moment: datetime) -> str | None:
    return short_time(moment) if sun.is_past(moment) else None


def flare(sun: Sun, event: Flare) -> dict[str, Any]:
    return {
        "flrID": event.id,
        "beginTime": short_time(event.at),
        "peakTime": _if_past(sun, event.peak),
        "endTime": _if_past(sun, event.end),
        "classType": event.class_type,
        "sourceLocation": sun_location(event.latitude, event.longitude),
        "activeRegionNum": event.region,
        "linkedEvents": _links(sun, event),
    }


def ejection(sun: Sun, event: Ejection) -> dict[str, Any]:
    visible = abs(event.longitude) <= 90
    return {
        "activityID": event.id,
        "startTime": short_time(event.at),
        "sourceLocation": sun_location(event.latitude, event.longitude) if visible else "",
        "activeRegionNum": event.region,
        "note": "" if visible else "The source lies on the far side of the Sun.",
        "cmeAnalyses": [
            {
                "time21_5": short_time(event.far_out),
                "latitude": event.latitude,
                "longitude": event.longitude,
                "halfAngle": event.half_angle,
                "speed": event.speed,
                "type": speed_class(event.speed),
                "isMostAccurate": True,
                "enlilList": [_forecast(run) for run in sun.runs_for(event)] or None,
            }
        ],
        "linkedEvents": _links(sun, event),
    }


def _forecast(run: Simulation) -> dict[str, Any]:
    met = run.at_earth
    return {
        "simulationID": _run_id(run),
        "modelCompletionTime": short_time(run.at),
        "estimatedShockArrivalTime": short_time(met.arrival) if met else None,
        "isEarthGB": bool(met and met.is_glancing),
    }


def _run_id(run: Simulation) -> str:
    return f"WSA-ENLIL/{run.number}/1"


def simulation(run: Simulation) -> dict[str, Any]:
    met, source = run.at_earth, run.ejection
    names = ("kp_18", "kp_90", "kp_135", "kp_180")
    return {
        "simulationID": _run_id(run),
        "modelCompletionTime": short_time(run.at),
        "au": 2.0,
        "cmeInputs": [
            {
                "cmeid": source.id,
                "cmeStartTime": short_time(source.at),
                "time21_5": short_time(source.far_out),
                "latitude": source.latitude,
                "longitude": source.longitude,
                "speed": source.speed,
                "halfAngle": source.half_angle,
                "isMostAccurate": True,
            }
        ],
        "estimatedShockArrivalTime": short_time(met.arrival) if met else None,
        "estimatedDuration": run.hours or None,
        **(dict(zip(names, run.kp, strict=True)) if met else dict.fromkeys(names)),
        "isEarthGB": bool(met and met.is_glancing),
        "impactList": [
            {
                "location": impact.location,
                "arrivalTime": short_time(impact.arrival),
                "isGlancingBlow": impact.is_glancing,
            }
            for impact in run.impacts
        ]
        or None,
    }


def storm(sun: Sun, event: Storm) -> dict[str, Any]:
    return {
        "gstID": event.id,
        "startTime": short_time(event.at),
        "allKpIndex": [
            {"observedTime": short_time(reading.at), "kpIndex": reading.kp, "source": "NOAA"}
            for reading in event.readings
            if sun.is_past(reading.at)
        ],
        "linkedEvents": _links(sun, event),
    }


def particles(sun: Sun, event: ParticleEvent) -> dict[str, Any]:
    return {
        "sepID": event.id,
        "eventTime": short_time(event.at),
        "instruments": [{"displayName": name} for name in event.instruments],
        "peakProtonFlux_pfu": event.peak_flux,
        "linkedEvents": _links(sun, event),
    }


def crossing(sun: Sun, event: Crossing) -> dict[str, Any]:
    return {
        "mpcID": event.id,
        "eventTime": short_time(event.at),
        "instruments": [{"displayName": "MODEL: SWMF"}],
        "standoffDistance_Re": event.standoff,
        "linkedEvents": _links(sun, event),
    }


def enhancement(sun: Sun, event: Enhancement) -> dict[str, Any]:
    return {
        "rbeID": event.id,
        "eventTime": short_time(event.at),
        "instruments": [{"displayName": "GOES: SEISS above 2 MeV"}],
        "electronFlux_pfu": event.electron_flux,
        "linkedEvents": _links(sun, event),
    }


def stream(sun: Sun, event: Stream) -> dict[str, Any]:
    return {
        "hssID": event.id,
        "eventTime": short_time(event.at),
        "instruments": [{"displayName": "ACE: SWEPAM"}, {"displayName": "DSCOVR: PLASMAG"}],
        "speed_km_s": event.speed,
        "coronalHole": event.hole,
        "linkedEvents": _links(sun, event),
    }


def bulletin(message: Bulletin) -> dict[str, Any]:
    return {
        "messageType": message.kind,
        "messageID": message.id,
        "messageIssueTime": short_time(message.at),
        "activityID": message.subject or None,
        "messageBody": message.body,
    }
