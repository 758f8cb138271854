"""Foods and what is in them."""

from m3bench.world.pantry.entities import EverydayFood, Food, Helping, NoSuchFood, added_up
from m3bench.world.pantry.pantry import Pantry

__all__ = ["EverydayFood", "Food", "Helping", "NoSuchFood", "Pantry", "added_up"]
