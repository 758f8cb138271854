"""`FruityVice`: energies that contradict the encyclopedia."""

from __future__ import annotations

from pathlib import Path

from m3bench_suites.builders.cross.medicine._shared.energy_tables import FRUITS
from m3bench_world import World
from tests.servers.asking import InProcess


def test_energy_differs_from_the_encyclopedia_exactly_where_the_table_has_an_erratum(tmp_path: Path) -> None:
    world = World()
    fruits, book = InProcess("FruityVice", tmp_path, world), InProcess("Wikipedia", tmp_path, world)
    wrong = set()
    for name in FRUITS:
        stated = fruits("get_fruit_nutrition", fruit_name=name).data["nutritions"]["calories"]
        article = book("get_article", title=name).text
        energy = float(article.partition("contain: energy ")[2].split(" ")[0])
        if abs(stated - energy) >= 1:
            wrong.add(name)
        else:
            assert abs(stated - energy) < 0.1
    assert wrong == {name for name in FRUITS if world.errata.has("fruit table", name)}
    assert wrong
    assert len(wrong) < len(FRUITS)
