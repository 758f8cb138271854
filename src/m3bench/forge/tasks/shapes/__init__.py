"""Tasks of given shapes, as MCP-Bench names them."""

from m3bench.forge.tasks.shapes.forge import ShapeForge, missing_shapes
from m3bench.forge.tasks.shapes.plans import SHAPES, draw_shape_plans

__all__ = ["SHAPES", "ShapeForge", "draw_shape_plans", "missing_shapes"]
