from __future__ import annotations

from m3bench.checks import Expected
from m3bench_suites.builders.m3_photo.naming import add_species, species_by_label
from m3bench_world.scenes.photographs import things

SPECIES = {"bird": ("crow", "lark"), "antelope": ("blackbuck",)}


def test_species_are_correct_beside_plain_names() -> None:
    kinds = Expected(rows=({"kind": Expected("bird", also=("robin", "lark")), "count": Expected(2)},))
    chain = Expected(items=(Expected("gazelle", also=("antelope",)), Expected("lion")))
    found = add_species({"kinds": kinds, "chain": chain, "people": Expected(0, grounds=())}, SPECIES)
    assert found == {
        "kinds": Expected(
            rows=({"kind": Expected("bird", also=("robin", "lark", "crow")), "count": Expected(2)},)
        ),
        "chain": Expected(items=(Expected("gazelle", also=("antelope", "blackbuck")), Expected("lion"))),
        "people": Expected(0, grounds=()),
    }


def test_other_animals_get_no_names_of_birds() -> None:
    fields = {"kind": Expected("cow", also=("cattle",)), "note": Expected("a bird sings")}
    assert add_species(fields, SPECIES) == fields


def test_species_come_from_the_catalogue() -> None:
    found = species_by_label()
    assert set(found) < set(things())
    assert "blackbuck" in found["antelope"]
    assert all(name for names in found.values() for name in names)
