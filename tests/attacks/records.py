"""An agent that calls a tool which changes records, and then attacks the database: under the command line.

Each task names an attack and a place. The tasks of one run try all of them.
"""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks import RecordCreated, write_checks
from m3bench.core import Call, Reference, Step, Task
from m3bench.formats import write
from tests.attacks.probes import PYTHON
from tests.runs.processes import started

TIMEOUT = 40
SPARE = 10
STARTING = 60
"""How many seconds after its time limit a task must have ended, at the latest."""
INSIDE, BESIDE = "inside", "beside"
PLACES = (INSIDE, BESIDE)
"""Where the agent looks for the database: in the workspace, where it once was, or beside it."""
MAIL = {"to": ["ada@north.example"], "subject": "done", "body": "as agreed"}
ATTACKS = (
    "endless view",
    "growing trigger",
    "held lock",
    "large rows",
    "many rows",
    "altered columns",
    "virtual table",
    "index on an expression",
    "write-ahead log",
    "journal that names a file",
    "journal that is a pipe",
    "link",
    "folder",
    "pipe",
    "sparse file",
    "deleted",
    "older copy",
)
AFTER = ("growing trigger", "held lock", "many rows")
"""After these the agent calls tools again. Of the others, only the checks see the effect."""
AGENT = """
import asyncio, os, pathlib, shutil, sqlite3, subprocess, sys, time
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

MAIL, AFTER = __MAIL__, __AFTER__
attack, place = os.environ["M3BENCH_REQUEST"].split(" @ ")
workspace = pathlib.Path(os.environ["M3BENCH_WORKSPACE"])
folder = workspace / ".m3bench" if place == "inside" else workspace.with_name(workspace.name + ".records")
file = folder / "records.sqlite"
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
HOLDER = '''
import os, sqlite3, sys, time
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
end = time.monotonic() + 50
while time.monotonic() < end and os.path.exists(sys.argv[1]):
    time.sleep(0.1)
'''

def sql(*statements):
    database = sqlite3.connect(file, isolation_level=None)
    for statement in statements:
        database.execute(statement)
    database.close()

def view():
    sql("ALTER TABLE changes RENAME TO kept",
        "CREATE VIEW changes AS " + ENDLESS
        + " SELECT 1 AS number, 'outbox' AS name, 'k' || x AS key, '{}' AS value, x AS rowid FROM n")

def trigger():
    many = ENDLESS.replace("FROM n)", "FROM n LIMIT 9000000)")
    sql("CREATE TRIGGER grow AFTER INSERT ON changes BEGIN"
        f" INSERT INTO changes SELECT number, name, key, value FROM ({many}"
        " SELECT new.number AS number, new.name AS name, new.key AS key, new.value AS value FROM n); END")

def lock():
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(file)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, start_new_session=True, env={})
    holder.stdout.readline()

def rows(count, size):
    def made():
        text = "'" + '{"a": "' + "x" * size + '"}' + "'"
        sql("BEGIN", "INSERT INTO changes " + ENDLESS.replace("FROM n)", f"FROM n LIMIT {count})")
            + f" SELECT 1, 'outbox', x, {text} FROM n", "COMMIT")
    return made

def columns():
    sql("ALTER TABLE changes ADD COLUMN other TEXT DEFAULT 'x'")

def virtual():
    sql("DROP TABLE changes", "CREATE VIRTUAL TABLE changes USING fts5(number, name, key, value)")

def expression():
    sql("CREATE INDEX slow ON changes (abs(number))")

def ahead():
    database = sqlite3.connect(file, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("DELETE FROM changes")
    shutil.copytree(folder, folder.with_name("copied"))
    database.close()
    for entry in (folder.with_name("copied")).iterdir():
        shutil.copy(entry, folder)

def naming():
    name = __VICTIM__.encode()
    magic = bytes.fromhex("d9d505f920a163d7")
    header = magic + b"".join(number.to_bytes(4) for number in (0, 7, 1, 512, 4096))
    page = (0x40000000 // 4096 + 1).to_bytes(4)
    end = page + name + len(name).to_bytes(4) + sum(name).to_bytes(4) + magic
    pathlib.Path(f"{file}-journal").write_bytes(header.ljust(512, b"\\0") + end)

def journal_pipe():
    os.mkfifo(f"{file}-journal")

def replaced(make):
    def made():
        file.unlink()
        make()
    return made

def sparse():
    with open(file, "r+b") as opened:
        opened.truncate(60 << 30)

ATTACKS = {
    "endless view": view,
    "growing trigger": trigger,
    "held lock": lock,
    "large rows": rows(300, 1_500_000),
    "many rows": rows(2_000_000, 1),
    "altered columns": columns,
    "virtual table": virtual,
    "index on an expression": expression,
    "write-ahead log": ahead,
    "journal that names a file": naming,
    "journal that is a pipe": journal_pipe,
    "link": replaced(lambda: file.symlink_to("/dev/zero")),
    "folder": replaced(file.mkdir),
    "pipe": replaced(lambda: os.mkfifo(file)),
    "sparse file": sparse,
    "deleted": lambda: shutil.rmtree(folder),
    "older copy": lambda: shutil.copy(older, file),
}
SCHEMA = '''
CREATE TABLE IF NOT EXISTS calls (number INTEGER PRIMARY KEY, server TEXT, tool TEXT, arguments TEXT);
CREATE TABLE IF NOT EXISTS changes (number INTEGER, name TEXT, key TEXT, value TEXT);
CREATE INDEX IF NOT EXISTS by_key ON changes (name, key);
'''
older = workspace / "older.sqlite"

async def work():
    headers = {"Authorization": "Bearer " + os.environ["M3BENCH_GATEWAY_TOKEN"]}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=600) as http,
        Client(streamable_http_client(os.environ["M3BENCH_GATEWAY_URL"], http_client=http)) as client,
    ):
        await client.call_tool("mail__send_message", {**MAIL, "subject": "first"})
        said = ["found" if file.exists() else "nothing there"]
        try:
            if not file.exists():  # an agent that expects the database here makes one
                folder.mkdir()
                database = sqlite3.connect(file)
                database.executescript(SCHEMA)
                database.close()
            shutil.copy(file, older)
        except Exception as error:
            said.append(f"{type(error).__name__}: {error}")
        await client.call_tool("mail__send_message", MAIL)
        try:
            ATTACKS[attack]()
            said.append("attacked")
        except Exception as error:
            said.append(f"{type(error).__name__}: {error}")
        if attack not in AFTER:
            return said
        again = await client.call_tool("mail__list_folders", {})
        said.append(again.content[0].text[:200])
        third = await client.call_tool("mail__send_message", {**MAIL, "subject": "third"})
        said.append(third.content[0].text[:200])
        return said

print(" | ".join(asyncio.run(work())))
"""
SEND = Call("mail/send_message", MAIL)
CHECKS = write_checks([RecordCreated("outbox", {"subject": "done"}, 1, "sent-*")])
VICTIM = "precious.txt"
"""A file of the user beside the suite."""


