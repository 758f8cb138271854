"""Shared parts of the loops: prompts, conversations, forms and steps."""

from m3bench.agents.shared.agents import DialogueAgent, LoopAgent, Options
from m3bench.agents.shared.conversation import ContextExceeded, Conversation, estimate_tokens
from m3bench.agents.shared.dialogue import Dialogue, NativeDialogue, PromptedDialogue, ask_in_plain_text
from m3bench.agents.shared.forms import add_form_prompt, ending_of, form_prompt, read_or_repair, repair_form
from m3bench.agents.shared.prompts import (
    Detail,
    Prompts,
    calls_as_json,
    describe_tools,
    load_prompts,
    part_text,
)
from m3bench.agents.shared.step_loop import StepLoop
from m3bench.agents.shared.steps import (
    PATIENCE,
    Problem,
    add_briefing,
    ask_and_read,
    calls_problem,
    picture_list,
    record_unreadable,
    run_step,
    step_results,
    task_content,
)

__all__ = [
    "PATIENCE",
    "ContextExceeded",
    "Conversation",
    "Detail",
    "Dialogue",
    "DialogueAgent",
    "LoopAgent",
    "NativeDialogue",
    "Options",
    "Problem",
    "PromptedDialogue",
    "Prompts",
    "StepLoop",
    "add_briefing",
    "add_form_prompt",
    "ask_and_read",
    "ask_in_plain_text",
    "calls_as_json",
    "calls_problem",
    "describe_tools",
    "ending_of",
    "estimate_tokens",
    "form_prompt",
    "load_prompts",
    "part_text",
    "picture_list",
    "read_or_repair",
    "record_unreadable",
    "repair_form",
    "run_step",
    "step_results",
    "task_content",
]
