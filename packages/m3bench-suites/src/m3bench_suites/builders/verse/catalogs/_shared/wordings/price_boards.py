"""Wordings of the family `price_boards`."""

from __future__ import annotations

from m3bench_suites.builders.verse.catalogs._shared.tasks import Wording, phrasings

COINS = Wording(
    requests=phrasings(
        "Write the latest prices of {coins} in USDT into the empty boxes of {file}, and save the picture "
        "as {output}. The boxes are {boxes}; stay within them and leave the rest as it is. Tell me the "
        "two prices.",
        "{file} has an empty box each for {coins} ({boxes}). Fill in the latest USDT prices, each inside "
        "its box, save it as {output}, and report the prices.",
    ),
    fuzzy=phrasings(
        "Please fill the boxes on {file} with what {coins} cost right now in USDT (boxes: {boxes}) and "
        "save it as {output}. Which prices did you write?",
        "Update {file} for me: current USDT prices of {coins} into their boxes, {boxes}. Output: "
        "{output}. And the prices, please.",
    ),
)

SHARES = Wording(
    requests=phrasings(
        "Bring the board {file} up to date: write the latest price in dollars of {shares} into their "
        "boxes and the sum of the three into the box SUM, then save it as {output}. The boxes are "
        "{boxes}. Write only inside them. Tell me the prices, the sum, and today's volume so far of the "
        "most traded of the three.",
        "On {file} there are empty boxes for {shares} and for their SUM ({boxes}). Fill them with the "
        "latest prices in dollars and their sum, leave everything else alone, and save as {output}. I "
        "also need prices and sum in your answer, and the largest of today's three volumes.",
    ),
    fuzzy=phrasings(
        "Fill in {file} with what {shares} cost now, and the sum below (boxes: {boxes}); save as "
        "{output}. Prices, sum, and the biggest volume of today among them?",
        "The share board {file} needs today's prices of {shares} and their sum in the boxes, {boxes}. "
        "Result into {output}. Tell me what you wrote, and the highest volume of the three so far.",
    ),
)

TAGS = Wording(
    requests=phrasings(
        "Fill in the price board {file}: for each of {words} today's price in {currency} of the first "
        "hit at {domain}, and in the last box the average of the three. The boxes are {boxes}; do not "
        "write outside. Save it as {output}. Which products are they (in this order), what does the "
        "dearest cost, and what is the average?",
        "For the {country} shop window: look up {words} at {domain}, first hit each, and write today's "
        "prices in {currency} and their average into the boxes of {file} ({boxes}), nothing elsewhere. "
        "Output {output}. Report the three titles in order, the highest price and the average.",
    ),
    fuzzy=phrasings(
        "Put today's {domain} prices ({currency}) of the first hits for {words} on {file}, with the "
        "average in the last box: {boxes}. Save as {output}, and tell me the products, the top price "
        "and the average.",
        "{file} wants prices in {currency}: first {domain} hit for {words} as of today, then their "
        "average. Boxes: {boxes}. Into {output}. Titles in order, dearest, average, please.",
    ),
)

PROGRAMME = Wording(
    requests=phrasings(
        "Write the titles of today's three most watched films onto {file}, in order, one in each box "
        "({boxes}), and save it as {output}. Letters must be small enough to stay in the boxes. Tell me "
        "the titles, how many votes the three have together, and who directed the first one.",
        "Our cinema board {file} has three boxes: {boxes}. Fill them with the titles of the three films "
        "that are watched most today, small enough to fit, nothing outside the boxes; save as {output}. "
        "Report the titles, the sum of their votes and the director of number one.",
    ),
    fuzzy=phrasings(
        "Put today's top three films on {file} (boxes: {boxes}; keep the letters inside) as {output}. "
        "Titles, votes altogether, and who made the first?",
        "{file}, please with what is watched most today, first to third, in the boxes ({boxes}), into "
        "{output}. Also: the three titles, their votes added up, director of the first.",
    ),
)

SCORES = Wording(
    requests=phrasings(
        "For the display in our hall: write the score of the hottest post right now in each of {names} "
        "into its box on {file}, and the mean of the three, rounded to a whole number, into the last "
        "box. The boxes are {boxes}; nothing may be written elsewhere. Save as {output}. Tell me the "
        "scores, the mean, and how many comments the three posts have in all.",
        "Fill {file} with current forum figures: for {names} the score of the hottest post, and at the "
        "bottom their rounded mean, each inside its box ({boxes}). Save the picture as {output} and "
        "report scores, mean and the total number of comments of the three posts.",
    ),
    fuzzy=phrasings(
        "Scores of the hottest posts in {names} as of now onto {file}, plus the rounded mean: {boxes}. "
        "As {output}. Which scores, what mean, and how many comments together?",
        "{file} needs the top posts' scores of {names} and their mean (whole number) in the boxes, "
        "{boxes}. Save to {output}; give me the figures and the comments added up.",
    ),
)
