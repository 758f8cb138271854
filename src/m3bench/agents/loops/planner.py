"""MCP-Bench's rounds (its Algorithm 1): plan parallel calls, execute, compress, continue, synthesize."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.parsing import Calls, FormAnswer, calls_of, read_answer, read_calls, read_flag, read_json
from m3bench.agents.shared import (
    PATIENCE,
    Detail,
    LoopAgent,
    Options,
    Problem,
    StepLoop,
    add_form_prompt,
    ask_and_read,
    call_as_json,
    calls_problem,
    describe_tools,
    ending_of,
    estimate_tokens,
    example_call,
    load_prompts,
    part_text,
    picture_list,
    record_unreadable,
    step_results,
)
from m3bench.core import Call, Media, Result, Status, Text
from m3bench.core.text import shorten_middle
from m3bench.hosting import Tool
from m3bench.models import RequestTooLong, User

_DEFAULTS = {"rounds": 20, "concurrent": 20, "threshold": 2_000, "context": 100_000, "pictures": 8}
_CONTINUE = ("continue", "should_continue", "continue_execution", "go_on", "another_round")
_STOP = ("stop", "done", "complete", "completed", "finished", "task_complete")
_CALLS = ("tool_calls", "planned_tools", "calls", "plan", "actions", "tools")
_CHARACTERS_PER_TOKEN = 3


class Plan(msgspec.Struct, frozen=True):
    """The calls of a round, and whether another round follows."""

    calls: Calls
    continues: bool = True
    reasoning: str | None = None


def make(argument: str) -> LoopAgent:
    """Make the agent, with options such as ``rounds=8,threshold=500``."""
    return LoopAgent("planner", argument, _DEFAULTS, _PlannerLoop, shows=Detail.LINE)


class _PlannerLoop(StepLoop):
    """One attempt. Asks once per round for all calls that are possible now, and at the end for the answer."""

    def __init__(self, attempt: Attempt, options: Options) -> None:
        prompts = load_prompts("planner")
        tools = _describe_tools(attempt.view.tools, attempt.window.at_most(options["context"]))
        super().__init__(attempt, options, prompts, prompts.fill("system", tools=tools))
        self._rounds = attempt.limits.max_steps or options["rounds"]
        self._threshold = options["threshold"]
        call = example_call(attempt.view.originals)
        self._call = "" if call is None else call_as_json(call)

    async def run(self) -> Ending:
        for number in range(1, self._rounds + 1):
            plan = await self._plan(number)
            await self._carry_out(plan)
            if self._unread >= PATIENCE:
                reason = f"{PATIENCE} rounds in a row could not be read."
                return ending_of(await self._answer(), Status.AGENT_FAILURE, reason)
            if isinstance(plan, Problem) or self._unread:
                continue
            if not plan.continues or not plan.calls.calls:
                answer = await self._answer()
                if not await self._asks_user(answer):
                    return ending_of(answer)
        reason = f"{self._rounds} rounds were not enough."
        return ending_of(await self._answer(), Status.OUT_OF_STEPS, reason)

    async def _plan(self, number: int) -> Plan | Problem:
        prompt = self._prompts.fill(
            "plan",
            round=number,
            rounds=self._rounds,
            concurrent=self._concurrent,
            call=self._call,
            example=self._prompts.fill("example") if self._call else "",
            pool=picture_list(self._attempt),
        )
        return await ask_and_read(self._talk, prompt, self._read_plan, self._repair)

    def _repair(self, problem: str) -> str:
        return self._prompts.fill("repair", problem=problem, call=self._call)

    async def _carry_out(self, plan: Plan | Problem) -> None:
        if isinstance(plan, Problem):
            self._unread += 1
            await record_unreadable(self._attempt, self._talk, plan)
            return
        calls = self._accept(plan.calls.calls)
        if calls:
            await self._execute(calls, plan.reasoning)

    async def _execute(self, requested: Sequence[Call], reasoning: str | None) -> None:
        seen = len(self._attempt.gallery.made)
        done = await self._attempt.call(requested[: self._concurrent], reasoning)
        compressed = [await self._compress(call) for call in done]
        made = self._attempt.gallery.made[seen:]
        self._talk.add(step_results(compressed, made, len(requested) - len(done)))

    async def _compress(self, call: Call) -> Call:
        """Replace a result text above the threshold with the model's summary."""
        content = call.result.content if call.result is not None else ()
        text = "\n".join(part_text(part) for part in content if not isinstance(part, Media))
        if call.result is None or estimate_tokens(text) <= self._threshold:
            return call
        summary = Text(f"(summary) {await self._summarize(call, text)}")
        media = [part for part in content if isinstance(part, Media)]
        result = Result((summary, *media), call.result.is_error)
        return msgspec.structs.replace(call, result=result)

    async def _summarize(self, call: Call, text: str) -> str:
        """Summarize a text with the model; cut it if the model says nothing or it is too long."""
        prompt = self._prompts.fill(
            "compress", tool=call.name, request=self._attempt.request, threshold=self._threshold, content=text
        )
        try:
            summary = read_answer((await self._attempt.ask([User((Text(prompt),))])).text)
        except RequestTooLong:
            summary = ""
        return shorten_middle(summary or text, self._threshold * _CHARACTERS_PER_TOKEN)

    async def _answer(self) -> FormAnswer:
        question = self._prompts.fill("answer", request=self._attempt.request)
        return await self._ask_for_answer(add_form_prompt(question, self._attempt, self._prompts))

    def _read_plan(self, reply: str) -> Plan | Problem:
        value = read_json(reply)
        fields = value if isinstance(value, dict) else {}
        flag = _continues(fields)
        listed = next((fields[key] for key in _CALLS if key in fields), None)
        read = calls_of(listed, self._names) if listed is not None else read_calls(reply, self._names)
        reasoning = fields.get("reasoning")
        if flag is False and not read.calls:
            return Plan(Calls(), continues=False)
        if not read.calls and read.problems:
            question = self._plain_question(reply)
            return calls_problem(reply, read) if question is None else Plan(question)
        return Plan(read, flag is not False, reasoning if isinstance(reasoning, str) else None)


def _describe_tools(tools: Sequence[Tool], context_tokens: int) -> str:
    """Describe tools with their schemas if these take at most half of the context, else in one line each."""
    full = describe_tools(tools, detail=Detail.SCHEMA)
    return full if estimate_tokens(full) <= context_tokens // 2 else describe_tools(tools, detail=Detail.LINE)


def _continues(value: dict[str, object]) -> bool | None:
    continues = read_flag(value, _CONTINUE)
    if continues is not None:
        return continues
    stops = read_flag(value, _STOP)
    return None if stops is None else not stops
