"""`m3bench judge run`, `agreement` and `calibrate` as a user meets them; the provider is a fake over HTTP."""

from __future__ import annotations

import json
import threading
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from m3bench.cli.app import app
from m3bench.judges.kinds.rubric import DIMENSIONS
from m3bench.models import Reply
from m3bench.models.prices import price_of
from m3bench.runs import read_judged_run, read_run
from m3bench.runs.store.judgements import FILE, read_history
from m3bench.testing.provider import FakeProvider, Line, SeenRequest, Status, rate_limit
from tests.judges.cases import reasoned
from tests.runs.bench import JUDGES, ONE_CASE, USAGE, answer, arguments, judgements, keys
from tests.runs.jury import judgement_text, made_run, prompt_of

KEY = "a-key-that-nobody-checks"


@pytest.fixture(autouse=True)
def _with_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("M3BENCH_API_KEY", KEY)


def completed(arguments: list[str], told: str | None = None) -> tuple[int, str]:
    """The exit code, and all that was said; errors for the user are said as well."""
    done = CliRunner().invoke(app, arguments, input=told)
    said = f"{done.output}{done.exception or ''}"
    return done.exit_code, " ".join(said.split())


class Storm:
    """Refuses every request so often before it answers."""

    def __init__(self, times: int) -> None:
        self._times = times
        self._refused: Counter[tuple[str, str]] = Counter()
        self._turn = threading.Lock()

    def __call__(self, seen: SeenRequest) -> Line:
        with self._turn:
            self._refused[seen.model, seen.conversation] += 1
            return (
                rate_limit(0) if self._refused[seen.model, seen.conversation] <= self._times else answer(seen)
            )


def test_a_storm_of_refusals_costs_nothing_but_time(tmp_path: Path) -> None:
    run = made_run(tmp_path, 2)
    with FakeProvider(Storm(1)) as fake:
        code, said = completed(arguments(run, fake, "--no-cache", "--concurrency", "16"))
        assert len(fake.seen) == 2 * 2 * ONE_CASE
    assert code == 0, said
    assert set(keys(run).values()) == {1}
    assert len(judgements(run)) == 2 * ONE_CASE
    assert "0 of 16 judgements are missing" in said


def test_the_limit_of_cost_is_kept_over_sessions(tmp_path: Path) -> None:
    run = made_run(tmp_path, 4)
    dear = max(price_of(name, 1000, 100) or 0.0 for name in JUDGES)
    limit, in_flight = 0.01, 4
    with FakeProvider(answer) as fake:
        told = arguments(run, fake, "--no-cache", "--concurrency", str(in_flight), "--max-cost")
        code, said = completed([*told, str(limit)])
        assert code == 3, said
        assert "--max-cost 0.01 is reached" in said
        assert "Run the same command again to continue" in said
        spent = read_history(run / FILE).spent.cost or 0.0
        assert limit <= spent <= limit + in_flight * dear
        asked = len(fake.seen)
        code, _ = completed([*told, str(limit)])
        assert (code, len(fake.seen)) == (3, asked)
        code, said = completed([*told, "5"])
        assert code == 0, said
        assert len(fake.seen) == 4 * ONE_CASE
    assert set(keys(run).values()) == {1}
    assert (read_history(run / FILE).spent.cost or 0.0) == pytest.approx(
        4 * 2 * sum(price_of(name, 1000, 100) or 0.0 for name in JUDGES)
    )


def test_what_was_judged_before_is_not_paid_again(tmp_path: Path) -> None:
    one, other = made_run(tmp_path / "one", 2), made_run(tmp_path / "other", 3)
    cache = ["--cache", str(tmp_path / "cache")]
    with FakeProvider(answer) as fake:
        code, said = completed(arguments(one, fake, *cache))
        assert code == 0, said
        assert len(fake.seen) == 2 * ONE_CASE
        code, said = completed(arguments(other, fake, *cache))
        assert code == 0, said
        assert len(fake.seen) == 3 * ONE_CASE
    assert f"about {ONE_CASE} requests to 4 judges, {2 * ONE_CASE} more are cached" in said
    assert f"{2 * ONE_CASE} cached" in said
    found = read_judged_run(other, read_run(other))
    assert found is not None
    assert (found.cached, found.missing, found.asked) == (2 * ONE_CASE, 0, 3 * ONE_CASE)
    assert sum(usage.requests or 0 for usage in found.spent.values()) == ONE_CASE


