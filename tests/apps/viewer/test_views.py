"""What the page is told of an attempt, its calls, its files, and why it scored as it did."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import msgspec
import pytest
from fpdf import FPDF
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from m3bench.apps.viewer import rendering
from m3bench.apps.viewer.api import Parameters, ViewerApi
from m3bench.apps.viewer.facts import checks_state
from m3bench.apps.viewer.values import ARGUMENTS, BytesCache, part_text, piece, result_blocks
from m3bench.checks import AnswerFields, Expected, Verdict, Verdicts, write_checks
from m3bench.core import (
    AnswerField,
    AnswerForm,
    AnswerKey,
    Call,
    Data,
    Difficulty,
    FieldType,
    Result,
    SimulatedUser,
    TaskFile,
    Text,
    Turns,
    UserFact,
)
from m3bench.encoders import load_encoder
from m3bench.rendering import Rendered, RenderingUnavailable
from m3bench.scoring import Scorer, explain
from tests.apps.viewer.samples import (
    HOSTILE,
    SCRIPT,
    TRIP,
    api_over,
    deck,
    hostile_run,
    make_run,
    picture,
    talk_attempt,
    town_run,
    trip_attempt,
    workbook,
)
from tests.runs.jury import PANEL, judging, jury, made_run


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ViewerApi]:
    town_run(tmp_path / "town")
    library, api = api_over(tmp_path)
    yield api
    library.close()


def trip(**more: object) -> Parameters:
    return Parameters({"run": "town", "task": TRIP.id, **{name: str(value) for name, value in more.items()}})


def test_an_attempt_shows_steps_timing_checks_files_and_tries(api: ViewerApi) -> None:
    view = api.attempt(trip())
    assert [[call["tool"] for call in step["calls"]] for step in view["steps"]] == [
        ["find", "guess"],
        ["address"],
        ["weather"],
    ]
    assert (view["steps"][2]["calls"][0]["start"], view["steps"][0]["plan"]) == (0.9, "First look around.")
    assert [verdict["state"] for verdict in view["checks"]["verdicts"]] == ["passed", "failed", "undecided"]
    assert view["files"]["added"] == ["report.xlsx", "slides.pptx", "notes.svg"]
    assert [made["status"] for made in view["tries"]] == ["server_failure", "completed"]
    assert api.attempt(trip(**{"try": 1}))["counts"] is False


def test_the_form_stands_beside_what_was_expected_and_is_searched(tmp_path: Path) -> None:
    street = AnswerField("street", FieldType.NAME, "where it is")
    checks = write_checks([AnswerFields({"street": Expected(value="Torget 5")})])
    task = msgspec.structs.replace(TRIP, form=AnswerForm((street,)), extra={"checks": checks})
    attempt = trip_attempt("")
    filled = msgspec.structs.replace(attempt.trajectory, fields={"street": "Bryggen"})
    make_run(tmp_path / "town", [task], [msgspec.structs.replace(attempt, trajectory=filled, workspace=None)])
    library, api = api_over(tmp_path)
    (row,) = api.attempt(trip())["form"]
    found = api.attempts(Parameters({"run": "town", "query": "bryggen"}))
    library.close()
    assert (row["name"], row["given"], row["expected"]) == ("street", "Bryggen", "Torget 5")
    assert "Torget 5" in row["wrong"]
    assert [hit["where"] for hit in found["rows"][0]["hits"]] == ["form"]


def test_a_task_without_a_form_shows_none(api: ViewerApi) -> None:
    assert api.attempt(trip())["form"] == []


def test_a_check_that_nobody_decided_leaves_the_attempt_undecided() -> None:
    open_one = Verdict(check="picture_shows", kind="workspace", passed=False, undecided=True, reason="")
    assert checks_state(Verdicts(verdicts=(open_one,), undecided=True)) == "undecided"
    assert checks_state(Verdicts(verdicts=(open_one,))) == "failed"
    assert checks_state(None) == ""


def test_the_explanation_is_that_of_the_scorer(api: ViewerApi) -> None:
    found = explain(Scorer(encoder=load_encoder("hashing")), trip_attempt("").trajectory, TRIP)
    view = api.explanation(trip())
    assert view["average"] == found.score.metrics.average
    assert {metric["name"]: metric["value"] for metric in view["metrics"]} == {
        reason.metric: reason.value for reason in found.reasons
    }
    assert [(match["reference"], match["prediction"]) for match in view["matches"]] == [
        (0, 0),
        (2, 2),
        (3, 3),
    ]
    assert view["alone_reference"] == [{"call": 1, "reason": "the prediction never calls this tool"}]
    assert view["alone_prediction"] == [{"call": 1, "reason": "the reference never calls this tool"}]
    told = {(field["reference"], field["prediction"]): field["fields"] for field in view["fields"]}
    near = {field["name"]: (field["reference"], field["prediction"], field["kind"]) for field in told[3, 3]}
    assert near == {
        "street": ('"Torget 5"', '"Torget 5"', "text"),
        "day": ('"Sunday afternoon"', '"Sunday"', "text"),
    }
    won = {metric["name"]: metric["won"] for metric in view["metrics"]}
    assert won["recall"] == ["3 of 4 reference calls found a match"]
    assert won["order_consistency"] == ["3 of 3 pairs of matches in the reference's order"]
    assert api.scores(Parameters({"run": "town"}))["scores"][0]["average"] == view["average"]


def test_values_are_traced_to_the_results_they_came_from(api: ViewerApi) -> None:
    view = api.origins(trip())
    assert {(link["source"], link["target"]) for link in view["links"]} == {(0, 2), (2, 3)}
    origin = {(value["call"], value["path"]): value["origin"] for value in view["values"]}
    assert set(origin.values()) == {"request", "result", "invented"}


def test_judgements_come_with_their_spread(tmp_path: Path) -> None:
    run = made_run(tmp_path, count=2)
    shares = dict(zip(PANEL, (0.0, 0.4, 0.6, 1.0), strict=True))

    async def judge() -> None:
        await judging(run).run(models=jury(shares))

    anyio.run(judge)
    library, api = api_over(tmp_path)
    view = api.judgements(Parameters({"run": "run", "task": "sum-0001"}))
    library.close()
    columns = {column["title"]: column for column in view["columns"]}
    assert columns["Task completion"]["score"] == pytest.approx(0.5)
    assert columns["Task completion"]["spread"] == pytest.approx(1.0)
    assert len(view["judgements"]) == 2 * len(PANEL)


def test_a_hostile_attempt_is_told_in_outline_and_its_texts_in_pieces(tmp_path: Path) -> None:
    hostile_run(tmp_path / "evil")
    library, api = api_over(tmp_path)
    which = {"run": "evil", "task": HOSTILE.id}
    assert len(json.dumps(api.attempt(Parameters(which)))) < 500_000
    (block,) = api.call(Parameters({**which, "call": "0"}))["result"]
    assert (len(block["text"]), block["size"], block["next"]) == (4_000, 5_000_000, 4_000)
    more = api.text(Parameters({**which, "call": "0", "part": "0", "from": "4000"}))
    assert (len(more["text"]), more["next"]) == (50_000, 54_000)
    assert len(api.origins(Parameters(which))["values"]) <= 5_000
    assert api.explanation(Parameters(which))["matches"] == []
    assert api.attempts(Parameters({"run": "evil", "query": "onerror"}))["found"] == 1
    library.close()


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=20,
)


@given(_JSON, st.booleans())
def test_whatever_comes_back_is_shown_whole_and_bounded(value: Any, as_text: bool) -> None:
    part = Text(json.dumps(value)) if as_text else Data(value)
    blocks = result_blocks(Call("a/b", {}, result=Result((part,))), BytesCache())
    shown = blocks[-1]["text"]
    assert (shown if as_text and not isinstance(value, dict | list) else json.loads(shown)) in (
        value,
        json.dumps(value),
    )
    for table in blocks[:-1]:
        assert all(len(row) == len(table["columns"]) for row in table["rows"])


@given(st.text(max_size=40), st.integers(1, 9))
def test_pieces_are_the_whole_text(text: str, length: int) -> None:
    found, start = "", 0
    while True:
        part = piece(text, start, length)
        found += part["text"]
        if part["next"] is None:
            break
        start = part["next"]
    assert found == text


def test_arrays_of_objects_become_tables() -> None:
    rows = [{"id": number, "name": "x" * 500} for number in range(80)]
    text = json.dumps({"page": {"found": rows}, "total": 80})
    table, whole = result_blocks(Call("a/b", None, result=Result((Text(text),))), BytesCache())
    assert (table["title"], table["columns"], table["total"]) == ("page.found", ["id", "name"], 80)
    assert (len(table["rows"]), len(table["rows"][0][1])) == (50, 161)
    assert whole["beside_table"] is True
    assert part_text(Call("a/b", '{"b": [1]}'), ARGUMENTS) == '{\n  "b": [\n    1\n  ]\n}'


def test_sheets_and_slides_are_rendered(api: ViewerApi) -> None:
    sheets = api.rendered(trip(path="report.xlsx"))["sheets"]
    assert [sheet["name"] for sheet in sheets] == ["Prices", "Notes"]
    assert sheets[0]["rows"][1] == [{"text": "Bread"}, {"text": "3"}]
    assert sheets[0]["rows"][3][1] == {"text": "", "formula": "=SUM(B2:B3)"}
    assert sheets[1]["rows"] == [[{"text": SCRIPT}]]
    slides = api.rendered(trip(path="slides.pptx"))
    title, image = slides["slides"][0]["items"]
    assert (title["text"], title["title"]) == ("A week in Bergen", True)
    assert slides["ratio"] == pytest.approx(4 / 3)
    assert api.blob(Parameters({"run": "town", "digest": image["picture"]})) == picture("crimson")
    assert image["box"][0] == pytest.approx(0.1)


def test_the_pages_of_a_document_are_drawn(api: ViewerApi) -> None:
    document = FPDF(format=(60, 40))
    for _ in range(14):
        document.add_page()
    kept = BytesCache()
    view = rendering.render_file(bytes(document.output()), "application/pdf", kept)
    assert (view["kind"], len(view["pages"]), view["page_count"]) == ("pages", 12, 14)
    first = kept.get(view["pages"][0])
    assert first is not None
    assert Image.open(io.BytesIO(first)).format == "PNG"
    assert rendering.render_file(b"%PDF-1.7 and no more", "x.pdf", kept)["kind"] == "unreadable"


def test_slides_are_drawn_where_something_can_draw_them(
    api: ViewerApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "office", lambda: "soffice")
    monkeypatch.setattr(rendering, "pages_of", lambda data, path, most: Rendered([picture()], 3))
    view = api.rendered(trip(path="slides.pptx"))
    assert (view["kind"], view["page_count"]) == ("pages", 3)

    def late(data: bytes, path: str, most: int) -> Rendered:
        raise RenderingUnavailable("not done in time")

    monkeypatch.setattr(rendering, "pages_of", late)
    assert api.rendered(trip(path="slides.pptx"))["kind"] == "slides"


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        (picture(), "x.xlsx", "picture"),
        (b"a,b\n1,2\n", "x.csv", "sheets"),
        (SCRIPT.encode(), "x.html", "text"),
        (b"\x00\x01\xff", "x.xlsx", "bytes"),
        (workbook()[:-300], "x.xlsx", "unreadable"),
        (
            deck()[:2000],
            "application/x-presentationml.presentation",
            "unreadable",
        ),
    ],
)
def test_files_are_told_by_what_they_are(data: bytes, name: str, kind: str) -> None:
    assert rendering.render_file(data, name, BytesCache())["kind"] == kind


def test_kept_bytes_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("m3bench.apps.viewer.values._MAX_CACHED_BYTES", 100)
    kept = BytesCache()
    digests = [kept.put(bytes([number]) * 40) for number in range(4)]
    assert [kept.get(digest) is not None for digest in digests] == [False, False, True, True]


def test_records_stand_as_they_are_in_the_journal(api: ViewerApi, tmp_path: Path) -> None:
    lines = (tmp_path / "town" / "journal.jsonl").read_text().splitlines(keepends=True)
    assert api.record(trip())["text"] == lines[1]
    assert msgspec.json.decode(api.record(trip(**{"try": 1}))["text"])["final"] is False


def test_a_conversation_is_shown_in_order(tmp_path: Path) -> None:
    make_run(tmp_path / "town", [TRIP], [talk_attempt()])
    library, api = api_over(tmp_path)
    view = api.attempt(trip())["conversation"]
    library.close()
    assert [(turn["call"], turn["question"], turn["kind"]) for turn in view] == [
        (0, "Which city?", "fact"),
        (2, "Tell me everything.", "refused"),
    ]
    assert (view[0]["reply"], view[0]["topics"], view[1]["guarded"]) == ("Bergen.", ["city"], True)


def test_an_attempt_without_questions_has_no_conversation(api: ViewerApi) -> None:
    assert api.attempt(trip())["conversation"] == []


def test_an_attempt_shows_the_fields_of_its_task(tmp_path: Path) -> None:
    task = msgspec.structs.replace(
        TRIP,
        files=(TaskFile("bill.pdf", "application/pdf"),),
        role="A clerk.",
        rules=("Hurry.", "Smile."),
        user=SimulatedUser(persona="Ann", facts=(UserFact("age", "41"),)),
        turns=Turns.DIALOGUE,
        difficulty=Difficulty.EASY,
        kind="service",
        time_sensitive=True,
        answer_key=AnswerKey(value=3),
        extra={"pictures": [{"name": "a.png", "kind": "slide", "number": 1, "camera": "hard"}]},
    )
    make_run(tmp_path / "town", [task], [trip_attempt("0" * 64)])
    library, api = api_over(tmp_path)
    view = api.attempt(trip())["task"]
    library.close()
    assert view["files"] == [{"name": "bill.pdf", "media_type": "application/pdf"}]
    assert (view["role"], view["rules"]) == ("A clerk.", "- Hurry.\n- Smile.")
    assert (view["difficulty"], view["kind"], view["turns"]) == ("easy", "service", "dialogue")
    assert view["time_sensitive"] is True
    assert view["camera"] == "hard"
    assert view["user"][-1] == {"about": "age", "text": "41", "keywords": []}
    assert json.loads(view["answer_key"]) == {"value": 3}
