"""Wordings of requests to crop animals out of a picture."""

from __future__ import annotations

NAMED = "as animal_1.png, animal_2.png and so on, counted from the left"

REQUESTS: dict[str, tuple[str, ...]] = {
    "all": (
        (
            "Cut every animal in {photo} out along its bounding box and save the pieces {named}. How many"
            " are there, and of which kinds?"
        ),
        (
            "Please make a separate picture of each animal in {photo}, cropped to the animal, and save "
            "them {named}. Then tell me the number of animals and what they are."
        ),
        (
            "I need one crop per animal of {photo} (tight around the animal), saved {named}, and a list "
            "that says which animal is in which file, with their total."
        ),
    ),
    "read": (
        (
            "Crop each animal in {photo} into its own file, {named}, and look every kind up in Wikipedia:"
            " I want the number of animals, their kinds, and the scientific name of each kind."
        ),
        (
            "For a worksheet: cut all animals out of {photo} and save them {named}. Say how many there "
            "are and give the scientific name of every kind, as in its Wikipedia article."
        ),
        (
            "Save one tight crop per animal of {photo} {named}. Then list the kinds, how many animals "
            "there are in all, and what science calls each kind according to Wikipedia."
        ),
    ),
    "most": (
        (
            "Which kind of animal is there most of in {photo}? Cut out only the animals of that kind, "
            "saved {named} among them, and save each piece in greyscale too, as animal_1_grey.png and so "
            "on. Say which kind it is and how many. Also say how many animals of all kinds the photo "
            "shows."
        ),
        (
            "Find the most frequent kind of animal in {photo}. Crop each of that kind (no others) and "
            "save the crops {named}; add a greyscale copy of every crop, animal_1_grey.png etc. Name the "
            "kind and the number. Also say how many animals of all kinds the photo shows."
        ),
        (
            "From {photo} I only want the animals of the kind that occurs most often: one crop each, "
            "{named}, and next to each a black-and-white version called animal_1_grey.png and so on. What"
            " kind is it, how many are there? Also say how many animals of all kinds the photo shows."
        ),
    ),
    "outlined": (
        (
            "Crop every animal in {photo} to a file of its own, {named}, and also make an overview: a "
            "copy of the photo with a labelled box around each animal, {overview}. How many animals of "
            "which kinds are there?"
        ),
        (
            "I need a survey of the animals in {photo}: a copy called {overview} with boxes and names on "
            "all of them, one crop for each {named}, and the count by kind."
        ),
        (
            "Mark all animals in {photo} with named boxes in a copy ({overview}) and cut each one out, "
            "saved {named}. Tell me the total and the kinds."
        ),
    ),
    "largest": (
        (
            "Cut all animals out of {photo}, saved {named}. The one that takes up the most room in the "
            "photo I also want in sepia, as largest.png. How many animals are there, which kinds, and "
            "which one is the largest?"
        ),
        (
            "Please crop each animal of {photo}, {named}, then turn the biggest crop into a sepia "
            "picture, largest.png. Report the number of animals and their kinds and what the biggest is."
        ),
        (
            "One tight crop per animal in {photo}, {named}; and a sepia version of the largest crop "
            "called largest.png. Tell me how many animals of which kinds you found and which is the "
            "largest."
        ),
    ),
    "ends": (
        (
            "From {photo} I need just two animals: the one furthest to the left and the one furthest to "
            "the right. Crop them to animal_1.png and animal_2.png, with greyscale copies "
            "animal_1_grey.png and animal_2_grey.png, and say what the two are. Also say how many animals"
            " of all kinds the photo shows."
        ),
        (
            "Crop the leftmost animal of {photo} to animal_1.png and the rightmost to animal_2.png, and "
            "save each in greyscale as well (animal_1_grey.png, animal_2_grey.png). What are the two "
            "animals? Also say how many animals of all kinds the photo shows."
        ),
        (
            "Please cut out the first and the last animal from the left in {photo} as animal_1.png and "
            "animal_2.png, and make black-and-white versions, animal_1_grey.png and animal_2_grey.png. "
            "Name both of them. Also say how many animals of all kinds the photo shows."
        ),
    ),
    "named": (
        (
            "I only need the {sort} in {photo}: one crop for each, saved {named}; nothing is to be saved "
            "if there is none. How many are there? List every kind of animal that the photo shows, too."
        ),
        (
            "Please look for {sort} in {photo} and crop each to a file of its own, {named}. If there are "
            "none, make no files. Tell me how many you found, and which kinds of animals are in the photo"
            " at all."
        ),
        (
            "Cut each of the {sort} out of {photo}, saved {named} (no files where there are none), give "
            "me their number, and name all kinds of animals in the picture."
        ),
    ),
}

