"""Words of the requests to the oracle, and the questions that people ask it."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

QUESTIONS = (
    "Shall we move the workshop to the coast?",
    "Should I accept the post in the north?",
    "Is it time to sell the old boat?",
    "Will the choir find a new conductor this winter?",
    "Shall I write to my brother again?",
    "Should the orchard be replanted with pears?",
    "Is the new partner to be trusted with the keys?",
    "Shall we open a second bakery?",
    "Should I learn the violin after all?",
    "Will the bridge be finished before the rains?",
    "Shall we take the mountain road?",
    "Should the council lend the meadow to the circus?",
    "Is this the year to restore the mill?",
    "Shall I leave the house to my niece?",
    "Should we invite the neighbours to the harvest?",
    "Will a longer rest restore my health?",
)

COUNCIL = Wording(
    request=(
        "Get the short reading on each of these 6 questions, word for word: {questions} Where lines "
        "change, also get the full consultation. List the questions for which the reading names another "
        "resulting hexagram than the consultation, with both numbers, and count the changing lines of "
        "all 6 casts. For the first question on that list, look up the hexagram that the consultation "
        "names as the result and report its theme (it is the hexagram of ...), then its inverse and "
        "that one's opposite, by number, and the theme of that opposite's inverse. If at least 9 lines "
        "change, report the theme of the hexagram cast for the first question, otherwise for the last "
        "one."
    ),
    fuzzy=(
        "Quick readings of the Book of Changes sometimes name the wrong figure that a cast turns into; "
        "long consultations never do. Put these 6 questions to it exactly as written: {questions} Where "
        "lines change, for which questions is the quick one wrong, with both numbers, and how many "
        "lines change over all 6? For the first one that went wrong, what is the true outcome the "
        "hexagram of, what is its inverse, which number is opposite to that one, and what is the "
        "inverse of this opposite the hexagram of? If 9 or more lines change altogether, what is the "
        "figure cast for the first question the hexagram of; if fewer, the figure cast for the last?"
    ),
)

WALK = Wording(
    request=(
        "Get the full consultation on each of these 4 questions, word for word: {questions} For each, "
        "look up the resulting hexagram (the cast one if no line changes), then its opposite, then the "
        "inverse of that opposite. For each question report the number of the cast hexagram and the "
        "number and theme (it is the hexagram of ...) of the last one. Add the 4 cast numbers and the 4 "
        "last numbers. If the cast numbers add up to more, also consult on {more}, otherwise on {less}, "
        "and report the name of the hexagram cast and, from its details, its theme."
    ),
    fuzzy=(
        "Four of us want proper consultations from the Book of Changes, worded exactly like this: "
        "{questions} From the figure each cast turns into, or the cast figure itself when no line "
        "moves, step to its opposite, and from there to the inverse. I'd like each cast number, the "
        "number where each of the 4 walks ends, and what that end figure is the hexagram of. Add up the "
        "casts and the ends separately. If the casts come to more, ask one more, {more}, and if they "
        "don't, ask {less} instead: what's the name of the figure cast, and what is it the hexagram of?"
    ),
)
