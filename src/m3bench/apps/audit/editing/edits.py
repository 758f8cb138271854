"""What a person may do to a reference, as the page sends it."""

from __future__ import annotations

import msgspec

from m3bench.core import UsageError


class Refused(UsageError):
    """An edit that would make the reference wrong, or that cannot be done."""


class SetCall(msgspec.Struct, frozen=True, tag="call", forbid_unknown_fields=True):
    """Another tool, or other arguments, written as JSON."""

    call: int
    name: str
    text: str


class AddCall(msgspec.Struct, frozen=True, tag="add", forbid_unknown_fields=True):
    """A new call at the end of a step; ``alone``, in a new one before that step, or behind the last."""

    name: str
    text: str
    step: int
    alone: bool = False


class SetAnswer(msgspec.Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    """What the way leads to, in words; nothing where the task's own answer holds."""

    text: str


class Merge(msgspec.Struct, frozen=True, tag="merge", forbid_unknown_fields=True):
    """A step and the one behind it become one."""

    step: int


class Split(msgspec.Struct, frozen=True, tag="split", forbid_unknown_fields=True):
    """The calls of a step from a place on become a step of their own behind it."""

    step: int
    before: int


class Move(msgspec.Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """A call goes to another step; ``alone``, to a new one before that step, or behind the last."""

    call: int
    step: int
    alone: bool = False


class Delete(msgspec.Struct, frozen=True, tag="delete", forbid_unknown_fields=True):
    call: int


class Link(msgspec.Struct, frozen=True, tag="link", forbid_unknown_fields=True):
    """The target needs the source."""

    source: int
    target: int


class Unlink(msgspec.Struct, frozen=True, tag="unlink", forbid_unknown_fields=True):
    source: int
    target: int


Edit = SetCall | AddCall | SetAnswer | Merge | Split | Move | Delete | Link | Unlink


class Undo(msgspec.Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Back to what was before the last edit."""


class Reset(msgspec.Struct, frozen=True, tag="reset", forbid_unknown_fields=True):
    """Back to the reference of the file."""


class Adopt(msgspec.Struct, frozen=True, tag="adopt", forbid_unknown_fields=True):
    """The form that somebody else has decided on."""

    person: str


Change = Edit | Undo | Reset | Adopt