FUZZY: dict[str, tuple[str, ...]] = {
    "all": (
        (
            "Could you give me each animal in {photo} as a picture of its own? Call them animal_1.png, "
            "animal_2.png … from left to right, and say what and how many they are."
        ),
        (
            "I'd like all the animals in {photo} cut out separately. animal_1.png is the leftmost, "
            "animal_2.png the next, you get it. What are they, how many?"
        ),
        (
            "Chop {photo} up for me: one little picture per animal, left to right, animal_1.png onwards. "
            "Tell me what you found and how many."
        ),
    ),
    "read": (
        (
            "My kid wants flash cards from {photo}: each animal cut out (animal_1.png from the left, and "
            "so on) and its scientific name from Wikipedia. How many cards will it be?"
        ),
        (
            "Cut out the animals in {photo} one by one, animal_1.png, animal_2.png …, left to right, and "
            "look up their Latin names on Wikipedia. And count them, please."
        ),
        (
            "I'm making a poster of what's in {photo}. One picture per animal please (animal_1.png, left "
            "to right), plus how many and the Latin name of each sort from Wikipedia."
        ),
    ),
    "most": (
        (
            "Whatever animal is most common in {photo}: cut those out, left to right, animal_1.png, "
            "animal_2.png …, and make black-and-white ones as well (animal_1_grey.png …). What is it and "
            "how many? And how many animals are there altogether?"
        ),
        (
            "Take the animal that shows up most in {photo} and give me each one of them separately "
            "(animal_1.png from the left), plus grey versions, animal_1_grey.png and so on. Kind and "
            "number, please. And how many animals are there altogether?"
        ),
        (
            "I just need the majority animal of {photo}. Single crops animal_1.png, animal_2.png … from "
            "the left, and the same in grey as animal_1_grey.png … And tell me which animal, how many. "
            "And how many animals are there altogether?"
        ),
    ),
    "outlined": (
        (
            "Show me where the animals in {photo} are (boxes with names, in {overview}) and cut them out "
            "too, animal_1.png from the left and so on. How many, and what?"
        ),
        (
            "Please box and label the animals of {photo} in a copy, {overview}, and also give me every "
            "one separately as animal_1.png, animal_2.png … from the left. Count and kinds, too."
        ),
        (
            "I want to see all the animals in {photo} framed ({overview}) and each of them on its own "
            "(animal_1.png … left to right). What's there, and how many?"
        ),
    ),
    "largest": (
        (
            "Separate the animals in {photo} (animal_1.png, animal_2.png … from the left) and make an "
            "old-photo sepia version of the biggest one, largest.png. What are they, how many, which is "
            "it?"
        ),
        (
            "Cut out each animal of {photo}, leftmost is animal_1.png and so on. The biggest in the "
            "picture should also come in sepia, largest.png. Tell me count, kinds and which was biggest."
        ),
        (
            "I'd like the animals of {photo} as single pictures, left to right from animal_1.png, plus "
            "largest.png, a sepia one of whichever fills most of the photo. How many, what, and which "
            "one?"
        ),
    ),
    "ends": (
        (
            "Give me the animals at the two outer ends of {photo}, left one animal_1.png, right one "
            "animal_2.png, and both in grey too (animal_1_grey.png, animal_2_grey.png). What are those "
            "two? And how many animals are there altogether?"
        ),
        (
            "Only the outermost animals of {photo} please: leftmost to animal_1.png, rightmost to "
            "animal_2.png, plus black-and-white copies ending in _grey.png. What are the two? And how "
            "many animals are there altogether?"
        ),
        (
            "Cut out whatever animal stands at the far left (animal_1.png) and at the far right "
            "(animal_2.png) of {photo}, in colour and in grey (…_grey.png). Which two are they? And how "
            "many animals are there altogether?"
        ),
    ),
    "named": (
        (
            "Any {sort} in {photo}? Cut them out if so, animal_1.png, animal_2.png … from the left; "
            "otherwise leave it. How many, and what animals are there in general?"
        ),
        (
            "I collect pictures of {sort}. Could you cut them out of {photo}, leftmost is animal_1.png "
            "and so on, if it has any? Say how many, and what kinds of animals it shows."
        ),
        (
            "{photo}: I'd like all {sort} in it as single pictures (animal_1.png from the left), no "
            "others. How many are there? And which kinds of animals do you see?"
        ),
    ),
}
