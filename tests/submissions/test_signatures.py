"""Bundles are signed, verified and repeated; what does not count is named."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from m3bench.core import UsageError
from m3bench.runs import RunFolder
from m3bench.scoring import Interval
from m3bench.submissions import (
    Board,
    Level,
    Policy,
    Verified,
    countersign,
    fingerprint,
    read_key_names,
    read_signing_key,
    refuse_copies,
    verification,
)
from m3bench.submissions.keys import key_bytes
from m3bench.submissions.signatures import Repeat, Statement
from m3bench.submissions.standing import Standing, Witness, without_failed_repeats
from tests.attacks.folders import rewrite_attempts
from tests.submissions.bundles import CREATED, RUN, bundle, files_of, load, verified
from tests.submissions.signing import key_file, new_key

LAB, OTHER, THIRD = (new_key(number) for number in (1, 2, 3))


@pytest.fixture(autouse=True)
def ranked_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "KNOWING", frozenset())


@pytest.fixture
def signed(tmp_path: Path) -> Path:
    return bundle(tmp_path, key=LAB)


def sign_again(path: Path, key: int = 2, runs: Sequence[Path] = ()) -> Verified:
    scratch = path.with_name(f"scratch-{key}-{len(runs)}")
    scratch.mkdir()
    return countersign(path, scratch, new_key(key), load, at=CREATED, runs=runs)


def repeated_run(target: Path) -> Path:
    """A copy of the run with an id of its own."""
    shutil.copytree(RUN, target)
    folder = RunFolder.open(target)
    folder.write_manifest(msgspec.structs.replace(folder.manifest, id="0123456789abcdef"))
    rewrite_attempts(folder, lambda attempt: attempt)
    folder.write_seal()
    return target


def test_a_signature_changes_nothing_that_it_signs(signed: Path, tmp_path: Path) -> None:
    before = files_of(signed)
    sign_again(signed)
    after = files_of(signed)
    assert before.pop("signatures.json") != after.pop("signatures.json")
    assert before == after


def test_levels_rise(signed: Path, tmp_path: Path) -> None:
    assert verified(bundle(tmp_path, "plain"), tmp_path).standing.level is Level.UNSIGNED
    assert verified(signed, tmp_path).standing.level is Level.SIGNED
    assert sign_again(signed, 2).standing.level is Level.VERIFIED
    standing = sign_again(signed, 3, [repeated_run(tmp_path / "own")]).standing
    assert standing.level is Level.REPEATED
    assert str(standing) == (
        f"signed by {fingerprint(LAB.public)}; verified by {fingerprint(OTHER.public)}; "
        f"repeated by {fingerprint(THIRD.public)} (success 0.667)"
    )


@pytest.mark.parametrize(
    ("required", "board"), [(Level.SIGNED, Board.PRACTICE), (Level.VERIFIED, Board.OTHER)]
)
def test_only_what_is_required_is_ranked(required: Level, board: Board, signed: Path, tmp_path: Path) -> None:
    (run,) = verified(signed, tmp_path, Policy(required=required)).runs
    assert run.board is board
    if board is Board.OTHER:
        assert run.remarks == ("it is signed, and --require asks for verified",)


def test_only_known_keys_count(signed: Path, tmp_path: Path) -> None:
    sign_again(signed)
    known = {LAB.public: "lab", OTHER.public: "other"}
    assert str(verified(signed, tmp_path, Policy(names=known)).standing) == "signed by lab; verified by other"
    shutil.rmtree(tmp_path / "unpacked-one")
    standing = verified(signed, tmp_path, Policy(names={LAB.public: "lab"})).standing
    assert standing.level is Level.SIGNED
    assert "not in --keys" in standing.ignored[0]


def test_a_second_key_of_the_submitter_counts_as_nothing(signed: Path, tmp_path: Path) -> None:
    sign_again(signed)
    names = {LAB.public: "lab", OTHER.public: "lab"}
    standing = verified(signed, tmp_path, Policy(names=names)).standing
    assert (standing.level, standing.ignored) == (
        Level.SIGNED,
        ("the countersignature by lab is by the submitter",),
    )


def test_what_cannot_be_countersigned_is_named(signed: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="submitter's own"):
        sign_again(signed, 1)
    with pytest.raises(UsageError, match="not signed by its submitter"):
        sign_again(bundle(tmp_path, "plain"), 3)
    with pytest.raises(UsageError, match="None of the runs repeats smoke by noisy"):
        sign_again(signed, 4, [RUN])
    (tmp_path / "broken.m3bench").write_bytes(b"x")
    with pytest.raises(UsageError, match="is refused"):
        sign_again(tmp_path / "broken.m3bench", 5)


def test_of_the_same_submission_the_one_with_more_signatures_is_kept(signed: Path, tmp_path: Path) -> None:
    more = tmp_path / "zz.m3bench"
    shutil.copyfile(signed, more)
    sign_again(more)
    kept = refuse_copies([verified(path, tmp_path) for path in (signed, more)])
    assert [bool(kept_bundle.problem) for kept_bundle in kept] == [True, False]


def interval(estimate: float, low: float, high: float) -> Interval:
    return Interval(estimate=estimate, low=low, high=high, level=0.95, clusters=6)


def test_a_repetition_with_other_success_does_not_count() -> None:
    repeats = (Repeat(run="r", own="o", journal="0" * 64, success=0.2),)
    statement = Statement(bundle="0" * 64, level=Level.REPEATED, at=CREATED, repeats=repeats)
    claimed = Standing(
        level=Level.REPEATED, by="lab", witnesses=(Witness(key="k", name="other", statement=statement),)
    )
    assert without_failed_repeats(claimed, {"r": interval(0.3, 0.1, 0.5)}) is claimed
    confirmed = without_failed_repeats(claimed, {"r": interval(0.9, 0.8, 1.0)})
    assert confirmed.level is Level.SIGNED
    assert confirmed.ignored == ("the repetition by other has success 0.200, outside of 0.800 to 1.000",)


def test_keys_of_openssh_are_read(tmp_path: Path) -> None:
    assert read_signing_key(key_file(tmp_path / "key", 1)).public == LAB.public
    (tmp_path / "text").write_text("no key")
    with pytest.raises(UsageError, match="is not a private key"):
        read_signing_key(tmp_path / "text")
    with pytest.raises(UsageError, match="There is no key") as missing:
        read_signing_key(tmp_path / "missing")
    assert "ssh-keygen -t ed25519" in str(missing.value)
    assert not (tmp_path / "missing").exists()


def test_names_of_keys_are_read(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text(f"# trusted\n\nlab {LAB.public} comment\n{OTHER.public} other@host\n{THIRD.public}\n")
    names = read_key_names(file)
    assert names == {
        LAB.public: "lab",
        OTHER.public: "other@host",
        THIRD.public: fingerprint(THIRD.public),
    }
    for wrong in ("lab ssh-rsa AAAA", f"lab cert-authority {LAB.public}", "lab", "ssh-ed25519 AAAA"):
        file.write_text(f"{wrong}\n")
        with pytest.raises(UsageError, match="line 1"):
            read_key_names(file)


@pytest.mark.parametrize("text", ["", "ssh-ed25519", "ssh-ed25519 %", "ssh-ed25519 AAAA", "ssh-rsa AAAA"])
def test_other_keys_are_no_keys(text: str) -> None:
    assert key_bytes(text) is None
    assert fingerprint(text) == "an invalid key"


def test_a_file_of_keys_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"keys cannot be read: No such file"):
        read_key_names(tmp_path / "keys")
