"""A post with the pictures of one animal."""

from __future__ import annotations

from m3bench.checks import ImageProperties, NoStrayFiles, PictureContains, TextFile, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.tasks import format_point, tool_point

_OUT, _POST = "post.png", "post.txt"
_ANIMALS = {
    "dog": "dogs",
    "cat": "cats",
    "horse": "horses",
    "cow": "cows",
    "sheep": "sheep",
    "rabbit": "rabbits",
    "duck": "ducks",
}
_EVENTS = ("Harvest Fair", "Meadow Day", "Pet Parade", "Village Show", "Open Farm Day")
_PLACES = ("Thornbury", "Alderley", "Kingsfold", "Marlow Green", "Whitcombe")
_PHOTO, _SIDE, _GAP = (900, 400), 1080, 12
_CELL = (1056, 344)
_MOST = 120


class AnimalPost(Scenario):
    """Which photographs show the animal, and which event it was; filled cells cut the animals off."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNASKED, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._animal, other = draw.sample(tuple(_ANIMALS), 2, "animals")
        odd = draw.whole(0, 2, "odd")
        first = draw.whole(1000, 9000, "first photo")
        self._names = [f"IMG_{first + 7 * index}.png" for index in range(4)]
        grounds = draw.sample(("meadow", "farm", "forest", "shore"), 4, "grounds")
        photos = []
        for index, name in enumerate(self._names):
            animal = other if index == odd else self._animal
            prompt = f"{draw.whole(1, 3, 'count', index)} {animal}, background {grounds[index]}"
            number = draw.media_number(index)
            photos.append(WorldFile(name, "illustration", prompt, number, {"size": list(_PHOTO)}))
        self._chosen = [name for index, name in enumerate(self._names) if index != odd]
        self._event, self._place = draw.pick(_EVENTS, "event"), draw.pick(_PLACES, "place")
        self.inputs = given(*photos)
        self.words = {
            "side": _SIDE,
            "gap": _GAP,
            "most": _MOST,
            "names": ", ".join(self._names),
            "animals": _ANIMALS[self._animal],
            "event": self._event,
            "place": self._place,
        }

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        uses: list[CallResult] = []
        names = self._chosen
        if skipped is Shortcut.BLIND:
            names = self._names[:3]
        else:
            uses += yield [call("image-toolkit/show", path=name) for name in self._names]
        event, place = self._event, self._place
        if skipped is Shortcut.UNASKED:
            event, place = "Weekend Market", "our village"
        else:
            uses += yield ask("What is the name of the event?", "What was the place of the event?", uses=uses)
        fits = {None: ("cover", "contain"), Shortcut.UNINSPECTED: ("cover",)}.get(skipped, ("contain",))
        for fit in fits:
            yield [_grid(names, fit, *uses)]
            if skipped is None:
                uses += yield [call("image-toolkit/show", path=_OUT)]
        text = f"They were the stars of the {event} in {place}! #{_ANIMALS[self._animal]}\n"
        yield [call("files/write_text", *uses, path=_POST, text=text)]
        yield done("The post is ready.", _OUT, _POST)
        return self._solution()

    def _solution(self) -> Solution:
        wide = round(_CELL[1] * _PHOTO[0] / _PHOTO[1])
        left = (_SIDE - wide) // 2
        shown = [
            PictureContains(
                _OUT, name, box=(left, top, left + wide, top + _CELL[1]), least_iou=0.85, smallest=0.4
            )
            for name, top in zip(self._chosen, range(_GAP, _SIDE, _CELL[1] + _GAP), strict=True)
        ]
        hashtag = _ANIMALS[self._animal]
        return solved(
            f"{_OUT} and {_POST} are ready.",
            format_point(
                "The picture has the size of a post.",
                ImageProperties(_OUT, size=(_SIDE, _SIDE), format="PNG"),
            ),
            tool_point("It shows the three photographs, whole and in order.", *shown),
            tool_point(
                "The text names event, place and hashtag in one line.",
                TextFile(
                    _POST,
                    contains=(self._event, self._place),
                    at_most_lines=1,
                    pattern=f"^.{{1,{_MOST - len(hashtag) - 1}}}#{hashtag}$",
                ),
            ),
            tool_point(
                "Event and place were asked for.", UserAsked(("name of the event", "place of the event"))
            ),
            format_point("The photographs are as they were.", NoStrayFiles((_OUT, _POST))),
        )


def _grid(names: list[str], fit: str, *uses: CallResult) -> PlannedCall:
    return call(
        "image-toolkit/compose_grid", *uses, paths=names, output_path=_OUT, columns=1, cell=list(_CELL),
        gap=_GAP, fit=fit,
    )  # fmt: skip
