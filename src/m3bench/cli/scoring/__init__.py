"""Commands that score, compare, convert and show."""

__all__ = ["compare", "convert", "leaderboard", "report", "score", "view"]
