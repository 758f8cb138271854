"""A catalogue of products with prices, sellers and barcodes.

All are invented, including those of real brands.
"""

from m3bench_world.shops.product import Offer, Product
from m3bench_world.shops.shops import DOMAINS, Shops

__all__ = ["DOMAINS", "Offer", "Product", "Shops"]
