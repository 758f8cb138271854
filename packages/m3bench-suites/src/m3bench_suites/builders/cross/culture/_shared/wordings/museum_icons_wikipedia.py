"""Words of the requests to the museum, the icon library and the encyclopedia."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

GUIDE = Wording(
    request=(
        "For each of {things}, search the titles of museum objects and the icon library. Report the 3 "
        "with the most objects (alphabetically first on a tie), and the total number of icons for all "
        "6. Look up the first 4 objects of each of the 3: report the accession number of the oldest of "
        "the 12 (earliest beginning year), the mean height, and how many are in a gallery. Of all "
        "articles to which the encyclopedia's article on the word that found the oldest links, report "
        "the one with the most characters in its sections together. Search the whole museum for the "
        "medium of the oldest object: report the total, the tallest of the first 5 objects, and for "
        "that one's culture the total and the oldest of the first 5. If at least 5 of the 12 are in a "
        "gallery, report the packages needed to use the icons on {one}, otherwise on {two}."
    ),
    fuzzy=(
        "We're making a museum app about {things}. How many icons does the big icon set offer for all 6 "
        "together, and which 3 have the most objects with that word in the title in the New York "
        "museum, by alphabet on a tie? Of the top 4 objects for each of the 3, which of the 12 was "
        "begun earliest, how tall are they on average, and how many are on view? Of everything the free "
        "encyclopedia's article on the word that turned up the oldest links to, which article is "
        "longest, counting the characters of its sections? How many objects does the museum have in "
        "that oldest one's medium, which of the top 5 is the tallest, how many are of that one's "
        "culture, and which of the top 5 of those was begun earliest? If 5 or more of the 12 are on "
        "view we'll build with {one}, otherwise with {two}; which packages are needed?"
    ),
)

TAGS = Wording(
    request=(
        "Search the icon library for each of {things}, and the titles of museum objects for the 4 with "
        "the most icons (alphabetically first on a tie). Report the 4 with their numbers of icons and "
        "objects. For the one of the 4 with the most objects (alphabetically first on a tie), look up "
        "the first 10 objects found: report the newest (latest end year), and how many are in the "
        "public domain and in a gallery. Search its department for its culture; report the total, the "
        "oldest (earliest beginning year) of the first 6 objects, and the total of the whole museum for "
        "that one's medium. For the encyclopedia's article on that thing, report the characters of its "
        "longest section and the number of links. If at least 5 of the 10 are in a gallery, read the "
        "summary of the first article linked, otherwise of the last, and report its title."
    ),
    fuzzy=(
        "For a craft blog I'm weighing up {things}. Which 4 of them have the most icons in that large "
        "icon set, by alphabet on a tie, and how many objects does the New York museum have with each "
        "of those 4 in the title? For whichever of the 4 has the most, look at the top 10 objects: "
        "which was finished last, how many are in the public domain, and how many on view? In that "
        "newest one's department, how many objects match its culture, which of the top 6 was begun "
        "earliest, and how many are there in that one's medium in the whole museum? The free "
        "encyclopedia's article on the thing itself: how many characters has its longest section, and "
        "how many links are there? If 5 or more of the 10 are on view, check the topmost article it "
        "links to, otherwise the last one, and tell me its title."
    ),
)