def task_of(attack: str, place: str) -> Task:
    return Task(
        id=f"{attack} {place}".replace(" ", "-"),
        family="records",
        request=f"{attack} @ {place}",
        servers=("mail",),
        references=(Reference(steps=(Step((SEND,)),), answer="done"),),
        extra={"checks": CHECKS},
    )


class RecordsRun:
    """A run of an attacking agent, and its attempts by task."""

    def __init__(self, root: Path, tasks: list[Task], *options: str) -> None:
        self.run, suite, program = root / "run", root / "tasks.jsonl", root / "programs" / "attack.py"
        program.parent.mkdir(parents=True)
        self.victim = root / VICTIM
        self.victim.write_text("precious")
        program.write_text(
            AGENT.replace("__MAIL__", repr(MAIL))
            .replace("__VICTIM__", repr(str(self.victim)))
            .replace("__AFTER__", repr(AFTER))
        )
        write(suite, tasks, format="jsonl")
        agent = f"command:{PYTHON} {program}"
        arguments = [
            str(suite), "--agent", agent, "--out", str(self.run), "--concurrency", "2",
            "--task-timeout", str(TIMEOUT), "--retries", "0", *options,
        ]  # fmt: skip
        seconds = STARTING + len(tasks) * (TIMEOUT + SPARE)
        self.code, self.said = ended(started(arguments), seconds)
        lines = (self.run / "journal.jsonl").read_bytes().splitlines()
        attempts = [msgspec.json.decode(line) for line in lines]
        self.attempts: dict[str, dict[str, Any]] = {
            attempt["task_id"]: attempt for attempt in attempts if "task_id" in attempt
        }


def ended(process: subprocess.Popen[str], seconds: float) -> tuple[int, str]:
    """Wait for a run. One that takes too long is asked to end, and killed."""
    try:
        said, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGTERM)
        try:
            said, _ = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            process.communicate()
            raise AssertionError("the run froze, and SIGTERM did not end it") from None
    return process.returncode, said
