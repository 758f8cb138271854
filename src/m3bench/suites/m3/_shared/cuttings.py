"""Which animals of a picture are cut out, what is done with the pieces, and the words for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from m3bench.checks import Called, Claim, Claims, FileExists, NoStrayFiles, PictureCrop, Quantity
from m3bench.suites.m3._shared.sightings import Sighting, counts, well_apart
from m3bench.suites.planning import Solution

ANIMALS = frozenset(
    ("antelope", "bear", "bee", "bird", "butterfly", "cat", "chicken", "cow", "crocodile", "deer", "dog",
     "duck", "eagle", "elephant", "fox", "frog", "giraffe", "horse", "lion", "monkey", "owl", "penguin",
     "pig", "rabbit", "sheep", "snake", "tiger", "turtle", "wolf", "zebra")
)  # fmt: skip
LEAST_IOU = 0.7
LARGER = 1.25
"""How much more room the largest takes than the next."""


def named_file(place: int) -> str:
    return f"animal_{place + 1}.png"


class Cutting(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of task."""

    name: str
    requests: tuple[str, ...]
    fuzzy: tuple[str, ...]
    which: str = "all"
    """all; most: those of the most frequent sort; ends: the first and the last from the left."""
    tone: str | None = None
    """A palette in which pieces are saved once more."""
    outlines: bool = False
    """Whether a copy of the picture with boxes is wanted as well."""
    reads: bool = False
    """Whether the encyclopedia is asked about each sort."""

    def suits(self, animals: Sequence[Sighting]) -> bool:
        """Whether nobody can doubt which animals are meant, and in which order."""
        if not 3 <= len(animals) <= 7 or not well_apart(animals):
            return False
        by_sort = list(counts(animals).values())
        if self.which == "most" and (len(by_sort) < 2 or by_sort[0] == by_sort[1]):
            return False
        largest, second = sorted((animal.area for animal in animals), reverse=True)[:2]
        return self.tone != "sepia" or largest >= LARGER * second

    def chosen(self, animals: Sequence[Sighting]) -> list[Sighting]:
        """Those that are cut out, from left to right."""
        if self.which == "most":
            most = next(iter(counts(animals)))
            return [animal for animal in animals if animal.label == most]
        return [animals[0], animals[-1]] if self.which == "ends" else list(animals)

    def retouched(self, chosen: Sequence[Sighting]) -> list[int]:
        """Places of the pieces that are saved in another tone: all in grey, or the largest in brown."""
        if self.tone == "sepia":
            return [max(range(len(chosen)), key=lambda place: chosen[place].area)]
        return list(range(len(chosen)))

    def toned_file(self, place: int) -> str:
        """Where a piece is saved in another tone."""
        return "largest.png" if self.tone == "sepia" else f"animal_{place + 1}_grey.png"

    def solution(
        self, photo: str, chosen: Sequence[Sighting], truth: Sequence[Sighting], pages: Mapping[str, Any]
    ) -> Solution:
        """What was cut, told, with the pieces held against the true boxes."""
        lines = [
            f"{named_file(place)}: {animal.label}, from ({animal.box[0]}, {animal.box[1]}) to "
            f"({animal.box[2]}, {animal.box[3]})."
            for place, animal in enumerate(chosen)
        ]
        number = len(chosen)
        lines.insert(0, f"{number} animals were cut out of {photo}: {told(counts(chosen))}.")
        claims = [Claim(f"{number} animals are cut out", number=Quantity(float(number)))]
        claims += [Claim(f"{label} is among them", all_of=(label,)) for label in counts(chosen)]
        for label, page in pages.items():
            scientific = page["description"].rsplit(", ", 1)[-1]
            lines.append(f"{label.capitalize()}: {page['title']} ({scientific}).")
            claims.append(Claim(f"the scientific name for {label} is {scientific}", all_of=(scientific,)))
        if self.tone:
            again = [self.toned_file(place) for place in self.retouched(chosen)]
            lines.append(f"In {TONES[self.tone]}: {', '.join(again)}.")
        return Solution("\n".join(lines), (Claims(tuple(claims)), *self._files(photo, truth)))

    def _files(self, photo: str, truth: Sequence[Sighting]) -> list[Any]:
        """Each piece must be at its place; nothing else may lie there."""
        pieces = {named_file(place): animal.box for place, animal in enumerate(truth)}
        toned = self.retouched(truth) if self.tone else []
        pieces |= {self.toned_file(place): truth[place].box for place in toned}
        checks: list[Any] = [PictureCrop(path, photo, (box,), LEAST_IOU) for path, box in pieces.items()]
        checks.append(FileExists("animal_?.png", count=len(truth)))
        checks.append(Called("imagesorcery-mcp/crop", at_least=len(truth)))
        if self.outlines:
            checks.append(FileExists("photo_detections.png"))
        return [*checks, NoStrayFiles((*pieces, "photo_detections.png"))]


