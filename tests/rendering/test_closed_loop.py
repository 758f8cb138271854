"""An agent makes slides, looks at them as they are rendered, and mends what it sees; one that does not look
hands in what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pptx
import pytest
from pptx.util import Inches, Pt

from m3bench.checks import SlideLayout, SlideTexts
from m3bench.core import Look
from m3bench.rendering import office
from m3bench.servers import Answer, Files, load
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from tests.checks.outcomes import evidence_of

pytestmark = [pytest.mark.slow, pytest.mark.skipif(office() is None, reason="LibreOffice is not installed")]
DECK = "deck.pptx"
LINES = ("Sales grew by 12 % in the north", "Costs fell by 3 % in the south")
POINTS_PER_INCH = 72.0


class ScriptedAgent:
    """Places two boxes on a slide as a first draft does, and can look at the slide."""

    def __init__(self, workspace: Path) -> None:
        self.workspace = workspace
        self.looks: list[Look] = []

    def draft(self, second_top: float, *, size: int = 24, second_box: float = 0.6) -> None:
        deck = pptx.Presentation()
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        slide.shapes.title.text = "The quarter"
        for line, top, height in zip(LINES, (2.0, second_top), (0.6, second_box), strict=True):
            frame = slide.shapes.add_textbox(Inches(1), Inches(top), Inches(7), Inches(height)).text_frame
            frame.text = line
            frame.paragraphs[0].runs[0].font.size = Pt(size)
        deck.save(str(self.workspace / DECK))

    def move(self, text: str, inches: float) -> None:
        deck = pptx.Presentation(str(self.workspace / DECK))
        for shape in deck.slides[0].shapes:
            if text in shape.text_frame.text:
                shape.top += Inches(inches)
        deck.save(str(self.workspace / DECK))

    def ask(self, tool: str, **arguments: object) -> Answer:
        context = ToolContext(World(), Files(self.workspace))
        answer = load("render").call(context, tool, {"path": DECK, **arguments})
        self.looks += answer.looked
        return answer

    def fix_what_overlaps(self) -> int:
        """Look, and move the lower of each two texts that overlap below the other. Return how many were."""
        assert self.ask("render_document").pictures
        seen: dict[str, Any] = self.ask("page_geometry", page=1).data
        for pair in seen["overlaps"]:
            upper, lower = sorted((seen["boxes"][number] for number in pair["boxes"]), key=_top)
            shift = (upper["box"][3] - lower["box"][1]) / POINTS_PER_INCH + 0.5
            self.move(lower["text"].split()[0], shift)
        return len(seen["overlaps"])


def _top(box: dict[str, Any]) -> float:
    return float(box["box"][1])


CHECKS = (SlideTexts(DECK, (LINES[0], LINES[1])), SlideLayout(DECK))


def verdicts(workspace: Path) -> list[bool]:
    return [check.evaluate(evidence_of(workspace)).passed for check in CHECKS]


def test_one_that_looks_sees_the_overlap_and_fixes_it(tmp_path: Path) -> None:
    agent = ScriptedAgent(tmp_path)
    agent.draft(second_top=2.15)
    assert verdicts(tmp_path) == [False, False]
    assert agent.fix_what_overlaps() == 1
    assert agent.fix_what_overlaps() == 0
    assert verdicts(tmp_path) == [True, True]
    assert [look.depth for look in agent.looks] == ["content", "structure"] * 2
    assert agent.looks[-2] == Look.at_pages(DECK, [1], 1)


def test_one_that_does_not_look_hands_in_the_overlap(tmp_path: Path) -> None:
    agent = ScriptedAgent(tmp_path)
    agent.draft(second_top=2.15)
    assert agent.looks == []
    assert verdicts(tmp_path) == [False, False]


def test_text_that_runs_out_of_its_box_is_seen_only_in_the_rendering(tmp_path: Path) -> None:
    """The boxes are apart and on the slide, so the layout is right; the letters run off the slide."""
    agent = ScriptedAgent(tmp_path)
    agent.draft(second_top=2.7, size=60)
    assert verdicts(tmp_path) == [False, True]
    assert len(agent.ask("page_geometry", page=1).data["beyond_page"]) == 2
    agent.draft(second_top=2.7, size=24)
    assert agent.ask("page_geometry", page=1).data["beyond_page"] == []
