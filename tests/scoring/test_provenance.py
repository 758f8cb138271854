from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import Call, Content, Data, Edge, Media, Result, Step, Text
from m3bench.scoring.provenance import Link, Origin, Provenance, Traced, trace


def call(arguments: Any, *content: Content | str, name: str = "s/t") -> Call:
    parts = tuple(Text(part) if isinstance(part, str) else part for part in content)
    return Call(name, arguments, result=Result(parts) if parts else None)


def sequence(*calls: Call) -> list[Step]:
    return [Step((one,)) for one in calls]


def is_found(value: Any, *content: Content | str) -> bool:
    """Whether a value is traced to the result of the call before."""
    (traced,) = trace(sequence(call({}, *content), call({"v": value}))).values
    assert traced.origin in (Origin.RESULT, Origin.INVENTED)
    return traced == Traced(1, "v", value, Origin.RESULT, 0)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12, "there are 12."),
        (12, "$12, 13"),
        (12, '{"n":12}'),
        ("12", "n=12;"),
        (40.7, "at 40.70 north"),
        ("40.70", "at 40.7 north"),
        (40, "40.0 degrees"),
        (-74.006, "lng: -74.0060"),
        (1234, "1,234 people"),
        (1234567.5, "1,234,567.50"),
        (200, "[100,200,300]"),
        (100000, "about 1e5"),
        (20, "from 10-20"),
        ("40.7128,-74.0060", '{"lat": 40.7128, "lng": -74.006}'),
        (12345678901234567891, "id 12345678901234567891"),
        ("00020000", "see 00020000."),
        ("Paris", "(PARIS)"),
        ("yosemite  national\nPark", "the Yosemite National  Park, CA"),
        ("B0-X7", "item b0-x7!"),
        ("v1.2", "uses v1.2 now"),
        ("Zürich", "in ZÜRICH–West"),
        ("https://a.org/x?y=1", "link: <https://a.org/x?y=1>"),
    ],
)
def test_found_in_text(value: Any, text: str) -> None:
    assert is_found(value, text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12, "312"),
        (12, "1.12"),
        (12, "12.5"),
        (12, "1.2.12"),
        (12, "a12 12b"),
        (12, "-12"),
        (-12, "12"),
        (-20, "10-20"),
        (40.7, "40.07"),
        (234, "1.234"),
        (20000, "00020000"),
        (12345678901234567891, "id 12345678901234567890"),
        ("00020000", "20000"),
        ("pari", "paris"),
        ("new york", "new jersey and york"),
        ("b0x", "ab0x b0x7"),
        ("v1.2", "v1.25 or v1.2.3"),
        ("40.7128,-74.0060", "40.7128 and 74.006"),
        ("Paris", ""),
    ],
)
def test_not_found_in_text(value: Any, text: str) -> None:
    assert not is_found(value, text)


def test_found_in_structured_results() -> None:
    data = Data({"places": [{"id": "yose", "size": [3081, 40.5]}], "Sequoia": None})
    assert is_found("yose", data)
    assert is_found(3081, data)
    assert is_found("40.50", data)
    assert is_found("sequoia", data)
    assert not is_found("places id", data)
    assert not is_found("yose 3081", data)


def test_found_in_text_that_is_json() -> None:
    inner = json.dumps({"note": 'line one\n"two" é'}, ensure_ascii=True)
    assert is_found("one two", json.dumps(["x\\", "one\ttwo"]))
    assert is_found('"two" é', inner)
    assert is_found('one "two"', json.dumps({"body": inner}))
    assert is_found('one "two"', Data({"body": inner}))
    assert is_found("broken", '{"a\\": broken')


def test_parts_of_a_result_are_kept_apart() -> None:
    assert is_found("paris", "in", "Paris")
    assert not is_found("in paris", "in", "Paris")
    assert is_found("out/plot.png", Media(media_type="image/png", uri="./out/plot.png"))
    assert not is_found("plot", Media(media_type="image/png", data=b"plot"))


@pytest.mark.parametrize(
    ("value", "text", "found"),
    [
        ("/x/media/a.png", "saved ./media/a.png", True),
        ("file:///x/a.png", "C:\\media\\a.png", True),
        ("a.png", "see media/A.PNG.", True),
        ("/tmp/my report.pdf", "wrote 'my report.pdf'", True),
        ("/x/a.png", "aa.png", False),
        ("/x/a.png", "my-a.png a.png.bak", False),
        ("https://a.org/img/a.png", "saved ./media/a.png", False),
    ],
)
def test_files_are_known_by_their_base_name(value: str, text: str, found: bool) -> None:
    assert is_found(value, text) is found


