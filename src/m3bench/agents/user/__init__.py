"""The simulated user of a task: by rules or by a model."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.agents.user.elicitation import FormUser
    from m3bench.agents.user.host import UserHost, with_user
    from m3bench.agents.user.leaks import Searched, holds_value, states_fact
    from m3bench.agents.user.model import ModelUser
    from m3bench.agents.user.protocol import Person, UserReply
    from m3bench.agents.user.questions import plain_question
    from m3bench.agents.user.rules import MAX_QUESTIONS, RuleUser
    from m3bench.agents.user.solution import solution_values
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "MAX_QUESTIONS",
    "FormUser",
    "ModelUser",
    "Person",
    "RuleUser",
    "Searched",
    "UserHost",
    "UserReply",
    "holds_value",
    "plain_question",
    "solution_values",
    "states_fact",
    "with_user",
]
