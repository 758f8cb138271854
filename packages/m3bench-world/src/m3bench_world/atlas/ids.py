"""Place ids in Google's format that every process of the same seed can decode."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from enum import IntEnum

import msgspec

from m3bench_world.chance import Chance

PREFIX = "ChIJ"
LENGTH = 27
_PAYLOAD = 9
_OFFSET = 1 << 31


class Subject(IntEnum):
    """Type of an id. Its two numbers are …"""

    PLACE = 1
    """… its GeoNames id, and 0."""
    LANDMARK = 2
    """… the GeoNames id of its place, and its number there."""
    FAMOUS = 3
    """… its number in the list of famous landmarks, and 0."""
    POINT = 4
    """… latitude and longitude in millionths of a degree."""
    AIRPORT = 5
    """… its row, and 0."""
    HOUSE = 6
    """… the GeoNames id of its place, and its street and number there."""


class Meaning(msgspec.Struct, frozen=True):
    subject: Subject
    first: int
    second: int = 0


class Ids:
    """Encodes places as ids, masked and authenticated with the seed: ids of another world are invalid."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def write(self, subject: Subject, first: int, second: int = 0) -> str:
        numbers = (number + _OFFSET for number in (first, second))
        payload = bytes((subject,)) + b"".join(number.to_bytes(4, "big") for number in numbers)
        seal = self._seal(payload)
        return PREFIX + urlsafe_b64encode(seal + self._masked(payload, seal)).decode().rstrip("=")

    def read(self, place_id: str) -> Meaning | None:
        """Decode an id; None if it is not from this world."""
        if len(place_id) != LENGTH or not place_id.startswith(PREFIX) or not place_id.isascii():
            return None
        try:
            raw = urlsafe_b64decode(place_id[len(PREFIX) :] + "=")
        except ValueError:
            return None
        seal, payload = raw[:8], self._masked(raw[8:], raw[:8])
        if self._seal(payload) != seal or payload[0] not in set(Subject):
            return None
        first, second = (int.from_bytes(payload[start : start + 4], "big") - _OFFSET for start in (1, 5))
        return Meaning(Subject(payload[0]), first, second)

    def _seal(self, payload: bytes) -> bytes:
        return self._chance.bits("place id seal", payload.hex()).to_bytes(8, "big")

    def _masked(self, payload: bytes, seal: bytes) -> bytes:
        halves = (self._chance.bits("place id mask", seal.hex(), half).to_bytes(8, "big") for half in (0, 1))
        mask = b"".join(halves)[:_PAYLOAD]
        return bytes(byte ^ cover for byte, cover in zip(payload, mask, strict=True))