def test_a_wrong_key_is_told_once_and_nothing_is_on_record(tmp_path: Path) -> None:
    run = made_run(tmp_path, 2)
    with FakeProvider(lambda _: Status(401, {}, b'{"error": {"message": "no such key"}}')) as fake:
        code, said = completed(arguments(run, fake, "--no-cache", "--concurrency", "1"))
        assert len(fake.seen) == 1
    assert code == 3, said
    assert "a-key-that-nobody-checks" not in said
    assert judgements(run) == []


def test_a_reply_that_cannot_be_read_is_mended_once(tmp_path: Path) -> None:
    run = made_run(tmp_path, 1)

    def mended(seen: SeenRequest) -> Reply:
        if seen.model == "gpt-4o":
            return Reply("Ten out of ten!", usage=USAGE)
        first = "cannot be read" not in seen.latest
        return Reply("Hm.", usage=USAGE) if first else answer(seen)

    with FakeProvider(mended) as fake:
        code, said = completed(arguments(run, fake, "--json", str(tmp_path / "judges.json")))
        assert len(fake.seen) == 2 * ONE_CASE
    assert code == 0, said
    document = json.loads((tmp_path / "judges.json").read_text())
    assert (document["asked"], document["missing"]) == (8, 2)
    # Three are left, of which the middle one counts.
    assert document["per_id"]["sum-0000"]["task_completion"]["score"] == pytest.approx(0.5)
    assert "2 of 8 judgements are missing" in said


class Readers:
    """One gives 2, 4, 6, 8 and 10 for fulfilment and 5 for the rest; the other 10, once nothing to read."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._given = iter((2, 4, 6, 8, 10))
        self._unreadable: str | None = None

    def __call__(self, seen: SeenRequest) -> Reply:
        first = seen.model == "gpt-4o-mini"
        if prompt_of(seen.conversation) == "outcome":
            return Reply(judgement_text("outcome", 1.0 if first else 0.0), usage=USAGE)
        scores = dict.fromkeys(DIMENSIONS, 5 if first else 10)
        with self._turn:
            rubric = str(seen.request.messages[0])
            self._unreadable = self._unreadable or (None if first else rubric)
            if first:
                scores["task_fulfillment"] = next(self._given)
            elif rubric == self._unreadable:
                return Reply("I cannot say.", usage=USAGE)
        return Reply(reasoned(**scores), usage=USAGE)


def test_rubric_and_outcome_by_hand(tmp_path: Path) -> None:
    """Nine readings of ten: fulfilment is (30 + 40) / 9 of 10, all else (25 + 40) / 9. All calls are fine."""
    run = made_run(tmp_path, 1)
    with FakeProvider(Readers()) as fake:
        judges = ["--judges", "openai/gpt-4o-mini,openai/gpt-4o", "--base-url", fake.url("openai")]
        told = [
            "judge",
            "run",
            str(run),
            *judges,
            "--rubric",
            "--outcome",
            "--no-cache",
            "--concurrency",
            "3",
        ]
        code, said = completed([*told, "--json", str(tmp_path / "j.json")])
        assert len(fake.seen) == 2 * (5 + 1) + 1
    assert code == 0, said
    found = json.loads((tmp_path / "j.json").read_text())["per_id"]["sum-0000"]
    fulfilled, rest = 7 / 9, 6.5 / 9
    assert found["rubric"]["dimensions"] == pytest.approx(
        {**dict.fromkeys(DIMENSIONS, rest), "task_fulfillment": fulfilled}
    )
    assert found["rubric"]["axes"] == pytest.approx(
        {
            "schema_understanding": 1.0,
            "task_completion": (fulfilled + rest) / 2,
            "tool_usage": rest,
            "planning_effectiveness": rest,
        }
    )
    assert found["rubric"]["overall"] == pytest.approx((1.0 + (fulfilled + rest) / 2 + rest + rest) / 4)
    assert (found["rubric"]["readings"], found["rubric"]["missing"]) == (9, 1)
    assert found["outcome"] == 0.5
    assert "overall 0.799 0" in said
    assert "1 of 12 judgements are missing" in said


def test_the_rubric_in_a_fixed_order_is_read_once_and_is_no_part_of_the_scores(tmp_path: Path) -> None:
    run = made_run(tmp_path, 1)
    with FakeProvider(lambda _: Reply(reasoned(**dict.fromkeys(DIMENSIONS, 5)), usage=USAGE)) as fake:
        judges = ["--judges", "openai/gpt-4o-mini,openai/gpt-4o", "--base-url", fake.url("openai")]
        code, said = completed(["judge", "run", str(run), *judges, "--unshuffled", "--no-cache", "--yes"])
        assert len(fake.seen) == 2
    assert code == 0, said
    found = read_judged_run(run, read_run(run))
    assert found is not None
    assert found.rubric == {}
    assert {judge: list(cases) for judge, cases in found.unshuffled_by_judge.items()} == {
        "openai/gpt-4o-mini": ["sum-0000"],
        "openai/gpt-4o": ["sum-0000"],
    }


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that four judges have read, the first of them kinder than the others."""
    run = made_run(tmp_path_factory.mktemp("judged"), 4, agent="noisy:0.3")

    def kinder(seen: SeenRequest) -> Reply:
        return answer(seen, 0.9 if seen.model == "gpt-4o-mini" else 0.5)

    with pytest.MonkeyPatch.context() as patch, FakeProvider(kinder) as fake:
        patch.setenv("M3BENCH_API_KEY", KEY)
        code, said = completed(arguments(run, fake, "--no-cache"))
    assert code == 0, said
    return run


