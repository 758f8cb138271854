"""README and pages say commands that work.

Every `m3bench` command in a fenced block is parsed by the real parser: a wrong command, option or value
fails. Commands in blocks without a mark are also run, page by page, in a folder with small inputs; a run has
two tasks there. Those of the README run in a copy of the repository, and find there what they name. A mark
(`<!-- needs: key -->`) says why those of a block are parsed only.
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from m3bench.cli.app import app
from m3bench.examples import example_files
from m3bench.formats import write
from m3bench.suites import make_suite
from m3bench_world import World
from tests.conftest import REPOSITORY
from tests.doc_commands import NEEDS, PAGES, Block, Command, NotParsed, blocks, blocks_of, parse
from tests.hanging import HANG_SECONDS

BLOCKS = [block for page in PAGES for block in blocks(page)]
COMMANDS = [(block, command) for block in BLOCKS for command in block.commands]
RUN_PAGES = sorted({block.page for block in BLOCKS if not block.needs})
FAILING = {"m3bench runs verify runs/edited": "it finds damage"}
"""Commands that end with a status above 0 beside those for which the page shows an error."""


def name(value: object) -> str:
    match value:
        case Block():
            return value.place
        case Command():
            return value.text[:40]
        case Path():
            return str(value.relative_to(REPOSITORY))
    return str(value)


# Parsed


@pytest.mark.parametrize(("block", "command"), COMMANDS, ids=name)
def test_a_command_parses(block: Block, command: Command) -> None:
    program, *words = command.words
    if program == "m3bench":
        parse([word for word in words if word != "…"])
    elif program == "make":
        assert set(words) <= make_targets(), block.place
    elif program == "python":
        target = module_path(words[1]) if words[0] == "-m" else REPOSITORY / words[0]
        assert target.exists(), f"{block.place}: {target}"


@cache
def make_targets() -> set[str]:
    text = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z-]+):", text, re.MULTILINE))


def module_path(module: str) -> Path:
    path = REPOSITORY / "src" / Path(*module.split("."))
    return path if path.is_dir() else path.with_suffix(".py")


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.needs], ids=name)
def test_marks_are_known(block: Block) -> None:
    assert set(block.needs) <= NEEDS.keys()


@pytest.mark.parametrize(
    "words",
    [
        ["run", "smoke", "--modle", "x"],
        ["suite", "bild", "x"],
        ["convert", "a", "b", "--too", "jsonl"],
        ["audit"],
    ],
    ids=" ".join,
)
def test_wrong_commands_do_not_parse(words: list[str]) -> None:
    with pytest.raises(NotParsed):
        parse(words)


def test_commands_are_found() -> None:
    text = (
        "x\n\n<!-- needs: key -->\n```sh\nm3bench run m3 \\\n    --limit 1   # one\nexport A=…\n```\n"
        "```console\n$ m3bench score a\nerror: no\n$ make demo\n```\n"
        "  ```console\n  $ m3bench runs verify b\n  fine\n  ```\n```json\nm3bench x\n```\n"
    )
    first, second, third, *rest = blocks_of(text, REPOSITORY / "README.md")
    assert (first.needs, second.needs, first.line) == (("key",), (), 4)
    assert [command.words for command in first.commands] == [["m3bench", "run", "m3", "--limit", "1"]]
    assert second.commands == (Command("m3bench score a", fails=True), Command("make demo"))
    assert third.commands == (Command("m3bench runs verify b"),)
    assert [block.commands for block in rest] == [()]


# Mentioned in a sentence

_FENCED = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_in_sentences_and_their_options_exist(page: Path) -> None:
    """They may lack arguments, and name them in capitals."""
    text = _FENCED.sub("", page.read_text(encoding="utf-8"))
    for found in re.findall(r"`m3bench ([^`|…]*)`", text):
        assert not re.search("no such|unexpected extra", problem(found.split()), re.IGNORECASE), found


def problem(words: list[str]) -> str:
    try:
        parse(words)
    except NotParsed as error:
        return str(error)
    return ""


# Links of the files that are not part of the site


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"])
def test_links_lead_somewhere(page: str) -> None:
    text = (REPOSITORY / page).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    assert [link for link in links if not (REPOSITORY / link.partition("#")[0]).exists()] == []


# Run


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what pages name: files of tasks and predictions, and small runs."""
    folder = tmp_path_factory.mktemp("inputs")
    references, predictions = example_files()
    shutil.copy(references, folder / "references.json")
    for copy in ("predictions.json", "agent_a.json", "agent_b.json"):
        shutil.copy(predictions, folder / copy)
    (folder / "note.txt").write_text("tea\n", encoding="utf-8")
    tasks = [task for task in make_suite("smoke", World()).tasks if not task.images]
    for copy in ("tasks.jsonl", "museum.jsonl"):
        write(folder / copy, tasks, format="jsonl")
    for run, agent in (("example", "reference"), ("other", "noisy:0.3")):
        finished(["run", "smoke", "--agent", agent, "--limit", "2", "--out", str(folder / "runs" / run)])
    for copy, run in (("a", "example"), ("b", "other"), ("reference", "example"), ("noisy-0.3", "other")):
        shutil.copytree(folder / "runs" / run, folder / "runs" / copy)
    damaged = shutil.copytree(folder / "runs" / "example", folder / "runs" / "edited") / "journal.jsonl"
    damaged.write_text(
        damaged.read_text(encoding="utf-8").replace("completed", "completeD", 1), encoding="utf-8"
    )
    shutil.copytree(
        folder / "runs", folder / "runs" / "demo", ignore=shutil.ignore_patterns("edited", "demo")
    )
    return folder


