"""Wordings of the family `catalog_records`."""

from __future__ import annotations

from m3bench_suites.builders.verse.catalogs._shared.tasks import Wording, phrasings

BY_ISBN = Wording(
    requests=phrasings(
        "Which book has the ISBN {isbn}? Tell me title, (first) author, publisher and number of pages.",
        "Please look up ISBN {isbn} in the library: title, first author, publisher, pages.",
    ),
    fuzzy=phrasings(
        "I only have this ISBN: {isbn}. What book is it, by whom, published by whom, how long?",
        "{isbn} is on the back of a book of mine. Title, first author, publisher and pages?",
    ),
)

MUSEUM_OBJECT = Wording(
    requests=phrasings(
        "What is object {id} in the museum's collection? I need its title, accession number, height in "
        "centimetres and department.",
        "Look up the museum object with the id {id}: title, accession number, height (cm), department.",
    ),
    fuzzy=phrasings(
        "Museum object {id}: what is it, what is its accession number, how tall, which department?",
        "Somebody noted {id} from the museum's website. Title, accession number, height in cm and "
        "department, please.",
    ),
)

ICON = Wording(
    requests=phrasings(
        'Search the icon library for "{term}". How many icons fit, and what are the name of the {which} '
        "one and its code point in the style {style}?",
        'I need the {which} icon that the icon library finds for "{term}": its name and its code point '
        "in {style}, and the number of icons found in all.",
    ),
    fuzzy=phrasings(
        'Icons for "{term}": how many are there, and what is the code point of the {which} one in '
        "{style}? With its name.",
        'What do I type for the {which} "{term}" icon in {style}, as a code point? Name of it and how '
        "many there are, too.",
    ),
)

PACKAGE = Wording(
    requests=phrasings(
        "Which version of {name} do the NixOS channels {old} and {new} have? Tell me also the licence "
        "and the first maintainer listed in {new}.",
        "Compare {name} in NixOS {old} and NixOS {new}: both versions, and for {new} the licence and the "
        "maintainer named first.",
    ),
    fuzzy=phrasings(
        "I am moving from NixOS {old} to {new}. Which {name} do I have now, which will I get, under what "
        "licence, and who maintains it (first name on the list)?",
        "{name} on NixOS, {old} versus {new}: versions, and the licence and first maintainer in {new}?",
    ),
)

AUTHOR_SHELF = Wording(
    requests=phrasings(
        "Who is the first author of the book with the ISBN {isbn}, and how many books by this author "
        "does the library have? Which of them is the longest, who published that one, and how many "
        "pages do they have on average?",
        "Start from ISBN {isbn}: find its first author, then all books that the library has by that "
        "person. Report the number of books, title and publisher of the longest, and the mean number "
        "of pages.",
    ),
    fuzzy=phrasings(
        "I liked the book with the ISBN {isbn}. What else is there by its first author? Name, number of "
        "books in the library, the longest with its publisher, average pages.",
        "ISBN {isbn}: the (first) author's books in the library, please. How many, which is longest and "
        "from which publisher, how long on average?",
    ),
)

DEPARTMENT = Wording(
    requests=phrasings(
        'How many objects does the museum\'s department {department} have for the search "{term}"? Of '
        "the first three results, which is the oldest (by the year in which its date begins)? Give its "
        "title, accession number and medium.",
        'Search the museum for "{term}", only in the department {department}. I want the number of hits '
        "and, of the first three, the one with the earliest begin date: title, accession number, medium.",
    ),
    fuzzy=phrasings(
        '"{term}" in {department} at the museum: how many, and which of the first three is the oldest? '
        "Title, accession number and material.",
        'What does {department} in the museum have on "{term}"? The count, and the oldest among the '
        "first three with its accession number and what it is made of.",
    ),
)

TWO_COVERS = Wording(
    requests=phrasings(
        "{first} and {second} show the backs of two books. Read their barcodes and look the books up: "
        "titles, pages of the two together, and the publisher of the longer one. How many books does "
        "the library have by their first authors, added up, these two included?",
        "Identify the books in {first} and {second} by their barcodes. Give both titles, the sum of "
        "their pages, the publisher of the one with more pages, and the number of books that the library "
        "holds by the first author of each, in total.",
    ),
    fuzzy=phrasings(
        "What are the two books in {first} and {second}, going by the barcodes? How many pages "
        "together, who published the longer one, and how many books have their first authors in the "
        "library in all?",
        "Two book backs, {first} and {second}: titles, total pages, publisher of the thicker one, and "
        "the number of library books by the two first authors.",
    ),
)
