"""Secrets planted wherever a run meets them: afterwards none is in any file, nor on the terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from m3bench.core import Call, Reference, Step, Task
from m3bench.formats import write
from m3bench.models import Reply
from m3bench.testing.provider import FakeProvider, SeenRequest, Status
from tests import preloaded
from tests.attacks.encodings import found_in
from tests.hanging import HANG_SECONDS
from tests.runs.sums import sums_task

PROGRAMS = Path(__file__).parent / "programs"
CANARIES = {
    "provider key": "sk-canary-provider-9tXqL2vB7mKw",
    "judge key": "sk-canary-judge-Zk81pQrT5sNd",
    "server env": "canary/server+env=4jHs8WqP0z",
    "server env, written in the file": "canary-literal-77fGhJkL2q",
    "server argument": "canary-argument-Qw3rTy6uIo",
    "server header": "canary-header-Lm5nBv8cXz",
    "server cookie": "canary-cookie-Pl0oKi9jUh",
    "password of an address": "canary-password-Gt7yHu2j",
    "query of an address": "canary-query-Rf4vBg5tNh",
    "agent env": "canary-agent-Wd8eRf3tGy",
    "password in an agent's variable": "canary-database-Mn6bVc1x",
    "private key of several lines": (
        "-----BEGIN KEY-----\nMIICanary0pLineOne4444\nMIICanary0pLineTwo5555\n-----END KEY-----"
    ),
}
TOKEN = "gateway token"
SHOWN = ("M3BENCH_API_KEY", "CANARY_JUDGE_KEY", "CANARY_AGENT_KEY", "CANARY_DATABASE")


@dataclass
class Loot:
    """Where to look, and what the agent itself saw."""

    folder: Path
    environment: dict[str, str]
    seen: list[str] = field(default_factory=list)
    token: str = ""
    said: dict[str, str] = field(default_factory=dict)

    def m3bench(self, name: str, *arguments: str, code: int = 0, given: str | None = None) -> None:
        """Run a command; what it prints is kept under a name."""
        done = preloaded.run(arguments, given=given or "", environment=self.environment, timeout=HANG_SECONDS)
        self.said[name] = done.stdout + done.stderr
        assert done.returncode == code, (name, self.said[name])

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Everything that was written, archives unpacked, and the names of the files."""
        written = self.folder / "written"
        for path in written.rglob("*"):
            yield f"name of {path.name}", str(path.relative_to(written)).encode()
            if path.is_file():
                yield str(path.relative_to(written)), path.read_bytes()
            if zipfile.is_zipfile(path):
                with zipfile.ZipFile(path) as archive:
                    yield from ((f"{path.name}:{name}", archive.read(name)) for name in archive.namelist())
        yield from ((f"terminal of {name}", text.encode()) for name, text in self.said.items())


