"""A user played by a model. A reply that gives away what was not asked for is replaced."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from m3bench.agents.user.guard import Guard
from m3bench.agents.user.protocol import UserReply
from m3bench.agents.user.rules import MAX_QUESTIONS, RuleUser, is_too_long
from m3bench.core import ReplyKind, SimulatedUser, Text
from m3bench.core.text import without_surrogates
from m3bench.models import (
    Assistant,
    ChatModel,
    Message,
    Request,
    RequestRefused,
    RequestTooLong,
    Settings,
    System,
    User,
)

_SETTINGS = Settings(max_tokens=1_000)
_KEPT_MESSAGES = 20
_BLANK = re.compile(r"\{\{(\w+)\}\}")
_THINKING = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)


class ModelUser:
    """Replies with a model. The rules decide what may be told, and reply in its place if it tells more."""

    def __init__(
        self,
        model: ChatModel,
        user: SimulatedUser,
        seed: str = "",
        *,
        solution: Sequence[str] = (),
        request: str = "",
        max_questions: int = MAX_QUESTIONS,
    ) -> None:
        """Set up the user of one attempt.

        Args:
            model: The model. It gets the persona, goal, manner and facts, and nothing of the solution.
            user: The user.
            seed: The id of the task.
            solution: Values of the solution, which no reply may contain.
            request: The request of the task, which the agent knows.
            max_questions: The most questions that are answered.
        """
        self._model, self._system = model, _system_prompt(user)
        self._rules = RuleUser(user, seed, request=request, max_questions=max_questions)
        self._guard = Guard(user.facts, solution, request)
        self._messages: list[Message] = []

    @property
    def name(self) -> str:
        return self._model.name

    async def answer(self, question: str) -> UserReply:
        """Reply to a question. Raise `ModelError` if the model cannot be reached."""
        ruled = self._rules.reply(question)
        if is_too_long(question.strip()):
            return ruled
        if ruled.kind in (ReplyKind.REFUSED, ReplyKind.LIMIT):
            return self._keep(question, ruled)
        said = await self._ask(question)
        if said and self._guard.permits(said, question, ruled):
            return self._keep(question, UserReply(said, ruled.kind, ruled.topics))
        return self._keep(question, UserReply(ruled.text, ruled.kind, ruled.topics, guarded=True))

    async def _ask(self, question: str) -> str:
        asked = (System(self._system), *self._messages, User((Text(without_surrogates(question)),)))
        try:
            reply = await self._model.ask(Request(asked, (), _SETTINGS))
        except (RequestRefused, RequestTooLong):
            return ""
        return without_surrogates(_THINKING.sub("", reply.text)).strip()

    def _keep(self, question: str, reply: UserReply) -> UserReply:
        """Remember what was said, as the agent heard it."""
        self._guard.told(reply.topics)
        turn: list[Message] = [User((Text(without_surrogates(question)),)), Assistant(reply.text)]
        self._messages = [*self._messages, *turn][-_KEPT_MESSAGES:]
        return reply


@cache
def _prompt() -> str:
    read = tomllib.loads(files("m3bench.agents").joinpath("prompts", "user.toml").read_text("utf-8"))
    return str(read["system"]).strip()


def _system_prompt(user: SimulatedUser) -> str:
    blanks = {
        "persona": user.persona,
        "goal": user.goal or "what you asked for",
        "manner": user.manner or "plainly",
        "facts": "\n".join(f"- {fact.topic}: {fact.answer}" for fact in user.facts)
        or "- nothing in particular",
    }
    return without_surrogates(_BLANK.sub(lambda blank: blanks[blank[1]], _prompt()))
