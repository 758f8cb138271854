"""Programs as agents: what they get, and what counts as their answer."""

from __future__ import annotations

import json
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from PIL import Image

from m3bench.agents import Attempt, Confinement, Ending, confine, make_agent
from m3bench.core import (
    AnswerField,
    AnswerForm,
    FieldType,
    Status,
    Task,
    UsageError,
)
from m3bench.hosting import Toolbox
from m3bench.runs import BundledHost
from m3bench_world import World
from tests.agents.external.programs import needs_sandbox, program, session
from tests.agents.workplace import TASK, run, shape, solve
from tests.conftest import REPOSITORY


@pytest.mark.slow
def test_a_program_uses_the_tools_and_hands_in_its_answer(tmp_path: Path, workspace: Path) -> None:
    name = session(
        tmp_path,
        "task = await client.call_tool('get_task')",
        "kinds = [block.type for block in task.content]",
        "sums = [client.call_tool('math__sum', {'numbers': [1, n]}) for n in (1, 2)]",
        "texts = [(await one).content[0].text for one in sums]",
        "crop = {'input_path': 'photo.png', 'x1': 0, 'y1': 0, 'x2': 9, 'y2': 9}",
        "cut = await client.call_tool('imagesorcery-mcp__crop', crop)",
        "wrong = await client.call_tool('no_such_tool', {})",
        "print('only for the log')",
        "seen = [kinds, texts, cut.content[-1].type, wrong.is_error, task.content[1].text]",
        "await client.call_tool('submit_answer', {'answer': str(seen)})",
    )
    ending, attempt = solve(make_agent(name), workspace)
    assert ending.status is Status.COMPLETED
    assert ending.answer == str(
        [["text", "text", "image"], ["2", "3"], "image", True, "The file photo.png of the workspace:"]
    )
    assert shape(attempt) == [
        ["math/sum success"],
        ["math/sum success"],
        ["imagesorcery-mcp/crop success"],
        ["no_such_tool unknown_tool"],
    ]
    assert (workspace / "photo_cropped.png").is_file()
    assert attempt.notes["program"]["stdout"] == "only for the log"
    assert attempt.notes["program"]["exit"] == 0
    trajectory = attempt.trajectory(ending, agent=name)
    assert (trajectory.usage, trajectory.request) == (None, TASK.request)


@pytest.mark.parametrize("sandbox", [False, pytest.param(True, marks=needs_sandbox)])
def test_the_task_is_in_the_environment_and_the_folder_is_not_the_workspace(
    tmp_path: Path, workspace: Path, monkeypatch: pytest.MonkeyPatch, sandbox: bool
) -> None:
    monkeypatch.setenv("MY_OWN_KEY", "needed-by-the-agent")
    monkeypatch.setenv("MY_OTHER_KEY", "not-for-the-agent")
    name = program(
        tmp_path,
        "import json, os\n"
        "config = json.load(open(os.environ['M3BENCH_MCP_CONFIG']))\n"
        "told = {k: v for k, v in os.environ.items() if k.startswith('M3BENCH_')}\n"
        "mine = len(os.environ['MY_OWN_KEY'])\n"
        "names = sorted(name for name in os.environ if not name.startswith('M3BENCH_'))\n"
        "mode = oct(os.stat(os.environ['M3BENCH_MCP_CONFIG']).st_mode & 0o777)\n"
        "line = open('/proc/self/cmdline').read()\n"
        "said = {'told': told, 'config': config, 'cwd': os.getcwd(), 'mine': mine, 'names': names,"
        " 'mode': mode, 'line': line}\n"
        "print(json.dumps(said))",
    )
    agent = confine(make_agent(name), Confinement(sandbox=sandbox, env=("MY_OWN_KEY",)))
    ending, attempt = solve(agent, workspace)
    said = json.loads(ending.answer or "")
    told = said["told"]
    assert re.fullmatch(r"task-[0-9a-f]{16}", told["M3BENCH_TASK_ID"]), "it does not tell which task it is"
    usual = {"HOME", "LANG", "LC_ALL", "LC_CTYPE", "MY_OWN_KEY", "PATH", "PWD", "TERM", "TMPDIR", "TZ"}
    assert {"HOME", "MY_OWN_KEY", "PATH", "TMPDIR"} <= set(said["names"]) <= usual
    assert told["M3BENCH_REQUEST"] == TASK.request
    assert told["M3BENCH_WORKSPACE"] == str(workspace)
    assert told["M3BENCH_IMAGES"] == "photo.png"
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/mcp", told["M3BENCH_GATEWAY_URL"])
    assert said["config"]["mcpServers"]["m3bench"].keys() == {"type", "url", "headers"}
    assert said["config"]["mcpServers"]["m3bench"]["url"] == told["M3BENCH_GATEWAY_URL"]
    header = said["config"]["mcpServers"]["m3bench"]["headers"]["Authorization"]
    assert header == f"Bearer {told['M3BENCH_GATEWAY_TOKEN']}"
    assert header.startswith("Bearer ${SECRET}.")  # what the program printed is kept without its token
    assert said["mode"] == "0o600"
    assert told["M3BENCH_GATEWAY_TOKEN"] not in said["line"]
    assert not Path(said["cwd"]).is_relative_to(workspace)
    assert not Path(told["M3BENCH_MCP_CONFIG"]).is_relative_to(workspace)
    assert said["mine"] == len("needed-by-the-agent")
    assert attempt.steps == []


