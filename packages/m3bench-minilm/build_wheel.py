"""Build the wheel m3bench-minilm: the files of the encoder minilm, checked, with their licence.

    python packages/m3bench-minilm/build_wheel.py [--source SOURCE] [--out FOLDER]

SOURCE is what `--encoder minilm=SOURCE` takes: a folder, `hub`, or the id of a hub repository. Entries are
stored without compression and without the date, so that the wheel is the same, byte for byte, wherever it
is built.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import zipfile
from pathlib import Path

from m3bench.encoders.files import verify
from m3bench.encoders.sources import COMPANION, HASHES, model_folder

VERSION = "1.0.0"
HERE = Path(__file__).resolve().parent
DIST_INFO = f"{COMPANION}-{VERSION}.dist-info"
EPOCH = (1980, 1, 1, 0, 0, 0)
WHEEL = "Wheel-Version: 1.0\nGenerator: m3bench-minilm\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
METADATA = f"""\
Metadata-Version: 2.4
Name: m3bench-minilm
Version: {VERSION}
Summary: Weights of all-MiniLM-L6-v2 (ONNX, fp32) for m3bench
License-Expression: Apache-2.0
License-File: LICENSE
License-File: NOTICE
Requires-Python: >=3.11
Description-Content-Type: text/markdown

"""


def main() -> None:
    """Build the wheel and print where it is and its SHA-256."""
    parser = argparse.ArgumentParser(description="Build the wheel m3bench-minilm.")
    parser.add_argument("--source", help="folder, hub, or id of a hub repository; default: what m3bench uses")
    parser.add_argument("--out", type=Path, default=Path("dist"), help="where the wheel is written")
    options = parser.parse_args()
    wheel = build(model_folder(options.source), options.out)
    print(f"{wheel}  sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}")


def build(model: Path, out: Path) -> Path:
    """Write the wheel.

    Args:
        model: The folder with the files of the model. Other bytes than those pinned are refused.
        out: Where the wheel is written.
    """
    verify(model, HASHES)
    out.mkdir(parents=True, exist_ok=True)
    wheel = out / f"{COMPANION}-{VERSION}-py3-none-any.whl"
    files = _files(model)
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_STORED) as archive:
        for name, data in [*files.items(), (f"{DIST_INFO}/RECORD", _record(files))]:
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = 0o100644 << 16
            entry.create_system = 3  # the same on every platform
            archive.writestr(entry, data)
    return wheel


def _files(model: Path) -> dict[str, bytes]:
    texts = {
        f"{COMPANION}/__init__.py": '"""Files of all-MiniLM-L6-v2; see NOTICE."""\n',
        f"{DIST_INFO}/METADATA": METADATA + (HERE / "README.md").read_text("utf-8"),
        f"{DIST_INFO}/WHEEL": WHEEL,
        f"{DIST_INFO}/licenses/LICENSE": (HERE / "LICENSE").read_text("utf-8"),
        f"{DIST_INFO}/licenses/NOTICE": (HERE / "NOTICE").read_text("utf-8"),
    }
    weights = {f"{COMPANION}/{name}": (model / name).read_bytes() for name in HASHES}
    return weights | {name: text.encode() for name, text in texts.items()}


def _record(files: dict[str, bytes]) -> bytes:
    lines = [f"{name},sha256={_digest(data)},{len(data)}" for name, data in files.items()]
    return "\n".join([*lines, f"{DIST_INFO}/RECORD,,", ""]).encode()


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    main()
