"""Fruits: their botany, and their nutrients as in the pantry."""

from m3bench_world.fruit.orchard import Fruit, Orchard

__all__ = ["Fruit", "Orchard"]
