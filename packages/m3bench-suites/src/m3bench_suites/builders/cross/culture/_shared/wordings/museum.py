"""Words of the requests to the museum alone."""

from __future__ import annotations

from m3bench_suites.builders.cross.tasks import Wording

SURVEY = Wording(
    request=(
        "Find the number of the museum's department {department}, search that department for '{kind}', "
        "and look up the first 12 objects found. Give the accession number and beginning year of the "
        "oldest (earliest beginning year), the accession number and height of the tallest, the mean "
        "height in cm, and how many of the 12 are in a gallery. If at least 6 are, search the same "
        "department for the culture of the oldest as its entry states it, otherwise for its medium; "
        "report how many objects that finds, and the accession number of the tallest among the first 6 "
        "of them. Finally search the whole museum for the object name of that one and report the total "
        "and the accession number of the first object found."
    ),
    fuzzy=(
        "I'm preparing a talk on the {kind} holdings in the {department} department of the big New York "
        "museum. Please go through the first 12 pieces their catalogue brings up for {kind} there. "
        "Which one is the oldest by the year its making began, which is the tallest, how tall are they "
        "on average, and how many of the 12 can actually be seen in a gallery? Give me accession "
        "numbers, not titles. If 6 or more are on view, I'd like to go on with everything in that "
        "department that matches the oldest piece's culture; if fewer, with what matches its medium. "
        "How many hits is that, and which of the first 6 is the tallest? And for that piece's kind of "
        "object, how many does the entire museum have, and which one does it list on top?"
    ),
)

PAIR = Wording(
    request=(
        "In the museum's departments {one} and {two}, search titles only for '{motif}', objects with a "
        "picture only, and look up the first 14 objects of each search. For each department report the "
        "number of hits, the mean height of its 14 objects in cm, and the accession number of its "
        "newest object (latest end year). In the department with the larger mean height, search for the "
        "object name of its newest object, look up the first 5 objects found and report the accession "
        "number of the oldest (earliest beginning year). Then search the whole museum for the culture "
        "of that object, as its entry states it, and report the total and the accession number of the "
        "first object found."
    ),
    fuzzy=(
        "Which department goes bigger when it comes to {motif}: {one} or {two}? Have a look in the New "
        "York museum's collection for pieces that have {motif} right in their title and come with a "
        "picture, 14 from each department in the order the catalogue gives them. I need the number of "
        "hits per department, the average height of those 14 in centimetres, and the accession number "
        "of the most recent piece, going by the year its making ended. Then stay with the department "
        "whose pieces are taller on average: take the kind of object its most recent piece is, look "
        "through the first 5 of that kind there, and tell me which is the oldest by the year it was "
        "begun. How many objects of that one's culture are there in the museum overall, and which one "
        "is listed on top?"
    ),
)
