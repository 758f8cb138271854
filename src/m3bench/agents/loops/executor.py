"""M³-Bench's loop (its section 3.1): select tools for a step, write their calls, run them, decide, answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.parsing import (
    Calls,
    FormAnswer,
    Unreadable,
    claimed_answer,
    read_calls,
    read_flag,
    read_form_answer,
    read_json,
)
from m3bench.agents.shared import (
    PATIENCE,
    ContextExceeded,
    Detail,
    LoopAgent,
    Options,
    Problem,
    StepLoop,
    add_form_prompt,
    ask_and_read,
    calls_problem,
    describe_tools,
    ending_of,
    example_call,
    fill_example,
    form_prompt,
    load_prompts,
    picture_list,
    record_unreadable,
    run_step,
    short_tool,
)
from m3bench.agents.tool_view import ToolForm
from m3bench.core import Status
from m3bench.core.text import join, shorten_middle
from m3bench.hosting import Tool
from m3bench.hosting.toolbox import nearest

_DEFAULTS = {"steps": 10, "concurrent": 10, "context": 100_000, "pictures": 8}
_DONE = ("decision", "done", "complete", "completed", "finished", "sufficient", "enough", "answer", "yes")
_SELECTED = ("tools", "selected_tools", "tool", "selected", "selection", "tool_names")
_MAX_SELECTED = 30
_MAX_NEAREST = 5


class Selection(msgspec.Struct, frozen=True):
    """The tools of a step, unknown names, and the purpose of the step."""

    tools: tuple[Tool, ...] = ()
    unknown: tuple[str, ...] = ()
    plan: str | None = None


def make(argument: str) -> LoopAgent:
    """Make the agent, with options such as ``steps=8,concurrent=12``."""
    return LoopAgent("executor", argument, _DEFAULTS, _ExecutorLoop, shows=Detail.DESCRIPTION)


class _ExecutorLoop(StepLoop):
    """One attempt. Asks three times per step: which tools, with which arguments, was it enough."""

    def __init__(self, attempt: Attempt, options: Options) -> None:
        prompts = load_prompts("executor")
        tools = describe_tools(attempt.view.tools, detail=Detail.DESCRIPTION)
        super().__init__(attempt, options, prompts, prompts.fill("system", tools=tools))
        self._steps = attempt.limits.max_steps or options["steps"]
        call = example_call(attempt.view.originals)
        self._example_name = "" if call is None else json.dumps(call.name, ensure_ascii=False)

    async def run(self) -> Ending:
        for step in range(1, self._steps + 1):
            early = await self._step(step)
            if early is not None:
                answer = await self._complete_early_answer(early)
                if await self._asks_user(answer):
                    continue
                return ending_of(answer)
            if self._unread >= PATIENCE:
                reason = f"{PATIENCE} steps in a row could not be read."
                return ending_of(await self._answer(), Status.AGENT_FAILURE, reason)
            if not self._unread and await self._is_enough():
                answer = await self._answer()
                if not await self._asks_user(answer):
                    return ending_of(answer)
        reason = f"{self._steps} steps were not enough."
        return ending_of(await self._answer(), Status.OUT_OF_STEPS, reason)

    async def _step(self, step: int) -> str | None:
        """Make one step. Return the answer if the model gives one instead."""
        choice = await self._select(step)
        if isinstance(choice, Selection):
            plan, requested = choice.plan, await self._write_calls(step, choice)
        else:
            plan, requested = None, choice
        if isinstance(requested, str):
            return requested
        if isinstance(requested, Problem):
            self._unread += 1
            await record_unreadable(self._attempt, self._talk, requested)
            return None
        calls = self._accept(requested.calls)
        if calls:
            await run_step(self._attempt, self._talk, calls, self._concurrent, plan)
        return None

    async def _select(self, step: int) -> Selection | Calls | str | Problem:
        prompt = self._prompts.fill("select", step=step, steps=self._steps, name=self._example_name)
        return await ask_and_read(self._talk, prompt, self._read_selection, self._repair_selection)

    async def _write_calls(self, step: int, choice: Selection) -> Calls | str | Problem:
        prompt = self._prompts.fill(
            "call",
            step=step,
            plan=choice.plan or "as above",
            tools=self._selected_tools(choice),
            example=self._example(choice),
            concurrent=self._concurrent,
            pool=picture_list(self._attempt),
        )

        def repair(problem: str) -> str:
            return self._prompts.fill("repair_calls", problem=problem, example=self._example(choice))

        return await ask_and_read(self._talk, prompt, self._read_calls, repair)

    async def _is_enough(self) -> bool:
        return read_flag(await self._talk.ask(self._prompts.fill("decide")), _DONE) is True

    async def _answer(self) -> FormAnswer:
        return await self._ask_for_answer(
            add_form_prompt(self._prompts.fill("final"), self._attempt, self._prompts)
        )

    async def _complete_early_answer(self, answer: str) -> FormAnswer:
        """Ask for the form of an answer that came before it was asked for."""
        form = self._attempt.task.form
        read = FormAnswer(answer) if form is None else read_form_answer(form, answer)
        if form is None or read.fields is not None:
            return read
        try:
            filled = await self._ask_for_answer(form_prompt(self._attempt, self._prompts, "form_early"))
        except ContextExceeded:
            return read
        return FormAnswer(answer, filled.fields)

    def _read_selection(self, reply: str) -> Selection | Calls | str | Problem:
        """Read a selection, an answer, or calls that the model made too early."""
        value = read_json(reply)
        names = _selected_names(value)
        if names:
            return self._selection(names, value)
        answer = claimed_answer(reply)
        if answer:
            return answer
        read = read_calls(reply, self._names)
        if read.calls and not read.problems:
            return read
        reason = value.reason if isinstance(value, Unreadable) else "it selects no tools"
        return self._plain_question(reply) or Problem(reply, reason)

    def _read_calls(self, reply: str) -> Calls | str | Problem:
        read = read_calls(reply, self._names)
        if read.calls or not read.problems:
            return read
        return claimed_answer(reply) or self._plain_question(reply) or calls_problem(reply, read)

    def _selection(self, names: list[str], value: Any) -> Selection:
        known = dict.fromkeys(full for name in names if (full := self._names.name(name)) is not None)
        tools = [tool for full in known if (tool := self._attempt.toolbox.tool(full)) is not None]
        unknown = [shorten_middle(name, 100) for name in names if self._names.name(name) is None]
        plan = value.get("plan") if isinstance(value, dict) else None
        return Selection(
            tuple(tools[:_MAX_SELECTED]),
            tuple(unknown[:_MAX_SELECTED]),
            plan if isinstance(plan, str) else None,
        )

    def _selected_tools(self, choice: Selection) -> str:
        """Describe the chosen tools. Unknown names are not among them: small models would call them."""
        unknown = join([f'"{name}"' for name in choice.unknown], "or")
        if not choice.tools:
            near = describe_tools(self._shown(self._nearest(choice.unknown)), detail=Detail.SCHEMA)
            return self._prompts.fill("instead" if near else "unknown", names=unknown, tools=near)
        chosen = self._prompts.fill(
            "chosen", tools=describe_tools(self._shown(choice.tools), detail=Detail.SCHEMA)
        )
        left_out = self._prompts.fill("unknown", names=unknown) if unknown else ""
        return "\n".join(filter(None, (chosen, left_out)))

    def _shown(self, tools: Sequence[Tool]) -> Sequence[Tool]:
        """Return tools in the form in which the model is shown all of them."""
        return tools if self._attempt.view.form is ToolForm.WHOLE else list(map(short_tool, tools))

    def _nearest(self, unknown: Sequence[str]) -> list[Tool]:
        mounted = {tool.full_name: tool for tool in self._attempt.toolbox.tools}
        near = dict.fromkeys(full for name in unknown for full in nearest(name, mounted))
        return [mounted[full] for full in near][:_MAX_NEAREST]

    def _example(self, choice: Selection) -> str:
        tools = choice.tools or self._nearest(choice.unknown) or self._attempt.toolbox.tools
        return fill_example(self._prompts, tools)

    def _repair_selection(self, problem: str) -> str:
        return self._prompts.fill("repair_selection", problem=problem, name=self._example_name)


def _selected_names(value: Any) -> list[str]:
    """Return the names in a selection: a list, or an object with a list under a known key."""
    if isinstance(value, dict):
        value = next((value[key] for key in _SELECTED if key in value), None)
    names = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    plain = [name.get("name") if isinstance(name, dict) and len(name) <= 2 else name for name in names]
    return [name for name in plain if isinstance(name, str) and name.strip()]
