from __future__ import annotations

import re
import subprocess
from collections import Counter
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from m3bench.core import UsageError
from m3bench.hosting.catalog.catalog import Catalog, load_catalog
from m3bench.hosting.catalog.entry import CatalogEntry, Registry
from m3bench.hosting.catalog.environments import MARKER, Environments, Installed
from m3bench.hosting.catalog.install_commands import fits
from m3bench.hosting.catalog.samples import SAMPLES, put_samples
from m3bench.hosting.spec import Scope, ServerSpec

OPEN_LICENCE = re.compile(
    r"MIT|Apache-2\.0|ISC|0BSD|BSD-[23]-Clause|Unlicense|CC0-1\.0|MPL-2\.0|[AL]?GPL-[23]\.\d-(only|or-later)"
)


def entry(name: str, registry: Registry = Registry.PYPI, **changes: object) -> CatalogEntry:
    made = CatalogEntry(
        name=name,
        registry=registry,
        package=f"{name}-pkg",
        version="1",
        executable="run" if registry is Registry.PYPI else "dist/index.js",
        domain="tests",
        licence="MIT",
        tools=1,
        proof_tool="t",
    )
    return msgspec.structs.replace(made, **changes)


def test_pip_takes_more_room_than_uv_and_npm_takes_what_it_takes() -> None:
    small = entry("small", megabytes=40)
    assert (small.size_on_disk(uv=True), small.size_on_disk(uv=False)) == (40, 72)
    node = entry("node", Registry.NPM, megabytes=40)
    assert (node.size_on_disk(uv=True), node.size_on_disk(uv=False)) == (40, 40)


def pretend_installed(environments: Environments, made: CatalogEntry) -> None:
    folder = environments.folder(made.name)
    for path in (made.program(folder), folder / "bin" / "python"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    marker = Installed(
        name=made.name,
        registry=made.registry,
        package=made.package,
        version=made.version,
        digest=made.digest,
        folder=str(folder),
    )
    (folder / MARKER).write_bytes(msgspec.json.encode(marker))


def test_the_catalog_is_large_enough() -> None:
    entries = load_catalog().entries
    assert len(entries) >= 100
    assert sum(entry.tools for entry in entries) >= 2000
    assert {entry.registry for entry in entries} == set(Registry)
    assert load_catalog() is load_catalog()


def test_every_entry_is_complete_and_free_to_use() -> None:
    for item in load_catalog().entries:
        assert re.fullmatch(r"[\w.+-]+", item.version), item
        assert item.tools > 0, item
        assert item.proof_tool, item
        parts = re.split(r" AND | OR |[()]", item.licence)
        assert all(OPEN_LICENCE.fullmatch(part) for part in parts if part), item
        assert set(item.proof_files) <= {"repo", *SAMPLES}, item
        assert item.python is None or any(fits(minor, item.python) for minor in range(11, 15)), item
        assert not Path(item.executable).is_absolute(), item


def test_what_uses_a_workspace_is_not_shared() -> None:
    for item in load_catalog().entries:
        if "${WORKSPACE}" in str((item.args, item.env)):
            assert item.scope is Scope.TASK, item


def test_the_file_is_sorted_and_has_a_line_for_each() -> None:
    text = resources.files("m3bench.hosting.catalog").joinpath("catalog.json").read_text(encoding="utf-8")
    names = [entry.name for entry in load_catalog().entries]
    assert re.findall(r'^ \{"name": "([^"]+)"', text, re.MULTILINE) == names
    assert len(text.splitlines()) == len(names) + 2
    assert max(Counter(names).values()) == 1
    assert not re.findall(r"https?://", text)


def test_find_offers_near_misses() -> None:
    catalog = Catalog([entry("alpha-mcp"), entry("beta-mcp"), entry("time-tool", note="clocks")])
    assert catalog.find("beta-mcp").name == "beta-mcp"
    with pytest.raises(
        UsageError, match=r"Server 'alpha-mpc' is not in the catalog\.\nDid you mean alpha-mcp"
    ):
        catalog.find("alpha-mpc")
    with pytest.raises(UsageError, match="Did you mean time-tool"):
        catalog.find("clocks")
    with pytest.raises(UsageError, match="list servers"):
        catalog.find("zzzzzz")


def test_two_entries_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="duplicate name: a"):
        Catalog([entry("a"), entry("b"), entry("a")])


