"""Meeting rooms."""

from __future__ import annotations

from typing import Final

import msgspec


class Room(msgspec.Struct, frozen=True):
    id: str
    name: str
    floor: int
    seats: int
    equipment: tuple[str, ...]


ROOMS: Final = {
    room.id: room
    for room in (
        Room("room-atrium", "Atrium", 0, 20, ("projector", "microphones", "video conference")),
        Room("room-birch", "Birch", 1, 10, ("screen", "video conference", "whiteboard")),
        Room("room-cedar", "Cedar", 1, 6, ("screen", "whiteboard")),
        Room("room-dune", "Dune", 2, 4, ("whiteboard",)),
        Room("room-elm", "Elm", 2, 8, ("projector", "video conference")),
    )
}
