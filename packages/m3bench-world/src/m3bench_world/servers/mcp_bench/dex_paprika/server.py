"""The server, its parameters, and what they stand for."""

from __future__ import annotations

from typing import Annotated, Literal

from m3bench.servers.kit import BadArgument, NotFound, Proof, Server, about, check_text
from m3bench_world.pools import Dex, Network, Pool, Token
from m3bench_world.servers.context import ToolContext

MOST_PER_PAGE = 100

server = Server(
    "DEX Paprika",
    "Pools, tokens, prices and transactions of decentralized exchanges on several networks.",
    sources=("pools", "exchange"),
    proof=Proof("getNetworkPools", {"network": "ethereum", "limit": 3}),
    strict=True,
)

NetworkId = Annotated[str, about("Id of a network, as getNetworks gives it, such as 'ethereum' or 'solana'.")]
DexId = Annotated[str, about("Id of an exchange on that network, as getNetworkDexes gives it: 'uniswap_v3'.")]
PoolAddress = Annotated[str, about("Address of a pool on that network: the id in a list of pools.")]
TokenAddress = Annotated[str, about("Address of a token on that network: the id in search or in a pool.")]
Page = Annotated[float, about("Page, from 0.")]
Limit = Annotated[float, about("Entries per page, 1 to 100.")]
Sort = Annotated[Literal["asc", "desc"], about("Direction of the order.")]
OrderBy = Annotated[
    Literal["volume_usd", "price_usd", "transactions", "last_price_change_usd_24h", "created_at"],
    about("What to order by; volumes and transactions are those of the last 24 hours."),
]
Inversed = Annotated[
    bool,
    about("Whether to give the price of the second token in units of the first, instead of the reverse."),
]


def find_network(context: ToolContext, name: str) -> Network:
    pools = context.world.pools
    wanted = check_text(name, "network")
    found = pools.network(wanted)
    if found is None:
        near = pools.near_networks(wanted) or list(pools.networks)
        raise NotFound(f"no network '{wanted[:60]}'; getNetworks lists them", near)
    return found


def find_dex(context: ToolContext, network: Network, name: str) -> Dex:
    wanted = check_text(name, "dex")
    known = context.world.pools.dexes(network)
    for dex in known:
        if wanted.casefold() in (dex.id, dex.name.casefold()):
            return dex
    ids = [dex.id for dex in known]
    raise NotFound(f"no exchange '{wanted[:60]}' on {network.id}; getNetworkDexes lists them", ids)


def find_pool(context: ToolContext, network: Network, address: str) -> Pool:
    wanted = check_text(address, "poolAddress")
    pool = context.world.pools.pool(network, wanted)
    if pool is None:
        raise NotFound(f"no pool '{wanted[:80]}' on {network.id}; getNetworkPools and search give addresses")
    return pool


def find_token(context: ToolContext, network: Network, address: str, name: str = "tokenAddress") -> Token:
    pools = context.world.pools
    wanted = check_text(address, name)
    token = pools.token(network, wanted)
    if token is not None:
        return token
    same = [one for one in pools.tokens(network) if one.symbol.casefold() == wanted.casefold()]
    if same:
        raise BadArgument(name, f"'{wanted[:20]}' is a symbol; use the address {same[0].address}")
    raise NotFound(f"no token '{wanted[:80]}' on {network.id}; search finds tokens and their addresses")
