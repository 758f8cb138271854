"""Wordings of the family `picture_edits`."""

from __future__ import annotations

from m3bench_suites.builders.verse.catalogs._shared.tasks import Wording, phrasings

CUT = Wording(
    requests=phrasings(
        "Cut the area from ({left}, {top}) to ({right}, {bottom}) out of {file} (pixels from the upper "
        "left corner; the second corner no longer belongs to it) and save it as {output}. Which word "
        "and which number are in it?",
        "From {file} I need the rectangle with the left edge at {left}, the upper edge at {top}, the "
        "right edge at {right} and the lower edge at {bottom} (in pixels) as a picture of its own, "
        "{output}. Tell me the word and the number that it shows.",
    ),
    fuzzy=phrasings(
        "Crop {file} to x {left} to {right} and y {top} to {bottom}, as {output}. What does it say "
        "there, word and number?",
        "Please save the piece ({left}, {top}) to ({right}, {bottom}) of {file} as {output} and read me "
        "the word and the number in it.",
    ),
)

HIDDEN = Wording(
    requests=phrasings(
        "Make {file} fit for publication: blur the whole line that begins with {label} so that it cannot "
        "be read, leave the other lines as they are, and save the result as {output}. Who is the "
        "visitor, and which room is it?",
        "On {file} the line with the label {label} must be made unreadable by a strong blur, nothing "
        "else. Save the picture as {output} and tell me the visitor's name and the room.",
    ),
    fuzzy=phrasings(
        "Please blur out the {label} line of {file} (only that one), into {output}. And who is it for, "
        "in which room?",
        "{file} shows something private after {label}. Blur that line, save as {output}, and read me the "
        "visitor and the room.",
    ),
)

MARKED = Wording(
    requests=phrasings(
        "{file} shows nine white cells, each with a word and a number. Find the cell with the highest "
        "number, draw a red circle around that number that stays within its cell, and save the picture as "
        "{output}. Cut the same cell out of the original as {cut}; cells are 280 × 190 pixels, with 20 "
        "pixels between them and around the plan. Name the word and the number of this cell, and the "
        "lowest number on the plan.",
        "On {file}, which of the nine cells has the highest number? Circle the number in red inside its "
        "cell, leave the rest alone, and save as {output}. Save that cell alone, without the circle, as "
        "{cut} (every cell measures 280 × 190 pixels, the gaps and the border 20). I want the cell's word, "
        "the highest and the lowest number.",
    ),
    fuzzy=phrasings(
        "Ring the biggest number on {file} in red (within its cell) and save it as {output}; the unmarked "
        "cell goes into {cut} (280 × 190 pixels; 20 between cells and at the edges). Which word goes with "
        "it, what are the biggest and the smallest number?",
        "Mark the highest number on {file} with a red circle inside its cell, output {output}, and crop "
        "that cell from the original into {cut} (cells: 280 × 190 pixels, 20 apart and from the edge). "
        "Tell me its word, the number itself, and the lowest one.",
    ),
)

TONED = Wording(
    requests=phrasings(
        "Cut two areas out of {file}, in pixels from the upper left corner: {one} as {first}, and "
        "{other} as {second}. The second one should be in {adjective}. Tell me the number in each, "
        "and the word in the second.",
        "From {file}, save the area {one} as {first}, and the area {other}, in {adjective}, as {second} "
        "(corners in pixels). Which numbers do the two show, and which word is in the second?",
    ),
    fuzzy=phrasings(
        "Two pieces of {file}, please: {one} into {first}, and {other} into {second}, the latter in "
        "{adjective}. What numbers are on them, and what word is on the second?",
        "Crop {file} twice: {one} is {first}; {other} is {second} and goes {adjective}. Read me both "
        "numbers and the second word.",
    ),
)

BARCODE = Wording(
    requests=phrasings(
        "{photo} is the back of a book. Cut out the barcode with the ISBN (the bars with their white "
        "margin) as {first}, and save the whole picture in shades of grey as {second}. Look the book up "
        "by that code: who published it, how many pages does it have, and how many pages do the "
        "library's books by its first author have on average (this one included)?",
        "Please prepare {photo}: the ISBN barcode, with its white margin, goes into {first}, a copy of "
        "the whole picture in greyscale into {second}. Then look up the book by its barcode and report "
        "publisher and pages, and the average number of pages of all books that the library has by its "
        "first author.",
    ),
    fuzzy=phrasings(
        "From {photo}: barcode of the ISBN with its margin as {first}, the whole thing in grey as "
        "{second}. And who published the book, how long is it, and how long are the books of its first "
        "author in the library on average?",
        "Snip the ISBN barcode and its white margin out of {photo} into {first}, make a grey copy "
        "{second}, and find out publisher, pages, and the mean length of all the library's books by the "
        "first author.",
    ),
)

TWO_BADGES = Wording(
    requests=phrasings(
        "Of the badges {one} and {other}, make copies {first} and {second} on which the line with the "
        "phone number is blurred and nothing else changed. From the badge with the higher room number, "
        "also cut out the white strip with the badge number (it is {wide} × {high} pixels) as "
        "badge_number.png. Who is the visitor with the higher room number, what is the badge number, "
        "and what do the two room numbers add up to?",
        "Please blur the phone line of {one} and of {other}, nothing else, as {first} and {second}. Then "
        "cut the white strip with the badge number, {wide} × {high} pixels, out of the badge whose room "
        "number is higher, and save it as badge_number.png. Tell me that visitor's name and badge "
        "number, and the sum of the room numbers.",
    ),
    fuzzy=phrasings(
        "Hide the phone numbers on {one} and {other} by a blur (copies: {first}, {second}), and give me "
        "the strip with the badge number ({wide} × {high}) of whoever has the higher room number as "
        "badge_number.png. Who is it, which badge, and what are both room numbers together?",
        "Two badges, {one} and {other}: phone lines blurred into {first} and {second}; badge-number "
        "strip ({wide} × {high}) of the one with the higher room into badge_number.png. Name, badge "
        "number, and the sum of the rooms, please.",
    ),
)
