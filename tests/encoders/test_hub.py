"""Fetching from a hub: only on request, and checked. A local server speaks the paths of the hub."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from m3bench.encoders import Encoder, EncoderError, load_encoder
from m3bench.encoders.errors import SOURCE_VARIABLE
from m3bench.encoders.hub import HUB_MODEL, HubModel, cached_folder, fetch_folder
from m3bench.encoders.sources import HASHES, model_folder

MODEL = HubModel("someone/small", "0123abc")
CONTENTS = {"onnx/model.onnx": b"graph", "tokenizer.json": b"{}"}
FILES = {name: hashlib.sha256(data).hexdigest() for name, data in CONTENTS.items()}


class Hub(ThreadingHTTPServer):
    """Answers as the hub does: the address of a file redirects to where its bytes are."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.files: dict[str, bytes] = {}
        self.asked: list[str] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def publish(self, model: HubModel, contents: dict[str, bytes]) -> None:
        for name, data in contents.items():
            self.files[f"/{model.repository}/resolve/{model.revision}/{name}"] = data


class _Handler(BaseHTTPRequestHandler):
    server: Hub

    def do_GET(self) -> None:
        if self.path.startswith("/blobs/"):
            data = self.server.files[self.path.removeprefix("/blobs")]
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
            return
        self.server.asked.append(self.path)
        if self.path in self.server.files:
            self.send_response(302)
            self.send_header("Location", f"/blobs{self.path}")
        else:
            self.send_response(404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Hub]:
    with Hub() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        for name, value in {
            "HF_ENDPOINT": f"{server.address}/",
            "HF_HUB_CACHE": str(tmp_path / "hub"),
            "M3BENCH_CACHE": str(tmp_path / "cache"),
            "HF_HUB_OFFLINE": "",
        }.items():
            monkeypatch.setenv(name, value)
        yield server
        server.shutdown()
        thread.join()


def test_files_are_fetched_once(hub: Hub) -> None:
    hub.publish(MODEL, CONTENTS)
    assert cached_folder(MODEL, FILES) is None
    folder = fetch_folder(MODEL, FILES)
    assert {name: (folder / name).read_bytes() for name in FILES} == CONTENTS
    assert hub.asked == [f"/someone/small/resolve/0123abc/{name}" for name in FILES]
    assert fetch_folder(MODEL, FILES) == cached_folder(MODEL, FILES) == folder
    assert len(hub.asked) == len(FILES)


def test_only_what_is_missing_is_fetched(hub: Hub) -> None:
    hub.publish(MODEL, CONTENTS)
    (fetch_folder(MODEL, FILES) / "tokenizer.json").unlink()
    hub.asked.clear()
    fetch_folder(MODEL, FILES)
    assert hub.asked == ["/someone/small/resolve/0123abc/tokenizer.json"]


def test_other_bytes_are_not_kept(hub: Hub, tmp_path: Path) -> None:
    hub.publish(MODEL, {**CONTENTS, "onnx/model.onnx": b"other"})
    with pytest.raises(EncoderError, match=r"model\.onnx: SHA-256 is .*, expected .*\n.*discarded"):
        fetch_folder(MODEL, FILES)
    assert not [path for path in (tmp_path / "cache").rglob("*") if path.is_file()]


def test_a_missing_file_says_which_and_what_to_do(hub: Hub) -> None:
    hub.publish(MODEL, {"onnx/model.onnx": CONTENTS["onnx/model.onnx"]})
    with pytest.raises(EncoderError, match=r"/tokenizer\.json: cannot be downloaded .*404.*\n.*HF_ENDPOINT"):
        fetch_folder(MODEL, FILES)


def test_no_network_says_what_to_do(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:1")
    with pytest.raises(EncoderError, match=r"cannot be downloaded .*\n.*name a folder"):
        fetch_folder(MODEL, FILES)


@pytest.mark.parametrize("endpoint", ["file:///etc", "huggingface.co"])
def test_an_endpoint_is_a_web_address(endpoint: str, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", endpoint)
    with pytest.raises(EncoderError, match="not an HTTP URL"):
        fetch_folder(MODEL, FILES)


def test_downloads_can_be_forbidden(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    hub.publish(MODEL, CONTENTS)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(EncoderError, match="HF_HUB_OFFLINE forbids downloads"):
        fetch_folder(MODEL, FILES)
    assert not hub.asked


@pytest.mark.usefixtures("hub")
@pytest.mark.parametrize("variable", ["HF_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME"])
def test_the_cache_of_the_hub_is_found(
    variable: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    below = {"HF_HUB_CACHE": ".", "HF_HOME": "hub", "XDG_CACHE_HOME": "huggingface/hub"}[variable]
    for each in ("HF_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(each, raising=False)
    monkeypatch.setenv(variable, str(tmp_path / "here"))
    folder = tmp_path / "here" / below / "models--someone--small" / "snapshots" / "0123abc"
    for name, data in CONTENTS.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    assert cached_folder(MODEL, FILES) == folder.resolve()


@pytest.mark.slow
@pytest.mark.parametrize("source", ["hub", HUB_MODEL.repository, str(HUB_MODEL)])
def test_minilm_from_the_hub_has_the_same_vectors(source: str, hub: Hub, minilm: Encoder) -> None:
    real = model_folder()
    hub.publish(HUB_MODEL, {name: (real / name).read_bytes() for name in HASHES})
    fetched = load_encoder(f"minilm={source}")
    assert len(hub.asked) == len(HASHES)
    assert fetched.fingerprint == minilm.fingerprint
    assert np.array_equal(fetched.encode(["a cat"]), minilm.encode(["a cat"]))


def test_nothing_is_fetched_without_being_asked_for(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SOURCE_VARIABLE, raising=False)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    hub.publish(HUB_MODEL, dict.fromkeys(HASHES, b"anything"))
    with pytest.raises(EncoderError, match="minilm=hub"):
        load_encoder("minilm")
    assert not hub.asked
