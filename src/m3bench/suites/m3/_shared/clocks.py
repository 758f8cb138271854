"""Opening hours as answers may write them."""

from __future__ import annotations

import re

from m3bench.checks import Claim

_TIME = re.compile(r"(\d{1,2}):(\d{2})\s*([AP]M)?", re.IGNORECASE)
_ALL_DAY = "24 hours|all day|around the clock|24/7|00:00"


def spellings(hour: int, minute: int) -> str:
    """A time of the day in the usual ways, with bars between them."""
    half = "AM" if hour % 24 < 12 else "PM"
    short = (hour + 11) % 12 + 1
    ways = [f"{hour % 24:02}:{minute:02}", f"{hour % 24}:{minute:02}", f"{short}:{minute:02} {half}",
            f"{short}:{minute:02}{half}"]  # fmt: skip
    if not minute:
        ways += [f"{short} {half}", f"{short}{half}"]
    if not minute and hour % 12 == 0:
        ways.append("noon" if hour == 12 else "midnight")
    return "|".join(dict.fromkeys(ways))


def times(hours: str) -> list[str]:
    """The times that a text such as `9:00AM - 5:00PM` or `12:30 – 22:00` holds, each as `spellings`."""
    found = []
    for hour, minute, half in _TIME.findall(hours):
        of_day = int(hour) % 12 + (12 if half.upper() == "PM" else 0) if half else int(hour)
        found.append(spellings(of_day, int(minute)))
    return found


def hours_claim(what: str, hours: str) -> Claim:
    """That something has these hours."""
    told = tuple(dict.fromkeys(times(hours)))
    if told:
        return Claim(f"{what}: {hours}", all_of=told)
    closed = "closed" in hours.casefold()
    return Claim(f"{what}: {hours}", any_of=("closed",) if closed else tuple(_ALL_DAY.split("|")))
