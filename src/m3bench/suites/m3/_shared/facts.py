"""Claims in few words, and the spellings of times and names that count as one."""

from __future__ import annotations

import re

from m3bench.checks import Claim, Quantity, Tolerance

_OTHERWISE = {
    "Notre-Dame de Paris": ("Notre-Dame",),
    "Great Wall at Badaling": ("Great Wall",),
    "Saint Basil's Cathedral": ("St. Basil's Cathedral", "St. Basil's", "Saint Basil's"),
    "United States Capitol": ("US Capitol", "U.S. Capitol", "Capitol"),
    "Petronas Towers": ("Petronas Twin Towers",),
    "Acropolis of Athens": ("Acropolis", "Parthenon"),
    "Great Sphinx of Giza": ("Sphinx",),
    "Great Pyramid of Giza": ("Great Pyramid", "Pyramid of Khufu", "Pyramids of Giza"),
    "Big Ben": ("Elizabeth Tower",),
    "Sagrada Família": ("Basílica de la Sagrada Família",),
    "Christ the Redeemer": ("Cristo Redentor",),
    "Köln": ("Cologne",),
    "New York City": ("New York",),
    "United States": ("USA", "US", "U.S.", "U.S.A.", "United States of America"),
    "United Kingdom": ("UK", "U.K.", "Great Britain", "England"),
    "United Arab Emirates": ("UAE", "U.A.E."),
    "Turkey": ("Türkiye",),
}
_CLOCK = re.compile(r"\b(\d{1,2}):(\d{2})\b")
_NOON = 12


def spelled(name: str) -> str:
    """A name with the other ways to write it, bars between them."""
    return "|".join((name, *_OTHERWISE.get(name, ())))


def named(text: str, *names: str) -> Claim:
    """All of these names are in the answer; bars stand between spellings of one."""
    return Claim(text, all_of=names)


def told(
    text: str,
    value: float,
    *near: str,
    absolute: float = 0.0,
    relative: float = 0.0,
    unit: tuple[str, ...] | None = None,
) -> Claim:
    """The answer has this number, beside these words."""
    return Claim(text, number=Quantity(value, Tolerance(absolute, relative), unit, near))


def clock(time: str) -> str:
    """The ways to write a time of day: `14:05|2:05 pm`."""
    match = _CLOCK.search(time)
    if match is None:
        return time
    hour, minute = int(match[1]), match[2]
    half = "pm" if hour % 24 >= _NOON else "am"
    short = f"{hour % _NOON or _NOON}"
    spellings = [match[0], f"{hour}:{minute}", f"{short}:{minute} {half}", f"{short}:{minute}{half}"]
    if minute == "00":
        spellings += [f"{short} {half}", f"{short}{half}"]
        spellings += {0: ["midnight"], _NOON: ["noon"]}.get(hour % 24, [])
    return "|".join(dict.fromkeys(spellings))


def _short(time: str) -> str:
    """Without its half of the day, which is told once for two times: `5:30–10:00 pm`."""
    hour, minute = time.split(":")
    return f"{int(hour) % _NOON or _NOON}:{minute}"


def opening(text: str, hours: str) -> Claim:
    """The answer tells when a place opens and closes; or that it is closed, or always open."""
    times = [match[0] for match in _CLOCK.finditer(hours)]
    if times:
        return Claim(text, all_of=tuple(dict.fromkeys(f"{clock(time)}|{_short(time)}" for time in times)))
    return Claim(
        text, any_of=("closed", "not open") if hours == "Closed" else ("24 hours", "around the clock", "24/7")
    )
