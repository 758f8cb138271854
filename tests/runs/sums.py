"""Tasks that are quick to run: a few sums each, over the bundled server `math`."""

from __future__ import annotations

from pathlib import Path

from m3bench.core import Call, Reference, Step, Task
from m3bench.formats import write


def sums_task(number: int, *, steps: int = 2, calls: int = 2) -> Task:
    """A task whose reference adds numbers that no other task adds."""
    made = tuple(
        Step(
            tuple(
                Call("math/add", {"firstNumber": number * 100 + step * 10 + call, "secondNumber": 1})
                for call in range(calls)
            )
        )
        for step in range(steps)
    )
    return Task(
        id=f"sum-{number:04}",
        family="even" if number % 2 == 0 else "odd",
        request=f"Add some numbers, starting from {number * 100}.",
        servers=("math",),
        references=(Reference(steps=made, answer=str(number)),),
    )


def sums_file(path: Path, count: int) -> Path:
    write(path, [sums_task(number) for number in range(count)], format="jsonl")
    return path
