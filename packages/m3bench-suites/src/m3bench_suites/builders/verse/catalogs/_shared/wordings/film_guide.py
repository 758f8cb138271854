"""Wordings of the family `film_guide`."""

from __future__ import annotations

from m3bench_suites.builders.verse.catalogs._shared.tasks import Wording, phrasings

TOP_FILMS = Wording(
    requests=phrasings(
        "Which {count} films are watched most today, in order? For the first one tell me also how many "
        "votes it has and its average vote.",
        "List today's top {count} trending films, the most watched first, and give the number of votes "
        "and the average vote of number one.",
    ),
    fuzzy=phrasings(
        "What are people watching today? The {count} most popular films in order, and what the votes say "
        "about the top one (number and average).",
        "Today's {count} biggest films, please, from the top, with vote count and rating of the first.",
    ),
)

DISCOVERED = Wording(
    requests=phrasings(
        "How many films of the genre {genre} whose original language is {language} came out from {first} "
        "to {last}, according to the film database? Which of them has the most votes, how many, and "
        "what is its average vote?",
        "Find {language}-language films (original language) of the genre {genre} released in {first} to "
        "{last}: the number of them, and title, vote count and average vote of the one with the most "
        "votes.",
    ),
    fuzzy=phrasings(
        "{genre} in {language}, {first} to {last}: how many are there in the film database, and which "
        "got the most votes (count and average)?",
        "The most voted {language} film of the genre {genre} between {first} and {last}? With votes, "
        "average, and the number of such films.",
    ),
)

TOP_SERIES = Wording(
    requests=phrasings(
        "What is the {which} television series today? Give me its name, how many votes it has and how "
        "many episodes there are in all.",
        "Name today's {which} series on television, with its number of votes and its total number of "
        "episodes.",
    ),
    fuzzy=phrasings(
        "Which series is the {which} right now? Votes and how many episodes in total, please.",
        "The {which} TV series of the day: name, votes, episodes altogether?",
    ),
)

TOP_FILM_AND_LIKE = Wording(
    requests=phrasings(
        "Look up {which} of today: how long does it run, and which film is recommended first to people "
        "who like it? How many votes does that recommendation have?",
        "Take {which} today. I need its title and running time in minutes, the first film among the "
        "recommendations for it, and the number of votes of that one.",
    ),
    fuzzy=phrasings(
        "{which}, as of today: what is it, how many minutes, and what should I see next if I like it "
        "(with its votes)?",
        "I'd like to see something like {which} today. Title and length of that one, and the first "
        "recommendation with its vote count.",
    ),
)

DIRECTOR = Wording(
    requests=phrasings(
        "How many films directed by {name} does the film database have? Name the newest and the oldest "
        "of them, and the number of votes of each.",
        "For an introduction to {name} I need, from the film database: the number of films directed, the "
        "newest and the oldest one, and how many votes these two have.",
    ),
    fuzzy=phrasings(
        "{name} as a director: how many films are in the database, which is the newest, which the "
        "oldest, and how many votes have they got?",
        "First and last film directed by {name} in the film database, with votes, and the number in all?",
    ),
)

LONGEST_OF_TOP = Wording(
    requests=phrasings(
        "Of the four films that are watched most today, which runs longest, and for how many minutes? "
        "Which is the shortest, and how many votes does that one have?",
        "Compare the running times of today's four most watched films. Name the longest with its "
        "minutes, and the shortest with its number of votes.",
    ),
    fuzzy=phrasings(
        "Today's four biggest films: which takes longest to watch (minutes?), and which is over soonest "
        "(how many votes has it)?",
        "From today's top four films I want the longest, in minutes, and the shortest with its votes.",
    ),
)

EVENING = Wording(
    requests=phrasings(
        "I am planning a film night with the three films that are watched most today. How long do they "
        "run altogether? Which of them has the largest revenue, and how many votes does it have? Who "
        "directed it (the first name if there are several), how many films did that person direct "
        "according to the film database, and in what year did the newest of these come out?",
        "Take today's three most watched films: total running time in minutes; the one with the highest "
        "revenue with its vote count; its (first) director, the number of films in the database that "
        "this person directed, and the year of the newest of them.",
    ),
    fuzzy=phrasings(
        "Film night with today's top three: how many minutes in all? And for the one that made the most "
        "money: votes, (first) director, how many films they directed, and when the last one came out.",
        "Today's three biggest films together: how long? The highest-grossing of them, its votes, its "
        "(first) director with the number of films directed and the year of the newest.",
    ),
)
