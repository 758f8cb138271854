"""Write `docs/task-fields.md`: every field of a task and of every check, from the types.

    python scripts/write_task_fields.py

Meanings come from the comments in the source; `task_fields/meanings.json` has those that the source does not
have, by `Type.field`, `check.field` or `field`. `task_fields/examples.json` has an example of each type and
check.
"""

from __future__ import annotations

import ast
import enum
import inspect
import json
import sys
import textwrap
import types
import typing
from collections.abc import Iterator, Set
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks import CHECKS, Check, read_checks
from m3bench.core import EXTRA_FIELDS, Task

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent / "docs" / "task-fields.md"
PLAIN = {str: "text", int: "whole number", float: "number", bool: "true or false", type(None): "null"}
Struct = type[msgspec.Struct]
EXTRA = (
    "Fields of `m3bench.core.Task` that a file has in `extra`. A value of another type is an error. Other "
    "keys of `extra` are kept as they are."
)


def main() -> None:
    TARGET.write_text(page(), encoding="utf-8")
    print(f"{TARGET}: {len(parts_of(Task))} types, {len(checks())} checks")


def page() -> str:
    """Return the whole page."""
    core, inner = parts_of(Task), [part for part in check_parts() if part not in parts_of(Task)]
    return "\n".join([
        (HERE / "task_fields" / "head.md").read_text(encoding="utf-8").rstrip(),
        "",
        *section(Task, "Task", first_line(Task), leave_out={*EXTRA_FIELDS, "spelling"}),
        *section(Task, "extra", EXTRA, leave_out={*Task.__struct_fields__} - {*EXTRA_FIELDS}),
        *(line for part in core[1:] for line in section(part, part.__name__, first_line(part))),
        "## Checks",
        "",
        "`extra.checks` of a task is a list of these.",
        "",
        *(line for check in checks() for line in section(check, check.name(), about(check))),
        "## Parts of checks",
        "",
        *(line for part in inner for line in section(part, part.__name__, first_line(part))),
    ]).rstrip() + "\n"  # fmt: skip


def checks() -> list[type[Check]]:
    return [CHECKS[name] for name in CHECKS if CHECKS.is_built_in(name)]


def parts_of(root: Struct) -> list[Struct]:
    """Return a type and all types in its fields, in the order of their appearance."""
    found: dict[Struct, None] = {root: None}
    waiting = [root]
    while waiting:
        for field in msgspec.structs.fields(waiting.pop(0)):
            for part in structs_in(field.type):
                if part not in found:
                    found[part] = None
                    waiting.append(part)
    return list(found)


def check_parts() -> list[Struct]:
    return list(dict.fromkeys(part for check in checks() for part in parts_of(check)[1:]))


def structs_in(kind: Any) -> Iterator[Struct]:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
    for part in typing.get_args(kind):
        yield from structs_in(part)


def section(kind: Struct, title: str, words: str, leave_out: Set[str] = frozenset()) -> Iterator[str]:
    """Yield the lines about a type: what it is, an example, its fields."""
    example = examples().get(title)
    fields = [field for field in msgspec.structs.fields(kind) if field.name not in leave_out]
    yield from (f"### {title}", "", words, "")
    if issubclass(kind, Check):
        read_checks([example], title)
    if example:
        yield from ("```json", json.dumps(example, ensure_ascii=False), "```", "")
    if not fields:
        return
    yield from ("| field | type | meaning |", "|---|---|---|")
    for field in fields:
        name = "task_kind" if (kind, field.name) == (Task, "kind") else field.encode_name
        cells = (f"`{name}`", type_and_default(field), meaning(kind, title, field.name))
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
    yield ""


def type_and_default(field: Any) -> str:
    """Return the type, and whether the field is required or has a default that is not empty."""
    if field.required:
        return f"**{type_text(field.type)}**"
    value = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    plain = msgspec.to_builtins(value)
    named = type_text(field.type)
    if plain is None:
        return named.removesuffix(" or null")
    return f"{named} = `{json.dumps(plain)}`" if plain else named


def type_text(kind: Any) -> str:
    """Return a type in the words of JSON, with links."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(map(type_text, sorted(parts, key=lambda part: part is type(None)))))
    if origin is typing.Literal:
        return ", ".join(f"`{json.dumps(part)}`" for part in parts)
    if origin in (tuple, list):
        many = origin is list or parts[-1] is Ellipsis
        return (
            f"list of {type_text(parts[0]) if many else f'{len(parts)}: ' + ', '.join(map(type_text, parts))}"
        )
    if origin is dict:
        return f"object of {type_text(parts[1])}"
    return class_text(kind) if isinstance(kind, type) else "any"


def class_text(kind: type) -> str:
    if issubclass(kind, enum.Enum):
        return ", ".join(f"`{json.dumps(each.value)}`" for each in kind)
    if issubclass(kind, msgspec.Struct):
        return f"[{kind.__name__}](#{kind.__name__.lower()})"
    return PLAIN.get(kind, "any" if kind is Any else kind.__name__)


def meaning(kind: Struct, title: str, field: str) -> str:
    stated = written_meanings(kind).get(field)
    given = meanings()
    found = stated or given.get(f"{title}.{field}") or given.get(field)
    if not found:
        sys.exit(f"{title}.{field} has no meaning: write a comment below it, or add it to meanings.json")
    return " ".join(found.split())


@cache
def written_meanings(kind: Struct) -> dict[str, str]:
    """Return the texts below the fields in the source of a type and its bases."""
    found: dict[str, str] = {}
    for base in (each for each in reversed(kind.__mro__) if each.__module__.startswith("m3bench")):
        (made,) = ast.parse(textwrap.dedent(inspect.getsource(base))).body
        assert isinstance(made, ast.ClassDef)
        for field, text in zip(made.body, made.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(text, ast.Expr)
                and isinstance(field.target, ast.Name)
            ):
                found[field.target.id] = str(ast.literal_eval(text.value))
    return found


def about(check: type[Check]) -> str:
    """Return what a check is about, what it looks at, and its rules."""
    rules = " ".join((check.__doc__ or "").split()).replace("``", "`")
    return f"{check.about[0].upper()}{check.about[1:]} ({check.kind}). {rules}".strip()


def first_line(kind: Struct) -> str:
    text = kind.__doc__ or ""
    return " ".join(text.split("\n\n")[0].split()).replace("``", "`")


@cache
def meanings() -> dict[str, str]:
    read: dict[str, str] = json.loads((HERE / "task_fields" / "meanings.json").read_text(encoding="utf-8"))
    return read


@cache
def examples() -> dict[str, dict[str, Any]]:
    read: dict[str, dict[str, Any]] = json.loads(
        (HERE / "task_fields" / "examples.json").read_text(encoding="utf-8")
    )
    return read


if __name__ == "__main__":
    main()
