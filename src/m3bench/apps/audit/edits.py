"""The edits of a reference, as the page sends them."""

from __future__ import annotations

import msgspec

from m3bench.core import UsageError


class EditRefused(UsageError):
    """An edit that would make the reference wrong, or that cannot be done."""


class SetCall(msgspec.Struct, frozen=True, tag="call", forbid_unknown_fields=True):
    """Change the tool or the arguments of a call. `text` is JSON."""

    call: int
    name: str
    text: str


class AddCall(msgspec.Struct, frozen=True, tag="add", forbid_unknown_fields=True):
    """Add a call at the end of a step, or with ``alone`` in a new step before it or at the end."""

    name: str
    text: str
    step: int
    alone: bool = False


class SetAnswer(msgspec.Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    """Set the answer of the reference. An empty one stands for the answer of the task."""

    text: str


class Merge(msgspec.Struct, frozen=True, tag="merge", forbid_unknown_fields=True):
    """Merge a step with the next one."""

    step: int


class Split(msgspec.Struct, frozen=True, tag="split", forbid_unknown_fields=True):
    """Split a step in two before a call."""

    step: int
    before: int


class Move(msgspec.Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """Move a call to another step, or with ``alone`` to a new step before it or at the end."""

    call: int
    step: int
    alone: bool = False


class Delete(msgspec.Struct, frozen=True, tag="delete", forbid_unknown_fields=True):
    call: int


class Link(msgspec.Struct, frozen=True, tag="link", forbid_unknown_fields=True):
    """Make the target depend on the source."""

    source: int
    target: int


class Unlink(msgspec.Struct, frozen=True, tag="unlink", forbid_unknown_fields=True):
    source: int
    target: int


Edit = SetCall | AddCall | SetAnswer | Merge | Split | Move | Delete | Link | Unlink


class Undo(msgspec.Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Undo the last edit."""


class Reset(msgspec.Struct, frozen=True, tag="reset", forbid_unknown_fields=True):
    """Restore the reference of the file."""


class Adopt(msgspec.Struct, frozen=True, tag="adopt", forbid_unknown_fields=True):
    """Take over the form of another auditor."""

    person: str


Change = Edit | Undo | Reset | Adopt