@pytest.fixture(scope="module")
def web() -> Iterator[int]:
    """The port of a server that repeats headers."""
    command = [sys.executable, str(PROGRAMS / "echoing_http.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield int(process.stdout.readline())
        process.kill()


@pytest.fixture(scope="module")
def loot(tmp_path_factory: pytest.TempPathFactory, web: int) -> Loot:
    folder = tmp_path_factory.mktemp("loot")
    given, written = folder / "given", folder / "written"
    given.mkdir()
    written.mkdir()
    config = given / "servers.json"
    config.write_text(json.dumps({"mcpServers": servers(web)}))
    task = Task(
        id="tell",
        request="Tell everything.",
        servers=("leaky", "web"),
        references=(Reference(steps=(Step((Call("leaky/tell", {"how": "plain"}),)),)),),
    )
    write(given / "tasks.jsonl", [task], format="jsonl")
    loot = Loot(folder, environment(folder))
    run, tapes, sight = written / "run", written / "tapes", given / "sight.json"
    agent = f"command:{sys.executable} {PROGRAMS / 'telltale.py'} {sight}"
    tasks = str(given / "tasks.jsonl")
    # What a sandbox and a bare environment would hide, the gate has to hide by itself here.
    shown = [word for name in SHOWN for word in ("--agent-env", name)]
    options = ("--config", str(config), "--agent", agent, "--sandbox", "off", *shown)
    loot.m3bench("recording", "run", tasks, *options, "--record", str(tapes), "--out", str(written / "taped"))
    loot.m3bench("run", "run", tasks, *options, "--out", str(run))
    found = json.loads(sight.read_text())
    loot.seen, loot.token = found["seen"], found["token"]
    look_at(loot, run, config)
    return loot


def servers(port: int) -> dict[str, object]:
    address = f"me:{CANARIES['password of an address']}@127.0.0.1:{port}"
    return {
        "leaky": {
            "command": sys.executable,
            "args": [str(PROGRAMS / "leaky.py"), "--api-key", CANARIES["server argument"]],
            "env": {
                "LEAKY_TOKEN": "${CANARY_SERVER_TOKEN}",
                "LEAKY_LITERAL_KEY": CANARIES["server env, written in the file"],
                "LEAKY_PEM_KEY": "${CANARY_PEM_KEY}",
            },
        },
        "web": {
            "type": "http",
            "url": f"http://{address}/mcp?api_key={CANARIES['query of an address']}",
            "headers": {
                "X-Api-Key": CANARIES["server header"],
                "Cookie": f"sid={CANARIES['server cookie']}",
            },
        },
    }


def environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "M3BENCH_CACHE": str(folder / "written" / "cache"),
        "M3BENCH_API_KEY": CANARIES["provider key"],
        "CANARY_JUDGE_KEY": CANARIES["judge key"],
        "CANARY_SERVER_TOKEN": CANARIES["server env"],
        "CANARY_PEM_KEY": CANARIES["private key of several lines"],
        "CANARY_AGENT_KEY": CANARIES["agent env"],
        "CANARY_DATABASE": f"postgres://me:{CANARIES['password in an agent' + chr(39) + 's variable']}@db/x",
    }


def look_at(loot: Loot, run: Path, config: Path) -> None:
    """Every command that shows or exports a run or asks a server."""
    written = loot.folder / "written"
    loot.m3bench("verify", "runs", "verify", str(run))  # what was masked does not look like an edit
    loot.m3bench("score", "score", str(run), "--encoder", "hashing", "--json", str(written / "scores.json"))
    tables = ("--tables", str(written / "tables"))
    loot.m3bench(
        "report", "report", str(run), "--encoder", "hashing", "--out", str(written / "r.html"), *tables
    )
    exports = {"inspect": "r.eval", "otel": "r.otel.jsonl", "openai": "r.json", "jsonl": "r.jsonl"}
    for form, name in exports.items():
        loot.m3bench(form, "convert", str(run), str(written / name), "--to", form, "--no-scores")
    selected = ("--config", str(config), "--sandbox", "off")
    loot.m3bench("check", "servers", "check", *selected, "--json", str(written / "checks.json"))
    loot.m3bench("call", "servers", "call", "leaky/picture", *selected, "--save", str(written / "saved"))
    loot.m3bench("logs", "servers", "logs", "leaky")
    client = {"name": "x", "version": "1"}
    handshake = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    messages = [
        {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": handshake},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "leaky__long"}},
    ]
    given = "".join(f"{json.dumps(message)}\n" for message in messages)
    record = ("--record", str(written / "gateway.jsonl"))
    loot.m3bench("gateway", "gateway", *selected, *record, given=given)
    loot.said.pop("gateway")  # what the client of the gateway is told is the agent's own business


@pytest.mark.parametrize("place", [*CANARIES, TOKEN])
def test_a_secret_is_in_nothing_that_was_written(place: str, loot: Loot) -> None:
    """a secret is told by servers and agent in results, errors, pictures, files, logs and answers."""
    secret = loot.token if place == TOKEN else CANARIES[place]
    told = "\n".join(loot.seen)
    assert secret
    assert secret in told or json.dumps(secret)[1:-1] in told  # the agent had it, and repeated it
    leaks = {where: found for where, data in loot.files() if (found := found_in(data, secret))}
    for line in secret.splitlines()[1:-1]:
        leaks |= {where: found for where, data in loot.files() if (found := found_in(data, line))}
    assert leaks == {}


def test_the_run_is_whole_all_the_same(loot: Loot) -> None:
    """secrets are masked in a way that breaks journal, blobs, pictures, cassettes or workspace."""
    from PIL import Image

    from m3bench.hosting import read_cassette
    from m3bench.runs import read_run

    run = loot.folder / "written" / "run"
    (trajectory,) = read_run(run).trajectories
    assert len([call for _, call in trajectory.calls()]) == 16
    assert "${SECRET}" in (trajectory.answer or "")
    pictures = [
        path for path in (run / "blobs").rglob("*") if path.is_file() and path.read_bytes()[:4] == b"\x89PNG"
    ]
    assert pictures
    for path in pictures:
        Image.open(path).load()
    (cassette,) = (loot.folder / "written" / "tapes").glob("*.cassette")
    assert len(read_cassette(cassette).entries) == 16
    kept = next((run / "workspaces").rglob("dump.txt")).read_text()
    assert kept.count("${SECRET}") == 4


@pytest.mark.parametrize("wrong", ["401", "echo", "judge"])
def test_a_provider_repeats_the_key(wrong: str, tmp_path: Path) -> None:
    """a provider repeats the key in an error, or a model in its calls and answer."""
    key, password = CANARIES["provider key"], CANARIES["password of an address"]
    task = Task(
        id="sum",
        request="What is 1 + 2?",
        servers=("math",),
        references=(
            Reference(steps=(Step((Call("math/add", {"firstNumber": 1, "secondNumber": 2}),)),), answer="3"),
        ),
    )
    write(tmp_path / "tasks.jsonl", [task], format="jsonl")

    def reply(seen: SeenRequest) -> Reply | Status:
        if wrong == "401":
            return Status(401, message=f"Incorrect API key provided: {key}.")
        return Reply(f"The key is {key}, in hex {key.encode().hex()}; the password is {password}.")

    out = tmp_path / "written"
    with FakeProvider(reply) as fake:
        address = fake.url("openai").replace("//", f"//me:{password}@")
        done = preloaded.run(
            ["run", str(tmp_path / "tasks.jsonl"), "--agent", "executor", "--model", "openai/gpt-5",
             "--base-url", address, "--out", str(out), "--retries", "0", "--cache", str(out / "cache")],
            environment=environment(tmp_path), timeout=HANG_SECONDS,
        )  # fmt: skip
        said = (done.stdout + done.stderr).encode()
        if wrong == "judge":
            judged = preloaded.run(
                ["judge", "run", str(out), "--judges", "openai/gpt-5-mini", "--base-url", address, "--yes"],
                environment=environment(tmp_path), timeout=HANG_SECONDS,
            )  # fmt: skip
            said += (judged.stdout + judged.stderr).encode()
    assert b"Traceback" not in said, said.decode()
    if wrong == "401":
        assert b"Incorrect API key provided: " in b" ".join(said.split())
        out.mkdir(exist_ok=True)  # the run may have ended before it began
    else:
        assert b"${SECRET}" in (out / "journal.jsonl").read_bytes()
    written = {str(path): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    for secret in (key, password):
        assert {where: found for where, data in written.items() if (found := found_in(data, secret))} == {}
        assert found_in(said, secret) == []


@pytest.mark.parametrize("where", ["command of the agent", "address of the model"])
def test_a_key_on_the_command_line(where: str, tmp_path: Path) -> None:
    """a user puts a key into the command of an agent or the address of a model."""
    key = "canary-on-the-command-line-5gT7"
    (tmp_path / "agent.py").write_text("print('done')\n")
    write(tmp_path / "tasks.jsonl", [sums_task(1)], format="jsonl")
    agent = ["--agent", f"command:{sys.executable} agent.py --api-key {key}"]
    model = ["--agent", "executor", "--model", "openai/x", "--base-url"]

    def m3bench(*arguments: str) -> subprocess.CompletedProcess[str]:
        return preloaded.run(["run", *arguments], folder=tmp_path, timeout=HANG_SECONDS)

    with FakeProvider(lambda _: Reply("It is done.")) as fake:
        address = fake.url("openai").replace("//", f"//me:{key}@")
        first = m3bench("tasks.jsonl", *(agent if where == "command of the agent" else [*model, address]))
    (folder,) = (tmp_path / "runs").iterdir()
    again = m3bench("--resume", str(folder))
    assert again.returncode == 2
    assert "was started with a secret in setting" in again.stderr
    said = first.stdout + first.stderr + again.stdout + again.stderr
    assert found_in(said.encode(), key) == []
    for path in (tmp_path / "runs").rglob("*"):
        assert found_in(os.fsencode(path), key) == []
        assert not path.is_file() or found_in(path.read_bytes(), key) == []
