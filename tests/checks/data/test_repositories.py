"""Repositories, compared with what Git itself says, and those that were made to break a reader."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from m3bench.checks import GitCommit, GitLog
from m3bench.checks.data.git import GitError, Repository
from m3bench.checks.data.git.packs import MAX_OBJECT, patched
from m3bench.suites import DataFile
from m3bench.suites.data_files import file_assets
from tests.checks.data.outcomes import BOB, REPOSITORY
from tests.checks.outcomes import evidence_of

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="Git is not installed")


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A workspace with a repository in `repo`."""
    for name, data in file_assets([DataFile("repo", "git", REPOSITORY)]).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return tmp_path


def git(work: Path, *arguments: str) -> str:
    environment = {"PATH": os.environ["PATH"], "HOME": str(work), "GIT_CONFIG_NOSYSTEM": "1"}
    command = ["git", "-c", "commit.gpgsign=false", *arguments]
    ended = subprocess.run(
        command, cwd=work / "repo", env=environment, capture_output=True, text=True, check=True
    )
    return ended.stdout


def failure(work: Path, check: GitLog) -> str:
    verdict = check.evaluate(evidence_of(work))
    assert not verdict.passed
    return verdict.reason


@needs_git
def test_what_an_agent_does_with_git_is_seen(work: Path) -> None:
    git(work, "checkout", "-q", "-b", "apples")
    (work / "repo" / "new.txt").write_text("new\n")
    assert failure(work, GitLog("repo", branch="apples", clean=True)) == "repo: not committed: new.txt"
    git(work, "add", "new.txt")
    assert GitLog("repo", clean=False, staged=("new.txt",)).evaluate(evidence_of(work)).passed
    assert "staged: new.txt, expected nothing" in failure(work, GitLog("repo", staged=()))
    git(work, "rm", "-q", "prices.txt")
    git(work, "commit", "-q", "-m", "Replace the prices")
    git(work, "tag", "-a", "v2", "-m", "With a message")
    changed = GitCommit(
        "Replace the prices", {"new.txt": "new\n", "prices.txt": None}, tags=("v2",), author=BOB
    )
    whole = GitLog(
        "repo", (changed,), "apples", True, ("v1", "v2"), ("apples", "main", "trial/braeburn"), total=3
    )
    assert whole.evaluate(evidence_of(work)).passed
    git(work, "gc", "-q", "--prune=now")
    assert (work / "repo/.git/packed-refs").exists()
    assert whole.evaluate(evidence_of(work)).passed
    git(work, "checkout", "-q", "--detach")
    assert "branch: None, expected apples" in failure(work, whole)


@needs_git
def test_a_merge_changes_what_its_branch_did_not_have(work: Path) -> None:
    git(work, "merge", "-q", "--no-ff", "-m", "Merge the trial", "trial/braeburn")
    merged = GitCommit("Merge the trial", {"braeburn.txt": "Braeburn 2\n"})
    assert GitLog("repo", (merged,), "main", clean=True, total=3).evaluate(evidence_of(work)).passed


@needs_git
def test_packs_with_differences_are_read_as_git_reads_them(work: Path) -> None:
    lines = [f"line {number} of a long file\n" for number in range(2_000)]
    for number in range(12):
        lines[number * 100] = f"changed {number}\n"
        (work / "repo" / "long.txt").write_text("".join(lines))
        git(work, "add", "-A")
        git(work, "commit", "-q", "-m", f"Change {number}")
    git(work, "repack", "-q", "-a", "-d", "-f", "--depth=20")
    assert "chain length" in git(work, "verify-pack", "-v", *_packs(work))
    repository = Repository(work, "repo")
    for commit in repository.newest(None, 12):
        (identity,) = repository.changes(commit).values()
        assert repository.text(identity) == git(work, "show", f"{commit.id}:long.txt")
        assert commit.message == git(work, "log", "-1", "--format=%B", commit.id).rstrip("\n") + "\n"
    assert repository.count(None) == int(git(work, "rev-list", "--count", "--first-parent", "HEAD"))


def _packs(work: Path) -> list[str]:
    return [str(path) for path in (work / "repo/.git/objects/pack").glob("*.idx")]


@needs_git
def test_an_unborn_branch_has_no_commits(tmp_path: Path) -> None:
    (tmp_path / "repo").mkdir()
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "repo" / "a.txt").write_text("a")
    git(tmp_path, "add", "a.txt")
    assert GitLog("repo", branch="main", staged=("a.txt",), total=0).evaluate(evidence_of(tmp_path)).passed
    assert "main has 0 commits, expected 1 or more" in failure(
        tmp_path, GitLog("repo", (GitCommit("x"),), "main")
    )


def loose(work: Path, data: bytes, *, identity: str | None = None) -> str:
    identity = identity or hashlib.sha1(data).hexdigest()
    path = work / "repo/.git/objects" / identity[:2] / identity[2:]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(zlib.compress(data))
    return identity


