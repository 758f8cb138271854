"""`m3bench servers test` as users call it."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.command import run_command
from tests.server_tests.configs import config


def run(*arguments: str, folder: Path, code: int = 0) -> str:
    done = run_command("servers", "test", *arguments, "--sandbox", "off", folder=folder, code=code)
    return " ".join((done.stdout + done.stderr).split())


def test_page_junit_and_json_are_written(tmp_path: Path) -> None:
    given = str(config(tmp_path, "vague"))
    options = ["--agent", "matching:hashing", "--tasks", "6", "--junit", "j.xml", "--json", "j.json"]
    said = run(given, *options, folder=tmp_path)
    assert "“Get data.” says nothing beyond the name" in said
    assert "Page: server-test/report.html" in said
    assert ET.parse(tmp_path / "j.xml").getroot().tag == "testsuites"
    record = json.loads((tmp_path / "j.json").read_text())
    assert record["new"]["tools"] == 5
    assert record == json.loads((tmp_path / "server-test" / "report.json").read_text())
    assert "library/details" in (tmp_path / "server-test" / "report.html").read_text()


def test_findings_fail_if_asked(tmp_path: Path) -> None:
    given = str(config(tmp_path, "empty"))
    assert "it lists no tools" in run(given, folder=tmp_path, code=1)
    assert "server-test-2/report.html" in run(given, "--fail-on", "warning", folder=tmp_path, code=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("none.json",), "cannot be read"),
        (("empty.json", "--server", "librarie"), "Did you mean library?"),
        (("empty.json", "--agent", "caller"), "The agent caller needs a model. Name one"),
        (("empty.json", "--agent", "nobody"), "nobody"),
        (("empty.json", "--fail-on", "note"), "--fail-on"),
        (("empty.json", "--against", "none.json"), "cannot be read"),
    ],
)
def test_what_is_wrong_is_said(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    config(tmp_path, "empty")
    assert message in run(*arguments, folder=tmp_path, code=2)
