"""Software packages that have no handwritten definition."""

from __future__ import annotations

from m3bench_world.encyclopedia.article import Draft, Section
from m3bench_world.encyclopedia.kinds.kind import Kind
from m3bench_world.encyclopedia.kinds.wording import join_names


class Packages(Kind):
    name = "package"

    def draft(self, key: str) -> Draft:
        entry = self.world.nix.entry(key)
        assert entry is not None, key
        releases = self.world.nix.history(entry)
        latest = f" The latest version packaged in this world is {releases[-1].version}." if releases else ""
        summary = (
            f"{entry.plain_name} is a software package for {entry.phrase}. The Nix package collection lists "
            f"it as {entry.name} under “{entry.category}”.{latest}"
        )
        kin = [
            package.plain_name for package in self.world.nix.packages() if package.category == entry.category
        ]
        at = kin.index(entry.plain_name)
        near = [name for name in kin[max(0, at - 4) : at + 5] if name != entry.plain_name]
        sections = (
            [Section("Programs", f"It installs {join_names(entry.programs, 8)}.")] if entry.programs else []
        )
        return Draft(
            description=f"software package, {entry.category.lower()}",
            summary=summary,
            sections=(*sections, Section("Related", f"Packages of the same kind: {', '.join(near)}.")),
            links=("Software", "Nix", *near),
            sources=("nix",),
        )
