"""What an application is: kinds of records, with typed fields and actions."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class FieldType(StrEnum):
    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    CHOICE = "choice"
    REFERENCE = "reference"
    """The id of a record of another kind."""


class Field(msgspec.Struct, frozen=True):
    """A field of a record. Which of the further attributes count depends on the type."""

    name: str
    type: FieldType
    words: tuple[str, ...] = ()
    """Texts to draw from, or the choices."""
    pool: str = ""
    """Texts that are drawn from a shared pool, such as names of people."""
    low: float = 0
    high: float = 0
    is_whole: bool = True
    """Whether a number has no decimals."""
    target: str = ""
    """The kind that a reference is to."""

    @property
    def label(self) -> str:
        return self.name.removesuffix("_id").replace("_", " ")

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest number that a tool accepts."""
        return min(0, 2 * self.low), 100 * self.high


class Action(msgspec.Struct, frozen=True):
    """A step in the life of a record: it sets a choice."""

    verb: str
    field: str
    value: str


class Kind(msgspec.Struct, frozen=True):
    """A kind of records."""

    name: str
    fields: tuple[Field, ...]
    actions: tuple[Action, ...] = ()
    is_archivable: bool = False
    """Whether records are archived instead of deleted, because others refer to them."""

    @property
    def label(self) -> str:
        return self.name.replace("_", " ")

    @property
    def plural(self) -> str:
        if self.name.endswith("y") and self.name[-2] not in "aeiou":
            return f"{self.name[:-1]}ies"
        return f"{self.name}{'es' if self.name.endswith(('s', 'x', 'ch', 'sh')) else 's'}"

    @property
    def with_article(self) -> str:
        return f"{'an' if self.name[0] in 'aeiou' else 'a'} {self.label}"

    @property
    def labels(self) -> str:
        return self.plural.replace("_", " ")

    @property
    def example_id(self) -> str:
        return f"{self.id_prefix}1004"

    @property
    def id_prefix(self) -> str:
        return f"{self.name.replace('_', '-')}-"

    def of_type(self, *types: FieldType) -> tuple[Field, ...]:
        return tuple(field for field in self.fields if field.type in types)


class Application(msgspec.Struct, frozen=True):
    """A business application: the server `name` has tools for each of its kinds."""

    name: str
    purpose: str
    kinds: tuple[Kind, ...]

    def kind(self, name: str) -> Kind:
        return next(kind for kind in self.kinds if kind.name == name)
