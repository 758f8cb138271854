"""Game assets: tiles, covers, cards and reports with pictures of recorded games."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.creation.game_assets.bugs import BugReport
from m3bench_suites.builders.omni.creation.game_assets.builds import BuildComparison
from m3bench_suites.builders.omni.creation.game_assets.cards import TreasureCard
from m3bench_suites.builders.omni.creation.game_assets.covers import ShopCover
from m3bench_suites.builders.omni.creation.game_assets.tiles import InventoryStrip
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task

__all__ = ["FAMILY"]


def make(draw: TaskDraw) -> Blueprint:
    return scenario_task(draw, (InventoryStrip, ShopCover, TreasureCard, BugReport, BuildComparison))


FAMILY = OmniFamily(
    number=17,
    name="game_assets",
    title="Game assets",
    goal="Make pictures, cards and reports for a game that are right as players and programmers see them.",
    area=Area.CREATION,
    make=make,
)
