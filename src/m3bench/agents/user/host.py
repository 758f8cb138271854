"""The simulated user as a server with one tool."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.agents.user.elicitation import FormUser
from m3bench.agents.user.protocol import Person
from m3bench.agents.user.rules import RuleUser
from m3bench.core import ASK_USER, USER_SERVER, Outcome, Task, Text, Turns, user_note
from m3bench.hosting import ElicitingHost, JoinedHost, Reply, ServerFault, Tool, ToolHost
from m3bench.models import ModelUnavailable

_ABOUT = (
    "Ask the person whose request this is, and get the reply. The person knows things that the request does "
    "not say, and replies to what a question asks for: ask for particular things. The person does not know "
    "the result, and answers a limited number of questions."
)
_PLAIN = " A reply of yours that ends with a question reaches the person as well."
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "question": {
            "type": "string",
            "description": "The question, in plain words, such as: On which day does the event take place?",
        }
    },
    "required": ["question"],
    "additionalProperties": False,
}


class UserHost:
    """A `ToolHost` with the tool `user/ask_user`."""

    def __init__(self, person: Person, turns: Turns = Turns.SINGLE) -> None:
        self._person = person
        name = ASK_USER.partition("/")[2]
        about = _ABOUT + (_PLAIN if turns is Turns.DIALOGUE else "")
        self._tool = Tool(server=USER_SERVER, name=name, description=about, input_schema=_SCHEMA)

    @property
    def faults(self) -> dict[str, str]:
        return {}

    async def tools(self) -> Sequence[Tool]:
        return [self._tool]

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        del tool
        try:
            reply = await self._person.answer(str(arguments.get("question", "")))
        except ModelUnavailable as error:
            raise ServerFault(USER_SERVER, error.message) from error
        note = user_note(reply.kind, reply.topics, guarded=reply.guarded)
        return Reply((Text(reply.text),), meta=note, outcome=Outcome.SUCCESS)


def with_user(host: ToolHost, task: Task, person: Person | None = None) -> ToolHost:
    """Return a host that also has the user of a task, if it has one. Servers can ask the user as well.

    Args:
        host: The host of the servers.
        task: The task.
        person: Plays the user. Defaults to the rules.
    """
    if task.user is None:
        return host
    asked = ElicitingHost(host, FormUser(task.user).elicit)
    return JoinedHost(
        (asked, UserHost(person or RuleUser(task.user, task.id, request=task.request or ""), task.turns))
    )
