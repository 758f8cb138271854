"""Every verb that starts servers takes `--sandbox`, and says loudly where there is none."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from m3bench.cli.app import app
from m3bench.cli.sandbox_option import use_sandbox
from m3bench.core import UsageError
from m3bench.hosting import SandboxMode
from m3bench.hosting.sandbox import mode as sandbox_mode

VERBS = (
    "run",
    "gateway",
    "replay",
    "forge references",
    "forge tasks",
    "suite build",
    "suite verify",
    "servers check",
    "list tools",
    "servers call",
)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_that_starts_servers_has_the_option(verb: str) -> None:
    done = CliRunner().invoke(app, [*verb.split(), "--sandbox", "sometimes"])
    assert done.exit_code == 2
    said = " ".join(re.sub(r"[│╭╰─╮╯]", " ", done.output).split())
    assert "'sometimes' is not one of 'auto', 'require', 'off'" in said


def test_without_a_sandbox_there_is_a_warning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sandbox_mode, "sandbox_problem", lambda: "it is missing.")
    assert not use_sandbox(SandboxMode.AUTO)
    assert capsys.readouterr().err.startswith("WARNING: No sandbox: it is missing. Third-party servers")
    with pytest.raises(UsageError, match="Sandboxes do not work here"):
        use_sandbox(SandboxMode.REQUIRE)
    monkeypatch.setattr(sandbox_mode, "sandbox_problem", lambda: None)
    assert use_sandbox(SandboxMode.REQUIRE)
    assert capsys.readouterr().err == ""
