"""Results in MCPVerse's paper: success rates of twelve models by mode, by way of calling, and by judge."""

from __future__ import annotations

from functools import cache

import msgspec

from m3bench.reports.published import data_rows

_MODES = {"oracle": "oracle", "standard": "standard", "max_scale": "max"}
"""The paper's modes in the columns of its table, and ours."""
_PROMPTED = "*"
NATIVE, PROMPTED = "native", "prompted"


class PublishedSuccess(msgspec.Struct, frozen=True, kw_only=True):
    """Success rates of a model, from 0 to 1; None where the paper has none."""

    model: str
    mode: str
    calling: str
    rate: float | None
    """The mean over the three levels."""
    levels: dict[str, float] = {}
    judge: str = ""


@cache
def published_modes() -> tuple[PublishedSuccess, ...]:
    """Return the models in the three modes."""
    return tuple(
        _success(row, ours, f"{theirs}_")
        for row in data_rows("mcpverse")
        for theirs, ours in _MODES.items()
        if row[f"{theirs}_sr"]
    )


@cache
def published_calling() -> tuple[PublishedSuccess, ...]:
    """Return the models with native and with prompted calling."""
    return tuple(
        PublishedSuccess(
            model=row["model"], mode=mode, calling=calling, rate=_share(row[f"{mode}_{calling}"])
        )
        for row in data_rows("mcpverse_calling")
        for mode in ("oracle", "standard")
        for calling in (NATIVE, PROMPTED)
        if row[f"{mode}_{calling}"]
    )


@cache
def published_retrieval() -> tuple[PublishedSuccess, ...]:
    """Return the models with the five servers that a search found."""
    return tuple(
        PublishedSuccess(
            model=row["model"], mode="retrieve:5", calling=NATIVE, rate=_share(row["retrieve_sr"])
        )
        for row in data_rows("mcpverse_retrieve")
    )


@cache
def published_judges() -> tuple[PublishedSuccess, ...]:
    """Return the models in the standard mode, as two judges decide."""
    return tuple(
        msgspec.structs.replace(_success(row, "standard", ""), judge=row["judge"])
        for row in data_rows("mcpverse_judges")
    )


def _success(row: dict[str, str], mode: str, prefix: str) -> PublishedSuccess:
    printed = row[f"{prefix}sr"]
    shares = {level: _share(row[f"{prefix}{level.lower()}"]) for level in ("L1", "L2", "L3")}
    return PublishedSuccess(
        model=row["model"],
        mode=mode,
        calling=PROMPTED if printed.endswith(_PROMPTED) else NATIVE,
        rate=_share(printed),
        levels={level: share for level, share in shares.items() if share is not None},
    )


def _share(printed: str) -> float | None:
    text = printed.rstrip(_PROMPTED)
    return round(float(text) / 100, 6) if text else None
