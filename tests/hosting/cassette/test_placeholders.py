from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Content, Data, Media, Text, UsageError
from m3bench.hosting.cassette import placeholders as cassette_placeholders
from m3bench.hosting.cassette.cassette import RecordingHost, ReplayHost
from m3bench.hosting.cassette.file import CassetteWriter, read_cassette
from m3bench.hosting.cassette.placeholders import Placeholders
from m3bench.hosting.host import Rejection, Reply, ServerFault
from m3bench.hosting.tool import Tool
from tests.hosting.cassettes import (
    ALERTS,
    FORECAST,
    MAPS,
    FakeHost,
    echoing,
    recorded,
    replayed,
    scripted,
)

WORDS = st.lists(
    st.sampled_from(
        [
            "/tmp/w",
            "/tmp/w1",
            "/",
            "$",
            "{",
            "}",
            "${",
            "WORKSPACE",
            "SECRET",
            "${WORKSPACE}",
            "hunter22",
            "a",
            " ",
            ".",
        ]
    )
).map("".join)


@given(WORDS)
def test_hiding_is_undone_by_showing(text: str) -> None:
    placeholders = Placeholders({"WORKSPACE": "/tmp/w", "HOME_FOLDER": "/tmp"})
    assert placeholders.show(placeholders.hide(text)) == text


@given(
    st.lists(WORDS, max_size=6).map("".join).filter(lambda text: "{" * 50 not in text), st.integers(64, 90)
)
def test_a_long_text_is_read_in_pieces_as_in_one(text: str, window: int) -> None:
    placeholders = Placeholders({"WORKSPACE": "/tmp/w"}, ["hunter22"])
    hidden = placeholders.hide(text)
    shown = placeholders.show(hidden)
    with patch.object(cassette_placeholders, "_WINDOW", window):
        assert placeholders.hide(text) == hidden
        assert placeholders.show(hidden) == shown


@given(WORDS)
def test_what_is_hidden_does_not_depend_on_where_the_workspace_lay(text: str) -> None:
    here, there = (Placeholders({"WORKSPACE": path}, ["hunter22"]) for path in ("/tmp/w", "/srv/elsewhere/x"))
    masked = here.show(here.hide(text))
    assert "hunter22" not in here.hide(text)
    assert there.hide(there.show(here.hide(text))) == here.hide(masked)
    assert here.hide(masked) == here.hide(here.show(here.hide(masked)))


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("/tmp/w/a.txt", "${WORKSPACE}/a.txt"),
        ("see file:///tmp/w/a.txt.", "see file://${WORKSPACE}/a.txt."),
        ("it is in /tmp/w.", "it is in ${WORKSPACE}."),
        ("/tmp/w10/a /tmp/w-2 /tmp/w.bak", "/tmp/w10/a /tmp/w-2 /tmp/w.bak"),
        ('"/tmp/w"', '"${WORKSPACE}"'),
        ("${WORKSPACE} ${HOME} $${X}", "${{WORKSPACE} ${{HOME} $${{X}"),
        ("${{WORKSPACE} ${lower} ${}", "${{{WORKSPACE} ${lower} ${}"),
        ("key=hunter22&x", "key=${SECRET}&x"),
        ("ab", "ab"),
    ],
)
def test_texts_are_hidden(text: str, hidden: str) -> None:
    assert Placeholders({"WORKSPACE": "/tmp/w"}, ["hunter22", "ab", ""]).hide(text) == hidden


def test_paths_with_spaces_are_found_in_addresses() -> None:
    placeholders = Placeholders.of_workspace(Path("/tmp/my work"))
    text = "file:///tmp/my%20work/a and /tmp/my work/a"
    assert placeholders.hide(text) == "file://${WORKSPACE_URI}/a and ${WORKSPACE}/a"
    assert placeholders.show(placeholders.hide(text)) == text


def test_secrets_are_masked_in_their_other_forms() -> None:
    hide = Placeholders(secrets=['p"ss/word']).hide
    assert hide('p"ss/word p%22ss%2Fword {"k":"p\\"ss/word"}') == '${SECRET} ${SECRET} {"k":"${SECRET}"}'


def test_values_that_are_no_utf8_can_be_hidden() -> None:
    placeholders = Placeholders.of_workspace(Path("/tmp/\udcff"), ["pass\udcffword"])
    assert (
        placeholders.hide("/tmp/\udcff/a /tmp/%FF pass\udcffword")
        == "${WORKSPACE}/a ${WORKSPACE_URI} ${SECRET}"
    )


