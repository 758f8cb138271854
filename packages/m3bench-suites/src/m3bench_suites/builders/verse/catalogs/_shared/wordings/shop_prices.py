"""Wordings of the family `shop_prices`."""

from __future__ import annotations

from m3bench_suites.builders.verse.catalogs._shared.tasks import Wording, phrasings

FIRST_HITS = Wording(
    requests=phrasings(
        'Search the US shop for "{word}" and list the first three products with their prices, in the '
        "order in which the shop shows them. How many reviews does the most reviewed of the three have?",
        'What are the first three results for "{word}" on amazon.com, in order, with title and price? '
        "And what is the highest number of reviews among them?",
    ),
    fuzzy=phrasings(
        'Top three Amazon hits (US) for "{word}", with prices, please, and the biggest review count.',
        'If I look for "{word}" on amazon.com, which three come first and for how much? Most reviews '
        "among them?",
    ),
)

ABROAD = Wording(
    requests=phrasings(
        'What does the first hit for "{word}" cost today in the {country} shop ({domain}), in '
        "{currency}? Give its title and product number (ASIN) as well.",
        'Look up "{word}" at {domain} and tell me title, ASIN and today\'s price in {currency} of the '
        "first product.",
    ),
    fuzzy=phrasings(
        'First thing that {domain} finds for "{word}": what is it, its ASIN, and how much right now?',
        'Today\'s price in the {country} Amazon shop for the top hit of "{word}"? Title and ASIN too.',
    ),
)

OFFERS = Wording(
    requests=phrasings(
        'Take the first product that amazon.com finds for "{word}". Among its offers in new condition '
        "that arrive within {days} days, which is the cheapest? I need the product's title, the seller, "
        "the price, the average price of all its offers and the barcode number.",
        'Who sells the first US hit for "{word}" new and cheapest if it has to arrive in {days} days at '
        "most? Report title, seller and price, the average over all offers (slow ones too), and the GTIN.",
    ),
    fuzzy=phrasings(
        'Cheapest new offer, here in {days} days or sooner, for the top "{word}" on amazon.com: product, '
        "seller, price, average of all offers, barcode?",
        'I need the first "{word}" from amazon.com within {days} days, new. Best price and from whom? '
        "With the average of all its offers and the barcode number.",
    ),
)

BASKET = Wording(
    requests=phrasings(
        "Fill a basket in the {country} shop ({domain}) with one each of {basket}, always the first hit "
        "for the word in quotes. What does it come to today in {currency}? Name the most expensive "
        "product in it and its price.",
        "At {domain}, what do {basket} cost together today in {currency}, going by the first result for "
        "each quoted word? Which product is the dearest, and what does it cost?",
    ),
    fuzzy=phrasings(
        "How much would {basket} be at {domain} right now (first hit each, {currency})? The sum, and "
        "the priciest of them with its price.",
        "{country} Amazon, first hit for each: {basket}. What is the total, which product costs most, "
        "and how much?",
    ),
)

BEST_VALUE = Wording(
    requests=phrasings(
        'Among the first ten products for "{word}" on amazon.com, find the cheapest that is in stock and '
        "rated {rating} or better. Tell me its title, price and the number in stock, and the average "
        "price of all ten.",
        'Please compare the first ten hits for "{word}" in the US shop: which is the cheapest of those '
        "in stock with a rating of at least {rating}? Title, price, pieces in stock, and for comparison "
        "the mean price of the ten.",
    ),
    fuzzy=phrasings(
        'Cheapest decent "{word}" (rated {rating} or more, in stock) out of the first ten on amazon.com? '
        "How many do they have, and what do the ten cost on average?",
        'From the top ten "{word}" on amazon.com I want the cheapest with {rating} stars or better that '
        "can be had. Title, price, stock, and the average of the ten.",
    ),
)

PAID_IN_COINS = Wording(
    requests=phrasings(
        "I want to pay for {basket} on amazon.com (of each the first hit for the word in quotes) by "
        "selling {coin} at the current bid in USDT, 1 USDT being 1 dollar. What does the basket cost, "
        "what is the bid, and how many {coin} do I have to sell? And which of the three products has the "
        "fewest pieces in stock, and how many is that?",
        "Basket on amazon.com, first hit for each quoted word: {basket}. Total in dollars, please, and "
        "the amount of {coin} that I must sell for it at the best bid right now (take USDT as dollars; "
        "name the bid). Also check the stock of the three and name the scarcest with its number.",
    ),
    fuzzy=phrasings(
        "How much {coin} do I need to part with, at the bid, to buy {basket} on amazon.com (first hits, "
        "USDT = dollar)? Total, bid, coins, and which item is scarcest with how many left.",
        "{basket} from amazon.com, top hit each, financed by {coin} sold at the bid (USDT as dollars). "
        "Dollars, bid, number of coins, and the item with the lowest stock.",
    ),
)
