"""What is said in a recording before anyone says it, and pools of words for it."""

from __future__ import annotations

from typing import Any

import msgspec

from m3bench_world.data import written

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class Line(msgspec.Struct, frozen=True):
    """What one speaker says."""

    speaker: str
    voice: str
    """A key of `m3bench.media.speech.VOICES`."""
    text: str
    pause: float = 0.5
    """The silence before it, in seconds."""
    speed: float = 1.0


class Script(msgspec.Struct, frozen=True):
    kind: str
    title: str
    lines: tuple[Line, ...]
    facts: dict[str, Any] = {}


def spell(digits: str) -> str:
    """Return digits as they are dictated: "four seven one two"."""
    return " ".join(_DIGITS[int(digit)] for digit in digits)


def dictate(number: str) -> str:
    """Return a telephone number as it is dictated, with a comma between its groups."""
    return ", ".join(spell(group) for group in number.split("-"))


WOMEN = ("Susan", "Karen", "Emily", "Rachel", "Helen", "Laura", "Alice", "Jessica", "Victoria", "Margaret")
MEN = ("Peter", "Thomas", "Michael", "Robert", "David", "William", "Simon", "Kevin", "Edward", "Patrick")
SURNAMES = (
    "Baker", "Carter", "Fisher", "Hunter", "Miller", "Parker", "Taylor", "Walker", "Wilson", "Jackson",
    "Johnson", "Robinson", "Harrison", "Collins", "Stevens", "Richards", "Morgan", "Campbell",
)  # fmt: skip
ITEMS = (
    "coffee machine", "desk lamp", "office chair", "winter jacket", "garden table", "running shoes",
    "water bottle", "kitchen scale", "camping tent", "electric kettle", "picture frame", "travel bag",
    "keyboard", "bookshelf", "mountain bike", "wall clock",
)  # fmt: skip
PROBLEMS = (
    ("damaged", "It arrived damaged."),
    ("wrong color", "You sent me the wrong color."),
    ("part missing", "One part is missing from the box."),
    ("too small", "It is much too small for me."),
    ("late", "It should have been here last week."),
    ("does not turn on", "It does not turn on at all."),
)
"""In short, and as a customer says it."""
REMEDIES = (
    ("refund", "I would like my money back."),
    ("replacement", "I would like you to send me a new one."),
    ("repair", "I would like to have it repaired."),
)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
COLORS = ("red", "blue", "green", "black", "white", "yellow")
TASKS = (
    "send the budget to the finance team", "book a room for the workshop",
    "call the printer about the posters",
    "update the price list", "write the first draft of the report", "order new chairs for the office",
    "test the new payment page", "invite the customers to the opening", "translate the user manual",
    "check the numbers from last month", "prepare the slides for the board", "find a hotel for our guests",
)  # fmt: skip
PROJECTS = ("the spring catalog", "the new website", "the summer sale", "the office move", "the trade fair")
CITIES = written("audio", "cities", tuple[str, ...])
REASONS = ("bad weather", "a technical problem", "heavy traffic", "a late arrival")
"""Of delays."""
PLACES = ("the station", "the library", "the airport", "the museum", "the town hall")
NOTES = (
    "buy {count} boxes of paper", "water the plants in the hall", "renew the parking permit",
    "pick up the keys at the front desk", "reserve a table for {count} people", "cancel the newspaper",
    "take {count} photographs of the garden", "return the books to the library", "pay the electric bill",
)  # fmt: skip
