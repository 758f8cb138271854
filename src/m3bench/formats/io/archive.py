"""Archives of Inspect logs: a header, summaries of all samples, and one file per sample."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

from m3bench.core import FormatError, MissingExtraError
from m3bench.formats.io.jsontext import dump

SUFFIX = ".eval"
MAGIC = b"PK\x03\x04"
MOST_FILES = 200_000
MOST_UNPACKED = 512 * 2**20
SURELY_UNPACKED = 32 * 2**20
"""The unpacked size that is always allowed."""
MOST_GROWTH = 40
"""The maximum compression ratio. Inspect logs have about 10."""
_ZSTANDARD = 93
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    TypeError,
    ValueError,
    RuntimeError,
)
_LOCAL_HEADER = struct.Struct("<26xHH")
_HEADER, _START, _SAMPLES = "header.json", "_journal/start.json", "samples/"
_SUMMARY_KEYS = (
    "id", "epoch", "input", "target", "scores", "model_usage", "started_at", "completed_at", "total_time",
    "working_time", "uuid",
)  # fmt: skip


class ByteSink(io.RawIOBase):
    """Collects what is written until it is taken."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []
        self._written = 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._written

    def write(self, data: Any) -> int:
        part = bytes(data)
        self._parts.append(part)
        self._written += len(part)
        return len(part)

    def take(self) -> bytes:
        """Return the bytes since the last call."""
        taken = b"".join(self._parts)
        self._parts.clear()
        return taken


def archive_chunks(header: dict[str, Any], samples: Iterator[dict[str, Any]]) -> Iterator[bytes]:
    """Yield the bytes of the archive, one sample at a time."""
    sink, summaries = ByteSink(), []
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        start = {key: header[key] for key in ("version", "eval", "plan")}
        archive.writestr(_entry(_START), dump(start))
        for sample in samples:
            archive.writestr(_entry(_name(sample, archive)), dump(sample))
            summaries.append(_summary(sample))
            yield sink.take()
        archive.writestr(_entry("summaries.json"), dump(summaries))
        archive.writestr(_entry(_HEADER), dump(header))
    yield sink.take()


def _name(sample: dict[str, Any], archive: zipfile.ZipFile) -> str:
    """Return the name that Inspect expects, without NUL and unique in the archive."""
    bare = f"{_SAMPLES}{sample['id']}".replace("\0", "%00")
    while f"{bare}_epoch_{sample['epoch']}.json" in archive.NameToInfo:
        bare += "_"
    return f"{bare}_epoch_{sample['epoch']}.json"


def _entry(name: str) -> zipfile.ZipInfo:
    """Return an entry without a timestamp, so that the same log gives the same bytes."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _summary(sample: dict[str, Any]) -> dict[str, Any]:
    short = {key: sample[key] for key in _SUMMARY_KEYS}
    if isinstance(short["input"], list):
        short["input"] = [
            {**message, "content": _text_only(message["content"])} for message in short["input"]
        ]
    error = {"error": sample["error"]["message"]} if "error" in sample else {}
    limit = {"limit": sample["limit"]["type"]} if "limit" in sample else {}
    return {**short, "completed": True, "message_count": len(sample["messages"]), **error, **limit}


def _text_only(content: Any) -> Any:
    if isinstance(content, str):
        return content
    return [part if part["type"] == "text" else {"type": "text", "text": "(Picture)"} for part in content]


def is_archive(raw: bytes) -> bool:
    return raw.startswith(MAGIC)


def log_text(raw: bytes, file: str) -> str:
    """Return the archive as one JSON document."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            entries = {entry.filename: entry for entry in archive.infolist()}
            _require_bounded(archive, len(raw), file)
            header = _member(archive, entries, _HEADER if _HEADER in entries else _START, file)
            head = {**json.loads(header), "samples": []}
            names = [name for name in entries if name.startswith(_SAMPLES) and name.endswith(".json")]
            samples = [_member(archive, entries, name, file) for name in _ordered(names, head)]
    except _BROKEN as error:
        raise FormatError(f"not an archive of an Inspect log: {error}", file=file) from None
    return json.dumps(head).removesuffix("]}") + ",".join(samples) + "]}"


def _require_bounded(archive: zipfile.ZipFile, packed: int, file: str) -> None:
    """Raise `FormatError` if the unpacked archive would be too large. Nothing is unpacked."""
    members = archive.infolist()
    unpacked = sum(member.file_size for member in members)
    if len(members) > MOST_FILES:
        raise FormatError(f"the archive has {len(members):,} files; {MOST_FILES:,} are allowed", file=file)
    if unpacked > _most_unpacked(packed):
        size = f"{packed / 1e6:.1f} MB unpack to {unpacked / 1e6:,.0f} MB"
        reason = f"the archive is a zip bomb or too large to read: {size}"
        raise FormatError(f"{reason}, and {_most_unpacked(packed) / 1e6:,.0f} MB are allowed", file=file)


def _most_unpacked(packed: int) -> int:
    return min(MOST_UNPACKED, max(SURELY_UNPACKED, MOST_GROWTH * packed))


def _ordered(names: list[str], header: dict[str, Any]) -> list[str]:
    """Sort sample names by epoch and dataset order. The archive has them in order of completion."""
    dataset = header["eval"].get("dataset") if isinstance(header.get("eval"), dict) else None
    ids = (dataset.get("sample_ids") if isinstance(dataset, dict) else None) or []
    places = {str(name): index for index, name in enumerate(ids)}

    def key(name: str) -> tuple[int, int]:
        sample, _, epoch = name.removeprefix(_SAMPLES).removesuffix(".json").rpartition("_epoch_")
        return (int(epoch) if epoch.isdecimal() else 0, places.get(sample, len(places)))

    return sorted(names, key=key)


def _member(archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo], name: str, file: str) -> str:
    if name not in entries:
        raise FormatError("not an archive of an Inspect log: it has no header", file=file)
    entry = entries[name]
    raw = _zstandard(archive, entry) if entry.compress_type == _ZSTANDARD else archive.read(entry)
    return raw.decode("utf-8")


def _zstandard(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Unpack a Zstandard entry, which `zipfile` cannot before Python 3.14."""
    try:
        import zstandard  # noqa: PLC0415 - comes with the extra
    except ImportError:
        raise MissingExtraError("Reading this Inspect log", "inspect") from None
    stream = archive.fp
    if stream is None:
        raise zipfile.BadZipFile("it is closed")
    stream.seek(entry.header_offset)
    name, extra = _LOCAL_HEADER.unpack(stream.read(_LOCAL_HEADER.size))
    stream.seek(name + extra, io.SEEK_CUR)
    packed = io.BytesIO(stream.read(entry.compress_size))
    try:
        with zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True) as reader:
            # The declared size was checked; the unpacked data must not exceed it.
            unpacked = bytes(reader.read(entry.file_size + 1))
    except zstandard.ZstdError as error:
        raise zipfile.BadZipFile(str(error)) from None
    if len(unpacked) > entry.file_size:
        raise zipfile.BadZipFile(f"{entry.filename} is larger than declared")
    return unpacked
