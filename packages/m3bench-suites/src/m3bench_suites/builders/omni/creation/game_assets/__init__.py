"""Game assets: tiles, covers, cards and reports with pictures of recorded games."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.creation.game_assets.bugs import BugReport
from m3bench_suites.builders.omni.creation.game_assets.builds import BuildComparison
from m3bench_suites.builders.omni.creation.game_assets.cards import TreasureCard
from m3bench_suites.builders.omni.creation.game_assets.covers import ShopCover
from m3bench_suites.builders.omni.creation.game_assets.tiles import InventoryStrip
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=17,
    name="game_assets",
    title="Game assets",
    goal="Make pictures, cards and reports for a game that are right as players and programmers see them.",
    kind=Area.CREATION,
    tasks=(InventoryStrip, ShopCover, TreasureCard, BugReport, BuildComparison),
)
