"""Each of our three distributions, from its wheel, in an environment with nothing else.

`make test-install` runs this. It downloads about 300 MB.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from m3bench.examples import example_files
from tests.cli.suites.own_suites import shown_server
from tests.users.fresh import build_wheel, install, make_environment, run

pytestmark = pytest.mark.install

NAMES = ("m3bench-suites", "m3bench-world")
SPEAKING = {"audio", "speech-synthesis", "video"}
"""They need the extra `media`, whose packages contain encoders under the GPL."""
HASHING = ("--encoder", "hashing")
SERVER = '''
from typing import Literal

from mcp.server import MCPServer

server = MCPServer("stars")


@server.tool()
def distance(star: Literal["Sirius", "Vega"]) -> float:
    """The distance of a star from the sun in light years."""
    return {"Sirius": 8.6, "Vega": 25.0}[star]


server.run()
'''


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the three wheels."""
    return build_wheel(tmp_path_factory.mktemp("wheels")).parent


class Installation:
    """An environment in which one distribution was installed."""

    def __init__(self, folder: Path, wheels: Path, wanted: str) -> None:
        self.folder, self.programs = folder, make_environment(folder / "environment")
        install(self.programs, "--find-links", str(wheels), wanted)

    def m3bench(self, *words: str, code: int = 0) -> str:
        """Run a command in the folder beside the environment. Return what it prints."""
        done = run([str(self.programs / "m3bench"), *words], cwd=self.folder)
        assert done.returncode == code, done.stdout
        return done.stdout

    def packages(self) -> set[str]:
        listed = run([str(self.programs / "pip"), "list", "--format", "json"])
        return {package["name"] for package in json.loads(listed.stdout.splitlines()[0])}

    def configure(self, name: str, python: Path, text: str) -> None:
        """Write a server and a configuration that starts it with this Python."""
        (self.folder / f"{name}.py").write_text(text, encoding="utf-8")
        entry = {"command": str(python), "args": [f"{name}.py"]}
        (self.folder / f"{name}-servers.json").write_text(json.dumps({"mcpServers": {name: entry}}))


@pytest.fixture
def installed(request: pytest.FixtureRequest, wheels: Path, tmp_path: Path) -> Iterator[Installation]:
    yield Installation(tmp_path, wheels, request.param)
    shutil.rmtree(tmp_path / "environment")


@pytest.mark.parametrize("installed", ["m3bench"], indirect=True)
def test_the_engine_alone_scores_runs_and_tests(installed: Installation) -> None:
    m3bench = installed.m3bench
    assert not installed.packages() & {*NAMES, "scipy", "onnxruntime"}
    references, predictions = map(str, example_files())
    scored = m3bench("score", "--reference", references, "--prediction", predictions, *HASHING)
    assert "encoder hashing" in scored

    installed.configure("library", Path(sys.executable), shown_server())  # has fastmcp, as the page wants
    servers = ("--config", "library-servers.json")
    assert "The Tin Drum" in m3bench("suite", "new", "library", *servers)
    assert "1 of 1 tasks are valid" in m3bench("suite", "verify", "library.json", *servers)
    ran = m3bench("run", "library.json", *servers, "--agent", "reference", "--out", "run", *HASHING)
    assert "success: 1.000" in ran
    assert "success: 1.000" in m3bench("score", "run", *HASHING)

    installed.configure("stars", installed.programs / "python", SERVER)
    tested = m3bench("servers", "test", "stars-servers.json", *HASHING)
    assert "Proof calls: 1 works." in tested
    for words in (["run", "smoke", "--agent", "reference"], ["servers", "call", "weather/get_weather"]):
        assert "pip install 'm3bench[suites]'" in m3bench(*words, code=2)


@pytest.mark.parametrize("installed", ["m3bench-world"], indirect=True)
def test_the_servers_of_the_world_start_and_answer(installed: Installation) -> None:
    assert "m3bench-suites" not in installed.packages()
    said = installed.m3bench("servers", "check", "--bundled", "--json", "found.json", code=1)
    found = {each["name"]: each for each in json.loads((installed.folder / "found.json").read_text())}
    assert len(found) >= 80
    assert {name for name, each in found.items() if not each["works"]} == SPEAKING, said
    assert said.count("m3bench[media]") >= len(SPEAKING)
    assert "pip install 'm3bench[suites]'" in installed.m3bench("run", "smoke", "--agent", "idle", code=2)


@pytest.mark.parametrize("installed", ["m3bench[suites]"], indirect=True)
def test_the_suites_run(installed: Installation) -> None:
    assert installed.packages() >= {*NAMES}
    ran = installed.m3bench("run", "smoke", "--agent", "reference", "--out", "run", *HASHING)
    assert "6 of 6 attempts pass all checks" in ran
