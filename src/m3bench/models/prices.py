"""The cost of requests: by the user's prices, or the price list in `genai-prices`. Nothing is fetched."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from m3bench.core import MissingExtraError
from m3bench.models.options import known_facts

if TYPE_CHECKING:
    from genai_prices.types import AbstractUsage


def price(provider: str, model: str, usage: AbstractUsage) -> float | None:
    """Return the cost in US dollars, or None if the list does not contain this model.

    `usage` may distinguish cached and audio tokens, which have their own prices.
    """
    own = known_facts(f"{provider}/{model}").price
    if own is not None:
        read, written, cached = (
            getattr(usage, f"{kind}_tokens", None) or 0 for kind in ("input", "output", "cache_read")
        )
        return own.cost(read, written, cached)
    if not _listed(provider, model):
        return None
    from genai_prices import calc_price  # noqa: PLC0415 - an optional package, and slow to load

    try:
        return float(calc_price(usage, model, provider_id=provider).total_price)
    except (LookupError, ValueError):
        return None


def price_of(name: str, input_tokens: int, output_tokens: int) -> float | None:
    """Return the cost for a model named as on the command line."""
    own = known_facts(name).price
    if own is not None:
        return own.cost(input_tokens, output_tokens)
    try:
        from genai_prices import Usage  # noqa: PLC0415 - as above
    except ImportError as missing:
        raise MissingExtraError("Computing the cost of a model", "models") from missing
    provider, _, model = name.partition("/")
    return price(provider, model, Usage(input_tokens=input_tokens, output_tokens=output_tokens))


@cache
def _listed(provider: str, model: str) -> bool:
    """Cached, because searching the list is far slower than computing a price."""
    from genai_prices.data_snapshot import get_snapshot  # noqa: PLC0415 - as above

    try:
        get_snapshot().find_provider_model(model, None, provider, None)
    except LookupError:
        return False
    return True