def point(work: Path, identity: str) -> None:
    (work / "repo/.git/refs/heads/main").write_text(identity)


def _bomb(work: Path) -> None:
    point(work, loose(work, b"commit 99\0" + b"\0" * (2 * MAX_OBJECT)))


def _circle(work: Path) -> None:
    """A commit that is its own parent; its id is a lie."""
    tree = loose(work, b"tree 0\0")
    body = f"tree {tree}\nparent {'c' * 40}\n\nAgain\n".encode()
    point(work, loose(work, f"commit {len(body)}\0".encode() + body, identity="c" * 40))


def _circular_tree(work: Path) -> None:
    inner = b"40000 x\0" + bytes.fromhex("d" * 40) + b"40000 y\0" + bytes.fromhex("d" * 40)
    loose(work, f"tree {len(inner)}\0".encode() + inner, identity="d" * 40)
    body = f"tree {'d' * 40}\n\nFolders in themselves\n".encode()
    point(work, loose(work, f"commit {len(body)}\0".encode() + body))


def _blob_as_commit(work: Path) -> None:
    point(work, loose(work, b"blob 1\0x"))


def _in_the_pack(change: Callable[[bytes], bytes], ending: str) -> Callable[[Path], None]:
    def fill(work: Path) -> None:
        (path,) = (work / "repo/.git/objects/pack").glob(f"*.{ending}")
        path.write_bytes(change(path.read_bytes()))

    return fill


HOSTILE: dict[str, Callable[[Path], object]] = {
    "a huge object": _bomb,
    "history in a circle": _circle,
    "folders in themselves": _circular_tree,
    "a file as a commit": _blob_as_commit,
    "a missing commit": lambda work: point(work, "e" * 40),
    "no id": lambda work: point(work, "ref: refs/heads/main"),
    "HEAD leads out": lambda work: (work / "repo/.git/HEAD").write_text("ref: ../../../etc/passwd"),
    "a linked reference": lambda work: _relink(work / "repo/.git/refs/heads/main"),
    "a linked pack": lambda work: _relink(*(work / "repo/.git/objects/pack").glob("*.pack")),
    "no pack": _in_the_pack(lambda data: b"", "pack"),
    "half a pack": _in_the_pack(lambda data: data[: len(data) // 3], "pack"),
    "a pack of noise": _in_the_pack(lambda data: b"\xff" * len(data), "pack"),
    "no table": _in_the_pack(lambda data: b"", "idx"),
    "half a table": _in_the_pack(lambda data: data[:1_100], "idx"),
    "a table that promises too much": _in_the_pack(
        lambda data: data[:1_028] + b"\xff" * 4 + data[1_032:], "idx"
    ),
    "an index of noise": lambda work: (work / "repo/.git/index").write_bytes(b"DIRC" + b"\xff" * 200),
    "half an index": lambda work: (work / "repo/.git/index").write_bytes(
        (work / "repo/.git/index").read_bytes()[:40]
    ),
    "a file in place of .git": lambda work: _replaced(work / "repo/.git"),
}


def _relink(path: Path) -> None:
    path.rename(path.with_suffix(".away"))
    path.symlink_to(path.with_suffix(".away").name)


def _replaced(path: Path) -> None:
    shutil.rmtree(path)
    path.write_text("gitdir: /somewhere/else")


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_broken_repositories_give_reasons(name: str, work: Path) -> None:
    HOSTILE[name](work)
    latest = GitCommit("Add Gala\n\nIt is cheaper.", ("prices.txt", "notes/todo.md"))
    reason = failure(work, GitLog("repo", (latest,), "main", clean=True, total=2))
    assert reason.startswith("repo")
    assert len(reason) < 1_000


def test_programs_that_a_repository_names_are_not_run(work: Path) -> None:
    config = work / "repo/.git/config"
    commands = '\n[filter "x"]\n\tclean = touch ran\n[core]\n\tfsmonitor = touch ran\n\thooksPath = .\n'
    config.write_text(config.read_text() + commands)
    (work / "repo/.gitattributes").write_text("* filter=x\n")
    assert "not committed: .gitattributes" in failure(work, GitLog("repo", clean=True))
    assert not list(work.rglob("ran"))


@pytest.mark.parametrize(
    "delta",
    [b"", b"\x05", b"\x05\x03\x00", b"\x05\x03\x03ab", b"\x05\x02\x03abc", b"\x05\xff\xff\xff\xff\x7f"],
)
def test_broken_differences_are_refused(delta: bytes) -> None:
    with pytest.raises(GitError):
        patched(b"hello", delta)


def test_a_difference_copies_and_adds() -> None:
    assert patched(b"hello", b"\x05\x07\x90\x05\x02!?") == b"hello!?"