def test_the_columns_of_the_judges_are_in_the_scores(judged: Path, tmp_path: Path) -> None:
    code, said = completed(["score", str(judged), "--encoder", "hashing", "--json", str(tmp_path / "s.json")])
    assert code == 0, said
    assert "Family Tasks Judged TaskComp InfoGrnd Avg. 8" in said
    assert "Total 4 4 0.500 0.500" in said
    assert "0 of 32 judgements are missing" in said
    document = json.loads((tmp_path / "s.json").read_text())
    judges, aggregate = document["judges"], document["aggregate"]
    six = (
        "recall",
        "precision",
        "argument_similarity",
        "step_coherence",
        "order_consistency",
        "merge_purity",
    )
    assert judges["aggregate"]["average"] == pytest.approx((sum(aggregate[name] for name in six) + 1.0) / 8)
    assert judges["aggregate"]["average_of_seven"] == pytest.approx(
        (sum(aggregate[name] for name in six) + 0.5) / 7
    )
    for task in document["per_id"]:
        found = judges["per_id"][task["id"]]["average_of_eight"]
        assert found == pytest.approx((sum(task[name] for name in six) + 1.0) / 8)
    spread = judges["reliability"]["completion"]["between_judges"]["task_completion"]
    assert spread["mean_range"] == pytest.approx(0.4)
    assert "openai/gpt-4o-mini +0.40" in said


def test_a_run_that_nobody_judged_is_scored_as_before(tmp_path: Path) -> None:
    run = made_run(tmp_path, 1)
    code, said = completed(["score", str(run), "--encoder", "hashing", "--json", str(tmp_path / "s.json")])
    assert code == 0, said
    assert "Judged" not in said
    assert "judges" not in json.loads((tmp_path / "s.json").read_text())


def test_judges_are_compared_with_people(judged: Path, tmp_path: Path) -> None:
    rows = ["id,dimension,score,rater"]
    rows += [f"sum-{number:04},task_completion,{score},ann" for number, score in enumerate((5, 4, 9, 5))]
    rows += [f"sum-{number:04},task_completion,{score},bob" for number, score in enumerate((5, 5, 9, 5))]
    rows += ["sum-0000,information_grounding,0.5,ann", "sum-9999,task_completion,1,ann"]
    (tmp_path / "labels.csv").write_text("\n".join(rows))
    told = [
        "judge",
        "agreement",
        str(judged),
        str(tmp_path / "labels.csv"),
        "--json",
        str(tmp_path / "a.json"),
    ]
    code, said = completed(told)
    assert code == 0, said
    found = json.loads((tmp_path / "a.json").read_text())
    assert found["task_completion"]["labelled"] == 5
    together = found["task_completion"]["judges"]["together"]
    # People on average: 5, 4.5 (which is a 5), 9 and 5; judges say 5 throughout.
    assert (together["cases"], together["exact"], together["within_one"]) == (4, 0.75, 0.75)
    assert together["difference"] == pytest.approx(5 - 23.5 / 4)
    assert found["task_completion"]["people"]["ann and bob"]["within_one"] == 1.0
    assert found["information_grounding"]["judges"]["openai/gpt-4o-mini"]["exact"] == 0.0
    assert "task completion, 5 labelled" in said


def test_labels_of_what_nobody_judged_are_an_error(judged: Path, tmp_path: Path) -> None:
    labels = tmp_path / "labels.csv"
    labels.write_text("id,dimension,score\nsum-0000,consistent,1\n")
    code, said = completed(["judge", "agreement", str(judged), str(labels)])
    assert code == 1
    assert "has a judgement in the labelled dimensions (consistent)" in said
    labels.write_text("id,score\nsum-0000,eleven\n")
    assert (
        "line 2: task_completion takes a number from 0 to 10"
        in completed(["judge", "agreement", str(judged), str(labels)])[1]
    )


