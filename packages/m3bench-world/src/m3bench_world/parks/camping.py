"""Invented campgrounds with consistent site counts."""

from __future__ import annotations

from m3bench_world.chance import Chance
from m3bench_world.parks.naming import contact, identifier, position, spot_names
from m3bench_world.parks.types import Campground, Fee, Hours, Park

KINDS = ("tentOnly", "rvOnly", "electricalHookups", "group", "horse", "walkBoatTo", "other")
WINTER = (11, 12, 1, 2, 3, 4)
_YEAR_ROUND = "Open all year."
_ALL_DAY = ("All Day",) * 7


def campgrounds(chance: Chance, park: Park) -> list[Campground]:
    spots = spot_names(chance, park, park.campground_count + 2)[2:]
    return [_campground(chance, park, number, f"{spot} Campground") for number, spot in enumerate(spots)]


def _campground(chance: Chance, park: Park, number: int, name: str) -> Campground:
    key = ("camp", park.code, number)
    remote = _remote(chance, park, number)
    sites = _sites(chance, park, key, remote=remote)
    total = sum(sites.values())
    reservable = round(total * chance.pick((0.0, 0.5, 0.8, 1.0, 1.0), *key, "reservable"))
    lat, lng = position(chance, park, *key)
    vehicles = sites["rvOnly"] + sites["electricalHookups"] > 0
    longest = chance.pick((24, 27, 30, 35, 40), *key, "rv") if vehicles else 0
    return Campground(
        id=identifier(chance, *key),
        park_code=park.code,
        name=name,
        description=_description(park, name, total, remote=remote),
        lat=lat,
        lng=lng,
        total_sites=total,
        sites=sites,
        reservable=reservable,
        first_come=total - reservable,
        fees=_fees(chance, sites, key, remote=remote),
        amenities=_amenities(chance, key, remote=remote),
        toilets=("Vault toilets - year round",) if remote else ("Flush toilets - seasonal", "Vault toilets"),
        rv_allowed=vehicles,
        rv_max_feet=longest,
        trailer_max_feet=max(longest - 3, 0),
        accessible_sites=0 if remote else max(1, total // 25),
        hours=_hours(chance, park, key),
        reservation_info=_reservation(total, reservable),
        reservation_url=f"https://reservations.parks.example/{park.code}/{number + 1}" if reservable else "",
        contact=contact(chance, park, *key),
        directions=f"From {park.town}, follow the park road towards {name.removesuffix(' Campground')}; "
        + ("the last stretch is on foot or by boat." if remote else "the entrance is signed."),
    )


def _remote(chance: Chance, park: Park, number: int) -> bool:
    """Return whether a campground is reached on foot or by boat; never the first one of a mainland park."""
    if "boat" in park.traits:
        return True
    return number > 0 and chance.happens(0.15, "camp", park.code, number, "remote")


def _sites(chance: Chance, park: Park, key: tuple[object, ...], *, remote: bool) -> dict[str, int]:
    def some(kind: str, low: int, high: int) -> int:
        return chance.whole(low, high, *key, kind)

    if remote:
        return dict.fromkeys(KINDS, 0) | {"walkBoatTo": some("walk", 6, 25), "group": some("group", 0, 2)}
    horse = some("horse", 0, 6) if park.traits & {"mountain", "prairie", "canyon"} else 0
    hookups = some("hookups", 8, 40) if chance.happens(0.25, *key, "powered") else 0
    return {
        "tentOnly": some("tent", 10, 90),
        "rvOnly": some("rv", 0, 60),
        "electricalHookups": hookups,
        "group": some("group", 0, 5),
        "horse": horse,
        "walkBoatTo": 0,
        "other": some("other", 0, 40),
    }


def _fees(chance: Chance, sites: dict[str, int], key: tuple[object, ...], *, remote: bool) -> tuple[Fee, ...]:
    if remote:
        return (
            Fee(f"{chance.pick((10, 12, 15), *key, 'fee')}.00", "Site", "Per site and night, with a permit."),
        )
    price = chance.pick((20, 24, 26, 28, 30, 36), *key, "fee")
    found = [Fee(f"{price}.00", "Standard Site", "Per site and night, up to six people.")]
    if sites["electricalHookups"]:
        found.append(Fee(f"{price + 14}.00", "Electric Site", "Per site and night, with a power connection."))
    if sites["group"]:
        found.append(Fee(f"{price * 2 + 15}.00", "Group Site", "Per site and night, up to 30 people."))
    if sites["horse"]:
        found.append(Fee(f"{price + 10}.00", "Horse Site", "Per site and night, up to four horses."))
    return tuple(found)


def _amenities(chance: Chance, key: tuple[object, ...], *, remote: bool) -> dict[str, str]:
    def likely(name: str, probability: float) -> str:
        return "Yes" if not remote and chance.happens(probability, *key, name) else "No"

    return {
        "potableWater": "No water"
        if remote
        else chance.pick(("Yes - seasonal", "Yes - year round"), *key, "water"),
        "showers": likely("showers", 0.3),
        "laundry": likely("laundry", 0.15),
        "dumpStation": likely("dump", 0.5),
        "campStore": likely("store", 0.35),
        "firewoodForSale": likely("firewood", 0.6),
        "iceAvailableForSale": likely("ice", 0.4),
        "foodStorageLockers": "Yes" if chance.happens(0.6, *key, "lockers") else "No",
        "amphitheater": likely("amphitheater", 0.6),
        "trashRecyclingCollection": "No" if remote else "Yes",
        "cellPhoneReception": likely("phone", 0.4),
        "internetConnectivity": likely("internet", 0.1),
        "staffOrVolunteerHostOnsite": likely("host", 0.8),
    }


def _hours(chance: Chance, park: Park, key: tuple[object, ...]) -> Hours:
    wintry = bool(park.traits & {"snow", "glacier", "arctic"}) or abs(park.lat) > 43
    if wintry and chance.happens(0.75, *key, "seasonal"):
        return Hours("Open from May to October; closed in winter.", _ALL_DAY, WINTER)
    return Hours(_YEAR_ROUND, _ALL_DAY)


def _reservation(total: int, reservable: int) -> str:
    if not reservable:
        return "No reservations: all sites go to whoever comes first. Arrive before noon at weekends."
    some = "All sites" if reservable == total else f"{reservable} of {total} sites"
    return f"{some} can be reserved up to six months ahead; stays are limited to 14 nights."


def _description(park: Park, name: str, total: int, *, remote: bool) -> str:
    if remote:
        return f"{name} has {total} simple sites in the back country of {park.name}, far from any road."
    return (
        f"{name} has {total} sites with tables and fire rings, close to the roads and trails of {park.name}."
    )
