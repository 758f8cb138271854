"""`Car Price Evaluator`: brands of cars, motorcycles and trucks, and what their models cost in Brazil."""

from m3bench_world.servers.mcp_bench.car_price_evaluator.tools import server

__all__ = ["server"]
