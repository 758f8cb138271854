"""Requests of `dex_okx`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

PREMIUM = Wording(
    request=(
        "Get the prices of {coins} against USDT on the centralized exchange and take the coin with the "
        "largest change over 24 hours, up or down. Search the decentralized exchanges for its token there "
        "({tokens}, in this order), and take every token with exactly this symbol. For each network list "
        "its 2 pools with the largest volume, with this token first, and get their details: for which "
        "pools does the liquidity in the list differ? Take the pool whose listed dollar price of the token "
        "deviates most from the centralized price, in percent. If it is above, report the largest swap "
        "among the pool's newest {newest} transactions; otherwise the sum of the volumes of its daily "
        "candles for the {days} days from {start} on. From the details of the pool's other token report in "
        "how many pools it is, and from the details of that one of these with most transactions the buys "
        "of 6 hours in dollars."
    ),
    fuzzy=(
        "Of {coins}, priced in tether on the big centralized exchange, which has moved most in the past 24 "
        "hours, up or down? I want its price in decentralized trading, where it goes by {tokens} (in this "
        "order; exactly this symbol). On each chain check the 2 pools of it with the largest volume. The "
        "lists of pools are not reliable: for which of those pools is the liquidity not what the pool's "
        "own page says? Which pool's price of the token, in dollars as listed, strays furthest from the "
        "centralized price, and by how many percent? If it is dearer there, how large is the biggest swap "
        "among the latest {newest} transactions? If cheaper, what volume did the {days} days from {start} "
        "on have together? And how many pools hold the token it is paired with, by that token's page, and "
        "how much was bought in 6 hours in the one with most transactions there?"
    ),
)
MOVERS = Wording(
    request=(
        "Get daily candles of {coins} against USDT from the centralized exchange, and compute the change "
        "over the last {days} complete days (oldest open to newest close). Search the decentralized "
        "exchanges for the best and the worst of them, and take the tokens with exactly these symbols on "
        "the network bsc. List the 5 pools with the largest volume of each token, and get their details: "
        "for which does the liquidity in the list differ? Add up the 24-hour volumes (details) of the 5 "
        "pools of each token. If the pools of the best coin have the larger sum, get the newest {newest} "
        "transactions of its first pool, otherwise of the worst coin's first pool, and add up the dollar "
        "values of the buys. Finally get the hourly centralized candles of that coin, take the one with "
        "the largest volume of the last 24 complete ones, and report the first pool's volume in this hour."
    ),
    fuzzy=(
        "Which of {coins} did best and which did worst against tether on the big centralized exchange over "
        "the last {days} finished days, from the opening of the oldest to the close of the newest? I "
        "wonder where the money goes in decentralized trading on bsc, so take for both coins the token "
        "with exactly that symbol there and its 5 pools with the largest volume. Tell me for which of the "
        "ten the list shows other liquidity than the pool's own page, and whether the winner's five or the "
        "loser's five traded more dollars in 24 hours. For the coin whose pools traded more, look at the "
        "one pool on top: how much were the buys among the latest {newest} transactions worth in total? "
        "And of the last 24 finished hours on the centralized exchange, in which was that coin traded "
        "most, and how much did the pool trade in it?"
    ),
)
NETWORKS = Wording(
    request=(
        "For every network that the service for decentralized exchanges lists, get the pool with the "
        "largest volume, and the details of its first token, which say whose price it has. Get the price "
        "of each of these coins against USDT on the centralized exchange. In which network is the pool's "
        "dollar price furthest from the centralized one, in percent, and in which is it closest? If the "
        "pool that is furthest off is dearer than the centralized exchange, get its details and report the "
        "dollar value of the buys of 6 hours, otherwise get its newest {newest} transactions and report "
        "how many are sells. Get the daily centralized candles of its coin and of the closest pool's coin, "
        "and report the highest high of each in the last {days} complete days, and the pool's volume on "
        "the day of the furthest coin's largest centralized volume. Also report the total 24-hour volume "
        "of all these pools."
    ),
    fuzzy=(
        "Every chain has one pool that trades more dollars than any other. I want to compare what the "
        "token at the front of it costs there with the price of the underlying coin in tether on the big "
        "centralized exchange; the token's own page says which coin that is. On which chain is the pool "
        "furthest off, in percent, on which is it closest, and how much did all these pools trade in 24 "
        "hours together? If the one furthest off is dearer, for how many dollars did people buy there in "
        "the last 6 hours? If it is cheaper, how many of its latest {newest} transactions are sells? I "
        "would also like to know how high its coin, and that of the closest pool, got on the centralized "
        "exchange in the last {days} finished days, and what the pool furthest off traded on the busiest "
        "of these days of its coin there."
    ),
)
