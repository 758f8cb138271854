"""A model that reads: it knows no code unless a request shows it, and says what each loop wants to hear."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from m3bench.core import Usage
from m3bench.models import Assistant, Reply, ToolUse
from m3bench.runs.preflight import PROBES, Codes, Probe
from m3bench.runs.preflight.probes import SERVER, NamesProbe
from m3bench.runs.preflight.probes.pictures import draw_code, make_pdf
from m3bench.runs.preflight.probes.sound import speak_digits
from m3bench.testing.provider import SeenRequest

_USAGE = Usage(100, 10, 1, None)
_LOST = "I see no code in what the tool returned."
Rename = Callable[[str], str]


def _same(name: str) -> str:
    return name


class Reader:
    """A script for `FakeProvider`.

    Args:
        codes: The truth about pictures, sounds and documents. It is used only for those that a request shows.
        sees: Whether it looks at them at all.
        rename: Changes the names of tools that it calls.
        one_by_one: Whether it makes one call in each reply.
    """

    def __init__(
        self, codes: Codes, *, sees: bool = True, rename: Rename = _same, one_by_one: bool = False
    ) -> None:
        self._shown: dict[bytes, str] = {}
        for probe in PROBES:
            code = probe.code(codes)
            if code.isdigit():
                self._shown[speak_digits(code)] = code
            else:
                self._shown |= {draw_code(code): code, make_pdf(f"The code is {code}."): code}
        self._words = " ".join(codes.scripts("unicode"))
        self._sees, self._rename, self._one_by_one = sees, rename, one_by_one

    def __call__(self, seen: SeenRequest) -> Reply:
        if NamesProbe.request in seen.conversation:
            return Reply(", ".join(_offered(seen, "read_text")) or "none", usage=_USAGE)
        probe = next((candidate for candidate in PROBES if candidate.request in seen.conversation), None)
        if probe is None:
            return Reply("ok", usage=_USAGE)
        answer = self._read(seen) or (_LOST if len(self._made(seen)) >= self._needed(probe) else None)
        text, calls = self._act(seen, probe, answer)
        return Reply(text, calls, usage=_USAGE)

    def _read(self, seen: SeenRequest) -> str | None:
        """Return the answer, if the request shows it."""
        texts = seen.conversation
        if match := re.search(r'The code is (\w{6})\.|"code": ?"(\w{6})"', texts):
            return match[1] or match[2]
        halves = re.findall(r"This half is (\w{3})\.", texts)
        if len(set(halves)) == 2:
            return "".join(dict.fromkeys(halves))
        if self._words in texts:
            return self._words
        shown = [self._shown[media.data] for media in seen.media if media.data in self._shown]
        return shown[0] if shown and self._sees else None

    def _act(self, seen: SeenRequest, probe: Probe, answer: str | None) -> tuple[str, tuple[ToolUse, ...]]:
        calls = () if answer else self._calls(seen, probe)
        if seen.request.tools:
            return _native(seen, answer, calls)
        return _written(seen, answer, calls), ()

    def _calls(self, seen: SeenRequest, probe: Probe) -> tuple[tuple[str, dict[str, Any]], ...]:
        names = [f"{SERVER}/{tool.name}" for tool in probe.tools()]
        if seen.request.tools:
            names = [name for tool in probe.tools() for name in _offered(seen, tool.name)]
        key = re.search(r"the right key is (\w+)", seen.conversation)
        arguments = {"key": key[1] if key else "START"} if probe.name == "error" else {}
        made = len(self._made(seen))
        chosen = names[made : made + 1] if self._one_by_one and len(names) > 1 else names
        return tuple((self._rename(name), arguments) for name in chosen)

    def _made(self, seen: SeenRequest) -> Sequence[str]:
        """Return the calls that it made in this conversation."""
        names: list[str] = []
        for message in seen.request.messages:
            if isinstance(message, Assistant):
                names += [use.name for use in message.calls]
                names += re.findall(r'"name": "([^"]+)", "arguments"', message.text)
        return names

    def _needed(self, probe: Probe) -> int:
        return 2 if probe.name in ("error", "parallel") else 1


def _offered(seen: SeenRequest, tool: str) -> list[str]:
    """Return the names under which a tool is offered: clients put their own words before it."""
    return [offer.name for offer in seen.request.tools if re.search(rf"(?:^|[_.:-]){tool}$", offer.name)]


def _native(
    seen: SeenRequest, answer: str | None, calls: Sequence[tuple[str, dict[str, Any]]]
) -> tuple[str, tuple[ToolUse, ...]]:
    number = len(seen.request.messages)
    if answer is None:
        return "", tuple(ToolUse(f"{number}-{at}", *call) for at, call in enumerate(calls))
    if any(tool.name == "claim_done" for tool in seen.request.tools):
        return "", (ToolUse(f"{number}", "claim_done", {"answer": answer}),)
    return answer, ()


def _written(seen: SeenRequest, answer: str | None, calls: Sequence[tuple[str, dict[str, Any]]]) -> str:
    latest = seen.latest
    if "Do the results so far suffice" in latest:
        return "yes" if answer else "no"
    if "Choose the tools that this step needs" in latest and not answer:
        return json.dumps({"plan": "read it", "tools": [name for name, _ in calls]})
    written = [{"name": name, "arguments": arguments} for name, arguments in calls]
    if "Round " in latest and "tool_calls" in latest:
        return json.dumps({"reasoning": "next", "continue": not answer, "tool_calls": written})
    if answer is None:
        prompted = "JSON list of calls" in seen.conversation
        return json.dumps(written if prompted else {"tool_calls": written})
    if "claim_done" in seen.conversation:
        return json.dumps([{"name": "claim_done", "arguments": {"answer": answer}}])
    if "Choose the tools that this step needs" in latest:
        return json.dumps({"final_answer": answer})
    return f"The code is {answer}." if "What it returned:" in latest else answer
