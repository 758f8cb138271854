"""Any agent that speaks the Agent Client Protocol over standard input and output."""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from m3bench.agents.external import Launch, read_command
from m3bench.agents.preset_spec import ACP
from m3bench.agents.presets.preset import GATEWAY, Fault, Job, Outcome, Preset, fault_of, write_file
from m3bench.core import Media, UsageError
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
            "pictures": list(map(_picture, job.pictures)),
        }
        return Launch(
            command=(python, "-I", "-S", str(script), *job.program),
            folder=job.place.workspace,
            stdin=json.dumps(given).encode(),
            readable=tuple(_needed(job.program)),
        )

    def read(self, events: Iterable[dict[str, Any]], errors: str, code: int | None) -> Outcome:
        last: dict[str, Any] = {}
        for event in events:
            if event.get("type") in ("result", "failed"):
                last = event
        if last.get("type") == "result" and last.get("stop") == _DONE and code == 0:
            return Outcome(answer=str(last.get("text") or "").strip())
        stop = f"it stopped: {last['stop']}" if last.get("stop") else ""
        told = str(last.get("problem") or stop or errors)
        fault = Fault.LOGIN if last.get("login") is True else fault_of(told, asked_model=False)
        return Outcome(problem=told or None, fault=fault)


def _picture(picture: Media) -> dict[str, str]:
    data = base64.b64encode(picture.data or b"").decode()
    return {"type": "image", "data": data, "mimeType": picture.media_type}


def _needed(words: tuple[str, ...]) -> Iterable[Path]:
    """Yield what the agent needs in a sandbox: its program, and the folders of the files that it names."""
    yield from environment_of(Path(words[0]))
    yield from (Path(word).parent for word in words[1:] if Path(word).is_absolute() and Path(word).is_file())
