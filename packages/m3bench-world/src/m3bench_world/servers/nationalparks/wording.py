"""Contents of a park as JSON for answers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from m3bench_world.data import written
from m3bench_world.parks import Alert, Campground, Contact, Event, Fee, Hours, Park, VisitorCenter

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = written("servers/nationalparks", "months", tuple[str, ...])
MOST_DATES = 31


def fee(item: Fee) -> dict[str, str]:
    return {"cost": item.cost, "title": item.title, "description": item.description}


def hours(item: Hours) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "description": item.description,
        "standardHours": dict(zip(DAYS, item.standard, strict=True)),
    }
    if item.closed_months:
        shown["closedMonths"] = [MONTHS[month - 1] for month in item.closed_months]
    return shown


def contact(item: Contact) -> dict[str, str]:
    return {"phone": item.phone, "email": item.email}


def brief(park: Park) -> dict[str, Any]:
    """Return the fields that identify the park of an item."""
    return {"parkCode": park.code, "parkName": park.full_name}


def campground(camp: Campground, park: Park, now: datetime) -> dict[str, Any]:
    return {
        "id": camp.id,
        "name": camp.name,
        **brief(park),
        "description": camp.description,
        "latitude": camp.lat,
        "longitude": camp.lng,
        "openNow": now.month not in camp.hours.closed_months,
        "campsites": {"totalSites": camp.total_sites, **camp.sites},
        "numberOfSitesReservable": camp.reservable,
        "numberOfSitesFirstComeFirstServe": camp.first_come,
        "fees": [fee(item) for item in camp.fees],
        "reservationInfo": camp.reservation_info,
        "reservationUrl": camp.reservation_url,
        "amenities": {"toilets": list(camp.toilets), **camp.amenities},
        "accessibility": {
            "rvAllowed": camp.rv_allowed,
            "rvMaxLengthFeet": camp.rv_max_feet,
            "trailerMaxLengthFeet": camp.trailer_max_feet,
            "accessibleSites": camp.accessible_sites,
        },
        "operatingHours": {"description": camp.hours.description},
        "directions": camp.directions,
        "contacts": contact(camp.contact),
    }


def visitor_center(center: VisitorCenter, park: Park, now: datetime) -> dict[str, Any]:
    return {
        "id": center.id,
        "name": center.name,
        **brief(park),
        "description": center.description,
        "latitude": center.lat,
        "longitude": center.lng,
        "address": center.address,
        "openThisMonth": now.month not in center.hours.closed_months,
        "operatingHours": hours(center.hours) | {"winterHours": center.winter_hours},
        "amenities": list(center.amenities),
        "directions": center.directions,
        "contacts": contact(center.contact),
    }


def alert(item: Alert, park: Park) -> dict[str, Any]:
    return {
        "id": item.id,
        **brief(park),
        "category": item.category,
        "title": item.title,
        "description": item.description,
        "inForceSince": item.since.strftime("%Y-%m-%d"),
        "expectedUntil": item.until.strftime("%Y-%m-%d"),
        "lastIndexedDate": item.since.strftime("%Y-%m-%d %H:%M:%S"),
        "url": park.url.replace("index.htm", "planyourvisit/conditions.htm"),
    }


def event(item: Event, park: Park) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "id": item.id,
        "title": item.title,
        **brief(park),
        "category": item.category,
        "description": item.description,
        "location": item.location,
        "latitude": item.lat,
        "longitude": item.lng,
        "dateStart": item.dates[0].isoformat(),
        "dateEnd": item.dates[-1].isoformat(),
        "dates": [day.isoformat() for day in item.dates[:MOST_DATES]],
        "times": [{"timeStart": item.start, "timeEnd": item.end}],
        "isRecurring": item.category != "Festival",
        "isFree": not item.fee,
        "feeInfo": f"{item.fee} US dollars per person" if item.fee else "",
        "registrationRequired": item.registration,
        "contacts": contact(item.contact),
    }
    if len(item.dates) > MOST_DATES:
        shown["moreDates"] = len(item.dates) - MOST_DATES
    return shown
