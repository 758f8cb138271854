"""Invented visitor centres; the first of each park is the main one."""

from __future__ import annotations

from m3bench_world.chance import Chance
from m3bench_world.data import written
from m3bench_world.parks.naming import contact, identifier, position, spot_names
from m3bench_world.parks.types import Hours, Park, VisitorCenter

_KINDS = ("Visitor Center", "Visitor Center", "Discovery Center", "Contact Station")
_AMENITIES = written("parks", "amenities", tuple[str, ...])
WINTER = (11, 12, 1, 2, 3, 4)


def visitor_centers(chance: Chance, park: Park) -> list[VisitorCenter]:
    most = 1 if park.radius_km < 2 else 2 if park.radius_km < 10 else 4
    count = chance.whole(max(1, most - 2), most, "centers", park.code)
    spots = spot_names(chance, park, 60)[-count:]
    return [_center(chance, park, number, spots[number]) for number in range(count)]


def _center(chance: Chance, park: Park, number: int, spot: str) -> VisitorCenter:
    key = ("center", park.code, number)
    kind = chance.pick(_KINDS, *key, "kind")
    name = f"{park.name} Visitor Center" if number == 0 else f"{spot} {kind}"
    opens, closes = chance.pick((8, 9), *key, "opens"), chance.pick((16, 17, 18), *key, "closes")
    seasonal = number > 0 and bool(park.traits & {"snow", "arctic", "glacier"})
    extra = [amenity for amenity in _AMENITIES[2:] if chance.happens(0.55, *key, amenity)]
    lat, lng = position(chance, park, *key)
    return VisitorCenter(
        id=identifier(chance, *key),
        park_code=park.code,
        name=name,
        description=_description(park, name, extra),
        lat=lat,
        lng=lng,
        hours=Hours(
            "Open daily from May to October; closed in winter."
            if seasonal
            else "Open daily except December 25.",
            (f"{opens}:00AM - {closes - 12}:00PM",) * 7,
            WINTER if seasonal else (),
        ),
        winter_hours="Closed" if seasonal else f"{opens + 1}:00AM - {closes - 13}:00PM",
        amenities=(*_AMENITIES[:2], *extra),
        contact=contact(chance, park, *key),
        directions=f"{'At the main entrance' if number == 0 else 'On the park road'}, "
        f"{chance.whole(1, 25, *key, 'miles')} miles from {park.town}.",
        address=f"{chance.whole(1, 980, *key, 'number')} {spot} Road, {park.town}, {park.state}",
    )


def _description(park: Park, name: str, extra: list[str]) -> str:
    offer = "exhibits, maps and rangers" if "Exhibits" in extra else "maps and rangers"
    return f"{name} has {offer} to help you plan a day in {park.full_name}."
