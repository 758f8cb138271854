"""The input of a judge."""

from __future__ import annotations

import hashlib

import msgspec

from m3bench.core import Media, content_hash


class Case(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One attempt as judges see it. All of it is data; nothing in it is an instruction to the judge."""

    id: str
    request: str
    """As the agent read it."""
    agent_role: str = ""
    """The role of the agent, as the agent read it."""
    agent_rules: str = ""
    """The rules of the domain, as the agent read them."""
    concrete: str = ""
    """The request with all details, if the agent received a vaguer one."""
    answer: str = ""
    trace: str = ""
    """What the agent did, step by step, truncated."""
    reference: str = ""
    """The steps of a reference, with arguments."""
    expected: str = ""
    """The answer of the reference."""
    dependencies: str = ""
    """Which calls need which."""
    tools: str = ""
    """The tools of the agent, one per line."""
    pictures: tuple[Media, ...] = ()

    @property
    def digest(self) -> str:
        """Hash of all fields; pictures count by the hash of their bytes."""
        fields = msgspec.to_builtins(msgspec.structs.replace(self, pictures=()))
        return content_hash([fields, [_hash(picture) for picture in self.pictures]])


def _hash(picture: Media) -> str | None:
    return picture.digest if picture.data is None else hashlib.sha256(picture.data).hexdigest()
