"""`car-price`: car brands and what their models cost in Brazil."""

from m3bench_world.servers.car_price.tools import server

__all__ = ["server"]
