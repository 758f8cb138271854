"""Our client, as the conformance suite starts it: `python -m tests.conformance.client URL`.

It mounts the server like one of a configuration, and calls every tool with what the suite expects.
"""

from __future__ import annotations

import sys

import anyio

from m3bench.agents.user import FormUser
from m3bench.core import Call, SimulatedUser
from m3bench.hosting import ElicitingHost, Pool, ServerSpec, Toolbox

ARGUMENTS = {"add_numbers": {"a": 5, "b": 3}}


async def main(url: str) -> None:
    user = FormUser(SimulatedUser(persona="Anyone"))
    async with Pool() as pool, pool.lease([ServerSpec(name="suite", url=url)]) as lease:
        toolbox = await Toolbox.mount(ElicitingHost(lease.host, user.elicit))
        for tool in toolbox.tools:
            (done,) = await toolbox.run([Call(tool.full_name, ARGUMENTS.get(tool.name, {}))])
            print(tool.name, done.outcome, done.result and done.result.text)


if __name__ == "__main__":
    anyio.run(main, sys.argv[1])
