"""Markets: coins, pools, cars, games and threads about them."""

from __future__ import annotations

FAMILIES: dict[str, int] = {
    "okx_exchange": 2,
    "dex_paprika": 3,
    "car_price": 2,
    "game_trends": 2,
    "reddit": 2,
    "dex_okx": 3,
    "game_reddit": 2,
    "reddit_dex": 2,
    "dex_okx_math": 2,
}
"""The families in order, with their number of tasks in the released suite."""