TONES = {"grayscale": "shades of grey", "sepia": "sepia"}


def told(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{count} × {label}" for label, count in counted.items())


NAMED = "as animal_1.png, animal_2.png and so on, counted from the left"

CUTTINGS = (
    Cutting(
        name="all",
        requests=(
            (
                "Cut every animal in photo.png out along its bounding box and save the pieces {named}. How "
                "many are there, and of which kinds?"
            ),
            (
                "Please make a separate picture of each animal in photo.png, cropped to the animal, and "
                "save them {named}. Then tell me the number of animals and what they are."
            ),
            (
                "I need one crop per animal of photo.png (tight around the animal), saved {named}, and a "
                "list that says which animal is in which file, with their total."
            ),
        ),
        fuzzy=(
            (
                "Could you give me each animal in photo.png as a picture of its own? Call them "
                "animal_1.png, animal_2.png … from left to right, and say what and how many they are."
            ),
            (
                "I'd like all the animals in photo.png cut out separately. animal_1.png is the leftmost, "
                "animal_2.png the next, you get it. What are they, how many?"
            ),
            (
                "Chop photo.png up for me: one little picture per animal, left to right, animal_1.png "
                "onwards. Tell me what you found and how many."
            ),
        ),
    ),
    Cutting(
        name="read",
        reads=True,
        requests=(
            (
                "Crop each animal in photo.png into its own file, {named}, and look every kind up in "
                "Wikipedia: I want the number of animals, their kinds, and the scientific name of each "
                "kind."
            ),
            (
                "For a worksheet: cut all animals out of photo.png and save them {named}. Say how many "
                "there are and give the scientific name of every kind, as in its Wikipedia article."
            ),
            (
                "Save one tight crop per animal of photo.png {named}. Then list the kinds, how many "
                "animals there are in all, and what science calls each kind according to Wikipedia."
            ),
        ),
        fuzzy=(
            (
                "My kid wants flash cards from photo.png: each animal cut out (animal_1.png from the left, "
                "and so on) and its scientific name from Wikipedia. How many cards will it be?"
            ),
            (
                "Cut out the animals in photo.png one by one, animal_1.png, animal_2.png …, left to right, "
                "and look up their Latin names on Wikipedia. And count them, please."
            ),
            (
                "I'm making a poster of what's in photo.png. One picture per animal please (animal_1.png, "
                "left to right), plus how many and the Latin name of each sort from Wikipedia."
            ),
        ),
    ),
    Cutting(
        name="most",
        which="most",
        tone="grayscale",
        requests=(
            (
                "Which kind of animal is there most of in photo.png? Cut out only the animals of that "
                "kind, saved {named} among them, and save each piece in greyscale too, as "
                "animal_1_grey.png and so on. Say which kind it is and how many."
            ),
            (
                "Find the most frequent kind of animal in photo.png. Crop each of that kind (no others) "
                "and save the crops {named}; add a greyscale copy of every crop, animal_1_grey.png etc. "
                "Name the kind and the number."
            ),
            (
                "From photo.png I only want the animals of the kind that occurs most often: one crop each, "
                "{named}, and next to each a black-and-white version called animal_1_grey.png and so on. "
                "What kind is it, how many are there?"
            ),
        ),
        fuzzy=(
            (
                "Whatever animal is most common in photo.png: cut those out, left to right, animal_1.png, "
                "animal_2.png …, and make black-and-white ones as well (animal_1_grey.png …). What is it "
                "and how many?"
            ),
            (
                "Take the animal that shows up most in photo.png and give me each one of them separately "
                "(animal_1.png from the left), plus grey versions, animal_1_grey.png and so on. Kind and "
                "number, please."
            ),
            (
                "I just need the majority animal of photo.png. Single crops animal_1.png, animal_2.png … "
                "from the left, and the same in grey as animal_1_grey.png … And tell me which animal, how "
                "many."
            ),
        ),
    ),
    Cutting(
        name="outlined",
        outlines=True,
        requests=(
            (
                "Crop every animal in photo.png to a file of its own, {named}, and also make an overview: "
                "a copy of the photo with a labelled box around each animal, photo_detections.png. How "
                "many animals of which kinds are there?"
            ),
            (
                "I need a survey of the animals in photo.png: a copy called photo_detections.png with "
                "boxes and names on all of them, one crop for each {named}, and the count by kind."
            ),
            (
                "Mark all animals in photo.png with named boxes in a copy (photo_detections.png) and cut "
                "each one out, saved {named}. Tell me the total and the kinds."
            ),
        ),
        fuzzy=(
            (
                "Show me where the animals in photo.png are (boxes with names, in photo_detections.png) "
                "and cut them out too, animal_1.png from the left and so on. How many, and what?"
            ),
            (
                "Please box and label the animals of photo.png in a copy, photo_detections.png, and also "
                "give me every one separately as animal_1.png, animal_2.png … from the left. Count and "
                "kinds, too."
            ),
            (
                "I want to see all the animals in photo.png framed (photo_detections.png) and each of them "
                "on its own (animal_1.png … left to right). What's there, and how many?"
            ),
        ),
    ),
    Cutting(
        name="largest",
        tone="sepia",
        requests=(
            (
                "Cut all animals out of photo.png, saved {named}. The one that takes up the most room in "
                "the photo I also want in sepia, as largest.png. How many animals are there, which kinds, "
                "and which one is the largest?"
            ),
            (
                "Please crop each animal of photo.png, {named}, then turn the biggest crop into a sepia "
                "picture, largest.png. Report the number of animals and their kinds and what the biggest "
                "is."
            ),
            (
                "One tight crop per animal in photo.png, {named}; and a sepia version of the largest crop "
                "called largest.png. Tell me how many animals of which kinds you found and which is the "
                "largest."
            ),
        ),
        fuzzy=(
            (
                "Separate the animals in photo.png (animal_1.png, animal_2.png … from the left) and make "
                "an old-photo sepia version of the biggest one, largest.png. What are they, how many, "
                "which is it?"
            ),
            (
                "Cut out each animal of photo.png, leftmost is animal_1.png and so on. The biggest in the "
                "picture should also come in sepia, largest.png. Tell me count, kinds and which was "
                "biggest."
            ),
            (
                "I'd like the animals of photo.png as single pictures, left to right from animal_1.png, "
                "plus largest.png, a sepia one of whichever fills most of the photo. How many, what, and "
                "which one?"
            ),
        ),
    ),
    Cutting(
        name="ends",
        which="ends",
        tone="grayscale",
        requests=(
            (
                "From photo.png I need just two animals: the one furthest to the left and the one furthest "
                "to the right. Crop them to animal_1.png and animal_2.png, with greyscale copies "
                "animal_1_grey.png and animal_2_grey.png, and say what the two are."
            ),
            (
                "Crop the leftmost animal of photo.png to animal_1.png and the rightmost to animal_2.png, "
                "and save each in greyscale as well (animal_1_grey.png, animal_2_grey.png). What are the "
                "two animals?"
            ),
            (
                "Please cut out the first and the last animal from the left in photo.png as animal_1.png "
                "and animal_2.png, and make black-and-white versions, animal_1_grey.png and "
                "animal_2_grey.png. Name both of them."
            ),
        ),
        fuzzy=(
            (
                "Give me the animals at the two outer ends of photo.png, left one animal_1.png, right one "
                "animal_2.png, and both in grey too (animal_1_grey.png, animal_2_grey.png). What are those "
                "two?"
            ),
            (
                "Only the outermost animals of photo.png please: leftmost to animal_1.png, rightmost to "
                "animal_2.png, plus black-and-white copies ending in _grey.png. What are the two?"
            ),
            (
                "Cut out whatever animal stands at the far left (animal_1.png) and at the far right "
                "(animal_2.png) of photo.png, in colour and in grey (…_grey.png). Which two are they?"
            ),
        ),
    ),
)
