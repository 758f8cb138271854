"""Records of companies as they are now, and changes of them in one transaction."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from datetime import datetime
from functools import partial, wraps
from typing import Annotated, Any, Concatenate, ParamSpec

from m3bench.core import near_misses, normalize
from m3bench.servers.kit import Answer, BadArgument, NotFound, Proof, Server, ToolFailure, about, parse_date
from m3bench_world.servers.context import ToolContext
from m3bench_world.service import TABLES, Company, Record, stamp

CompanyName = Annotated[str, about("Code or name of the company, such as BRI or 'Brindle & Oak'.")]
Limit = Annotated[int, about("At most this many results, up to 50.")]
Reason = Annotated[str, about("Why, in a few words; it is kept with the record.")]

MOST_SHOWN = 50
MOST_CENTS = 1_000_000_000
P = ParamSpec("P")
Work = Callable[Concatenate["ServiceRecords", P], Record]


def refused(why: str) -> ToolFailure:
    """Return the failure of a call that the state of the records does not allow."""
    return ToolFailure(f"Refused: {why}.", "invalid_arguments")


def check_cents(cents: int, name: str) -> int:
    """Return an amount of at least one cent."""
    if not 1 <= cents <= MOST_CENTS:
        raise BadArgument(name, f"{str(cents)[:20]} is not an amount in cents from 1 to {MOST_CENTS:,}")
    return cents


def check_day(text: str | None, name: str) -> str:
    """Return a date as records have it; an empty text if there is none."""
    return parse_date(text, name).isoformat() if text is not None else ""


def contains_words(query: str, *texts: object) -> bool:
    """Return whether the texts contain all words of a query, in any order."""
    found = normalize(" ".join(str(text) for text in texts))
    return all(word in found for word in normalize(query[:200]).split())


def shorten(record: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Return some fields of a record."""
    return {name: record[name] for name in names}


def listing(title: str, found: list[Record], most: int, *names: str) -> Record:
    """Return how many records were found, and some fields of the first. Raises `NotFound` without any."""
    if not found:
        raise NotFound(f"no {title.removesuffix('s')} fits; search with fewer conditions")
    return {"total": len(found), title: [shorten(record, *names) for record in found[:most]]}


_ID = re.compile(r"([A-Z]{3})-([A-Z])\d{1,9}")
_FIRST_NEW = 90_001
"""Ids of new records begin with 9, those of the world with another digit."""
NEW_TABLES = {"customer_notes": "N", "disputes": "D"}
"""Tables without records in the world, and the letters of their ids."""


class ServiceRecords:
    """The records during one call. What `put` stores is written at the end of the call."""

    def __init__(self, context: ToolContext) -> None:
        self._context = context
        self.now: datetime = context.world.now
        self.changed: dict[tuple[str, str], Record | None] = {}

    @property
    def time(self) -> str:
        """Now, as records have it."""
        return stamp(self.now)

    def company(self, name: str) -> Company:
        """Return a company by code or name."""
        service = self._context.world.service
        found = service.find(name[:200])
        if found is None:
            near = service.near(name[:80]) or [each.name for each in service.companies.values()][:3]
            raise NotFound(f"no company '{name[:60]}'", near)
        return found

    def get(self, table: str, key: str, argument: str) -> Record:
        """Return a copy of a record, to change and `put`."""
        company, letter = self._company_of(key, argument), _letter(table)
        key = key.strip().upper()
        if key.partition("-")[2][:1] != letter:
            raise BadArgument(
                argument, f"'{key}' is not an id in {table}; those are like {company.code}-{letter}123"
            )
        if (table, key) in self.changed:
            return deepcopy(self.changed[table, key]) or {}
        originals = company.table(table) if table in TABLES else {}
        found = self._context.records.get(table, key, originals.get(key))
        if found is None:
            raise NotFound(f"no record {key} in {table}", near_misses(key, self.all(table, company), 3))
        return deepcopy(found)

    def all(self, table: str, company: Company) -> dict[str, Record]:
        """Return all records of a company in a table, by id. Do not change them."""
        originals = company.table(table) if table in TABLES else {}
        merged = self._context.records.all(table, originals)
        return {key: record for key, record in merged.items() if key.startswith(f"{company.code}-")}

    def put(self, table: str, record: Record) -> None:
        """Keep a record as it is from now on."""
        self.changed[table, record["id"]] = record

    def new_id(self, table: str, company: str) -> str:
        """Return the id of a new record."""
        letter = _letter(table)
        begin = f"{company}-{letter}9"
        taken = [key for key in self._context.records.changed(table) if key.startswith(begin)]
        return f"{company}-{letter}{_FIRST_NEW + len(taken)}"

    def same_company(self, *records: Record) -> None:
        """Refuse records of different companies."""
        if len({record["company"] for record in records}) > 1:
            names = " and ".join(record["id"] for record in records)
            raise BadArgument("id", f"{names} belong to different companies")

    def company_of(self, record: Record) -> Company:
        return self._context.world.service.companies[record["company"]]

    def _company_of(self, key: str, argument: str) -> Company:
        match = _ID.fullmatch(key.strip().upper()[:40])
        company = self._context.world.service.companies.get(match[1]) if match else None
        if company is None:
            raise BadArgument(argument, f"'{key[:40]}' is not the id of a record; ids are like BRI-O20101")
        return company


def _letter(table: str) -> str:
    return TABLES.get(table) or NEW_TABLES[table]


class RecordServer(Server):
    """A server on the records of companies. Its tools get `ServiceRecords` instead of the context."""

    def __init__(self, name: str, purpose: str, proof: Proof) -> None:
        super().__init__(name, purpose, sources=("service",), strict=True, proof=proof)

    def lookup(self, look: Work[P]) -> Work[P]:
        """Register a function that reads records and returns the answer."""
        self.tool(_with_context(look, lambda context, work: Answer(work(ServiceRecords(context)))))
        return look

    def change(self, work: Work[P]) -> Work[P]:
        """Register a function that reads, decides and writes in one transaction, as `change_records` does."""
        self.tool(read_only=False)(_with_context(work, change_records))
        return work


def _with_context(
    work: Work[P], run: Callable[[ToolContext, Callable[[ServiceRecords], Record]], Answer]
) -> Callable[..., Answer]:
    """Return a tool with the parameters of a function, but the context in place of the records."""

    @wraps(work)
    def tool(context: ToolContext, **arguments: Any) -> Answer:
        return run(context, partial(work, **arguments))

    signature = inspect.signature(work)
    first, *others = signature.parameters.values()
    tool.__dict__["__signature__"] = signature.replace(parameters=[first.replace(name="context"), *others])
    return tool


def change_records(context: ToolContext, work: Callable[[ServiceRecords], Record]) -> Answer:
    """Read, decide and write in one transaction.

    Args:
        context: Of the call.
        work: Reads records, `put`s them as they are from now on, and returns the answer. It raises to change
            nothing.
    """
    answers: list[dict[str, Any]] = []

    def decide(_: int) -> dict[tuple[str, str], Record | None]:
        records = ServiceRecords(context)
        answers.append(work(records))
        return records.changed

    context.update_records(decide)
    return Answer(answers[-1])


def note_event(record: Record, time: str, event: str) -> None:
    """Add a line to the history of a record."""
    record["history"].append({"at": time, "event": event})
