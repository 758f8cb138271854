from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from m3bench.core import Data, FormatError, Media, Text, UsageError
from m3bench.hosting.cassette.blocks import CassetteError
from m3bench.hosting.cassette.cassette import RecordingHost
from m3bench.hosting.cassette.file import CassetteWriter, read_cassette
from m3bench.hosting.host import Rejection, Reply, ServerFault
from tests.hanging import HANG_SECONDS
from tests.hosting.cassettes import (
    ALERTS,
    FORECAST,
    echoing,
    missed,
    recorded,
    replayed,
    scripted,
)


def test_a_file_reads_well(tmp_path: Path) -> None:
    picture = Media(media_type="image/png", data=b"\x89PNG", uri="file:///w/p.png")
    line = json.dumps(
        {"place": "Skagen", "days": [1, 2], "wind": "SW, later W, gusts of 17 m/s in the north"}
    )
    answer = Reply((Text("Sun\nRain"), Text(line), Data({"b": 1, "a": "ü"}), picture), is_error=True)
    answers: list[Reply | Exception] = [
        answer,
        ServerFault("weather", "died"),
        Rejection("weather", -32602, "no"),
    ]
    calls = [(FORECAST, {"z": "Skagen", "a": 1}), (ALERTS, {}), (ALERTS, {})]
    host = scripted(answers)
    host.listed, host._faults = (ALERTS,), {"gone": "not installed"}
    recorded(tmp_path / "run.cassette", host, calls)
    digest = "0f4636c78f65d3639ece5a064b5ae753e3408614a14fb18ab4d7540d2c248543"
    assert (
        (tmp_path / "run.cassette").read_text()
        == f"""\
{{
  "m3bench": 1,
  "kind": "cassette"
}}

{{
  "listing": 1,
  "servers": [
    {{
      "name": "weather",
      "tools": [
        {{
          "name": "alerts"
        }}
      ]
    }},
    {{
      "name": "gone",
      "fault": "not installed"
    }}
  ]
}}

{{
  "server": "weather",
  "tool": "forecast",
  "arguments": {{
    "a": 1,
    "z": "Skagen"
  }},
  "content": [
    {{
      "type": "text",
      "text": [
        "Sun",
        "Rain"
      ]
    }},
    {{
      "type": "text",
      "json": {{
        "place": "Skagen",
        "days": [
          1,
          2
        ],
        "wind": "SW, later W, gusts of 17 m/s in the north"
      }},
      "layout": "spaced"
    }},
    {{
      "type": "data",
      "value": {{
        "b": 1,
        "a": "ü"
      }}
    }},
    {{
      "type": "media",
      "media_type": "image/png",
      "blob": "{digest}.png",
      "size": 4,
      "uri": "file:///w/p.png"
    }}
  ],
  "is_error": true
}}

{{
  "server": "weather",
  "tool": "alerts",
  "arguments": {{}},
  "fault": "died"
}}

{{
  "server": "weather",
  "tool": "alerts",
  "arguments": {{}},
  "occurrence": 2,
  "rejection": {{
    "code": -32602,
    "message": "no"
  }}
}}
"""
    )
    assert (tmp_path / "blobs" / f"{digest}.png").read_bytes() == b"\x89PNG"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["blobs", "run.cassette"]


def test_characters_that_garble_a_diff_are_escaped(tmp_path: Path) -> None:
    recorded(tmp_path / "c", scripted([Reply((Text("a\u202eb\ufeffc\x85d\ud800"),))]), [(ALERTS, {})])
    assert r'"a\u202eb\ufeffc\u0085d\ud800"' in (tmp_path / "c").read_text(encoding="utf-8")


def test_an_answer_after_the_end_is_an_error_and_closing_twice_is_none(tmp_path: Path) -> None:
    writer = CassetteWriter(tmp_path / "c")
    writer.close()
    writer.close()
    with pytest.raises(CassetteError, match="is closed"):
        asyncio.run(RecordingHost(echoing(), writer).call(ALERTS, {}))


def test_a_recording_does_not_overwrite_another(tmp_path: Path) -> None:
    CassetteWriter(tmp_path / "deep" / "c").close()
    with pytest.raises(UsageError, match="already exists"):
        CassetteWriter(tmp_path / "deep" / "c")
    with pytest.raises(CassetteError, match="Cannot write the cassette"):
        CassetteWriter(tmp_path / "deep" / "c" / "d")


def small(path: Path) -> bytes:
    picture = Media(media_type="image/png", data=b"picture")
    recorded(
        path, scripted([Reply((Text("ü€"),)), Reply((picture,))]), [(ALERTS, {"n": 1}), (ALERTS, {"n": 2})]
    )
    return path.read_bytes()


