"""Species, and groups of living things."""

from __future__ import annotations

from collections.abc import Iterable

from m3bench_world.encyclopedia.article import Draft, Entry, Section
from m3bench_world.encyclopedia.kinds.foods import nutrition_section
from m3bench_world.encyclopedia.kinds.kind import Kind
from m3bench_world.encyclopedia.kinds.wording import article_for, join_names, lowercase_title, sentence
from m3bench_world.encyclopedia.names import without_qualifier
from m3bench_world.nature import Living

_WHAT = {"crop": "cultivated plant", "flower": "plant", "tree": "tree", "invertebrate": "animal"}
_WORDS = {
    "crop": "plant fruit vegetable food",
    "flower": "plant flower",
    "tree": "plant tree",
    "fish": "animal fish fishing",
    "bird": "animal bird",
}


class LivingThings(Kind):
    name = "species"
    well_known = True

    def entries(self) -> Iterable[Entry]:
        for living in self.world.nature.all():
            names = (*living.others, living.scientific) if living.rank == "species" else living.others
            words = f"{_WORDS.get(living.kind, 'animal ' + living.kind)} {living.family} {living.rank}"
            yield Entry(self.name, living.name, living.name, "", names, words)

    def draft(self, key: str) -> Draft:
        living = self.world.nature.find(key)
        assert living is not None, key
        return self._species(living) if living.rank == "species" else self._group(living)

    def _species(self, living: Living) -> Draft:
        what = _WHAT.get(living.kind, living.kind)
        kin = f"{article_for(what)} of the family {living.family} in the order {living.order}"
        sentences = [
            f"{_subject(living)} is {kin}.",
            f"It {'grows' if living.uses else 'lives'} in {living.habitat}.",
            f"{'Origin and range' if living.uses else 'Range'}: {living.range}.",
            _life(living),
        ]
        if living.status not in ("", "D") and living.kind != "crop":
            sentences.append(f"Its conservation status is listed as {living.status_words}.")
        relatives = [relative.name for relative in self._relatives(living)]
        return Draft(
            description=f"{what}, {living.scientific}",
            summary=" ".join(sentences),
            sections=self._sections(living, relatives),
            links=(*relatives, _group_name(living.kind)),
            sources=("usda",) if living.kind == "crop" and self._nutrition(living) else (),
        )

    def _nutrition(self, living: Living) -> tuple[Section, ...]:
        return nutrition_section(self.world, living.name.partition(" (")[0]) if living.kind == "crop" else ()

    def _relatives(self, living: Living) -> list[Living]:
        every = self.world.nature.all()
        family = [other for other in every if other.family == living.family and other != living]
        return (family or [other for other in every if other.order == living.order and other != living])[:8]

    def _sections(self, living: Living, relatives: list[str]) -> tuple[Section, ...]:
        above = f"Class {living.taxon_class}, order {living.order}, family {living.family}"
        ranks = f"{above}, species {living.scientific}."
        sections = [Section("Classification", ranks), Section("Size", sentence(living.size))]
        if english := [other for other in living.others if other != living.scientific]:
            sections.insert(0, Section("Names", f"Also found as: {', '.join(english)}."))
        sections += self._nutrition(living)
        if relatives:
            sections.append(
                Section("Relatives", f"Related species with an article: {join_names(relatives, 8)}.")
            )
        return tuple(sections)

    def _group(self, living: Living) -> Draft:
        members = self._members(living)
        counted = (
            f" {len(members)} of them have an article here, such as {join_names(members, 4)}."
            if members
            else ""
        )
        sections = (Section("Members", f"{', '.join(members[:30])}."),) if members else ()
        return Draft(
            description=f"{living.rank} of living things, {living.scientific}",
            summary=f"{living.text}{counted}",
            sections=(Section("Classification", f"{sentence(living.rank)} {living.scientific}."), *sections),
            links=tuple(members),
        )

    def _members(self, group: Living) -> list[str]:
        taxon = group.scientific
        return [
            other.name
            for other in self.world.nature.all()
            if other.rank == "species"
            and (
                taxon in (other.taxon_class, other.order, other.family)
                or other.scientific.startswith(taxon + " ")
            )
        ]


def _subject(living: Living) -> str:
    """`The red fox (Vulpes vulpes)`; plants that come by weight go without an article."""
    if living.name == living.scientific:
        return f"{living.scientific}, the {lowercase_title(living.others[0])},"
    bare = without_qualifier(living.name)
    named = bare if living.kind == "crop" or bare == "Cattle" else f"The {lowercase_title(bare)}"
    return f"{named} ({living.scientific})"


def _life(living: Living) -> str:
    if living.diet:
        return f"It feeds on {living.diet}." if living.diet != "omnivore" else "It is an omnivore."
    return f"{'Use' if living.kind == 'crop' else 'Known for'}: {living.uses}."


def _group_name(kind: str) -> str:
    names = {
        "tree": "Tree",
        "flower": "Flowering plant",
        "crop": "Plant",
        "fungus": "Fungus",
        "invertebrate": "Animal",
    }
    return names.get(kind, kind.capitalize())
