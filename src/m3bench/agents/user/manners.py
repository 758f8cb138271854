"""How a user talks: a few styles, chosen by the manner of the user, with wordings chosen by the task."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from m3bench.agents.user.words import words
from m3bench.core import ReplyKind

_STYLES: dict[str, str] = {
    "curt": "curt short terse brief busy hurry impatient laconic monosyllabic few",
    "annoyed": "annoyed angry irritated rude grumpy upset furious frustrated unfriendly gruff",
    "nervous": "nervous unsure worried shy anxious insecure hesitant confused elderly forgetful",
    "formal": "formal polite courteous correct official professional precise reserved",
    "friendly": "friendly chatty talkative warm cheerful open kind patient relaxed easy",
}
_K = ReplyKind
_FACTS: dict[str, tuple[str, ...]] = {
    "plain": ("{}", "{}"),
    "curt": ("{}",),
    "annoyed": ("Fine. {}", "If you must know: {}"),
    "nervous": ("Oh, let me look. {}", "Well, I believe it is like this: {}"),
    "formal": ("Certainly. {}", "Of course. {}"),
    "friendly": ("Sure! {}", "Happy to help. {}"),
}
_WORDINGS: dict[ReplyKind, dict[str, tuple[str, ...]]] = {
    _K.CONFIRMED: {
        "plain": ("Yes, that is right.", "Yes, that's it."),
        "curt": ("Yes.",),
        "annoyed": ("Yes, obviously.",),
        "nervous": ("Yes, I think so. Yes, it is.",),
        "formal": ("Yes, that is correct.",),
        "friendly": ("Yes, exactly!",),
    },
    _K.DENIED: {
        "plain": ("No.", "No, that is not right."),
        "curt": ("No.",),
        "annoyed": ("No. Where did you get that from?",),
        "nervous": ("No, I am afraid not.",),
        "formal": ("No, that is not correct.",),
        "friendly": ("No, not quite!",),
    },
    _K.AGREED: {
        "plain": ("Please do what I asked for.{} How you do it is up to you.",
                  "Yes, go ahead with what I asked for.{} The rest is your decision."),
        "curt": ("Do what I asked for.{} The rest is up to you.",),
        "annoyed": ("I have asked you to do it, haven't I?{} How you do it is your business.",),
        "nervous": ("Yes, please, if it is what I asked for.{} You know better than I do how.",),
        "formal": ("Please go ahead with what I requested.{} I leave the decision on how to you.",),
        "friendly": ("Sure, please do what I asked for!{} The rest I leave to you.",),
    },
    _K.UNCLEAR: {
        "plain": ("I am not sure what you mean. What exactly would you like to know?",
                  "Could you be more specific? What do you need to know?"),
        "curt": ("What exactly?", "Be specific."),
        "annoyed": ("What is that supposed to mean? Ask me something specific.",),
        "nervous": ("Sorry, I don't quite understand. What would you like to know?",),
        "formal": ("Would you kindly specify what you would like to know?",),
        "friendly": ("I'd love to help, but what exactly would you like to know?",),
    },
    _K.UNKNOWN: {
        "plain": ("I don't know that, sorry.", "I'm afraid I can't tell you that. I don't know."),
        "curt": ("No idea.", "Don't know."),
        "annoyed": ("How should I know?",),
        "nervous": ("Oh dear, I really don't know that.",),
        "formal": ("I regret that I do not know that.",),
        "friendly": ("Hm, that I don't know, sorry!",),
    },
    _K.REFUSED: {
        "plain": ("That is not something I can answer. Ask me about my request, one thing at a time.",
                  "I can't help you with that. If you need something from me, ask for it."),
        "curt": ("No. Ask what you need.",),
        "annoyed": ("That's your job, not mine. Ask me something sensible.",),
        "nervous": ("I don't think I should answer that. Is there something in particular that you need?",),
        "formal": ("I would rather not answer that. Please ask for what you need in particular.",),
        "friendly": ("Ha, I'd rather leave that to you! Just ask me for what you need.",),
    },
    _K.LIMIT: {
        "plain": ("I have answered enough questions. Please go on with what you have.",),
        "curt": ("Enough questions.",),
        "annoyed": ("That's enough questions. Get on with it.",),
        "nervous": ("I'm sorry, I have to go now. Please go on with what you have.",),
        "formal": ("I have no more time for questions. Please proceed with what you have.",),
        "friendly": ("I have to run! Please go on with what you have.",),
    },
}  # fmt: skip
_WHICH = {
    "plain": "Which {} do you mean?", "curt": "Which {}?", "annoyed": "Which {}? Say what you mean.",
    "nervous": "Sorry, which {} do you mean?", "formal": "Which {} are you referring to?",
    "friendly": "Oh, which {} do you mean?",
}  # fmt: skip


class Voice:
    """The wordings of one user. The same question always gets the same wording."""

    def __init__(self, manner: str | None, seed: str) -> None:
        self.style = _style(manner or "")
        self._seed = seed

    def facts(self, answers: Sequence[str], question: str) -> str:
        sentences = " ".join(_sentence(answer) for answer in answers)
        return self._choose(_FACTS[self.style], question).format(sentences)

    def say(self, kind: ReplyKind, question: str) -> str:
        return self._choose(_WORDINGS[kind][self.style], question)

    def agree(self, goal: str, question: str) -> str:
        """Let the agent go on with the request; the goal says what matters."""
        wanted = f" What matters to me: {_sentence(goal)}" if goal.strip() else ""
        return self.say(ReplyKind.AGREED, question).format(wanted)

    def which(self, word: str) -> str:
        return _WHICH[self.style].format(word)

    def _choose(self, wordings: Sequence[str], question: str) -> str:
        key = f"{self._seed}\n{' '.join(question.split()).casefold()}".encode(errors="backslashreplace")
        return wordings[hashlib.sha256(key).digest()[0] % len(wordings)]


def said_words() -> frozenset[str]:
    """Return the words of all wordings, which tell nothing."""
    wordings = [text for styles in _WORDINGS.values() for texts in styles.values() for text in texts]
    return frozenset(words(" ".join((*wordings, *_WHICH.values()))))


def _style(manner: str) -> str:
    named = set(re.findall(r"[a-z]+", manner.casefold()))
    return next((style for style, listed in _STYLES.items() if named & set(listed.split())), "plain")


def _sentence(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