@pytest.mark.parametrize(
    ("printed", "answer"),
    [("thinking\n\nIt is 5.\n\n", "thinking\n\nIt is 5."), ("", None), ("x" * 30_000, "x" * 20_000)],
)
def test_without_a_submission_the_answer_is_what_was_printed(
    printed: str, answer: str | None, tmp_path: Path, workspace: Path
) -> None:
    ending, _ = solve(make_agent(program(tmp_path, f"print({printed!r})")), workspace)
    assert (ending.status, ending.answer) == (Status.COMPLETED, answer)


FORM = AnswerForm((AnswerField("total", FieldType.NUMBER, "the sum"),))
FORM_TASK = msgspec.structs.replace(TASK, form=FORM)


def test_a_program_hands_in_the_form_that_its_environment_describes(tmp_path: Path, workspace: Path) -> None:
    name = session(
        tmp_path,
        "import json",
        "(field,) = json.loads(os.environ['M3BENCH_FORM'])['required']",
        "refused = await client.call_tool('submit_answer', {'answer': '5', 'fields': {field: 'five'}})",
        "await client.call_tool('submit_answer', {'answer': str(refused.is_error), 'fields': {field: 5}})",
    )
    ending, attempt = solve(make_agent(name), workspace, task=FORM_TASK)
    assert (ending.answer, ending.fields) == ("True", {"total": 5})
    assert "fields" not in attempt.notes["program"]


@pytest.mark.parametrize(
    ("printed", "answer", "fields"),
    [
        ('It is 5.\\n```\\n{\\"total\\": 5,}\\n```', "It is 5.", {"total": 5}),
        ("It is 5.", "It is 5.", None),
        ("total: 5", "total: 5", {"total": "5"}),
    ],
)
def test_a_form_that_was_printed_is_read_leniently(
    tmp_path: Path, workspace: Path, printed: str, answer: str, fields: dict[str, Any] | None
) -> None:
    name = program(tmp_path, f'print("{printed}")')
    ending, _ = solve(make_agent(name), workspace, task=FORM_TASK)
    assert (ending.answer, ending.fields) == (answer, fields)


