"""What the loops over steps share: showing the task, one repair turn, and carrying out a step's calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from m3bench.agents.attempt import Attempt
from m3bench.agents.inputs import input_content, list_inputs
from m3bench.agents.parsing import Calls, illegal_call, without_thinking
from m3bench.agents.shared.conversation import Conversation
from m3bench.agents.shared.prompts import Prompts, calls_as_json, result_content
from m3bench.core import Call, Content, Media, Task, Text, briefing
from m3bench.core.text import shorten_middle

PATIENCE = 3
"""Steps in a row of which nothing can be read, after which an agent gives up."""
_MOST_PATHS = 50
_LONGEST_PLAN = 2_000
_Read = TypeVar("_Read")


class Problem(msgspec.Struct, frozen=True):
    """What a model wrote, and why it cannot be used."""

    said: str
    reason: str


def task_content(attempt: Attempt, prompts: Prompts) -> tuple[Content, ...]:
    """The task, its pictures and files, each under its path, and the form of its answer."""
    pictures = attempt.pictures
    named = "Its pictures: " + ", ".join(str(each.uri) for each in pictures) if pictures else ""
    listed = "\n".join(filter(None, (named, list_inputs(attempt.files))))
    text = prompts.fill("task", request=attempt.request, pictures=listed)
    form = attempt.task.form
    ahead = () if form is None else (Text(prompts.fill("form_ahead", form=form.template())),)
    return (Text(text), *_shown(pictures), *input_content(attempt.files), *ahead)


def add_briefing(system: str, task: Task) -> str:
    """A system prompt with the role and the rules of the task below it, where it has any."""
    return "\n\n".join(filter(None, (system, briefing(task.role, task.rules))))


def picture_list(attempt: Attempt) -> str:
    """Paths of all pictures there are, which calls may name."""
    paths = [str(each.uri) for each in (*attempt.pictures, *attempt.gallery.made)]
    more = f" (and {len(paths) - _MOST_PATHS} earlier ones)" if len(paths) > _MOST_PATHS else ""
    return f"Pictures in the workspace: {', '.join(paths[-_MOST_PATHS:])}{more}" if paths else ""


async def ask_and_read(
    talk: Conversation,
    instruction: str,
    read: Callable[[str], _Read | Problem],
    repair: Callable[[str], str],
) -> _Read | Problem:
    """What the model says, read; where that fails it is told why and may say it once more."""
    said = await talk.ask(instruction)
    first = read(said)
    if not isinstance(first, Problem):
        return first
    return read(await talk.ask(instruction, (said, repair(shorten_middle(first.reason)))))


async def run_step(
    attempt: Attempt, talk: Conversation, wished: Sequence[Call], most: int, plan: str | None = None
) -> tuple[Call, ...]:
    """Run a step's calls together, and put what they bring into the conversation."""
    seen = len(attempt.gallery.made)
    done = await attempt.call(wished[:most], shorten_middle(plan, _LONGEST_PLAN) if plan else None)
    talk.add(calls_as_json(done), step_results(done, attempt.gallery.made[seen:], len(wished) - len(done)))
    return done


async def record_unreadable(attempt: Attempt, talk: Conversation, problem: Problem) -> None:
    """A step of which nothing could be read: what was written goes on record as an illegal call."""
    done = await attempt.call([illegal_call(problem.said)])
    talk.add(without_thinking(problem.said).strip() or "(nothing)", result_content(done[0]))


def step_results(done: Sequence[Call], made: Sequence[Media], left_out: int = 0) -> tuple[Content, ...]:
    """What the calls of a step brought, the pictures that they left in the workspace among it."""
    files = {each.data: each for each in made if each.data is not None}
    content: list[Content] = []
    for part in (part for call in done for part in result_content(call)):
        # A tool that returns the picture which it saves is shown once, under the path.
        kept = files.pop(part.data, None) if isinstance(part, Media) and part.data is not None else None
        content += [part] if kept is None else _shown([kept])
    content += _shown([each for each in made if each.data is None or each.data in files])
    if left_out > 0:
        content.append(
            Text(f"{left_out} more calls were not carried out: {len(done)} is the most in a step.")
        )
    return tuple(content)


def calls_problem(said: str, read: Calls) -> Problem:
    return Problem(said, "; ".join(read.problems) or "there is no call in it")


def _shown(pictures: Sequence[Media]) -> list[Content]:
    parts: list[Content] = []
    for each in pictures:
        if each.data is None:
            parts.append(Text(f"The picture {each.uri} is too large to be shown."))
        else:
            parts += [Text(f"The picture {each.uri}:"), each]
    return parts
