"""Which calls need which, and why."""

from __future__ import annotations

from m3bench.core import Call, Outcome, Result, Text
from m3bench.forge.references.graph import Action, Kind, build_graph, siblings
from tests.forge.benches import details, find, graph, write


def _action(name: str, arguments: object, text: str, *wrote: str) -> Action:
    call = Call(name, arguments, result=Result((Text(text),)), outcome=Outcome.SUCCESS)
    return Action(call, frozenset(wrote))


def _pairs(actions: list[Action], kind: Kind, request: str = "") -> set[tuple[int, int]]:
    return {(need.source, need.target) for need in build_graph(actions, request).needs if need.kind is kind}


def test_a_value_is_taken_from_a_result() -> None:
    calls = graph([find("Alder"), find("Birch"), details("Alder")])
    assert [(need.source, need.target) for need in calls.needs if need.kind is Kind.VALUE] == [(0, 2)]


def test_of_two_results_that_say_it_the_one_that_can_be_there_first_counts() -> None:
    actions = [
        _action("ocr/read", {}, "horse, sheep"),
        _action("wiki/about", {"title": "horse"}, "A horse is no sheep."),
        _action("wiki/about", {"title": "sheep"}, "Wool."),
    ]
    assert _pairs(actions, Kind.VALUE) == {(0, 1), (0, 2)}


def test_files_bind_writers_readers_and_writers_again() -> None:
    actions = [
        _action("xl/create", {"path": "${WORKSPACE}/a.xlsx"}, "ok", "a.xlsx"),
        _action("xl/write", {"path": "${WORKSPACE}/a.xlsx"}, "ok", "a.xlsx"),
        _action("xl/read", {"path": "a.xlsx"}, "cells"),
        _action("xl/clear", {"path": "a.xlsx"}, "ok", "a.xlsx"),
        _action("xl/create", {"path": "b.xlsx"}, "ok", "b.xlsx"),
    ]
    assert _pairs(actions, Kind.FILE) == {(0, 1), (0, 2), (1, 2), (0, 3), (1, 3)}
    assert _pairs(actions, Kind.ORDER) == {(2, 3)}


def test_a_file_is_known_by_its_name_without_the_ending_too() -> None:
    actions = [
        _action("papers/download", {"id": "2401.46014v1"}, "ok", "pdfs", "pdfs/2401.46014v1.pdf"),
        _action("papers/read", {"id": "2401.46014v1"}, "text"),
    ]
    assert _pairs(actions, Kind.FILE) == {(0, 1)}


_SLIDES = [
    _action("ppt/create", {}, "presentation_1"),
    _action("ppt/add", {"id": "presentation_1", "title": "A"}, '{"slide": 0}'),
    _action("ppt/add", {"id": "presentation_1", "title": "B"}, '{"slide": 1}'),
    _action("ppt/text", {"id": "presentation_1", "slide": 0, "text": "x"}, '{"shape": 1}'),
    _action("ppt/text", {"id": "presentation_1", "slide": 1, "text": "y"}, '{"shape": 2}'),
    _action("ppt/save", {"id": "presentation_1", "path": "a.pptx"}, "saved", "a.pptx"),
]


def test_calls_on_what_a_server_holds_wait_where_it_shows() -> None:
    """For the slide that they name, for slides before it, and with the saving for all."""
    assert _pairs(_SLIDES, Kind.OBJECT) == {(1, 2), (1, 3), (2, 4), (1, 5), (2, 5), (3, 5), (4, 5)}


def test_strictly_they_stay_in_their_order() -> None:
    strict = build_graph(_SLIDES, "").strictly()
    pairs = {(need.source, need.target) for need in strict.needs if need.kind is Kind.OBJECT}
    assert pairs == {(index, other) for other in range(2, 6) for index in range(1, other)}


def test_a_name_from_the_servers_own_list_is_known_from_there() -> None:
    actions = [
        _action("eye/look", {"file": "a.png"}, '{"name": "bowl"}'),
        _action("icons/search", {"query": "bowl"}, '{"icons": [{"icon": "bowl"}]}'),
        _action("icons/glyph", {"icon": "bowl"}, '{"code": "U+F93A9"}'),
    ]
    assert _pairs(actions, Kind.VALUE) == {(0, 1), (1, 2)}


