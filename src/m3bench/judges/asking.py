"""One question to one model, and what comes of it."""

from __future__ import annotations

from abc import ABC, abstractmethod

import msgspec

from m3bench.core import Content, Media, Text, Usage
from m3bench.judges.case import Case
from m3bench.judges.fencing import LONGEST, Part, bounded, fenced, visible
from m3bench.judges.judgement import Judgement
from m3bench.judges.prompting import Prompt, fill
from m3bench.judges.reading import Fault, Form, Reading, read_reply
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

TURNS = 2
"""The reply, and one that is to be better readable."""
MOST_PICTURES = 20
"""More are not sent: providers refuse them, and nobody looks at them all."""
_LONGEST_ECHO = 4_000
_BOUNDS = {"trace": 32_000, "tools": 20_000}
_PICTURE = "image"
_WITH = {"request": ("request", "agent_role", "agent_rules")}
"""What is shown with a part. It is not in the prompts' own lists, whose hashes go into judgements."""


class Question(msgspec.Struct, frozen=True):
    """Everything that is sent, and how the reply has to look."""

    messages: tuple[Message, ...]
    form: Form
    repair: str
    """What is said where a reply cannot be read, with blanks for the fault and the form."""
    settings: Settings

    @property
    def request(self) -> Request:
        return Request(self.messages, settings=self.settings)


class AskingJudge(ABC):
    """A judge that asks one question about a case."""

    @property
    @abstractmethod
    def name(self) -> str: ...

    @property
    @abstractmethod
    def prompt(self) -> str:
        """Name and hash of what is asked."""

    @abstractmethod
    def question(self, case: Case, turn: int = 0) -> Question: ...

    def obstacle(self, case: Case) -> str:
        """Why this case cannot be judged, whatever a model says; empty where it can be."""
        del case
        return ""

    async def judge(self, case: Case, model: ChatModel, *, turn: int = 0) -> Judgement:
        """What a model says and a provider does ends in the judgement.

        A model that can never be asked (`ModelMisconfigured`), and what wrappers around it raise to end the
        work, such as a limit of cost, come through.
        """
        blank = Judgement(case=case.id, judge=model.name, prompt=self.prompt, input=case.digest, turn=turn)
        obstacle = self.obstacle(case)
        if obstacle:
            return msgspec.structs.replace(blank, problem=obstacle, usage=Usage(0, 0, 0, 0.0))
        return await _answered(self.question(case, turn), model, blank)


def question_of(prompt: Prompt, case: Case, form: Form, system: str) -> Question:
    """The prompt's instructions, then the case as data."""
    told = "\n\n".join((system.strip(), prompt.data.strip(), fill(prompt.form, form=str(form))))
    shown = (*_material(prompt, case), *_pictures(case), Text(prompt.ask.strip()))
    return Question((System(told), User(shown)), form, prompt.repair, prompt.settings)


def shown_pictures(case: Case) -> list[Media]:
    """Those that are sent: the first pictures that come with their bytes."""
    return _sendable(case)[:MOST_PICTURES]


def _sendable(case: Case) -> list[Media]:
    return [each for each in case.pictures if each.kind == _PICTURE and each.data is not None]


def _material(prompt: Prompt, case: Case) -> list[Content]:
    """Fields that have nothing to show are left out, except for the answer: that there is none tells much."""
    texts = {name: str(getattr(case, name)) for part in prompt.parts for name in _WITH.get(part, (part,))}
    parts = [
        Part(name, text, _BOUNDS.get(name, LONGEST))
        for name, text in texts.items()
        if text or name == "answer"
    ]
    return [Text(fenced(parts))] if parts else []


def _pictures(case: Case) -> list[Content]:
    pictures = shown_pictures(case)
    content: list[Content] = []
    for number, picture in enumerate(pictures, 1):
        # Where a picture lies is a name that others gave it.
        content += [
            Text(f"Picture {number} of {len(pictures)}:"),
            msgspec.structs.replace(picture, uri=None, digest=None),
        ]
    left_out = len(case.pictures) - len(pictures)
    if left_out:
        content.append(Text(f"Pictures that cannot be shown here: {left_out}."))
    return content


async def _answered(question: Question, model: ChatModel, blank: Judgement) -> Judgement:
    usage, raw, faults = Usage(0, 0, 0, 0.0), list[str](), list[str]()
    request = question.request
    while len(raw) < TURNS:
        reply = await _asked(model, request)
        if isinstance(reply, Fault):
            faults.append(reply.text)
            break
        usage += reply.usage
        raw.append(reply.text)
        read = read_reply(reply.text, question.form)
        if isinstance(read, Reading):
            return msgspec.structs.replace(
                blank, scores=read.scores, reason=read.reason, raw=tuple(raw), usage=usage
            )
        faults.append(f"the reply cannot be read: {read.text}")
        request = _repairing(question, reply.text, read)
    problem = "; asked once more, ".join(faults)
    return msgspec.structs.replace(blank, problem=problem, raw=tuple(raw), usage=usage)


async def _asked(model: ChatModel, request: Request) -> Reply | Fault:
    try:
        return await model.ask(request)
    except ModelMisconfigured:
        raise
    except ModelError as error:
        return Fault(error.message)


def _repairing(question: Question, said: str, fault: Fault) -> Request:
    echo = bounded(visible(said), _LONGEST_ECHO) or "(nothing)"
    wrong = fill(question.repair, fault=visible(fault.text), form=str(question.form))
    messages = (*question.messages, Assistant(echo), User((Text(wrong),)))
    return Request(messages, settings=question.settings)
