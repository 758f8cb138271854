"""What the loops share: prompts, conversations, forms, steps."""

from m3bench.agents.shared.agents import DialogueAgent, LoopAgent, Options
from m3bench.agents.shared.conversation import Conversation, OutOfRoom, estimated
from m3bench.agents.shared.dialogue import Dialogue, NativeDialogue, PromptedDialogue
from m3bench.agents.shared.forms import ending_of, form_prompt, read_or_repair, repaired, with_form
from m3bench.agents.shared.prompting import (
    Detail,
    Prompts,
    calls_as_json,
    describe_tools,
    load_prompts,
    part_text,
)
from m3bench.agents.shared.step_loop import StepLoop
from m3bench.agents.shared.stepping import (
    PATIENCE,
    Problem,
    ask_and_read,
    briefed,
    brought,
    carry_out,
    opening,
    pool_note,
    problem_in,
    record_unread,
)

__all__ = [
    "PATIENCE",
    "Conversation",
    "Detail",
    "Dialogue",
    "DialogueAgent",
    "LoopAgent",
    "NativeDialogue",
    "Options",
    "OutOfRoom",
    "Problem",
    "PromptedDialogue",
    "Prompts",
    "StepLoop",
    "ask_and_read",
    "briefed",
    "brought",
    "calls_as_json",
    "carry_out",
    "describe_tools",
    "ending_of",
    "estimated",
    "form_prompt",
    "load_prompts",
    "opening",
    "part_text",
    "pool_note",
    "problem_in",
    "read_or_repair",
    "record_unread",
    "repaired",
    "with_form",
]
