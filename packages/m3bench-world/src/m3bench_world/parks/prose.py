"""Texts about a park: description, fees, hours, directions."""

from __future__ import annotations

from m3bench_world.chance import Chance
from m3bench_world.data import written
from m3bench_world.parks.naming import ACTIVITIES, FEATURES, STATES, spot_names
from m3bench_world.parks.types import Fee, Hours, Park
from m3bench_world.text import join_names

TOPICS = written("parks", "topics", dict[str, str])
_ALL_WEEK = 7


def activities(park: Park) -> list[str]:
    found = {name for trait in ("", *park.traits) for name in ACTIVITIES.get(trait, ())}
    if park.campground_count:
        found.add("Camping")
    return sorted(found)


def topics(park: Park) -> list[str]:
    return sorted({TOPICS[trait] for trait in park.traits if trait in TOPICS} | {"Animals", "Plants"})


def description(chance: Chance, park: Park) -> str:
    seen = [
        chance.pick(FEATURES[trait], "phrase", park.code, trait)
        for trait in sorted(park.traits, key=lambda trait: chance.bits("order", park.code, trait))
        if trait in FEATURES
    ][:3]
    spots = spot_names(chance, park, 2)
    where = join_names([STATES[state] for state in park.states])
    opening = chance.pick(("Come for", "Here you find", "Visitors meet"), "opening", park.code)
    return (
        f"{park.full_name} lies in {where} and has been protected since {park.since}. "
        f"{opening} {join_names(seen)}. Many begin at {spots[0]} and end the day at {spots[1]}."
    )


def directions(chance: Chance, park: Park) -> str:
    miles = chance.whole(1, 3 if park.radius_km < 2 else 28, "miles", park.code)
    return (
        f"From {park.town}, {park.state}, follow the signs for {miles} mile{'s' if miles > 1 else ''} to the "
        "main entrance. Satellite navigation may lead to closed roads: keep to the signs."
    )


def fees(chance: Chance, park: Park) -> tuple[Fee, ...]:
    """Return the entrance fees, none if entry is free."""
    if park.free:
        return ()
    if park.radius_km < 2:
        person = chance.pick((10, 15), "fee", park.code)
        return (
            Fee(
                f"{person}.00",
                "Entrance - Per Person",
                "Admits one adult for the day; children under 16 free.",
            ),
            Fee(f"{person * 3}.00", "Entrance - Annual", "Admits the holder and three guests for 12 months."),
        )
    vehicle = chance.pick((20, 25, 30, 30, 35), "fee", park.code)
    return (
        Fee(f"{vehicle}.00", "Entrance - Private Vehicle", "Admits one car and all in it for 7 days."),
        Fee(
            f"{vehicle - 5}.00", "Entrance - Motorcycle", "Admits one motorcycle with its riders for 7 days."
        ),
        Fee(
            f"{vehicle // 10 * 5}.00",
            "Entrance - Per Person",
            "Admits one person on foot or bicycle for 7 days.",
        ),
        Fee(f"{vehicle * 2}.00", "Entrance - Annual", "Admits the holder's vehicle for 12 months."),
    )


def hours(park: Park) -> Hours:
    if park.radius_km < 2 and "history" in park.traits:
        text = "Open daily from 9 am to 5 pm; closed on Thanksgiving Day and December 25."
        return Hours(text, ("9:00AM - 5:00PM",) * _ALL_WEEK)
    if "arctic" in park.traits or "glacier" in park.traits:
        text = "Open all year at any hour; services are few from October to April."
        return Hours(text, ("All Day",) * _ALL_WEEK)
    text = (
        "Open all year at any hour; some roads close with snow."
        if "snow" in park.traits
        else ("Open all year, day and night.")
    )
    return Hours(text, ("All Day",) * _ALL_WEEK)
