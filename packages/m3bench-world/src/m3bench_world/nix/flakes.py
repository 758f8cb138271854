"""Well-known flakes, with invented counts."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.nix.files import sections

_OUTPUTS = ("packages", "overlays", "nixosModules", "homeModules", "devShells", "lib", "templates", "checks")


class Flake(msgspec.Struct, frozen=True, kw_only=True):
    owner: str
    repo: str
    description: str
    stars: int
    updated: date
    outputs: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.owner}/{self.repo}"

    @property
    def reference(self) -> str:
        return f"github:{self.name}"


def flakes(chance: Chance, now: datetime) -> dict[str, Flake]:
    found = {}
    for _, lines in sections("flakes.txt"):
        for line in lines:
            name, phrase = line.split(" = ", 1)
            owner, repo = name.split("/")
            found[name] = Flake(
                owner=owner,
                repo=repo,
                description=phrase[0].upper() + phrase[1:],
                stars=int(40 * 10 ** (2.4 * chance.share("flake stars", name))),
                updated=(now - timedelta(days=chance.whole(1, 200, "flake updated", name))).date(),
                outputs=tuple(output for output in _OUTPUTS if chance.happens(0.45, "flake", name, output))
                or ("lib",),
            )
    return found
