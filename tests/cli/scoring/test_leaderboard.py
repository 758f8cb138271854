"""`m3bench leaderboard submit` and `m3bench leaderboard build`, from runs to a site."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from m3bench.cli import app
from m3bench.submissions import verification
from tests.submissions.bundles import RUN
from tests.submissions.signing import key_file, new_key


def m3bench(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def bundles(tmp_path: Path) -> Path:
    folder = tmp_path / "bundles"
    folder.mkdir()
    made = m3bench("leaderboard", "submit", RUN, "--system", "Noisy", "--out", folder / "noisy.m3bench")
    assert made.exit_code == 0, made.output
    assert "smoke by noisy:0.3: success 0.667, 6 attempts" in made.output
    return folder


def test_from_runs_to_a_site(bundles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "KNOWING", frozenset())
    done = m3bench("leaderboard", "build", bundles, "--out", tmp_path / "site", "--encoder", "hashing")
    assert done.exit_code == 0, done.output
    assert "1 of 1 bundles are verified" in done.output
    page = (tmp_path / "site" / "index.html").read_text()
    assert "Noisy" in page
    (report,) = (tmp_path / "site" / "reports").iterdir()
    assert f'href="reports/{report.name}"' in page
    assert "http" not in page.partition("<body>")[2].replace("http://www.w3.org/2000/svg", "")


def test_a_refused_bundle_is_named_and_fails_if_asked(bundles: Path, tmp_path: Path) -> None:
    (bundles / "other.m3bench").write_bytes(b"x")
    options: list[str | Path] = ["--out", tmp_path / "site", "--encoder", "hashing"]
    done = m3bench("leaderboard", "build", bundles, *options)
    assert done.exit_code == 0
    assert "refused: other.m3bench" in done.output
    assert m3bench("leaderboard", "build", bundles, *options, "--strict").exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["leaderboard", "submit", RUN, "--system", " "], "has no name"),
        (["leaderboard", "submit", RUN, "--system", "x", "--out", "x.zip"], "does not end in .m3bench"),
        (["leaderboard", "submit", "nowhere", "--system", "x", "--out", "x.m3bench"], "nowhere"),
        (["leaderboard", "build", "nowhere"], "is not a folder"),
    ],
)
def test_what_is_wrong_is_said(arguments: list[str | Path], said: str) -> None:
    done = m3bench(*arguments)
    assert done.exit_code != 0
    assert said in done.output + str(done.exception)


def test_an_unfinished_run_is_not_bundled(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    made = m3bench("run", "smoke", "--agent", "idle", "--limit", "1", "--out", folder)
    assert made.exit_code == 0, made.output
    journal = folder / "journal.jsonl"
    journal.write_bytes(b"")
    done = m3bench("leaderboard", "submit", folder, "--system", "x", "--out", tmp_path / "x.m3bench")
    assert done.exit_code != 0
    assert not (tmp_path / "x.m3bench").exists()


def test_signed_and_countersigned(bundles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "KNOWING", frozenset())
    lab, other = key_file(tmp_path / "lab", 1), key_file(tmp_path / "other", 2)
    keys = tmp_path / "keys"
    keys.write_text(f"lab {new_key(1).public}\nother {new_key(2).public}\n")
    path = bundles / "noisy.m3bench"
    options: list[str | Path] = ["--out", tmp_path / "site", "--encoder", "hashing", "--keys", keys]
    done = m3bench("leaderboard", "build", bundles, *options, "--require", "signed")
    assert "it is unsigned, and --require asks for signed" in done.output
    m3bench("leaderboard", "submit", RUN, "--system", "Noisy", "--out", path, "--sign", lab)
    assert (
        "verified by SHA256:"
        in m3bench("leaderboard", "submit", "--countersign", path, "--sign", other).output
    )
    done = m3bench("leaderboard", "build", bundles, *options, "--require", "verified")
    assert "not ranked" not in done.output
    tables = json.loads((tmp_path / "site" / "leaderboard.json").read_text())["sections"]["suite-smoke@1"]
    (row,) = tables["tables"]["leaderboard-smoke@1"]["rows"]
    assert row["signatures"] == "signed by lab; verified by other"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["leaderboard", "submit", RUN, "--system", "x", "--sign", "missing.key"], "ssh-keygen -t ed25519"),
        (["leaderboard", "submit", "--countersign", "x.m3bench"], "--countersign needs --sign KEY"),
        (["leaderboard", "submit", "--system", "x"], "No run to submit"),
        (["leaderboard", "build", ".", "--require", "verified"], "--require verified needs --keys"),
    ],
)
def test_what_is_missing_for_a_signature_is_said(arguments: list[str | Path], said: str) -> None:
    done = m3bench(*arguments)
    assert done.exit_code != 0
    assert said in done.output + str(done.exception)