def test_siblings_were_found_in_the_same_way() -> None:
    actions = [
        _action("ocr/read", {"file": "a.png"}, "Methocarbamol\nvaroxaban"),
        _action("drugs/label", {"name": "Methocarbamol"}, "for spasm"),
        _action("drugs/label", {"name": "Rivaroxaban"}, "for clots"),
    ]
    assert _pairs(actions, Kind.ALIKE) == {(0, 2)}


def test_what_the_pictures_show_waits_for_nothing() -> None:
    actions = [
        _action("wiki/search", {"query": "fish of the coast"}, '{"titles": ["Striped bass", "Tautog"]}'),
        _action("wiki/summary", {"title": "Striped bass"}, "a fish"),
    ]
    assert build_graph(actions, "", seen=["Striped bass"]).needs == ()
    assert _pairs(actions, Kind.VALUE) == {(0, 1)}


def test_the_centre_of_a_box_comes_from_the_box() -> None:
    actions = [
        _action("maps/geocode", {"address": "Rome"}, "41.8919"),
        _action("air/tile", {"x": 547}, '{"north": 42.032974, "south": 41.771312}'),
        _action("air/now", {"lat": 41.9021}, "77"),
    ]
    assert (1, 2) in _pairs(actions, Kind.VALUE)


def test_what_follows_up_one_of_several_needs_all_of_them() -> None:
    actions = [
        _action("coins/candles", {"coin": "LINK", "hours": 24}, "high and low"),
        _action("coins/candles", {"coin": "DAIS", "hours": 24}, "steady"),
        _action("coins/price", {"coin": "LINK"}, "8.61"),
    ]
    assert _pairs(actions, Kind.CHOICE, "Is LINK or DAIS wilder?") == {(0, 2), (1, 2)}


def test_what_follows_up_all_of_them_is_no_choice() -> None:
    actions = [
        _action("coins/candles", {"coin": "LINK", "hours": 24}, "high and low"),
        _action("coins/candles", {"coin": "DAIS", "hours": 24}, "steady"),
        _action("coins/price", {"coin": "LINK"}, "8.61"),
        _action("coins/price", {"coin": "DAIS"}, "1.0"),
    ]
    assert _pairs(actions, Kind.CHOICE, "LINK and DAIS") == set()


def test_a_number_that_stands_nowhere_was_worked_out() -> None:
    actions = [
        _action("eye/boxes", {}, "a box from 342.6 to 428.1"),
        _action("sky/weather", {}, "sunny"),
        _action("img/crop", {"left": 347}, "ok", "cut.png"),
    ]
    assert _pairs(actions, Kind.COMPUTED) == {(0, 2)}


def test_a_number_without_its_decimals_is_a_value() -> None:
    actions = [_action("eye/boxes", {}, "a box from 342.6"), _action("img/crop", {"left": 343}, "ok")]
    assert _pairs(actions, Kind.VALUE) == {(0, 1)}


def test_a_round_number_is_a_setting() -> None:
    actions = [_action("eye/boxes", {}, "from 342.6"), _action("maps/near", {"radius": 8000}, "ok")]
    assert _pairs(actions, Kind.COMPUTED) == set()


def test_words_from_nowhere_may_stand_on_a_picture_that_was_fetched() -> None:
    actions = [
        _action("web/fetch", {"url": "https://photos.example/x1"}, "saved", "images", "images/x1.png"),
        _action("maps/geocode", {"address": "Space Needle"}, "here"),
    ]
    assert _pairs(actions, Kind.SEEN) == {(0, 1)}


def test_siblings_do_the_same_to_something_else() -> None:
    calls = [find("Alder"), find("Birch"), write("Alder"), Call("inns/find", {"name": "Alder", "limit": 3})]
    assert siblings(calls) == [{0, 1}, {0, 1}, {2}, {3}]


def test_only_values_and_files_are_certain() -> None:
    assert {kind for kind in Kind if kind.certain} == {Kind.VALUE, Kind.FILE, Kind.ORDER}
