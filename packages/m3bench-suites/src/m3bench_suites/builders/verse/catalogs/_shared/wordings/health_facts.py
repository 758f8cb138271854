"""Wordings of the family `health_facts`."""

from __future__ import annotations

from m3bench_suites.builders.verse.catalogs._shared.tasks import Wording, phrasings

CHAPTER = Wording(
    requests=phrasings(
        "Search the medical handbooks of the NCBI Bookshelf for {condition}. What is the id of the first "
        "chapter, in which book is it, who is its first author, and what is the second chapter called?",
        "I need reading on {condition} from the NCBI Bookshelf: id, book and first author of the first "
        "chapter that comes up, and the title of the second.",
    ),
    fuzzy=phrasings(
        "Which handbook chapter on {condition} comes first in the NCBI Bookshelf? Id, book, first "
        "author, and what comes second.",
        "NCBI Bookshelf on {condition}: first chapter (id, book, first author) and the title of the "
        "next one?",
    ),
)

MEAL = Wording(
    requests=phrasings(
        "What are the nutrition facts of {meal}, taken together? I want energy in kcal, protein in "
        "grams, vitamin C in milligrams and the total weight, as the nutrition table has them.",
        "Look up {meal} in the nutrition table and give me the totals: kcal, grams of protein, "
        "milligrams of vitamin C, and the weight in grams.",
    ),
    fuzzy=phrasings(
        "I had {meal}. How many calories, how much protein and vitamin C was that, and what did it all "
        "weigh? By the nutrition table.",
        "Energy, protein, vitamin C and weight of {meal} altogether, from the nutrition table, please.",
    ),
)

REPORTS = Wording(
    requests=phrasings(
        "Compare the reports of adverse events for {drugs}. Which has the most reports, how many, and "
        "what reaction is reported most often for it? Divide the number for that reaction by all "
        "reports of this medicine, to four decimals, and add up the reports of all three.",
        "For {drugs} look up the adverse-event reports. Name the medicine with the largest number, that "
        "number, its most frequent reaction and the fraction (four decimals) of its reports that name "
        "it, and the total over the three.",
    ),
    fuzzy=phrasings(
        "Of {drugs}, which gets the most adverse-event reports? How many, for what above all and in what "
        "fraction of cases (four decimals), and how many for the three together?",
        "Adverse events reported for {drugs}: the one with the most, its count, its top reaction with "
        "the fraction to four decimals, and the sum for all.",
    ),
)

LEAFLET = Wording(
    requests=phrasings(
        "For a patient leaflet: the patient is {height} m tall, weighs {weight} kg and eats {lunch} for "
        "lunch and {dinner} for dinner. Add up the energy of both meals by the nutrition table, divide "
        "it by the body weight, and compute the body mass index. Also give the id of the first chapter "
        "on {condition} in the NCBI Bookshelf, and the number of adverse-event reports for {drug}.",
        "Please collect some figures on a patient of {height} m and {weight} kg: BMI; kcal of lunch "
        "({lunch}) and dinner ({dinner}) together and per kilogram of body weight, by the nutrition "
        "table; the id of the first NCBI Bookshelf chapter on {condition}; and how many adverse-event "
        "reports there are for {drug}.",
    ),
    fuzzy=phrasings(
        "{height} m, {weight} kg, lunch: {lunch}, dinner: {dinner}. How many kcal is that in all and per "
        "kilogram of body weight, what is the BMI, which NCBI Bookshelf chapter comes first on "
        "{condition} (id), and how many adverse-event reports are there for {drug}?",
        "Figures for a leaflet, please: BMI at {height} m and {weight} kg, calories of {lunch} plus "
        "{dinner} (total and per kilo of body weight), id of the first Bookshelf chapter on "
        "{condition}, number of adverse-event reports on {drug}.",
    ),
)
