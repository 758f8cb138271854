"""goose: `goose run` with the gateway as its only extension."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import Any

from m3bench.agents.external import Launch
from m3bench.agents.presets.installing import native_machine, npm_entry
from m3bench.agents.presets.preset import GATEWAY, NO_KEY, Job, Outcome, Preset, text_of, write_file
from m3bench.core import UsageError

_VERSION = "0.20.1"
_OWN = (
    "analyze", "apps", "chatrecall", "code_execution", "developer", "extensionmanager", "orchestrator",
    "skills", "summon", "todo", "tom",
)  # fmt: skip
_MODELS = "Name one with --model: openai/NAME, anthropic/NAME or google/NAME."
_RUN = ("run", "--no-session", "--output-format", "stream-json", "--instructions", "-")
_PROVIDERS = {
    "anthropic": ("ANTHROPIC_API_KEY", "ANTHROPIC_HOST"),
    "google": ("GOOGLE_API_KEY", None),
    "openai": ("OPENAI_API_KEY", "OPENAI_HOST"),
}
_FAILED = "Ran into this error:"


class Goose(Preset):
    name = "goose"
    title = "goose"
    keys = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GOOGLE_API_KEY")
    full_model_names = True
    # A native program, in a package for each system.
    _package = f"@aaif/goose-binary-{sys.platform}-{native_machine()}"
    entry = npm_entry(name, _package, _VERSION, "bin/goose", megabytes=282)

    def launch(self, job: Job) -> Launch:
        provider, _, model = (job.model or "").partition("/")
        provider = "openai" if provider == "any" else provider
        if provider not in _PROVIDERS or not model:
            raise UsageError("preset:goose needs a model.", _MODELS)
        key, host = _PROVIDERS[provider]
        if job.base_url and host is None:
            raise UsageError(
                f"goose cannot be given another endpoint of {provider}.", "Leave --base-url out."
            )
        write_file(job.place.home, ".config/goose/config.yaml", json.dumps(_config(job, provider, model)))
        address = (job.base_url or "").rstrip("/").removesuffix("/v1")
        return Launch(
            command=(*job.program, *_RUN),
            folder=job.place.workspace,
            environment={
                "GOOSE_DISABLE_KEYRING": "1",
                "GOOSE_DISABLE_SESSION_NAMING": "true",
                "GOOSE_MODE": "auto",
                **({host: address} if host and address else {}),
                **({key: os.environ.get(key) or NO_KEY} if address else {}),
            },
            stdin=job.prompt.encode("utf-8", "replace"),
        )

    def read(self, events: Iterable[dict[str, Any]], errors: str, code: int | None) -> Outcome:
        answer, problem, last = None, None, None
        for event in events:
            message: Any = event.get("message")
            if event.get("type") == "message" and (text := _said(message)):
                # A message comes in pieces, as its model writes it.
                number = message.get("id")
                answer = f"{answer}{text}" if answer and number and number == last else text
                last = number
            elif event.get("type") == "error":
                problem = str(event.get("error") or message or event)
        # An error of the provider is told as a message of the agent, and the program ends well.
        if problem is None and answer is not None and answer.startswith(_FAILED):
            problem = answer
        if code == 0 and problem is None and answer is not None:
            return Outcome(answer=answer)
        return Outcome.failed(problem or errors, asked_model=problem is not None)


def _config(job: Job, provider: str, model: str) -> dict[str, Any]:
    """JSON is YAML."""
    headers = {"Authorization": f"Bearer {job.place.token}"}
    gateway = {
        "enabled": True,
        "type": "streamable_http",
        "name": GATEWAY,
        "description": "the tools of the task",
        "uri": job.place.url,
        "headers": headers,
        "timeout": 600,
    }
    # Extensions of its own are on unless they are listed as disabled.
    own = {
        name: {"enabled": False, "type": "platform", "name": name, "description": name, "bundled": True}
        for name in _OWN
    }
    return {"GOOSE_PROVIDER": provider, "GOOSE_MODEL": model, "extensions": {**own, GATEWAY: gateway}}


def _said(message: Any) -> str | None:
    """Return the text of a message of the agent."""
    return text_of(message) if isinstance(message, dict) and message.get("role") == "assistant" else None
