"""Reads the tables in `applications/`.

    [crm] Keep accounts and deals of a sales team.
    account: name company, industry retail/health, employees 5-4000
    deal: title ~Renewal/Pilot project, >account, stage open/won/lost, closes_on date; win=won, lose=lost

A field is a name and what it holds: a pool of texts (`company`), texts to draw from (`~A/B`), choices
(`a/b`), numbers (`5-4000`; with a point, decimals), a `date`, or a record of another kind (`>account`). A
pool or kind alone also names the field. Actions follow a semicolon: verb and the choice that it sets.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec

from m3bench_world.servers.synthetic.table import Action, Application, Field, FieldType, Kind
from m3bench_world.servers.synthetic.words import POOLS

_HEADER = re.compile(r"\[([a-z]+(?:-[a-z]+)*)\] (\S.*\.)")
_NAME = re.compile(r"[a-z]+(?:_[a-z]+)*")
_RANGE = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?)-(-?[0-9]+(?:\.[0-9]+)?)")


class NotationError(ValueError):
    """A line of a table that cannot be read."""


@cache
def applications() -> dict[str, Application]:
    """Return all applications by name."""
    folder = files("m3bench_world.servers.synthetic") / "applications"
    tables = sorted(path.name for path in folder.iterdir() if path.name.endswith(".txt"))
    found = [
        application for table in tables for application in parse((folder / table).read_text(encoding="utf-8"))
    ]
    return {each.name: each for each in sorted(found, key=lambda each: each.name)}


def parse(text: str) -> list[Application]:
    """Read applications from their notation."""
    return [_application(block.split("\n")) for block in text.strip().split("\n\n")]


def _application(lines: list[str]) -> Application:
    header = _HEADER.fullmatch(lines[0])
    if header is None:
        raise NotationError(f"not the head of an application: {lines[0]!r}")
    kinds = [_kind(line) for line in lines[1:]]
    targets = {field.target for kind in kinds for field in kind.fields} - {""}
    if unknown := sorted(targets - {kind.name for kind in kinds}):
        raise NotationError(f"{header[1]} has no kind {unknown[0]!r}")
    return Application(
        header[1],
        header[2],
        tuple(msgspec.structs.replace(kind, is_archivable=kind.name in targets) for kind in kinds),
    )


def _kind(line: str) -> Kind:
    name, colon, rest = line.partition(": ")
    if not colon or not _NAME.fullmatch(name):
        raise NotationError(f"not a kind of records: {line!r}")
    listed, _, actions = rest.partition("; ")
    fields = tuple(map(_field, listed.split(", ")))
    if not any(field.type is FieldType.CHOICE for field in fields):
        raise NotationError(f"{name} has no field with choices")
    return Kind(name, fields, tuple(_action(action, fields) for action in actions.split(", ") if action))


def _field(text: str) -> Field:
    name, _, holds = text.partition(" ")
    if name.startswith(">"):
        return Field(f"{name[1:]}_id", FieldType.REFERENCE, target=name[1:])
    if not _NAME.fullmatch(name):
        raise NotationError(f"not a field: {text!r}")
    holds = holds or name
    if holds in POOLS:
        return Field(name, FieldType.TEXT, pool=holds)
    if holds == "date":
        return Field(name, FieldType.DATE)
    if holds.startswith("~"):
        return Field(name, FieldType.TEXT, tuple(holds[1:].split("/")))
    if numbers := _RANGE.fullmatch(holds):
        low, high = float(numbers[1]), float(numbers[2])
        return Field(name, FieldType.NUMBER, low=low, high=high, is_whole="." not in holds)
    if all(_NAME.fullmatch(choice.lower()) for choice in holds.split("/")):
        return Field(name, FieldType.CHOICE, tuple(holds.split("/")))
    raise NotationError(f"not what a field can hold: {text!r}")


def _action(text: str, fields: tuple[Field, ...]) -> Action:
    verb, _, value = text.partition("=")
    owners = [field.name for field in fields if field.type is FieldType.CHOICE and value in field.words]
    if len(owners) != 1:
        raise NotationError(f"one field must have the choice of {text!r}, and {len(owners)} have")
    return Action(verb, owners[0], value)
