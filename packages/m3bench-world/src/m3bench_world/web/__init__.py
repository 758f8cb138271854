"""Web pages: a shop, a city, a hotel, a telephone company, a bank and a newspaper."""

from m3bench_world.web.types import Field, Form, FormError, Product, Room, Tariff, WebPage
from m3bench_world.web.web import Web

__all__ = ["Field", "Form", "FormError", "Product", "Room", "Tariff", "Web", "WebPage"]
