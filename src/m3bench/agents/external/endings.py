"""How an attempt of a program ended, and what is recorded about it."""

from __future__ import annotations

import errno
import os
import signal
from typing import Any

from m3bench.agents.attempt import Ending
from m3bench.agents.external.program import Program
from m3bench.agents.parsing import FormAnswer, read_form_answer
from m3bench.agents.shared import ending_of
from m3bench.core import AnswerForm, Status
from m3bench.core.redaction import redactor
from m3bench.hosting.gateway import Gateway

_MAX_ANSWER = 20_000
_MAX_NOTE = 4_000
_MAX_REASON = 500
_NOT_STARTED = (126, 127)
_LIMITS = {os.strerror(errno.ENOSPC): "tmp-bytes", os.strerror(errno.EMFILE): "open-files"}
"""Errors that a program gets at a limit, with the name of the limit."""
_IN_SANDBOX = " (The sandbox hides most files of this machine: use --agent-read PATH to show more.)"


def program_ending(program: Program, submitted: FormAnswer, form: AnswerForm | None) -> Ending:
    """A submitted answer always counts; printed output counts only if the program succeeded."""
    if submitted.answer is not None:
        return ending_of(submitted)
    if program.code != 0:
        output = end_of_output(program.err.data, _MAX_REASON)
        reason = f"The program {describe_exit(program.code)} without an answer" + (
            f": {output}" if output else "."
        )
        if program.sandboxed and program.code in _NOT_STARTED:
            reason += _IN_SANDBOX
        reason += "".join(f" (--resource-limit {name})" for error, name in _LIMITS.items() if error in output)
        return Ending(status=Status.AGENT_FAILURE, reason=reason)
    return read_printed(end_of_output(program.out.data, _MAX_ANSWER), form)


def read_printed(text: str, form: AnswerForm | None) -> Ending:
    """Read the answer from printed text. A form in it is parsed leniently."""
    return Ending(text or None) if form is None else ending_of(read_form_answer(form, text))


def describe_exit(code: int | None) -> str:
    if code is None:
        return "did not end"
    if code >= 0:
        return f"exited with code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:  # real-time signals have no names
        return f"was killed by signal {-code}"


def program_notes(program: Program, gateway: Gateway) -> dict[str, Any]:
    recorded = gateway.trajectory()
    client = " ".join(filter(None, (recorded.agent, recorded.extra.get("agent_version"))))
    notes = {
        "exit": program.code,
        "client": client,
        "tools_listed": None if gateway.is_listed else False,
        "answer": recorded.answer,  # for a time-out between the answer and the end
        "fields": recorded.fields,
        "stdout": end_of_output(program.out.data, _MAX_NOTE),
        "stderr": end_of_output(program.err.data, _MAX_NOTE),
    }
    return {name: value for name, value in notes.items() if value is not None and value != ""}


def end_of_output(data: bytes, longest: int) -> str:
    """Return the end of the output. Secrets are removed before the cut, which could split one."""
    return redactor().data(data).decode("utf-8", "replace").strip()[-longest:]
