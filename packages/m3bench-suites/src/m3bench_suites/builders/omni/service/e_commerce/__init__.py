"""E-commerce: parcels on film, promises of clips, calls about orders, and papers without names."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.service.e_commerce.arrived_parcel import ArrivedParcel
from m3bench_suites.builders.omni.service.e_commerce.missing_pieces import MissingPieces
from m3bench_suites.builders.omni.service.e_commerce.new_address import NewAddress
from m3bench_suites.builders.omni.service.e_commerce.price_proof import PriceProof
from m3bench_suites.builders.omni.service.e_commerce.promised_in_clip import PromisedInClip
from m3bench_suites.builders.omni.service.e_commerce.unclear_address import UnclearAddress
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=2,
    name="e_commerce",
    title="E-commerce",
    goal="Refund, replace, redirect and document orders after films, photographs and calls.",
    kind=Area.SERVICE,
    tasks=(ArrivedParcel, PromisedInClip, NewAddress, MissingPieces, UnclearAddress, PriceProof),
)
