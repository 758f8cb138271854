"""Parts of loops over steps: show the task, repair a reply, run the calls of a step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from m3bench.agents.attempt import Attempt
from m3bench.agents.inputs import input_content, list_inputs
from m3bench.agents.parsing import Calls, illegal_call
from m3bench.agents.shared.conversation import Conversation
from m3bench.agents.shared.prompts import Prompts, result_content
from m3bench.core import Call, Content, Media, Task, Text, briefing
from m3bench.core.text import shorten_middle

PATIENCE = 3
"""An agent gives up after this many unreadable steps in a row."""
_MAX_PATHS = 50
_MAX_PLAN = 2_000
_Read = TypeVar("_Read")


class Problem(msgspec.Struct, frozen=True):
    """A reply, and why it cannot be used."""

    reply: str
    reason: str


def task_content(attempt: Attempt, prompts: Prompts) -> tuple[Content, ...]:
    """Return the task with its pictures, files and answer form."""
    pictures = attempt.pictures
    named = "Its pictures: " + ", ".join(str(picture.uri) for picture in pictures) if pictures else ""
    listed = "\n".join(filter(None, (named, list_inputs(attempt.files))))
    text = prompts.fill("task", request=attempt.request, pictures=listed)
    form = attempt.task.form
    ahead = () if form is None else (Text(prompts.fill("form_ahead", form=form.outline())),)
    return (Text(text), *_shown(pictures), *input_content(attempt.files), *ahead)


def add_briefing(system: str, task: Task) -> str:
    """Append the role and rules of the task to a system prompt."""
    return "\n\n".join(filter(None, (system, briefing(task.role, task.rules))))


def picture_list(attempt: Attempt) -> str:
    """List the paths of all pictures that calls may name."""
    paths = [str(picture.uri) for picture in (*attempt.pictures, *attempt.gallery.made)]
    more = f" (and {len(paths) - _MAX_PATHS} earlier ones)" if len(paths) > _MAX_PATHS else ""
    return f"Pictures in the workspace: {', '.join(paths[-_MAX_PATHS:])}{more}" if paths else ""


async def ask_and_read(
    talk: Conversation, instruction: str, read: Callable[[str], _Read | Problem], repair: Callable[[str], str]
) -> _Read | Problem:
    """Ask and parse the reply. If that fails, tell the model why and ask once more."""
    first = read(await talk.ask(instruction))
    if not isinstance(first, Problem):
        return first
    return read(await talk.ask(repair(shorten_middle(first.reason))))


async def run_step(
    attempt: Attempt, talk: Conversation, calls: Sequence[Call], most: int, plan: str | None = None
) -> tuple[Call, ...]:
    """Run the calls of a step together, and add their results to the conversation."""
    seen = len(attempt.gallery.made)
    done = await attempt.call(calls[:most], shorten_middle(plan, _MAX_PLAN) if plan else None)
    talk.add(step_results(done, attempt.gallery.made[seen:], len(calls) - len(done)))
    return done


async def record_unreadable(attempt: Attempt, talk: Conversation, problem: Problem) -> None:
    """Record an unreadable reply as an illegal call."""
    done = await attempt.call([illegal_call(problem.reply)])
    talk.add(result_content(done[0]))


def step_results(done: Sequence[Call], made: Sequence[Media], left_out: int = 0) -> tuple[Content, ...]:
    """Return the results of a step, with the pictures that it made in the workspace."""
    files = {picture.data: picture for picture in made if picture.data is not None}
    content: list[Content] = []
    for part in (part for call in done for part in result_content(call)):
        # A picture that a tool both returns and saves is shown once, under its path.
        kept = files.pop(part.data, None) if isinstance(part, Media) and part.data is not None else None
        content += [part] if kept is None else _shown([kept])
    content += _shown([picture for picture in made if picture.data is None or picture.data in files])
    if left_out > 0:
        content.append(
            Text(f"{left_out} more calls were not carried out: {len(done)} is the most in a step.")
        )
    return tuple(content)


def calls_problem(reply: str, read: Calls) -> Problem:
    return Problem(reply, "; ".join(read.problems) or "there is no call in it")


def _shown(pictures: Sequence[Media]) -> list[Content]:
    parts: list[Content] = []
    for picture in pictures:
        if picture.data is None:
            parts.append(Text(f"The picture {picture.uri} is too large to be shown."))
        else:
            parts += [Text(f"The picture {picture.uri}:"), picture]
    return parts
