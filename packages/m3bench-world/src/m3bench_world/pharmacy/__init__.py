"""Drugs: names, labels, adverse events."""

from m3bench_world.pharmacy.entities import AdverseEvents, Drug, DrugClass, Label, Product
from m3bench_world.pharmacy.pharmacy import Pharmacy

__all__ = ["AdverseEvents", "Drug", "DrugClass", "Label", "Pharmacy", "Product"]
