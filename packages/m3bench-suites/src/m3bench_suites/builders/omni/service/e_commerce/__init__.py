"""E-commerce: parcels on film, promises of clips, calls about orders, and papers without names."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task
from m3bench_suites.builders.omni.service.e_commerce.arrived_parcel import ArrivedParcel
from m3bench_suites.builders.omni.service.e_commerce.missing_pieces import MissingPieces
from m3bench_suites.builders.omni.service.e_commerce.new_address import NewAddress
from m3bench_suites.builders.omni.service.e_commerce.price_proof import PriceProof
from m3bench_suites.builders.omni.service.e_commerce.promised_in_clip import PromisedInClip

__all__ = ["FAMILY"]


def make(draw: TaskDraw) -> Blueprint:
    return scenario_task(
        draw, (ArrivedParcel, PromisedInClip, NewAddress, MissingPieces, ArrivedParcel, PriceProof)
    )


FAMILY = OmniFamily(
    number=2,
    name="e_commerce",
    title="E-commerce",
    goal="Refund, replace, redirect and document orders after films, photographs and calls.",
    area=Area.SERVICE,
    make=make,
)