@pytest.mark.slow
def test_a_cassette_cut_off_anywhere_keeps_its_whole_entries_and_says_so(tmp_path: Path) -> None:
    data = small(tmp_path / "c")
    starts = [index + 1 for index in range(len(data)) if data[index : index + 3] == b"\n{\n"]
    assert len(starts) == 3
    for end in range(len(data)):
        (tmp_path / "c").write_bytes(data[:end])
        whole = sum(data.find(b"\n}\n", start) + 2 <= end for start in starts)
        if data.find(b"\n}\n") + 2 > end:
            with pytest.raises(FormatError, match="header is missing or incomplete"):
                read_cassette(tmp_path / "c")
            continue
        cassette = read_cassette(tmp_path / "c")
        assert len(cassette.listings) + len(cassette.entries) == whole
        inside = any(start < end < data.find(b"\n}\n", start) + 2 for start in starts)
        assert (cassette.cut_off is not None) == inside


def test_a_miss_in_a_cut_off_cassette_says_that_it_is_cut_off(tmp_path: Path) -> None:
    data = small(tmp_path / "c")
    (tmp_path / "c").write_bytes(data[:-5])
    said = missed(tmp_path / "c", ALERTS, {"n": 2})
    line = data[: data.rindex(b"\n{\n")].count(b"\n") + 2
    assert f"The recording was interrupted: its last entry, at line {line}, is incomplete" in said
    assert len(replayed(read_cassette(tmp_path / "c"), [(ALERTS, {"n": 1})])) == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"m3bench": 1', b'"m3bench": 2', "version 2 is not supported; this m3bench reads version 1"),
        (b'"kind": "cassette"', b'"kind": "task"', "does not start with a cassette header"),
        (b'"tool": "alerts",\n  "arguments": {\n    "n": 1', b"<<<<<<< HEAD", "invalid JSON"),
        (
            b'"tool": "alerts",\n  "arguments": {\n    "n": 1',
            b'"arguments": {',
            "missing required field `tool`",
        ),
        (b'"n": 2', b'"n": 1', "duplicate occurrence"),
        (b'"type": "text"', b'"type": "song"', "unknown type 'song'"),
        (b'"blob": "', b'"blob": "../', "not a blob name"),
        (b'"blob": "', b'"blob": 7, "x": "', "line 63: .* expected string"),
        (b'"content": [', b'"contents": [', "'content' is missing"),
        (b'"servers": [', b'"servers": [7,', "invalid cassette entry"),
        (b'"text": "\xc3\xbc', b'"text": "\xff\xff', "invalid UTF-8"),
        (b'{\n  "listing"', b'[1]\n{\n  "listing"', "invalid cassette entry"),
        (b'"arguments": {\n    "n": 1\n  }', b'"arguments": 5', "object"),
    ],
)
def test_a_damaged_file_says_where(tmp_path: Path, old: bytes, new: bytes, said: str) -> None:
    data = small(tmp_path / "c")
    assert old in data
    (tmp_path / "c").write_bytes(data.replace(old, new, 1))
    with pytest.raises(FormatError, match=said) as caught:
        read_cassette(tmp_path / "c")
    assert str(tmp_path / "c") in str(caught.value)


def test_a_blob_that_is_gone_or_changed_is_named(tmp_path: Path) -> None:
    small(tmp_path / "c")
    (blob,) = (tmp_path / "blobs").iterdir()
    blob.write_bytes(b"another")
    with pytest.raises(FormatError, match=rf"{blob.name} was changed"):
        read_cassette(tmp_path / "c")
    blob.unlink()
    with pytest.raises(FormatError, match=rf"cannot read a blob.*{blob.name}"):
        read_cassette(tmp_path / "c")


def test_a_missing_cassette_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Cannot read the cassette"):
        read_cassette(tmp_path / "none")


def test_other_layouts_of_the_same_blocks_are_read(tmp_path: Path) -> None:
    """Git may change line ends, and other tools indentation."""
    data = small(tmp_path / "c")
    cassette = read_cassette(tmp_path / "c")
    (tmp_path / "c").write_bytes(data.replace(b"\n", b"\r\n"))
    assert read_cassette(tmp_path / "c") == cassette
    blocks = [json.dumps(json.loads(block)) for block in data.decode().split("\n\n")]
    (tmp_path / "c").write_text("\n".join(blocks))
    assert read_cassette(tmp_path / "c") == cassette


def test_a_killed_recording_keeps_what_was_answered(tmp_path: Path) -> None:
    script = """
import asyncio, sys
from pathlib import Path
from m3bench.core import Text
from m3bench.hosting.cassette.cassette import RecordingHost
from m3bench.hosting.cassette.file import CassetteWriter
from m3bench.hosting.host import Reply
from m3bench.hosting.tool import Tool
class Host:
    faults = {}
    async def tools(self): return ()
    async def call(self, tool, arguments):
        if arguments["n"] == 3:
            print("ready", flush=True)
            await asyncio.Event().wait()
        return Reply((Text("x" * 1000),))
async def main():
    host = RecordingHost(Host(), CassetteWriter(Path(sys.argv[1])))
    for n in range(9):
        await host.call(Tool(server="weather", name="alerts"), {"n": n})
asyncio.run(main())
"""
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path / "c")], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        os.kill(process.pid, signal.SIGKILL)
        process.wait(timeout=HANG_SECONDS)
    cassette = read_cassette(tmp_path / "c")
    assert [entry.arguments for entry in cassette.entries] == [{"n": n} for n in range(3)]
    assert cassette.cut_off is None
