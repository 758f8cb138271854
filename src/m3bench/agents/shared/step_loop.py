"""What loops over steps start from: a conversation about the task, and limits."""

from __future__ import annotations

from m3bench.agents.attempt import Attempt
from m3bench.agents.parsing import Calls, FormAnswer, ToolNames, refuse_repaired
from m3bench.agents.shared.agents import Options
from m3bench.agents.shared.conversation import Conversation
from m3bench.agents.shared.forms import read_or_repair
from m3bench.agents.shared.prompts import Prompts
from m3bench.agents.shared.steps import add_briefing, run_step, task_content
from m3bench.core import Call


class StepLoop:
    """Base of a loop on one attempt."""

    def __init__(self, attempt: Attempt, options: Options, prompts: Prompts, system: str) -> None:
        """Open the conversation. Needs the options `concurrent`, `context` and `pictures`."""
        self._attempt, self._prompts = attempt, prompts
        self._concurrent = attempt.limits.max_concurrent or options["concurrent"]
        self._names = ToolNames(attempt.toolbox.tools)
        self._talk = Conversation(
            attempt,
            add_briefing(system, attempt.task),
            task_content(attempt, prompts),
            context_tokens=attempt.window.at_most(options["context"]),
            most_pictures=options["pictures"],
        )
        self._unread = 0
        """Steps in a row that could not be read."""
        attempt.notes["prompts"] = prompts.digest

    def _accept(self, calls: tuple[Call, ...]) -> tuple[Call, ...]:
        """Return the calls of a reply. In a strict run, those that had to be repaired are illegal."""
        accepted = tuple(map(refuse_repaired, calls)) if self._attempt.strict_format else calls
        is_refused = accepted != calls and not any(call.name for call in accepted)
        self._unread = self._unread + 1 if is_refused else 0
        return accepted

    async def _asks_user(self, answer: FormAnswer) -> bool:
        """Pass an answer that is a question to the user of a dialogue. Return whether it was one."""
        call = self._attempt.question_call(answer.answer) if answer.fields is None else None
        if call is None:
            return False
        await run_step(self._attempt, self._talk, [call], 1)
        return True

    def _plain_question(self, reply: str) -> Calls | None:
        """Read a reply that is a question to the user of a dialogue as the call that asks it."""
        call = self._attempt.question_call(reply)
        return None if call is None else Calls((call,))

    async def _ask_for_answer(self, prompt: str) -> FormAnswer:
        """Ask for the answer. Where its form cannot be read, ask once more for the form."""
        reply = await self._talk.ask(prompt)
        return await read_or_repair(self._attempt, self._prompts, reply, self._talk.ask)