@pytest.mark.parametrize("values", [{"work": "/tmp/w"}, {"SECRET": "/tmp/w"}, {"W": ""}, {"W": "/"}])
def test_a_placeholder_that_cannot_be_one_is_refused(values: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="cannot be a placeholder"):
        Placeholders(values)


def content(workspace: str, secret: str) -> tuple[Content, ...]:
    path = f"{workspace}/a.txt"
    return (
        Text(f"saved {path} with {secret}"),
        Data({path: [path, {"deep": path, "n": 1}], "key": secret}),
        Media(media_type="text/csv", data=f"path\n{path}\n{secret}".encode(), uri=f"file://{path}"),
        Media(media_type="application/x-zip", data=f"\xff{path}{secret}".encode("latin-1")),
    )


def test_a_cassette_does_not_depend_on_where_the_workspace_lay(tmp_path: Path) -> None:
    async def answer(tool: Tool, arguments: dict[str, Any]) -> Reply:
        workspace = arguments["paths"][0]["at"]
        if tool is FORECAST:
            raise Rejection("weather", 1, f"{workspace} hunter22")
        if tool is MAPS:
            raise ServerFault("io.github/maps", f"{workspace} hunter22")
        return Reply(content(workspace, "hunter22"))

    described = Tool(
        server="s", name="t", description="In /one/w, hunter22", input_schema={"default": "/one/w"}
    )

    def used(workspace: str) -> tuple[list[tuple[Tool, dict[str, Any]]], Placeholders]:
        arguments = {"paths": [{"at": workspace}], f"{workspace}/k": "hunter22"}
        calls = [(tool, arguments) for tool in (ALERTS, FORECAST, MAPS)]
        return calls, Placeholders.of_workspace(Path(workspace), ["hunter22"])

    host = FakeHost(answer, [described], {"down": "/one/w hunter22"})
    calls, placeholders = used("/one/w")
    live = recorded(tmp_path / "c", host, calls, placeholders)
    stored = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"hunter22" not in stored
    assert stored.count(b"/one/w") == 1, "only inside bytes that are no text"
    cassette = read_cassette(tmp_path / "c")
    assert replayed(cassette, *used("/one/w")) == live
    moved = replayed(cassette, *used("/other/place"))
    binary = Media(media_type="application/x-zip", data=b"\xff/one/w/a.txt${SECRET}")
    assert moved[0] == Reply((*content("/other/place", "${SECRET}")[:3], binary))
    assert [error[2]["server"] for error in moved[1:]] == ["weather", "io.github/maps"]
    assert moved[1][2]["message"] == moved[2][2]["reason"] == "/other/place ${SECRET}"
    replay = ReplayHost(cassette, used("/other/place")[1])
    (tool,) = asyncio.run(replay.tools())
    assert (tool.description, tool.input_schema) == (
        "In /other/place, ${SECRET}",
        {"default": "/other/place"},
    )
    assert replay.faults == {"down": "/other/place ${SECRET}"}


def test_live_tools_and_faults_are_masked_as_a_replay_will_give_them(tmp_path: Path) -> None:
    host = echoing()
    host.listed = (Tool(server="s", name="t", description="hunter22 in /w/x"),)
    host._faults = {"down": "hunter22"}

    async def run() -> tuple[Sequence[Tool], dict[str, str]]:
        with CassetteWriter(tmp_path / "c") as writer:
            recording = RecordingHost(host, writer, Placeholders({"WORKSPACE": "/w/x"}, ["hunter22"]))
            return await recording.tools(), recording.faults

    tools, faults = asyncio.run(run())
    assert tools[0].description == "${SECRET} in /w/x"
    assert faults == {"down": "${SECRET}"}


def test_a_replay_has_to_say_where_the_workspace_is(tmp_path: Path) -> None:
    placeholders = Placeholders({"WORKSPACE": "/tmp/w"})
    recorded(tmp_path / "c", scripted([Reply((Text("in /tmp/w"),))]), [(ALERTS, {})], placeholders)
    with pytest.raises(UsageError, match=r"contains \$\{WORKSPACE\}, but no value is given"):
        replayed(read_cassette(tmp_path / "c"), [(ALERTS, {})])
