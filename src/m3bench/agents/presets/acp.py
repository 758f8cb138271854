"""Any agent that speaks the Agent Client Protocol over standard input and output."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from m3bench.agents.external import Launch, read_command
from m3bench.agents.preset_spec import ACP
from m3bench.agents.presets.preset import GATEWAY, Fault, Job, Outcome, Preset, base64_of, last_of, write_file
from m3bench.core import UsageError
from m3bench.hosting.sandbox import environment_of

_CLIENT = Path(__file__).with_name("acp_client.py")
_HINT = "Write the command after the colon: preset:acp:gemini --acp"
_DONE = "end_turn"


class AcpAgent(Preset):
    name = ACP
    title = "The ACP agent"

    def __init__(self, command: str = "") -> None:
        self._command = command

    def find(self) -> tuple[str, ...]:
        if not self._command.strip():
            raise UsageError("preset:acp needs the command of an agent.", _HINT)
        return tuple(read_command(self._command))

    def launch(self, job: Job) -> Launch:
        source = _CLIENT.read_bytes()
        script = write_file(job.place.home, "acp_client.py", source)
        python = getattr(sys, "_base_executable", None) or sys.executable
        given = {
            "server": GATEWAY,
            "tools": list(job.tools),
            "prompt": job.prompt,
            "pictures": [
                {"type": "image", "data": base64_of(picture), "mimeType": picture.media_type}
                for picture in job.pictures
            ],
        }
        return Launch(
            command=(python, "-I", "-S", str(script), *job.program),
            folder=job.place.workspace,
            stdin=json.dumps(given).encode(),
            readable=tuple(_needed(job.program)),
        )

    def read(self, events: Iterable[dict[str, Any]], errors: str, code: int | None) -> Outcome:
        last = last_of(events, "result", "failed")
        if last.get("type") == "result" and last.get("stop") == _DONE and code == 0:
            return Outcome(answer=str(last.get("text") or "").strip())
        stop = f"it stopped: {last['stop']}" if last.get("stop") else ""
        outcome = Outcome.failed(str(last.get("problem") or stop or errors), asked_model=False)
        needs_login = last.get("login") is True
        return msgspec.structs.replace(outcome, fault=Fault.LOGIN) if needs_login else outcome


def _needed(words: tuple[str, ...]) -> Iterable[Path]:
    """Yield what the agent needs in a sandbox: its program, and the folders of the files that it names."""
    yield from environment_of(Path(words[0]))
    yield from (Path(word).parent for word in words[1:] if Path(word).is_absolute() and Path(word).is_file())