@needs_sandbox
def test_what_a_program_may_see_beside_its_own(tmp_path: Path, workspace: Path) -> None:
    for name in ("given", "secret", "agent"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file.txt").write_text(name)
    (tmp_path / "agent" / "helper.py").write_text("word = 'helped'")
    source = (
        "import helper, os\n"
        f"paths = [{str(tmp_path)!r} + '/' + name + '/file.txt' for name in ('given', 'secret', 'agent')]\n"
        "print(helper.word, *(open(path).read() if os.path.exists(path) else '-' for path in paths))"
    )
    rules = Confinement(sandbox=True, read=(tmp_path / "given",), hidden=(tmp_path / "agent" / "file.txt",))
    seen = {}
    for hidden in ((), rules.hidden):
        agent = make_agent(program(tmp_path / "agent", source))
        seen[bool(hidden)] = solve(confine(agent, msgspec.structs.replace(rules, hidden=hidden)), workspace)[
            0
        ]
    assert seen[False].answer == "helped given - agent"
    assert "No module named 'helper'" in (seen[True].reason or ""), "a folder with secrets is not shown"


def test_requests_that_no_variable_can_hold_are_cut(tmp_path: Path, workspace: Path) -> None:
    name = program(
        tmp_path, "import os\nprint(len(os.environ['M3BENCH_REQUEST']), os.environ['M3BENCH_REQUEST'][-60:])"
    )
    task = Task(id="long\0", request="\0\ud800" + "é" * 200_000)
    ending, _ = solve(make_agent(name), workspace, task=task)
    length, _, end = (ending.answer or "").partition(" ")
    assert int(length) < 60_000
    assert end.endswith("[Cut. The tool get_task gives the whole.]")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("command:", "needs a program"),
        ("command:./no-such-agent --flag", "Program './no-such-agent' was not found"),
        ("command:python 'unclosed", "cannot be read: No closing quotation"),
    ],
)
def test_commands_that_cannot_be_run_are_refused_at_once(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        make_agent(text)


def test_files_are_named_from_where_the_user_stands(
    tmp_path: Path, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "agent.py").write_text("import sys\nprint(sys.argv[1:])")
    agent = make_agent(f"command:{sys.executable} agent.py --flag 'two words'")
    assert agent.name == f"command:{sys.executable} agent.py --flag 'two words'"
    assert not agent.needs_model
    ending, _ = solve(agent, workspace)
    assert ending.answer == "['--flag', 'two words']"


@pytest.mark.parametrize("word", ["./agent.sh", "~/agent.sh", "agent.sh"])
def test_programs_are_found_as_a_shell_would(
    word: str, tmp_path: Path, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "agent.sh").write_text('#!/bin/sh\necho "answer to $M3BENCH_IMAGES"')
    (tmp_path / "agent.sh").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    if word == "agent.sh":
        with pytest.raises(UsageError, match=r"Program 'agent\.sh' was not found"):
            make_agent(f"command:{word}")
        monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    ending, _ = solve(make_agent(f"command:{word}"), workspace)
    assert ending.answer == "answer to photo.png"


@pytest.mark.slow
def test_the_agent_of_the_documentation_works(tmp_path: Path, workspace: Path) -> None:
    page = (REPOSITORY / "docs" / "agents.md").read_text()
    (source,) = re.findall(r"```python\n(# agent\.py\n.*?)```", page, re.DOTALL)
    name = program(tmp_path, source)
    zxing: Any = import_module("zxingcpp")
    code = zxing.create_barcode("m3bench", zxing.BarcodeFormat.QRCode)

    async def work() -> tuple[Ending, Attempt]:
        Image.fromarray(np.array(zxing.write_barcode_to_image(code, scale=6))).save(workspace / "code.png")
        task = Task(id="scan", request="What does the code say?", images=("code.png",))
        toolbox = await Toolbox.mount(BundledHost(["pyzbar-mcp"], World(7), workspace))
        attempt = Attempt(task, toolbox, workspace)
        return await make_agent(name).solve(attempt), attempt

    ending, attempt = run(work)
    assert (ending.status, ending.answer) == (Status.COMPLETED, "m3bench")
    assert shape(attempt) == [["pyzbar-mcp/scan_barcode success"]]
    assert attempt.notes["program"]["stdout"] == "'What does the code say?': 3 tools, pictures ['code.png']"
