"""Packages: handwritten names and phrases; everything else comes from the seed."""

from __future__ import annotations

import msgspec

from m3bench_world.nix.files import sections, table

LICENCES = table("licences.tsv")

_NO_PROGRAMS = ("libraries", "packages", "plugins", "extensions", "Fonts", "Libraries")
_MAY_BE_NEW = ("Fonts", "Games", "Vim plugins", "VS Code extensions", "Emacs packages", "Node packages")

PROGRAMS = {name: tuple(programs.split(",")) for name, programs in table("programs.tsv").items()}
"""Programs whose name differs from their package's."""


SERIES = table("series.tsv")
"""Packages whose name contains the version series."""


class Entry(msgspec.Struct, frozen=True):
    """The fixed facts of a package."""

    name: str
    """Its attribute, such as python3Packages.numpy."""
    phrase: str
    category: str
    licences: tuple[str, ...]
    site: str

    @property
    def plain_name(self) -> str:
        """Return the name without its package set."""
        return self.name if self.category == "VS Code extensions" else self.name.rsplit(".", 1)[-1]

    @property
    def description(self) -> str:
        return self.phrase[0].upper() + self.phrase[1:]

    @property
    def may_be_new(self) -> bool:
        return self.category in _MAY_BE_NEW

    @property
    def series(self) -> str:
        """Return the common prefix of all versions, or an empty text."""
        return SERIES.get(self.name, "")

    @property
    def programs(self) -> tuple[str, ...]:
        """Return the commands that it installs."""
        if self.category == "Node packages":
            return (self.plain_name,)
        if self.category.endswith(_NO_PROGRAMS):
            return ()
        return PROGRAMS.get(self.name, (self.plain_name.lower(),))

    @property
    def is_linux_only(self) -> bool:
        return self.category in ("System and hardware", "Desktop environments")


def entries() -> dict[str, Entry]:
    """Return all packages by name, in file order."""
    found = {}
    for (category, prefix, licences, site), lines in sections("packages.txt"):
        allowed = tuple(licences.split(","))
        for line in lines:
            name, phrase = line.split(" = ", 1)
            found[prefix + name] = Entry(prefix + name, phrase, category, allowed, site)
    return found
