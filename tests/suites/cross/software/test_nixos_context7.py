"""`nixos_context7`: manuals against releases."""

from __future__ import annotations

from tests.suites.cross.software.solving import check_shape, world


def test_manuals_are_behind_where_their_list_lacks_the_newest_version() -> None:
    done = check_shape("nixos_context7", 0)
    (comparison,) = done.solution.extra["validations"]
    manuals = world().manuals
    best = {name: manuals.find(name)[0] for name in comparison["compared"]}
    assert {row["library"] for row in done.rows("behind")} == {
        name for name, library in best.items() if world().errata.has("manual lists", library.id)
    }
    for row in done.rows("behind"):
        versions = [version.number for version in manuals.versions(best[str(row["library"])])]
        assert versions.index(str(row["index"])) < versions.index(str(row["package"])) == len(versions) - 1


def test_the_grown_release_is_the_oldest_with_as_many_snippets() -> None:
    done = check_shape("nixos_context7", 1)
    manuals = world().manuals
    library = manuals.find(str(done.value("most")))[0]
    topic = str(next(call.arguments["topic"] for call in done.calls if "topic" in call.arguments))
    versions = manuals.versions(library)
    counts = {version.number: len(manuals.snippets(library, version, topic)) for version in versions}
    assert done.value("snippets_now") == counts[versions[-1].number]
    if done.solution.extra["branches"][0]["holds"]:
        later = versions[-int(str(done.value("releases"))) :]
        full = next(each for each in later if counts[each.number] == counts[versions[-1].number])
        assert (done.value("version"), done.value("date")) == (full.number, str(full.released))