PAIRS = """tool,reference,prediction,label,rater
a/x,"{""q"": 1}","{""q"": 1}",same,ann
a/x,"{""q"": ""red apple""}","{""q"": ""red apples""}",weakly same,ann
a/x,"{""q"": ""red apple""}","{""q"": ""red apples""}",same,bob
a/x,"{""q"": ""red apple""}","{""q"": ""red apples""}",weakly same,cat
a/x,"{""q"": ""red apple""}","{""zone"": [9, 8, 7]}",different,ann
"""


def test_thresholds_are_calibrated_against_labelled_pairs(tmp_path: Path) -> None:
    (tmp_path / "pairs.csv").write_text(PAIRS)
    told = ["judge", "calibrate", str(tmp_path / "pairs.csv"), "--encoder", "hashing", "--resamples", "50"]
    code, said = completed([*told, "--json", str(tmp_path / "c.json")])
    assert code == 0, said
    assert "3 pairs: 1 different, 1 weakly same, 1 same; encoder hashing" in said
    found = json.loads((tmp_path / "c.json").read_text())
    assert found["best"]["agreement"] == 1.0
    assert len(found["curve"]) == 101
    assert completed([*told, "--json", str(tmp_path / "d.json")])[1] == said
    assert (tmp_path / "c.json").read_text() == (tmp_path / "d.json").read_text()


def test_pairs_are_drawn_for_people_to_label(judged: Path, tmp_path: Path) -> None:
    file = tmp_path / "pairs.csv"
    told = ["judge", "calibrate", str(file), "--draw", str(judged), "--count", "6", "--encoder", "hashing"]
    code, said = completed(told)
    assert code == 0, said
    assert len(file.read_text().splitlines()) == 1 + 6
    assert "has no label yet" in completed(["judge", "calibrate", str(file), "--encoder", "hashing"])[1]
    assert "already exists" in completed(told)[1]


UNPRICED = ["judge", "run", "RUN", "--judges", "a/a,a/b,a/c", "--base-url", "http://127.0.0.1:9"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["judge", "run", "RUN", "--judges", "openai/a,openai/b"], "2 judges for M³-Bench's columns"),
        (["judge", "run", "RUN", "--judges", " , "], "No judge is named"),
        (["judge", "run", "RUN", "--judges", "nobody/a,nobody/b,nobody/c"], "Unknown model 'nobody/a'"),
        (["judge", "run", "RUN", "--judges", "local/none", "--rubric"], "none"),
        (["judge", "run", "nowhere", "--judges", "a/a,a/b,a/c"], "nowhere is not a run folder"),
        (
            [*UNPRICED, "--max-cost", "1", "--limit", "1", "--no-cache"],
            "The price of a/a is not known, so --max-cost cannot be kept",
        ),
        (["judge", "calibrate", "nowhere.csv"], "nowhere.csv: cannot be read"),
    ],
)
def test_what_cannot_work_is_said_before_it_costs_anything(
    tmp_path_factory: pytest.TempPathFactory, arguments: list[str], message: str
) -> None:
    run = tmp_path_factory.getbasetemp() / "refused" / "run"
    if not run.exists():
        made_run(run.parent, 1)
    code, said = completed([str(run) if argument == "RUN" else argument for argument in arguments])
    assert code != 0
    assert message in said
    assert not (run / FILE).exists()


@pytest.mark.parametrize(("told", "judged_cases"), [("y\n", 1), ("n\n", 0)])
def test_somebody_at_a_terminal_is_asked_whether_the_cost_is_all_right(
    tmp_path: Path, told: str, judged_cases: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = made_run(tmp_path, 1)
    monkeypatch.setattr("m3bench.cli.judging.judge._is_interactive", lambda: True)
    with FakeProvider(answer) as fake:
        code, said = completed(arguments(run, fake, "--no-cache"), told)
        assert len(fake.seen) == judged_cases * ONE_CASE
    assert code == 1 - judged_cases
    assert "estimated cost: $0.0" in said
    assert "Continue? [y/N]" in said


def test_yes_asks_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = made_run(tmp_path, 1)
    monkeypatch.setattr("m3bench.cli.judging.judge._is_interactive", lambda: True)
    with FakeProvider(answer) as fake:
        code, said = completed(arguments(run, fake, "--no-cache", "--yes", "--rubric", "--outcome"))
    assert code == 0, said
    assert "Continue?" not in said
    assert "Rubric, 1 tasks" in said
    assert "outcome: 0.000 of the answers" in said
