"""What a request cost, by the price list that comes with `genai-prices`. Nothing is looked up elsewhere."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from m3bench.core import MissingExtraError

if TYPE_CHECKING:
    from genai_prices.types import AbstractUsage


def price(provider: str, model: str, usage: AbstractUsage) -> float | None:
    """US dollars; None where the list does not have this model of this provider.

    `usage` may tell cached and audio tokens apart, which have prices of their own.
    """
    if not _listed(provider, model):
        return None
    from genai_prices import calc_price  # noqa: PLC0415 - an optional package, and slow to load

    try:
        return float(calc_price(usage, model, provider_id=provider).total_price)
    except (LookupError, ValueError):
        return None


def price_of(name: str, input_tokens: int, output_tokens: int) -> float | None:
    """The same for a model named as on the command line."""
    try:
        from genai_prices import Usage  # noqa: PLC0415 - as above
    except ImportError as missing:
        raise MissingExtraError("Knowing what a model costs", "models") from missing
    provider, _, model = name.partition("/")
    return price(provider, model, Usage(input_tokens=input_tokens, output_tokens=output_tokens))


@cache
def _listed(provider: str, model: str) -> bool:
    """Asked once a model: a search through the list costs a thousand times what a price costs."""
    from genai_prices.data_snapshot import get_snapshot  # noqa: PLC0415 - as above

    try:
        get_snapshot().find_provider_model(model, None, provider, None)
    except LookupError:
        return False
    return True
