"""Records as they are before any tool changes them. They are drawn anew on each call: nothing is kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from m3bench_world import World
from m3bench_world.servers.synthetic.table import Application, Field, FieldType, Kind
from m3bench_world.servers.synthetic.words import POOLS

Record = dict[str, Any]

_FIRST_NUMBER = 1001
_FEWEST, _MOST = 18, 60
_DAYS_BEFORE, _DAYS_AFTER = 400, 120


def original_records(world: World, application: Application, kind: Kind) -> dict[str, Record]:
    """Return all records of a kind by id."""
    keys = _ids(world, application, kind)
    return {key: _draw_record(world, application, kind, key) for key in keys}


def original_record(world: World, application: Application, kind: Kind, key: str) -> Record | None:
    """Return one record; None if there is none with this id."""
    return _draw_record(world, application, kind, key) if key in _ids(world, application, kind) else None


def _ids(world: World, application: Application, kind: Kind) -> list[str]:
    count = world.chance.whole(_FEWEST, _MOST, "synthetic", application.name, kind.name)
    return [f"{kind.id_prefix}{_FIRST_NUMBER + number}" for number in range(count)]


def _draw_record(world: World, application: Application, kind: Kind, key: str) -> Record:
    drawn = {field.name: _draw(world, application, field, key) for field in kind.fields}
    return {"id": key} | drawn | ({"archived": False} if kind.is_archivable else {})


def _draw(world: World, application: Application, field: Field, key: str) -> str | float:
    chance, name = world.chance, ("synthetic", application.name, key, field.name)
    match field.type:
        case FieldType.NUMBER if field.is_whole:
            return chance.whole(int(field.low), int(field.high), *name)
        case FieldType.NUMBER:
            return round(chance.between(field.low, field.high, *name), 1)
        case FieldType.DATE:
            return (
                (world.now + timedelta(days=chance.whole(-_DAYS_BEFORE, _DAYS_AFTER, *name)))
                .date()
                .isoformat()
            )
        case FieldType.REFERENCE:
            return chance.pick(_ids(world, application, application.kind(field.target)), *name)
        case FieldType.TEXT if field.pool:
            return POOLS[field.pool](chance, *name)
    return chance.pick(field.words, *name)
