"""Judges that ask a model one question about a case."""

from __future__ import annotations

from abc import ABC, abstractmethod

import msgspec

from m3bench.core import Content, Media, Text, Usage
from m3bench.judges.case import Case
from m3bench.judges.fences import MAX_CHARACTERS, Part, escape_invisible, fence, truncate_middle
from m3bench.judges.judgement import Judgement
from m3bench.judges.prompt import Prompt, fill, load_prompt
from m3bench.judges.reply import Form, ReplyProblem, ReplyScores, read_reply
from m3bench.models import (
    Assistant,
    ChatModel,
    Message,
    ModelError,
    ModelMisconfigured,
    Reply,
    Request,
    Settings,
    System,
    User,
)

MAX_REPLIES = 2
"""The first reply, and one repaired reply."""
MAX_PICTURES = 20
"""Further pictures are not sent: providers limit the number of images per request."""
_MAX_ECHO = 4_000
_BOUNDS = {"trace": 32_000, "tools": 20_000}
_PICTURE = "image"
_WITH = {"request": ("request", "agent_role", "agent_rules")}
"""What is shown with a part. It is not in the prompts' own lists, whose hashes go into judgements."""


class Question(msgspec.Struct, frozen=True):
    """The messages to send, and the expected form of the reply."""

    messages: tuple[Message, ...]
    form: Form
    repair: str
    """Sent when a reply cannot be parsed, with placeholders for the fault and the form."""
    settings: Settings

    @property
    def request(self) -> Request:
        return Request(self.messages, settings=self.settings)


class PromptJudge(ABC):
    """A judge that asks a model one question about a case."""

    name: str

    @property
    def prompt(self) -> str:
        """Name and hash of the prompt."""
        return load_prompt(self.name).identity()

    @abstractmethod
    def question(self, case: Case, turn: int = 0) -> Question: ...

    def obstacle(self, case: Case) -> str:
        """Return why this case cannot be judged by any model; empty if it can."""
        del case
        return ""

    async def judge(self, case: Case, model: ChatModel, *, turn: int = 0) -> Judgement:
        """Ask a model for its judgement of a case.

        Unreadable replies and provider errors become a judgement without scores.

        Raises:
            ModelMisconfigured: The model can never be asked. Errors that stop the work, such as a cost
                limit, pass through as well.
        """
        blank = Judgement(case=case.id, judge=model.name, prompt=self.prompt, input=case.digest, turn=turn)
        obstacle = self.obstacle(case)
        if obstacle:
            return msgspec.structs.replace(blank, problem=obstacle, usage=Usage(0, 0, 0, 0.0))
        return await _ask_until_readable(self.question(case, turn), model, blank)


def build_question(prompt: Prompt, case: Case, form: Form, system: str) -> Question:
    """Build a question: the prompt's instructions, then the case as data."""
    instructions = "\n\n".join((system.strip(), prompt.data.strip(), fill(prompt.form, form=str(form))))
    shown = (*_material(prompt, case), *_pictures(case), Text(prompt.ask.strip()))
    return Question((System(instructions), User(shown)), form, prompt.repair, prompt.settings)


def sent_pictures(case: Case) -> list[Media]:
    """Return the pictures to send: the first ones that have bytes."""
    sendable = [part for part in case.pictures if part.kind == _PICTURE and part.data is not None]
    return sendable[:MAX_PICTURES]


def _material(prompt: Prompt, case: Case) -> list[Content]:
    """Fields that have nothing to show are left out, except for the answer: that there is none tells much."""
    texts = {name: str(getattr(case, name)) for part in prompt.parts for name in _WITH.get(part, (part,))}
    parts = [
        Part(name, text, _BOUNDS.get(name, MAX_CHARACTERS))
        for name, text in texts.items()
        if text or name == "answer"
    ]
    return [Text(fence(parts))] if parts else []


def _pictures(case: Case) -> list[Content]:
    pictures = sent_pictures(case)
    content: list[Content] = []
    for number, picture in enumerate(pictures, 1):
        # The location of a picture is untrusted text.
        content += [
            Text(f"Picture {number} of {len(pictures)}:"),
            msgspec.structs.replace(picture, uri=None, digest=None),
        ]
    left_out = len(case.pictures) - len(pictures)
    if left_out:
        content.append(Text(f"Pictures that cannot be shown here: {left_out}."))
    return content


async def _ask_until_readable(question: Question, model: ChatModel, blank: Judgement) -> Judgement:
    usage, raw, faults = Usage(0, 0, 0, 0.0), list[str](), list[str]()
    request = question.request
    while len(raw) < MAX_REPLIES:
        reply = await _ask(model, request)
        if isinstance(reply, ReplyProblem):
            faults.append(reply.text)
            break
        usage += reply.usage
        raw.append(reply.text)
        read = read_reply(reply.text, question.form)
        if isinstance(read, ReplyScores):
            return msgspec.structs.replace(
                blank, scores=read.scores, reason=read.reason, raw=tuple(raw), usage=usage
            )
        faults.append(f"cannot parse the reply: {read.text}")
        request = _repair_request(question, reply.text, read)
    problem = "; second attempt: ".join(faults)
    return msgspec.structs.replace(blank, problem=problem, raw=tuple(raw), usage=usage)


async def _ask(model: ChatModel, request: Request) -> Reply | ReplyProblem:
    try:
        return await model.ask(request)
    except ModelMisconfigured:
        raise
    except ModelError as error:
        return ReplyProblem(error.message)


def _repair_request(question: Question, text: str, fault: ReplyProblem) -> Request:
    echo = truncate_middle(escape_invisible(text), _MAX_ECHO) or "(nothing)"
    correction = fill(question.repair, fault=escape_invisible(fault.text), form=str(question.form))
    messages = (*question.messages, Assistant(echo), User((Text(correction),)))
    return Request(messages, settings=question.settings)
