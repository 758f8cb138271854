"""Records of a kind as they are now in an attempt."""

from __future__ import annotations

from m3bench.core import near_misses, normalize
from m3bench.servers.kit import BadArgument, NotFound
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.synthetic.drawing import Record, original_record, original_records
from m3bench_world.servers.synthetic.table import Application, Kind

_LONGEST_ID = 80
_FIRST_NEW = 9000
"""Ids of new records begin with 9, those of the world with 1."""


class Records:
    """The records of one kind, with the changes of the attempt."""

    def __init__(self, context: ToolContext, application: Application, kind: Kind) -> None:
        self.context, self._application, self.kind = context, application, kind
        self.table = f"{application.name}/{kind.name}"

    def all(self, *, archived: bool = False) -> list[Record]:
        """Return all records, by default without archived ones."""
        originals = original_records(self.context.world, self._application, self.kind)
        found = self.context.records.all(self.table, originals).values()
        return [record for record in found if archived or not record.get("archived")]

    def original(self, key: str) -> Record | None:
        """Return a record as it was before the attempt; None if there was none."""
        return original_record(self.context.world, self._application, self.kind, key)

    def get(self, key: str, argument: str = "id") -> Record:
        """Return a record. Raise `BadArgument` if the id is none of this kind, `NotFound` if it is unused."""
        key = key.strip().lower()
        if len(key) > _LONGEST_ID or not key.startswith(self.kind.id_prefix):
            advice = f"ids of {self.kind.labels} are like {self.kind.example_id}"
            raise BadArgument(argument, f"'{key[:40]}' is not an id; {advice}")
        record = self.context.records.get(self.table, key, self.original(key))
        if record is None:
            ids = (each["id"] for each in self.all(archived=True))
            raise NotFound(f"no {self.kind.label} '{key}'", near_misses(key, ids, 3))
        return record

    def refer(self, field: str, key: str) -> str:
        """Return the id of a record that a field of this kind refers to, checked to exist."""
        target = next(each.target for each in self.kind.fields if each.name == field)
        other = Records(self.context, self._application, self._application.kind(target))
        found: str = other.get(key, field)["id"]
        return found

    def new_id(self, number: int) -> str:
        """Return the id of a record that is created by the call with this number."""
        return f"{self.kind.id_prefix}{_FIRST_NEW + number}"


def contains_words(record: Record, query: str) -> bool:
    """Return whether the fields of a record contain all words of a query, in any order."""
    text = normalize(" ".join(str(value) for value in record.values()))
    return all(word in text for word in normalize(query).split())
