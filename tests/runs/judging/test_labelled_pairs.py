from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from m3bench.core import Call, FormatError
from m3bench.encoders import Encoder, ExactEncoder
from m3bench.judges.trust.calibration import Likeness
from m3bench.runs.judging.labelled_pairs import LabelledPair, read_pairs, similarities
from m3bench.scoring import M3, M3_RELEASED

RED, APPLES = {"q": "red"}, {"q": "apples"}


def lines(path: Path, *rows: object) -> Path:
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


def row(label: object = "same", **more: object) -> dict[str, object]:
    return {"tool": "a/x", "reference": RED, "prediction": APPLES, "label": label, **more}


def test_pairs_are_read_from_json_lines_and_csv_alike(tmp_path: Path) -> None:
    table = tmp_path / "pairs.csv"
    table.write_text(
        'tool,reference,prediction,label\na/x,"{""q"": ""red""}","{""q"": ""apples""}",Weakly_Same\n'
    )
    wanted = [LabelledPair(Call("a/x", RED), Call("a/x", APPLES), Likeness.WEAKLY_SAME)]
    assert read_pairs(table) == wanted
    assert read_pairs(lines(tmp_path / "pairs.jsonl", row(1))) == wanted


@pytest.mark.parametrize(
    ("votes", "label"),
    [
        (["same", "same", "different"], Likeness.SAME),
        (["different"], Likeness.DIFFERENT),
        (["same", "different", "weakly same"], Likeness.WEAKLY_SAME),
        (["same", "different"], Likeness.DIFFERENT),
        (["same", "weakly same", "same", "weakly same", "different"], Likeness.WEAKLY_SAME),
    ],
)
def test_most_votes_decide(tmp_path: Path, votes: list[str], label: Likeness) -> None:
    (pair,) = read_pairs(lines(tmp_path / "pairs.jsonl", *map(row, votes)))
    assert (pair.label, pair.votes) == (label, len(votes))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([row(), row("weak")], "line 2: unknown label 'weak'; use different, weakly same or same"),
        ([row(reference="red")], "line 1: reference must be a JSON object of arguments"),
        ([row(tool="")], "line 1: the tool has no name"),
        ([{"tool": "a/x"}], "line 1: 'reference' is missing"),
        ([[1]], "line 1: 'tool' is missing"),
        ([row(pair="1"), row(pair="1", prediction=RED)], "line 2: pair '1' has different calls"),
        ([], "the file has no pairs"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, rows: list[object], message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_pairs(lines(tmp_path / "pairs.jsonl", *rows))
    assert message in str(caught.value)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.binary(max_size=20) | st.just(json.dumps(row()).encode())))
def test_any_lines_are_pairs_or_an_error_of_ours(tmp_path: Path, raw_lines: list[bytes]) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_bytes(b"\n".join(raw_lines))
    try:
        pairs = read_pairs(file)
    except FormatError:
        return
    assert [pair.label for pair in pairs] == [Likeness.SAME]


def test_pairs_are_as_similar_as_the_scorer_finds_them(minilm: Encoder) -> None:
    """Figure 8 of the paper: a high, a middling and a low one."""
    pairs = [
        LabelledPair(Call("maps/find", first), Call("maps/find", second), Likeness.SAME)
        for first, second in (
            ({"query": "museum in Paris"}, {"query": "museum in Paris"}),
            ({"query": "museum in Paris"}, {"query": "museums near Paris, France"}),
            ({"query": "museum in Paris"}, {"latitude": -33.86, "zoom": 4}),
        )
    ]
    same, near, far = (similarity.similarity for similarity in similarities(pairs, M3, minilm))
    assert same == pytest.approx(1.0, abs=1e-5)
    assert same > near > far


def test_the_profile_decides_on_the_text() -> None:
    pairs = [LabelledPair(Call("a/x", RED), Call("b/y", RED), Likeness.SAME)]
    assert similarities(pairs, M3, ExactEncoder())[0].similarity < 0.5
    assert similarities(pairs, M3_RELEASED, ExactEncoder())[0].similarity == pytest.approx(1.0)
