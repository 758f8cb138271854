"""Wordings of `context7`."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

FRAMEWORKS = Wording(
    request=(
        'Search the documentation index for "JavaScript frontend framework" and take all libraries that '
        "it returns. Read the documentation of each on routing, without a version. List the libraries "
        "whose pages (see their sources) are of another version than the newest one in the index, with "
        "both versions. Of the {some} libraries with the most routing snippets also read state "
        "management; the winner has the most snippets on both topics together (of equals, the index "
        "decides). How many snippets does it have on each, and on advanced patterns? If it has at least a "
        "third as many on state management as on routing, read state management for each of its versions "
        "in the index; otherwise read routing for each listed version of the runner-up. Give the number "
        "of snippets of each version, name the oldest version with the highest of these numbers, and give "
        "the number of snippets on advanced patterns in that version."
    ),
    fuzzy=(
        "We need a framework for our site. Whatever the manuals' index finds for \"JavaScript frontend "
        'framework" is a candidate. See what each has on routing, in its current pages, and of the {some} '
        "with the most snippets there, what they have on state management too; most on both together "
        "wins, and the order of the index decides between equals. How many has the winner on either, and "
        "on advanced patterns? Is the index fresh: for which candidates are the current pages of another "
        "version than the newest one it lists? Should the winner have at least a third as many on state "
        "management as on routing, follow its state management back through every version that the index "
        "lists; else follow the runner-up's routing through all of its own. How many snippets in each "
        "version, which is the oldest that already has the highest of these numbers, and how much did "
        "that one have on advanced patterns?"
    ),
)

ERAS = Wording(
    request=(
        "Look up the libraries {names} in the documentation index. Read what the current documentation of "
        'each says about "{topic}". List those whose pages are of another version than the newest one in '
        "the index, with both. Name the library with the most snippets on it. Read the same topic for the "
        "oldest listed version of each, and give the sums of the snippets of all libraries in their "
        "oldest and current versions. For the library with the most snippets, give by how many its number "
        "has grown between these two versions. If it is at least {many}, read the topic for the versions "
        "in between that the index lists, give the number of snippets of each, name the oldest of these "
        'versions with the highest number, and give its number on "{other}"; otherwise read "{other}" of '
        "its current version and of its oldest listed one, and give the two numbers."
    ),
    fuzzy=(
        "My team maintains services on {names}, and I want to see how their manuals on {topic} have "
        "grown. Which of them has the most snippets on that in its current pages? Across all of them, how "
        "many were there in the oldest versions that the index still lists, and how many are there now? "
        "And where do the current pages belong to another version than the newest in the index? For the "
        "one with the most, by how many has it grown since its oldest listed version? If that is {many} "
        "or more, I want the number of snippets for each of the versions in between that the index lists, "
        "and how much the oldest of these with the highest number has on {other}; if it is less, compare "
        "its pages on {other} instead, oldest listed version against the current one."
    ),
)
