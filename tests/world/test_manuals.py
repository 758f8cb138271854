"""The manuals: versions grow, templates are filled, and clients follow their API."""

from __future__ import annotations

import re
from datetime import timedelta

from m3bench_world import World


def test_no_slot_is_left_and_no_snippet_stands_twice() -> None:
    manuals = World().manuals
    for library in manuals.libraries.values():
        newest = manuals.versions(library)[-1]
        for topic in manuals.topics(library):
            snippets = manuals.snippets(library, newest, topic)
            assert snippets, (library.id, topic)
            assert len({(snippet.title, snippet.code) for snippet in snippets}) == len(snippets)
            for snippet in snippets:
                text = f"{snippet.title} {snippet.about} {snippet.code}"
                assert not re.search(r"\$(noun|Noun|NOUN|field|n|m|pkg|PKG|model|task)s?\$", text), text
                assert snippet.source.startswith(f"https://github.com{library.id}/blob/v{newest.number}/")


def test_past_versions_stay() -> None:
    today = World()
    later = World(now=today.now + timedelta(days=200))
    for name, library in today.manuals.libraries.items():
        if library.dialect:
            before = today.manuals.versions(library)
            after = later.manuals.versions(later.manuals.libraries[name])
            assert after[: len(before)] == before
            oldest = before[-1]
            topic = today.manuals.topics(library)[0]
            assert today.manuals.snippets(library, oldest, topic) == later.manuals.snippets(
                library, oldest, topic
            )


def test_clients_name_the_required_fields() -> None:
    world = World()
    library = world.manuals.libraries["/ledgerline/ledgerline-python"]
    spec = world.apis.spec("ledgerline")
    assert spec is not None
    (create,) = [operation for operation in spec.operations if operation.id == "createInvoice"]
    needed = ", ".join(field.name for field in create.body if field.required)
    snippets = world.manuals.snippets(library, world.manuals.versions(library)[-1], "invoices")
    assert [snippet for snippet in snippets if f"Required: {needed}." in snippet.about]


def test_search_prefers_names_to_descriptions() -> None:
    manuals = World().manuals
    assert manuals.find("express")[0].id == "/expressjs/express"
    assert manuals.find("node driver mongodb")[0].id == "/mongodb/node-mongodb-native"
    assert manuals.find("") == []
    assert manuals.near("gatsbi") == ["/gatsbyjs/gatsby"]
