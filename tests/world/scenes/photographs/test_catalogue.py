"""The catalogue is consistent."""

from __future__ import annotations

import re

from m3bench_world.scenes import sprites
from m3bench_world.scenes.kinds import animals, cars, fruit_bowl
from m3bench_world.scenes.photographs import packages, sources, things, views


def test_every_photograph_is_of_a_known_package() -> None:
    names = {package.name for package in packages()}
    assert {source.package for source in sources()} == names
    for package in packages():
        assert re.fullmatch(r"[0-9a-f]{64}", package.sha256)
        assert package.pool.startswith("pool/main/")
        assert package.version.split(":")[-1] in package.pool


def test_paths_and_members_are_unique_and_harmless() -> None:
    paths, members = [source.path for source in sources()], [source.member for source in sources()]
    assert len(set(paths)) == len(paths)
    assert len(set(members)) == len(members)
    assert all(".." not in path and not path.startswith("/") for path in (*paths, *members))
    assert all(re.fullmatch(r"[0-9a-f]{64}", source.sha256) for source in sources())


def test_every_photograph_has_a_licence_and_an_author() -> None:
    assert all(source.licence and source.author for source in sources())
    assert {source.licence for source in sources()} == {"GPL-2+", "CC-BY-4.0", "CC0-1.0", "LGPL-3.0"}


def test_labels_of_drawn_kinds_have_photographs() -> None:
    drawn = set(sprites.labels())
    assert len(set(animals.SIZES) & set(things())) >= 20
    assert len(set(fruit_bowl.SIZES) & set(things())) >= 12
    assert len(set(cars.LENGTHS) & set(things())) >= 4
    assert (set(animals.SIZES) | set(fruit_bowl.SIZES)) <= drawn


def test_sizes_are_plausible() -> None:
    tall = {label: max(one.centimetres for one in ones) for label, ones in things().items()}
    assert tall["frog"] < tall["rabbit"] < tall["sheep"] < tall["horse"] < tall["elephant"]
    assert tall["kiwi"] < tall["apple"] < tall["corn"] < tall["car"] < tall["bus"]
    assert all(1 <= size <= 7000 for size in tall.values())


def test_views_have_names_of_files() -> None:
    assert all(view.source.path == f"views/{name.replace(' ', '_')}.jpg" for name, view in views().items())
