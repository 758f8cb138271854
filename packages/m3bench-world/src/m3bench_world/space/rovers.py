"""Mars rovers: real missions and cameras, with invented photographs for every Martian day."""

from __future__ import annotations

import math
from datetime import date, datetime, timedelta
from functools import lru_cache

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.data import written

SOL_DAYS = 1.02749125

CAMERAS = written("space", "cameras", dict[str, str])

_OLD_CAMERAS = ("FHAZ", "RHAZ", "NAVCAM", "PANCAM", "MINITES")


class Rover(msgspec.Struct, frozen=True):
    name: str
    number: int
    launched: date
    landed: date
    cameras: tuple[str, ...]
    last_sol: int | None = None
    """None if it is still active."""


ROVERS = {
    "curiosity": Rover(
        "Curiosity",
        5,
        date(2011, 11, 26),
        date(2012, 8, 6),
        ("FHAZ", "RHAZ", "MAST", "CHEMCAM", "MAHLI", "MARDI", "NAVCAM"),
    ),
    "opportunity": Rover("Opportunity", 6, date(2003, 7, 7), date(2004, 1, 25), _OLD_CAMERAS, 5_111),
    "spirit": Rover("Spirit", 7, date(2003, 6, 10), date(2004, 1, 4), _OLD_CAMERAS, 2_208),
    "perseverance": Rover("Perseverance", 8, date(2020, 7, 30), date(2021, 2, 18), tuple(CAMERAS)[9:]),
}


class Photo(msgspec.Struct, frozen=True):
    id: int
    rover: Rover
    sol: int
    camera: str
    earth_date: date


class Rovers:
    def __init__(self, chance: Chance, now: datetime) -> None:
        self._chance = chance
        self._today = now.date()
        self.tallies = lru_cache(maxsize=4)(self._tallies)

    def last_sol(self, rover: Rover) -> int:
        """Return the current Martian day of a rover, or its last one."""
        reached = self.sol_on(rover, self._today, nearest=True)
        return reached if rover.last_sol is None else min(reached, rover.last_sol)

    def newest_sol(self, rover: Rover) -> int:
        """Return the last Martian day with photographs, or 0."""
        days = range(self.last_sol(rover), 0, -1)
        return next((sol for sol in days if self.counts(rover, sol)), 0)

    @staticmethod
    def earth_date(rover: Rover, sol: int) -> date:
        return rover.landed + timedelta(days=math.floor(sol * SOL_DAYS))

    def sol_on(self, rover: Rover, day: date, *, nearest: bool = False) -> int:
        """Return the Martian day of a date.

        If none began on it, return -1, or with `nearest` the last one before.
        """
        sol = math.ceil((day - rover.landed).days / SOL_DAYS)
        if self.earth_date(rover, sol) == day or sol < 0:
            return sol
        return sol - 1 if nearest else -1

    def counts(self, rover: Rover, sol: int) -> dict[str, int]:
        """Return the number of photographs per camera on a Martian day."""
        if not 0 <= sol <= self.last_sol(rover):
            return {}
        bits = self._chance.bits("rover photos", rover.name, sol)
        if bits % 17 == 0:  # a day of silence
            return {}
        counts = {}
        for index, camera in enumerate(rover.cameras):
            draw = bits >> (8 + 5 * index) & 31
            if draw > 11:
                counts[camera] = draw * 2 - 20 if camera in ("MAST", "PANCAM", "MCZ_LEFT") else draw - 10
        return counts

    def photos(self, rover: Rover, sol: int) -> list[Photo]:
        found: list[Photo] = []
        day = self.earth_date(rover, sol) if 0 <= sol <= self.last_sol(rover) else rover.landed
        for camera, number in self.counts(rover, sol).items():
            for _ in range(number):
                identity = rover.number * 100_000_000 + sol * 1_000 + len(found)
                found.append(Photo(identity, rover, sol, camera, day))
        return found

    def _tallies(self, rover: Rover) -> dict[int, int]:
        """Map Martian days to numbers of photographs, if any."""
        totals = {sol: sum(self.counts(rover, sol).values()) for sol in range(self.last_sol(rover) + 1)}
        return {sol: total for sol, total in totals.items() if total}
