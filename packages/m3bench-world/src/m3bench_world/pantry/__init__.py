"""Foods and their nutrients."""

from m3bench_world.pantry.entities import EverydayFood, Food, Serving, UnknownFood, total_nutrients
from m3bench_world.pantry.pantry import Pantry

__all__ = ["EverydayFood", "Food", "Pantry", "Serving", "UnknownFood", "total_nutrients"]
