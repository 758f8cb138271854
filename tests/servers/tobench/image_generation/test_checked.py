"""What was generated is drawn again at check time, from the trajectory."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.checks import Evidence, GeneratedSubject, PictureContains
from m3bench.core import Call, Outcome, Result, Step, Task, Text, Trajectory
from m3bench.runs.engine.checks import make_server_query
from m3bench_world import World
from tests.servers.asking import InProcess

WANTED = (GeneratedSubject("apple", 2, "red", "left"), GeneratedSubject("cup"))
CHECK = PictureContains("poster.jpg", subjects=WANTED, smallest=0.4)


def outcome(folder: Path, prompt: str, kept_prompt: str) -> Evidence:
    """A poster with a generated picture, and a trajectory in which another one may have been generated."""
    draw, edit = InProcess("image-generation", folder), InProcess("image-toolkit", folder)
    size = {"width": 240, "height": 180}
    assert not draw("generate", prompt=prompt, output_path="a.png", **size).is_error
    said = draw("generate", prompt=kept_prompt, output_path="other.png", **size).text
    edit("draw_shapes", shapes=[], canvas=[400, 300], background="#e8d8c0", output_path="page.png")
    edit("overlay", path="page.png", overlay_path="a.png", position=[90, 60], output_path="poster.jpg")
    call = Call("image-generation/generate", {}, result=Result((Text(said),)), outcome=Outcome.SUCCESS)
    trajectory = Trajectory(task_id="t", answer="", steps=(Step((call,)),))
    return Evidence(Task(id="t"), trajectory, folder, {}, make_server_query(World(), folder))


@pytest.mark.parametrize(
    ("prompt", "kept", "passed"),
    [
        ("two red apples on the left, a cup", "two red apples on the left, a cup", True),
        ("two green apples on the left, a cup", "two red apples on the left, a cup", False),
        ("two red apples on the left, a cup", "two red apples on the right, a cup", False),
    ],
)
def test_a_poster(prompt: str, kept: str, passed: bool, tmp_path: Path) -> None:
    verdict = CHECK.evaluate(outcome(tmp_path, prompt, kept))
    assert verdict.passed is passed, verdict.reason