def clone(folder: Path) -> Path:
    """Copy the files that git knows, and nothing else."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=REPOSITORY, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (source := REPOSITORY / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, folder / name)
    return folder


def finished(words: list[str]) -> tuple[int, str]:
    """Run `m3bench` in this process, so that the encoder and the world are loaded once."""
    with time_limit(HANG_SECONDS):
        done = CliRunner().invoke(app, words)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return 2, f"error: {done.exception}"
    return done.exit_code, done.output


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TimeoutError(f"no end after {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def on_a_small_input(words: list[str], folder: Path) -> list[str]:
    """A new run works on two tasks, in a folder that is not there yet."""
    if "--out" in words:
        shutil.rmtree(folder / words[words.index("--out") + 1], ignore_errors=True)
    words = [each for word in words for each in expanded(word, folder)]
    is_new_run = words[0] == "run" and "--resume" not in words and "--limit" not in words
    return [*words, "--limit", "2"] if is_new_run else words


@pytest.mark.slow
@pytest.mark.parametrize("page", RUN_PAGES, ids=name)
def test_the_commands_of_a_page_run(
    page: Path, inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_readme = page.name == "README.md"
    folder = clone(tmp_path / "here") if is_readme else shutil.copytree(inputs, tmp_path / "here")
    write_programs(page, folder)
    monkeypatch.chdir(folder)
    for block in blocks(page):
        for command in block.commands if not block.needs else ():
            program, *words = command.words
            assert program == "m3bench", f"{block.place}: {program} is not run; mark the block"
            code, output = finished(on_a_small_input(words, folder))
            fails = command.fails or command.text in FAILING
            assert (code != 0) is fails, f"{block.place}: {command.text}\n{output}"


def expanded(word: str, folder: Path) -> list[str]:
    """What a shell makes of a word with a star."""
    if not word.endswith("/*"):
        return [word]
    return sorted(str(path.relative_to(folder)) for path in folder.glob(word))


def write_programs(page: Path, folder: Path) -> None:
    """Files that the page shows: blocks of Python and TOML whose first line is a comment with a name."""
    text = page.read_text(encoding="utf-8")
    shown = re.compile(r"^```(python|toml)\n# (\w+\.(?:py|toml))\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    for _, file, body in shown.findall(text):
        (folder / file).write_text(body, encoding="utf-8")