def test_long_texts_may_be_cut_in_the_middle_of_a_word() -> None:
    story = "Once upon a time there lived a miller who had three sons and a mill of his own"
    assert is_found(story[2:-3].upper().replace(" ", "\n"), story)
    assert not is_found(story.replace("three", "four"), story)
    assert not is_found(story[2:20], story)
    line = "x" * 60
    assert is_found(line, f"<{line}x>")


@pytest.mark.parametrize("value", [True, None, "", " ", 7, "7", -3.0, "3, 5", "ab", "TRUE", "null"])
def test_trivial_values_are_only_counted(value: Any) -> None:
    found = trace(sequence(call({}, f"{value} true null ab 7"), call({"v": value})), request=str(value))
    assert found == Provenance(trivial=1)
    assert found.share(Origin.RESULT) is None


def test_paths_values_and_json_strings() -> None:
    arguments = {"data": [["Name", 12.5], ["Ann", 1]], "at": {"city": "Rome"}}
    for given_as in (arguments, json.dumps(arguments)):
        found = trace(sequence(call(given_as)))
        assert [(value.path, value.value) for value in found.values] == [
            ("data[0][0]", "Name"),
            ("data[0][1]", 12.5),
            ("data[1][0]", "Ann"),
            ("at.city", "Rome"),
        ]
        assert found.trivial == 1


def test_arguments_that_are_no_object() -> None:
    assert trace(sequence(call(None))) == Provenance()
    (plain,) = trace(sequence(call("find Rome"))).values
    assert (plain.path, plain.value) == ("", "find Rome")
    assert [value.path for value in trace(sequence(call(["Rome", ["Bern"]]))).values] == ["[0]", "[1][0]"]


def test_deep_nesting_is_no_crash() -> None:
    deep: Any = "bottom"
    for _ in range(5000):
        deep = [deep]
    found = trace(sequence(call({}, Data(deep)), call({"v": deep})))
    assert [value.origin for value in found.values] == [Origin.RESULT]


def test_the_latest_earlier_step_is_the_source() -> None:
    steps = [
        Step((call({}, "id alpha"), call({}, "id alpha"))),
        Step((call({}, "nothing"),)),
        Step((call({}, "-"), call({}, "id alpha"), call({}, "id alpha"))),
        Step((call({"q": "alpha"}, "id alpha"), call({"q": "alpha"}, "id alpha"))),
    ]
    found = trace(steps)
    assert [(v.call, v.origin, v.source) for v in found.values] == [
        (6, Origin.RESULT, 4),
        (7, Origin.RESULT, 4),
    ]
    assert found.edges == (Edge(4, 6), Edge(4, 7))
    assert found.links == (Link(4, 6, "data"), Link(4, 7, "data"))


def test_results_of_the_same_step_do_not_count() -> None:
    steps = [Step((call({}, "id alpha"), call({"q": "alpha"})))]
    assert [value.origin for value in trace(steps).values] == [Origin.INVENTED]
    assert trace(steps).edges == ()


def test_the_request_needs_no_result() -> None:
    steps = sequence(call({"q": "Rome"}, "Rome has 2873 streets"), call({"q": "Rome", "n": 2873}))
    found = trace(steps, request="Streets of Rome?")
    assert [value.origin for value in found.values] == [Origin.REQUEST, Origin.REQUEST, Origin.RESULT]
    assert [value.source for value in found.values] == [None, None, 0]
    assert found.share(Origin.REQUEST) == pytest.approx(2 / 3)
    assert found.share(Origin.INVENTED) == 0.0


def test_an_echo_of_the_calls_own_argument_is_no_source() -> None:
    echo = call({"domain": "amazon.com", "q": "lamp"}, "amazon.com: lamp B07X")
    found = trace(sequence(echo, call({"domain": "Amazon.com"}), call({"item": "b07x"})))
    assert [(v.origin, v.source) for v in found.values[2:]] == [(Origin.ARGUMENT, 0), (Origin.RESULT, 0)]
    assert found.edges == (Edge(0, 2),)


def test_reuse_refers_to_the_call_that_introduced_the_value() -> None:
    steps = [
        Step((call({"a": "Rome"}), call({"b": "rome", "n": "40.70"}))),
        Step((call({"c": "ROME", "n": 40.7}),)),
        Step((call({"d": "Rome"}),)),
    ]
    found = [(v.call, v.origin, v.source) for v in trace(steps).values]
    assert found[:3] == [
        (0, Origin.INVENTED, None),
        (1, Origin.INVENTED, None),
        (1, Origin.INVENTED, None),
    ]
    assert found[3:] == [(2, Origin.ARGUMENT, 0), (2, Origin.ARGUMENT, 1), (3, Origin.ARGUMENT, 0)]
    assert trace(steps).edges == ()


