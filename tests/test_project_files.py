"""The files for those who carry on: citation, hooks, hosted CI, security."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from scripts.check_text_files import LARGEST, problems
from tests.conftest import REPOSITORY
from tests.hanging import HANG_SECONDS

REGISTRIES = ("pypi.org", "pythonhosted", "npmjs", "index-url", "ghcr.io", "docker.io")


def read(name: str) -> str:
    return (REPOSITORY / name).read_text(encoding="utf-8")


def loaded(name: str) -> Any:
    return yaml.safe_load(read(name))


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads(read("pyproject.toml"))["project"]
    return found


# Distributions


def test_distributions_have_one_version() -> None:
    version = project()["version"]
    world, suites = (
        tomllib.loads(read(f"packages/m3bench-{name}/pyproject.toml"))["project"]
        for name in ("world", "suites")
    )
    assert {world["version"], suites["version"]} == {version}
    assert project()["optional-dependencies"]["suites"] == [f"m3bench-suites=={version}"]
    assert f"m3bench=={version}" in world["dependencies"]
    assert suites["dependencies"] == [f"m3bench[files]=={version}", f"m3bench-world=={version}"]


# Citation


def test_the_citation_is_of_this_version() -> None:
    citation = loaded("CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    assert {citation["title"], citation["version"]} == {project()["name"], project()["version"]}
    assert citation["license"] == project()["license"]
    assert all(citation[key] for key in ("message", "authors", "type"))


def test_the_four_papers_are_cited() -> None:
    papers = loaded("CITATION.cff")["references"]
    titles = [paper["title"].partition(":")[0] for paper in papers]
    assert titles == ["M³-Bench", "MCP-Bench", "MCPVerse", "TOBench"]
    for paper in papers:
        assert paper["authors"], paper["title"]
        assert all(author["given-names"] and author["family-names"] for author in paper["authors"])
        (identifier,) = paper["identifiers"]
        assert paper["url"].endswith(identifier["value"].removeprefix("arXiv:"))


def test_the_papers_are_those_that_we_have() -> None:
    seeds = REPOSITORY.parent / "shared" / "seeds"
    if not seeds.is_dir():
        pytest.skip("the papers are not beside this checkout")
    texts = [
        path.read_text(encoding="utf-8", errors="replace")[:20_000] for path in sorted(seeds.glob("*.txt"))
    ]
    folded = [re.sub(r"[^a-z]", "", text.lower()) for text in texts]
    for paper in loaded("CITATION.cff")["references"]:
        subtitle = re.sub(r"[^a-z]", "", paper["title"].partition(":")[2].lower())
        (said, *_) = [text for text, words in zip(texts, folded, strict=True) if subtitle in words]
        if "Anonymous authors" not in said:
            assert all(author["family-names"] in said for author in paper["authors"])


# Hooks


def hooks() -> list[dict[str, Any]]:
    return [hook for repo in loaded(".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]


def test_hooks_are_local_and_have_different_names() -> None:
    repos = loaded(".pre-commit-config.yaml")["repos"]
    assert {repo["repo"] for repo in repos} == {"local"}, "a hook of another repository needs the network"
    assert {hook["language"] for hook in hooks()} == {"system"}
    assert len({hook["id"] for hook in hooks()}) == len(hooks())


@pytest.mark.parametrize("hook", hooks(), ids=lambda hook: hook["id"])
def test_the_command_of_a_hook_exists(hook: dict[str, Any]) -> None:
    program, *words = hook["entry"].split()
    assert Path(program).parts[:2] == (".venv", "bin"), "hooks use the versions in .venv"
    # The environment that runs this test is made like .venv, wherever it lies.
    assert shutil.which(Path(program).name, path=str(Path(sys.executable).parent)), program
    paths = [word for word in words if "/" in word]
    assert [path for path in paths if not (REPOSITORY / path).exists()] == []


@pytest.mark.slow
def test_pre_commit_takes_the_configuration() -> None:
    program = shutil.which("pre-commit", path=str(Path(sys.executable).parent))
    assert program is not None
    command = [program, "validate-config", str(REPOSITORY / ".pre-commit-config.yaml")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_SECONDS, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"fine\n", []),
        (b"", []),
        (b"\x00\xff ", []),
        (b"\xff no UTF-8 ", []),
        (b"no end", ["must end with one newline"]),
        (b"two\n\n", ["must end with one newline"]),
        (b"spaces \n", ["1: trailing spaces"]),
        (b"windows\r\n", ["Windows line endings", "1: trailing spaces"]),
        (b"<<<<<<< ours\n=======\n>>>>>>> theirs\n", ["1: merge", "2: merge", "3: merge"]),
    ],
)
def test_text_files_are_checked(data: bytes, words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "file.py"
    path.write_bytes(data)
    found = list(problems(path))
    assert len(found) == len(words)
    assert all(word in problem for word, problem in zip(words, found, strict=True))


def test_large_files_are_named_and_markdown_may_break_lines(tmp_path: Path) -> None:
    large, page = tmp_path / "large.bin", tmp_path / "page.md"
    large.write_bytes(b"\0" * (LARGEST + 1))
    page.write_text("first  \nsecond   \n   \n", encoding="utf-8")
    assert ["bytes; the maximum is" in problem for problem in problems(large)] == [True]
    assert [problem.partition("page.md:")[2][0] for problem in problems(page)] == ["2", "3"]


# Hosted CI


def test_the_workflow_calls_ci_run() -> None:
    workflow = loaded(".github/workflows/ci.yml")
    (job,) = workflow["jobs"].values()
    commands = [step["run"] for step in job["steps"] if "run" in step]
    assert len(commands) == 1, "what must pass is in .ci/run, not here"
    assert ".ci/run" in commands[0]
    assert os.access(REPOSITORY / ".ci" / "run", os.X_OK)
    assert workflow["permissions"] == {"contents": "read"}
    assert set(workflow[True]) == {"push", "pull_request"}  # YAML reads `on` as true


def test_the_workflow_names_no_registry() -> None:
    text = read(".github/workflows/ci.yml")
    assert [each for each in (*REGISTRIES, "://") if each in text] == []


def test_targets_that_ci_and_pages_name_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))
    for name in (".ci/run", "CONTRIBUTING.md", "SECURITY.md", "README.md"):
        named = set(re.findall(r"(?:^|`)make ([a-z-]+)", read(name), re.MULTILINE))
        assert named <= targets, name


# Versions


def test_constraints_have_versions_and_nothing_else() -> None:
    lines = read("constraints.txt").splitlines()[1:]
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []
    names = [re.sub(r"[-_.]+", "-", line.partition("==")[0]).lower() for line in lines]
    assert len(set(names)) == len(names)


def test_security_names_options_and_commands_that_exist() -> None:
    from m3bench.hosting import SandboxMode

    page = read("SECURITY.md")
    (modes,) = re.findall(r"--sandbox ([\w|]+)", page)
    assert set(modes.split("|")) <= {mode.value for mode in SandboxMode}
    assert (REPOSITORY / "tests" / "attacks").is_dir()


def test_what_the_makefile_selects_exists() -> None:
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    smoke = re.search(r"^SMOKE := (.*)$", makefile, re.MULTILINE)
    covered = re.search(r"^COVERED := (.*)$", makefile, re.MULTILINE)
    assert smoke is not None
    assert covered is not None
    folders = [*smoke[1].split(), *(f"tests/{name}" for name in covered[1].split())]
    assert len(folders) > 10
    assert [folder for folder in folders if not (REPOSITORY / folder).exists()] == []
