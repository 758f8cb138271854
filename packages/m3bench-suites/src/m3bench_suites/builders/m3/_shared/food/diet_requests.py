"""Wordings of requests about a day of eating only fruit and vegetables."""

from __future__ import annotations

MEALS = {1: "once in the whole day", 2: "at both of two meals", 3: "at each of three meals"}

EATEN = {
    "all": "all the fruit and vegetables in {photo}",
    "fruit": "all the fruit in {photo} (but none of the vegetables)",
}
FUZZY_EATEN = {
    "all": "everything edible in {photo}",
    "fruit": "just the fruit in {photo}, vegetables not included,",
}

REQUESTS = (
    (
        "Suppose a woman eats {eaten} {meals} and nothing else. How many kcal is that a day, and what "
        "percentage of an adult's reference intake as Wikipedia gives it: is it enough? Also tell me what "
        "percentage is covered of {targets} a day. {advice}"
    ),
    (
        "What would a day look like for somebody who only eats {eaten} {meals}? Work out the daily kcal, "
        "compare them in per cent with the reference intake of an adult according to Wikipedia, say "
        "whether that is enough, and give the percentage reached for {targets}. {advice}"
    ),
    (
        "A friend plans to live on {eaten} {meals}. Please estimate the energy per day in kcal, its "
        "percentage of the adult reference intake in Wikipedia and whether it suffices, and how many per "
        "cent of the daily {targets} that brings. {advice}"
    ),
)
FUZZY = (
    (
        "Could one get by on {eaten} {meals}? I'd like to know the calories in kcal, how much of a normal "
        "adult's day that is (Wikipedia has a reference, say it in %), and how far it goes, in %, towards "
        "{targets}. {advice}"
    ),
    (
        "Thinking of eating only {eaten} {meals}. Is that enough to live on? Calories in kcal, percent of "
        "the usual reference on Wikipedia, and percent of what I need of {targets}, please. {advice}"
    ),
    (
        "My sister swears by eating {eaten} {meals} and nothing else. Enough, or not? Give me the kcal, "
        "the share of Wikipedia's reference intake in percent, and the same for {targets}. {advice}"
    ),
)
ADVICE = (
    (
        "If the one that is covered worst stays below {limit}%, look up health advice on it and quote a "
        "piece of it; otherwise no advice is needed."
    ),
    (
        "Should the lowest of those stay under {limit}%, find health information on it and quote one thing "
        "that it recommends. If not, leave it at that."
    ),
    (
        "And if the scarcest of them is below {limit}%, check what a health service advises about it and "
        "quote one line; else skip that."
    ),
)
BODIES = (
    "By the way, what is the body mass index at {height:.2f} m and {weight:.0f} kg, and which class is that?",
    "At {height:.2f} m and {weight:.0f} kg, what would the BMI be, and how is it classed?",
    "Please add the BMI and its class for {height:.2f} m and {weight:.0f} kg.",
)