def test_files_written_before_link_calls_without_results() -> None:
    book = {"filepath": "/tmp/a.xlsx"}
    steps = sequence(
        call(book, name="excel/create_workbook"),
        call(book, name="excel/create_worksheet"),
        call(book, name="excel/write_data"),
        call(book, name="excel/write_data"),
        call({"file": "a.xlsx"}, name="excel/read_data"),
    )
    assert trace(steps).links == (
        Link(0, 1, "file"),
        Link(1, 2, "file"),
        Link(1, 3, "file"),
        Link(3, 4, "file"),
    )
    assert trace(steps, request="Make /tmp/a.xlsx").edges == trace(steps).edges


def test_reading_one_file_twice_is_no_dependency() -> None:
    steps = sequence(
        call({"image": "./media/a.png"}, name="vision/detect"),
        call({"input_path": "./media/a.png", "output_path": "./media/b.png"}, name="image/draw_circles"),
        call({"image": "./media/a.png"}, name="ocr/read"),
        call({"imageSource": "b.png"}, name="ppt/manage_image"),
        call({"photo": "d.png", "target": "e.png"}, name="image/crop"),
        call({"image": "d.png"}, name="vision/detect"),
        call({"templatePath": "c.pptx"}, name="ppt/create_slide"),
        call({"path": "c.pptx"}, name="ppt/open"),
    )
    assert trace(steps).links == (Link(1, 3, "file"),)


def test_a_result_that_adds_the_file_makes_a_data_link() -> None:
    steps = sequence(
        call({"query": "cats"}, "saved as ./media/cat.png", name="image/generate"),
        call({"image": "/data/media/cat.png"}, name="ocr/read"),
    )
    assert trace(steps).links == (Link(0, 1, "data"),)


def test_edges_join_both_kinds_once() -> None:
    found = Provenance((), (Link(1, 2, "data"), Link(1, 2, "file"), Link(0, 2, "file")))
    assert found.edges == (Edge(0, 2), Edge(1, 2))


VALUES = ("alpha", "beta", "alpha beta", "gamma-1", 12, 112, 1.12, -12, "1.5")
pieces = st.sampled_from([*map(str, VALUES), "alphabet", "12th", "1.50", ", ", "x"])
texts = st.lists(pieces, max_size=5).map(" ".join)


@pytest.mark.slow
@settings(max_examples=200)
@given(
    st.lists(st.lists(st.tuples(st.sampled_from(VALUES), texts), min_size=1, max_size=2), max_size=4), texts
)
def test_against_a_plain_search(plan: list[list[tuple[Any, str]]], request: str) -> None:
    steps = [Step(tuple(call({"v": value}, text) for value, text in row)) for row in plan]
    placed = [(index, value, text) for index, row in enumerate(plan) for value, text in row]
    for traced, (step, value, _) in zip(trace(steps, request).values, placed, strict=True):
        adding = [
            (-index, number)
            for number, (index, own, text) in enumerate(placed)
            if index < step and own != value and _plainly_in(value, text)
        ]
        given_before = [n for n, (index, own, _) in enumerate(placed) if index < step and own == value]
        if _plainly_in(value, request):
            expected: tuple[Origin, int | None] = Origin.REQUEST, None
        elif adding:
            expected = Origin.RESULT, min(adding)[1]
        elif given_before:
            expected = Origin.ARGUMENT, given_before[0]
        else:
            expected = Origin.INVENTED, None
        assert (traced.origin, traced.source) == expected


def _plainly_in(value: Any, text: str) -> bool:
    if value in (12, 112, 1.12, -12, "1.5"):
        numbers = [piece for piece in text.split() if re.fullmatch(r"-?\d+(\.\d+)?", piece)]
        return float(value) in map(float, numbers)
    return f" {value} " in f" {text} "


def test_long_trajectories_take_no_time() -> None:
    filler = " ".join(f"word{number} {number * 7.25}" for number in range(1300))
    steps = [
        Step(
            tuple(
                call({"q": f"word{i} {j}", "id": f"key{i - 1}x{j}"}, f"key{i}x{j} {filler}") for j in range(3)
            )
        )
        for i in range(100)
    ]
    assert len(filler) > 18_000
    start = time.thread_time()
    found = trace(steps, "a request")
    # Far more than it needs, so that only a change in its order of growth can fail here.
    assert time.thread_time() - start < 5
    assert len(found.edges) == 99 * 3
