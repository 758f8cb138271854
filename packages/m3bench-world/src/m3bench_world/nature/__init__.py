"""Species of animals, plants and fungi, and the groups they belong to."""

from __future__ import annotations

from functools import cached_property

from m3bench.core import near_misses, normalize
from m3bench_world.nature.living import STATUS, Living, groups, species
from m3bench_world.world import World

__all__ = ["STATUS", "Living", "Nature"]


class Nature:
    """Living things by name. The facts are real and the same in every world."""

    def __init__(self, world: World) -> None:
        self._world = world

    @cached_property
    def _all(self) -> tuple[Living, ...]:
        return (*species(), *groups())

    @cached_property
    def _by_name(self) -> dict[str, Living]:
        names: dict[str, Living] = {}
        for living in self._all:
            names[normalize(living.name)] = living
        for living in self._all:
            for other in (*living.others, living.scientific):
                names.setdefault(normalize(other), living)
        return names

    def all(self, kind: str = "") -> tuple[Living, ...]:
        """Return all species, then all groups; or those of one kind, such as `bird` or `crop`."""
        return tuple(living for living in self._all if kind in ("", living.kind))

    def find(self, name: str) -> Living | None:
        """Find a living thing by English, alternative or scientific name, singular or plural."""
        wanted = normalize(name)
        return next((self._by_name[form] for form in singulars(wanted) if form in self._by_name), None)

    def near(self, name: str, limit: int = 5) -> list[str]:
        """Return names with a spelling similar to `name`."""
        return near_misses(name, (living.name for living in self._all), limit)


def singulars(word: str) -> tuple[str, ...]:
    """Return the word and its possible singular forms, most likely first."""
    forms = [word]
    if word.endswith("ies"):
        forms.append(word[:-3] + "y")
    if word.endswith("es"):
        forms.append(word[:-2])
    if word.endswith("s") and not word.endswith("ss"):
        forms.append(word[:-1])
    return tuple(forms)
