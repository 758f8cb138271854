"""How much of a request a prompt cache can serve: the part that repeats the request before it.

    python benchmarks/prompts.py [--seed 7]

A script plays the reference of each smoke task in every loop. Two shares of characters are printed for each:

    kept    of a request, how much the follow-up starts with (the lowest over all follow-ups)
    cached  of the follow-up, how much it has in common with the start of the request before it

What is not cached is new: replies, results, and the next instruction.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import anyio
import msgspec

from m3bench.agents import Attempt, make_agent
from m3bench.core import Call, Media, Task, Text
from m3bench.hosting import Toolbox
from m3bench.models import Message, Reply, Request, System, ToolReturn, ToolUse, User
from m3bench.runs import BundledHost
from m3bench.suites import Suite, make_suite
from m3bench.testing import ScriptedModel
from m3bench_world import World

LOOPS = ("caller:native", "caller:prompted", "react:native", "react:prompted", "executor", "planner")
Script = Callable[[Request], Reply]


class Shares(msgspec.Struct, frozen=True):
    """Shares of an attempt or of several."""

    follow_ups: int
    kept: float
    cached: float


def request_text(request: Request) -> str:
    """Return a request in the order in which caches compare it: tools, then messages. Pictures by hash."""
    offers = [json.dumps(msgspec.to_builtins(offer), ensure_ascii=False) for offer in request.tools]
    plain = [_without_bytes(message) for message in request.messages]
    return "\n".join([*offers, *(json.dumps(each, ensure_ascii=False) for each in plain)])


def _without_bytes(message: Message) -> Any:
    if isinstance(message, User | ToolReturn):
        shown = tuple(_by_hash(part) if isinstance(part, Media) else part for part in message.content)
        message = msgspec.structs.replace(message, content=shown)
    return msgspec.to_builtins(message)


def _by_hash(media: Media) -> Text:
    return Text(f"[{hashlib.sha256(media.data or b'').hexdigest()}]")


def follow_ups(requests: Iterable[Request]) -> Iterable[tuple[str, str]]:
    """Return each request of a conversation with the one after it. Summaries are requests of their own."""
    texts = [request_text(request) for request in requests if isinstance(request.messages[0], System)]
    return pairwise(texts)


def common(earlier: str, later: str) -> int:
    """Return how many characters the two start with alike."""
    pairs = zip(earlier, later, strict=False)
    return next(
        (index for index, (one, other) in enumerate(pairs) if one != other), min(len(earlier), len(later))
    )


def shares(conversations: Iterable[Sequence[Request]]) -> Shares:
    """Compare every request with the one before it in the same conversation."""
    pairs = [pair for requests in conversations for pair in follow_ups(requests)]
    alike = [common(*pair) for pair in pairs]
    kept = [count / len(earlier) for count, (earlier, _) in zip(alike, pairs, strict=True)]
    return Shares(len(pairs), min(kept), sum(alike) / sum(len(later) for _, later in pairs))


def play(agent: str, task: Task, toolbox: Toolbox) -> Script:
    """Return a script that makes the calls of the reference, and then gives its answer."""
    reference = task.references[0]
    steps = [list(step.calls) for step in reference.steps]
    answer = f"{reference.answer}\n{json.dumps(reference.fields)}"
    claim = Call("claim_done", {"answer": reference.answer, "fields": reference.fields})

    def next_calls() -> Reply:
        if not steps and agent.startswith("caller"):
            return Reply(answer)
        return _calling(agent, steps.pop(0) if steps else [claim], toolbox)

    def reply(request: Request) -> Reply:
        told = _last_words(request)
        if agent not in ("executor", "planner") or "Now write the calls" in told:
            return next_calls()
        if "Choose the tools" in told:
            return Reply(json.dumps({"plan": "do it", "tools": [call.name for call in steps[0]]}))
        if "yes or no" in told:
            return Reply("no" if steps else "yes")
        if "of at most" in told:
            calls = _listed(steps.pop(0))
            return Reply(json.dumps({"reasoning": "next", "continue": bool(steps), "tool_calls": calls}))
        return Reply(answer)

    return reply


def _last_words(request: Request) -> str:
    last = request.messages[-1]
    texts = [part.text for part in last.content if isinstance(part, Text)] if isinstance(last, User) else []
    return texts[-1] if texts else ""


def _listed(calls: Sequence[Call]) -> list[dict[str, object]]:
    return [{"name": call.name, "arguments": call.arguments} for call in calls]


def _calling(agent: str, calls: Sequence[Call], toolbox: Toolbox) -> Reply:
    if not agent.endswith("native"):
        listed = _listed(calls)
        return Reply(json.dumps({"tool_calls": listed} if agent == "executor" else listed))
    known = {tool.full_name for tool in toolbox.tools}
    names = [toolbox.aliases.alias(call.name) if call.name in known else call.name for call in calls]
    return Reply(
        "", tuple(ToolUse("", name, call.arguments) for name, call in zip(names, calls, strict=True))
    )


async def converse(agent: str, suite: Suite, task: Task, host: BundledHost, folder: Path) -> list[Request]:
    """Solve a task with a loop. Returns the requests to its model."""
    for name, data in suite.assets(task).items():
        (folder / name).write_bytes(data if isinstance(data, bytes) else data.read_bytes())
    toolbox = await Toolbox.mount(host)
    model = ScriptedModel(play(agent, task, toolbox))
    await make_agent(agent).solve(Attempt(task, toolbox, folder, model=model))
    return model.requests


def measure(agent: str, suite: Suite, world: World, servers: Sequence[str] | None = None) -> Shares:
    """Measure a loop on all tasks of a suite, with these servers mounted, or those of each task."""
    conversations = []
    for task in suite.tasks:
        with tempfile.TemporaryDirectory() as folder:
            host = BundledHost(servers or task.servers, world, Path(folder))
            conversations.append(anyio.run(converse, agent, suite, task, host, Path(folder)))
    return shares(conversations)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=7, help="seed of the world")
    options = parser.parse_args()
    world = World(options.seed)
    suite = make_suite("smoke", world)
    every = tuple(sorted({name for task in suite.tasks for name in task.servers}))
    print(f"{len(suite.tasks)} tasks; mounted are the servers of the task, or all {len(every)} of the suite")
    print(f"{'loop':<16} {'follow-ups':>10} {'kept':>8} {'cached':>8} {'cached, all mounted':>20}")
    for agent in LOOPS:
        own, all_mounted = measure(agent, suite, world), measure(agent, suite, world, every)
        shown = f"{own.kept:8.1%} {own.cached:8.1%} {all_mounted.cached:20.1%}"
        print(f"{agent:<16} {own.follow_ups:>10} {shown}")


if __name__ == "__main__":
    main()
