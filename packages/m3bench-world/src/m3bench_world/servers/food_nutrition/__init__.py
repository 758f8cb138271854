"""`food_nutrition_mcp`: what is in foods."""

from m3bench_world.servers.food_nutrition.tools import server

__all__ = ["server"]
