"""Shared parts of the loops: prompts, conversations, forms and steps."""

from m3bench.agents.shared.agents import DialogueAgent, LoopAgent, Options
from m3bench.agents.shared.conversation import ContextExceeded, Conversation, estimate_tokens
from m3bench.agents.shared.dialogue import Dialogue, NativeDialogue, PromptedDialogue, Turn, ask_in_plain_text
from m3bench.agents.shared.examples import call_as_json, example_call, fill_example
from m3bench.agents.shared.forms import add_form_prompt, ending_of, form_prompt, read_or_repair, repair_form
from m3bench.agents.shared.prompts import (
    Detail,
    Prompts,
    describe_tools,
    load_prompts,
    part_text,
    tool_offers,
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
from m3bench.agents.shared.tool_views import short_tool

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
    "Turn",
    "add_briefing",
    "add_form_prompt",
    "ask_and_read",
    "ask_in_plain_text",
    "call_as_json",
    "calls_problem",
    "describe_tools",
    "ending_of",
    "estimate_tokens",
    "example_call",
    "fill_example",
    "form_prompt",
    "load_prompts",
    "part_text",
    "picture_list",
    "read_or_repair",
    "record_unreadable",
    "repair_form",
    "run_step",
    "short_tool",
    "step_results",
    "task_content",
    "tool_offers",
]
