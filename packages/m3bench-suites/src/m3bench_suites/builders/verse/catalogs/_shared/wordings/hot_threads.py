"""Wordings of the family `hot_threads`."""

from __future__ import annotations

from m3bench_suites.builders.verse.catalogs._shared.tasks import Wording, phrasings

HOTTEST = Wording(
    requests=phrasings(
        "What is the hottest post in r/{name} right now? Title, author, score and number of comments.",
        "Look up the post that is hottest in the subreddit {name} at the moment, and tell me its title, "
        "who wrote it, its score and how many comments it has.",
    ),
    fuzzy=phrasings(
        "What's on top in r/{name} at the moment? Who posted it, with what score and how many comments?",
        "Number one in r/{name} right now: title, author, score, comments, please.",
    ),
)

MOST_DISCUSSED = Wording(
    requests=phrasings(
        "Among the ten hottest posts in r/{name} right now, which has the most comments? Give its title, "
        "its id and the number of comments, and the highest score that any of the ten has.",
        "Take the ten hottest posts of the subreddit {name} at this moment: title, id and comment count "
        "of the most commented one, and the top score among the ten.",
    ),
    fuzzy=phrasings(
        "Which of the ten hot posts in r/{name} gets people talking most? Title, id, comments, and the "
        "best score of the ten.",
        "r/{name}, ten hottest posts now: the most commented one (title, id, count) and the highest score?",
    ),
)

BEST_COMMENT = Wording(
    requests=phrasings(
        "Open the {which} post in r/{name} right now. Who wrote the best comment, the one shown first, "
        "and what does it say? And what is the average score of the three best top-level comments? "
        "Name the title of the post too.",
        "In the subreddit {name}, take the {which} post of the moment: its title, author and text of the "
        "best top-level comment, and the mean score of the first three top-level comments.",
    ),
    fuzzy=phrasings(
        "What do people say below the {which} post in r/{name} right now? The top comment word for word "
        "and its author, the post's title, and the average score of the three best comments.",
        "The {which} thread in r/{name} at the moment: title, best comment and who wrote it, mean score "
        "of the top three comments.",
    ),
)

THREE_COMMUNITIES = Wording(
    requests=phrasings(
        "Compare the hottest posts of {names} right now. Which of these posts has the highest score? "
        "Name the subreddit, the title and the score, and what the three scores add up to.",
        "For each of {names} take the one hottest post at the moment. I want the subreddit, title and "
        "score of the one with the highest score, and the sum of all three scores.",
    ),
    fuzzy=phrasings(
        "Which of {names} has the biggest post on top right now, by score? Title, score, and the three "
        "scores together.",
        "Hottest post in each of {names}: which one scores highest, what is it called, and what do the "
        "three add up to?",
    ),
)

FLAIR = Wording(
    requests=phrasings(
        "Do questions do well in r/{name}? Of its twenty hottest posts right now, how many carry the "
        'flair "Question", what is their average score, and what is the average score of the others? '
        "Name the question with the highest score.",
        "In the twenty hottest posts of the subreddit {name} at the moment: the number with the flair "
        '"Question", their mean score, the mean score of all other posts, and the title of the '
        "highest-scoring question.",
    ),
    fuzzy=phrasings(
        'r/{name}, twenty hottest now: how many are flaired "Question", what do those score on average '
        "and the rest, and which question is on top by score?",
        'Are posts flaired "Question" popular in r/{name}? Count and average score among the twenty '
        "hottest, average of the others, and the best question.",
    ),
)

TWO_THREADS = Wording(
    requests=phrasings(
        "In r/{one} and in r/{other}, take among the five hottest posts right now the one with the "
        "highest score. For both, give the title and the average score of the five best top-level "
        "comments, and then name the author of the highest-scoring comment of all ten.",
        "Compare two discussions: of the five hottest posts at the moment in r/{one}, the one that "
        "scores highest, and the same for r/{other}. I need both titles, the mean score of the first "
        "five top-level comments of each, and who wrote the best-scored of these ten comments.",
    ),
    fuzzy=phrasings(
        "Best-scored post out of the five hottest in r/{one}, and in r/{other}, right now: titles, how "
        "their five top comments score on average, and whose comment beats all ten.",
        "How do the comments compare below the top-scoring hot posts (out of five) of r/{one} and "
        "r/{other}? Titles, average of the five best comments each, author of the best of all.",
    ),
)
