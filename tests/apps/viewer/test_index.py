"""Reading journals that grow, tear, change and lie; and finding words in them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.apps.viewer.growing_file import within
from m3bench.apps.viewer.index import RunIndex
from m3bench.apps.viewer.library import Library
from m3bench.apps.viewer.listing import AttemptFilter, attempts_view, neighbours, page_rows
from m3bench.apps.viewer.search import SearchText, words_of
from m3bench.core import Step, Usage, UsageError
from m3bench.runs import Key, LimitsChange, ModelProbe
from m3bench.runs.store.damage import NOT_PROTECTED
from tests.apps.viewer.samples import (
    LATER,
    PLAIN,
    TRIP,
    append,
    attempt_of,
    call,
    make_run,
    plain_attempt,
    town_run,
    without_checksums,
)


def index_of(path: Path) -> RunIndex:
    index = RunIndex(path, path.name)
    index.refresh()
    return index


def statuses(index: RunIndex) -> list[str]:
    return [row.status for row in index.rows()]


def test_rows_stand_in_the_order_of_the_tasks_with_the_try_that_counts(tmp_path: Path) -> None:
    index = index_of(town_run(tmp_path / "run").path)
    assert [row.key.task_id for row in index.rows()] == [TRIP.id, PLAIN.id, LATER.id]
    assert statuses(index) == ["completed", "completed", "open"]
    assert [facts.status for facts in index.tries(Key(TRIP.id, 1))] == ["server_failure", "completed"]
    assert index.find_try(Key(TRIP.id, 1), None).number == 2
    assert index.find_try(Key(TRIP.id, 1), 1).status == "server_failure"
    with pytest.raises(UsageError, match="has not been made yet"):
        index.find_try(Key(LATER.id, 1), None)
    index.close()


def test_probes_and_changed_limits_are_no_attempts(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", [PLAIN, LATER])
    with folder.open_journal() as journal:
        journal.append(ModelProbe(model="openai/some", usage=Usage(10, 5, 1, None)))
        journal.append(plain_attempt())
        journal.append(LimitsChange(at=datetime.now(UTC), by="ann", changes={"max_tokens": (1, 2)}))
    index = index_of(folder.path)
    assert statuses(index) == ["completed", "open"]
    index.close()


def test_a_journal_is_read_on_as_it_grows_and_a_torn_line_waits(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", [PLAIN, LATER])
    index = index_of(folder.path)
    assert statuses(index) == ["open", "open"]
    append(folder, plain_attempt())
    whole = folder.journal.read_bytes()
    folder.journal.write_bytes(whole[:-20])
    before = index.version
    index.refresh()
    assert (statuses(index), index.version) == (["open", "open"], before)
    with folder.journal.open("ab") as journal:
        journal.write(whole[-20:])
    index.refresh()
    assert statuses(index) == ["completed", "open"]
    assert index.version != before
    assert len(index.find(words_of("fjord"))) == 1
    index.close()


def test_a_journal_that_is_cut_or_replaced_is_read_from_its_beginning(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", [PLAIN, LATER], [plain_attempt()])
    index = index_of(folder.path)
    folder.journal.unlink()
    append(folder, attempt_of(LATER, Step((call("town/find", {"city": "Tromsø"}, "Snow."),))))
    index.refresh()
    assert statuses(index) == ["open", "completed"]
    assert index.find(words_of("fjord")) == set()
    assert len(index.find(words_of("TROMSØ"))) == 1
    index.close()


def test_lines_that_are_no_records_are_told_and_stepped_over(tmp_path: Path) -> None:
    folder = without_checksums(make_run(tmp_path / "run", [PLAIN]))
    with folder.journal.open("ab") as journal:
        journal.write(b'{"kind":"attempt"}\n\xff\xfe\n{"kind":\n' + b"[" * 100_000 + b"\n")
        journal.write(b'{"kind":"parked","task_id":"town/plain"}\n')
    append(folder, plain_attempt())
    index = index_of(folder.path)
    assert statuses(index) == ["completed"]
    assert index.problems[0] == NOT_PROTECTED
    assert len(index.problems) == 5
    assert index.problems[1].startswith("The record at byte 0 cannot be read: Object missing required field")
    index.close()


def test_half_a_surrogate_pair_of_another_program_is_mended(tmp_path: Path) -> None:
    folder = without_checksums(make_run(tmp_path / "run", [PLAIN], [plain_attempt()]))
    folder.journal.write_bytes(folder.journal.read_bytes().replace(b"A fjord.", b"A \\ud800 fjord."))
    index = index_of(folder.path)
    record = index.record(index.find_try(Key(PLAIN.id, 1), None))
    assert record.trajectory.steps[0].calls[0].result is not None
    assert record.trajectory.steps[0].calls[0].result.text == "A ? fjord."
    assert index.problems == [NOT_PROTECTED]
    index.close()


def test_reading_stops_when_time_is_up_and_goes_on_from_there(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", [PLAIN], [plain_attempt() for _ in range(5)])
    index = RunIndex(folder.path, "run")
    rounds = 1
    while index.refresh(within(0)):
        rounds += 1
    assert rounds == 5
    assert len(index.tries(Key(PLAIN.id, 1))) == 5
    index.close()


def test_filters_and_search_choose_rows_and_their_neighbours(tmp_path: Path) -> None:
    index = index_of(town_run(tmp_path / "run").path)

    def found(**wanted: str) -> list[str]:
        return [row.key.task_id for row in page_rows(index, AttemptFilter(**wanted))[1]]  # type: ignore[arg-type]

    assert found(outcome="unknown_tool") == [TRIP.id]
    assert found(status="open") == [LATER.id]
    assert found(family="rest", outcome="success") == [PLAIN.id]
    assert found(checks="failed") == [TRIP.id]
    assert found(query="TORGET rain") == [TRIP.id]
    assert found(query="torget fjord") == []
    (hit, *_) = attempts_view(index, AttemptFilter(query="place-4712"))["rows"][0]["hits"]
    assert (hit["call"], hit["where"], hit["hit"]) == (0, "result", "place-4712")
    around = neighbours(index, AttemptFilter(), Key(PLAIN.id, 1))
    assert (around["previous"], around["next"]) == (Key(TRIP.id, 1), None)
    index.close()


@given(
    texts=st.lists(st.text(alphabet="abcÄß \n\0x", max_size=30), max_size=12),
    words=st.lists(st.text(alphabet="abcÄßx", min_size=1, max_size=6), min_size=1, max_size=3),
    cut=st.integers(0, 12),
)
def test_search_finds_what_looking_at_every_text_finds(texts: list[str], words: list[str], cut: int) -> None:
    search = SearchText()
    folded = [text.casefold().encode() for text in texts]
    wanted = words_of(" ".join(words))
    for text in folded[:cut]:
        search.add(text)
    search.find(wanted)  # what is remembered of it must not hide what comes later
    for text in folded[cut:]:
        search.add(text)
    expected = {number for number, text in enumerate(folded) if all(word in text for word in wanted)}
    assert search.find(wanted) == expected
    search.close()


def test_runs_come_and_go_and_only_those_found_can_be_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("m3bench.apps.viewer.library._RESCAN_SECONDS", 0.0)
    first = town_run(tmp_path / "runs" / "one").path
    town_run(tmp_path / "runs" / "deep" / "er" / "two")
    library = Library(tmp_path / "runs")
    assert [run.name for run in library.runs()] == ["deep/er/two", "one"]
    (first / "manifest.json").unlink()
    assert [run.name for run in library.runs()] == ["deep/er/two"]
    for name in ("one", "../runs/deep/er/two", str(first), ""):
        with pytest.raises(UsageError, match="no such run"):
            library.run(name)
    library.close()
    with pytest.raises(UsageError, match="There is no folder"):
        Library(tmp_path / "absent")