def test_search_finds_all_words_and_names_first() -> None:
    catalog = Catalog([entry("a", domain="PDF tools"), entry("pdf-z"), entry("c", Registry.NPM)])
    assert [match.name for match in catalog.search("pdf")] == ["pdf-z", "a"]
    assert [match.name for match in catalog.search("Tools PDF")] == ["a"]
    assert [match.name for match in catalog.search("npm")] == ["c"]
    assert len(catalog.search("")) == 3


def test_spec_of_a_python_server(tmp_path: Path) -> None:
    made = entry("a", args=("--db", "${WORKSPACE}/x"), env={"K": "v"}, scope=Scope.TASK)
    catalog, environments = Catalog([made]), Environments(tmp_path)
    absent = catalog.spec("a", environments)
    assert absent.problem == "not installed: m3bench install servers a"
    pretend_installed(environments, made)
    assert catalog.spec("a", environments) == ServerSpec(
        name="a",
        command=str(tmp_path / "a" / "bin" / "run"),
        args=("--db", "${WORKSPACE}/x"),
        env={"K": "v"},
        scope=Scope.TASK,
    )


def test_spec_of_an_outdated_server(tmp_path: Path) -> None:
    environments = Environments(tmp_path)
    pretend_installed(environments, entry("a"))
    spec = Catalog([entry("a", version="2")]).spec("a", environments)
    assert spec.problem == "outdated: m3bench install servers a"


def test_spec_of_a_node_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = entry("n", Registry.NPM, package="@me/n", args=("--stdio",))
    node = tmp_path / "bin" / "node"
    node.parent.mkdir()
    node.touch()
    node.chmod(0o755)
    environments = Environments(tmp_path / "root")
    pretend_installed(environments, made)
    monkeypatch.setenv("PATH", str(node.parent))
    assert Catalog([made]).spec("n", environments) == ServerSpec(
        name="n",
        command=str(node),
        args=(str(tmp_path / "root/n/node_modules/@me/n/dist/index.js"), "--stdio"),
        restartable=True,
    )
    monkeypatch.setenv("PATH", str(tmp_path))
    spec = Catalog([made]).spec("n", environments)
    assert spec.problem is not None
    assert "Node.js" in spec.problem


@pytest.mark.parametrize(
    ("scope", "stated", "expected"),
    [
        (Scope.SHARED, None, True),
        (Scope.SHARED, False, False),
        (Scope.TASK, None, False),
        (Scope.TASK, True, True),
    ],
)
def test_only_servers_without_state_in_their_process_may_be_stopped(
    scope: Scope, stated: bool | None, expected: bool, tmp_path: Path
) -> None:
    made = entry("n", scope=scope, restartable=stated)
    assert Catalog([made]).spec("n", Environments(tmp_path)).restartable is expected


def test_samples_are_put_into_a_workspace(tmp_path: Path) -> None:
    put_samples(("sample.csv", "sample.pdf"), tmp_path)
    assert (tmp_path / "sample.csv").read_text().startswith("name,age,score\n")
    assert (tmp_path / "sample.pdf").read_bytes().startswith(b"%PDF-")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sample.csv", "sample.pdf"]


def test_a_repository_has_one_commit_whatever_the_user_has_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, workspace = tmp_path / "home", tmp_path / "workspace"
    home.mkdir()
    workspace.mkdir()
    (home / ".gitconfig").write_text("[commit]\n\tgpgsign = true\n[core]\n\thooksPath = /nowhere\n")
    monkeypatch.setenv("HOME", str(home))
    put_samples(("repo", "sample.py"), workspace)
    log = ["git", "-C", str(workspace), "log", "--format=%an %s", "--name-only"]
    done = subprocess.run(log, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n\n") == ["m3bench First commit", "README.md\nsample.py\n"]


def test_a_repository_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="requires git"):
        put_samples(("repo",), tmp_path)


def test_the_documentation_counts_the_same() -> None:
    page = Path(__file__).parents[3] / "docs" / "catalog.md"
    if not page.is_file():
        pytest.skip("the documentation is not beside the tests")
    text, entries = page.read_text(encoding="utf-8"), load_catalog().entries
    assert f"**{len(entries)} servers with {sum(entry.tools for entry in entries):,} tools**" in text
    for domain in {entry.domain for entry in entries}:
        tools = [entry.tools for entry in entries if entry.domain == domain]
        assert f"| {domain} | {len(tools)} | {sum(tools):,} |" in text
