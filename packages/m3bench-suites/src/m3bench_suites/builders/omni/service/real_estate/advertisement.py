"""A flat is advertised on a card whose text is longer than the box that was drawn for it."""

from __future__ import annotations

from m3bench.checks import Called, FileExists
from m3bench.core import Shortcut
from m3bench.suites import Plan, PlanError, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.omni.service._shared import TemplateCard, class_of, draw_company, written_day
from m3bench_suites.builders.tasks import format_point, tool_point

_PATH = "window.pptx"
_FLOORS = ("ground", "first", "second", "third", "fourth")
_FEATURES = ("a balcony to the south", "a new kitchen", "a fireplace", "a garden", "a bath with a window")
_NEAR = ("a tram stop", "a park", "two schools", "the market", "the river")
_PETS = {True: "Pets are welcome.", False: "Pets are not allowed."}
_FEES = "There is no fee for tenants. The deposit is two monthly rents and is due with the keys."
_BRING = "Please bring proof of income and an identity card to the viewing."


class FlatCard(Scenario):
    """An agent has dictated what the card must say, and the next viewing is in the records."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._company = draw_company(draw, "real estate")
        now = draw.world.now.strftime("%Y-%m-%dT%H:%M:%SZ")
        coming = sorted(
            (
                offer
                for offer in self._company.offers.values()
                if offer["starts_at"] > now and class_of(offer, "Group")["places_left"] > 0
            ),
            key=lambda offer: str(offer["starts_at"]),
        )
        if not coming:
            raise PlanError("there is no viewing")
        kinds = sorted({booking["name"] for booking in coming})
        self._name = draw.pick(kinds, "kind")
        self._viewing = next(booking for booking in coming if booking["name"] == self._name)
        self._kind = self._name.partition(", ")[2]
        self._size, self._rent = draw.whole(31, 96, "size"), 10 * draw.whole(48, 190, "rent")
        self._floor, self._feature = draw.pick(_FLOORS, "floor"), draw.pick(_FEATURES, "feature")
        self._near, self._pets = draw.pick(_NEAR, "near"), draw.pick((True, False), "pets")
        pets = "Pets are fine." if self._pets else "The owner does not want any pets."
        message = (
            f"A note for the window. It is a {self._kind}. It has {self._size} square metres and is on the "
            f"{self._floor} floor. It has {self._feature}, and it is near {self._near}. The rent is "
            f"{self._rent} a month. {pets}"
        )
        self._card = TemplateCard(
            path=_PATH, title="New in our window", footer=f"Ask inside: {self._company.name}", fill="e3eef5"
        )
        self.inputs = given(voice_message(message, draw, "clean"), self._card.data_file())
        self.words = {"company": self._company, "recording": self.recording}
        self.shown = (self._kind, str(self._size), str(self._rent))
        self.key_facts = (self._feature, self._near)

    def _text(self, size: int, feature: str, near: str, rent: int) -> list[str]:
        starts = self._viewing["starts_at"]
        return [
            f"{size} square metres on the {self._floor} floor, with {feature}.",
            f"Near {near}.",
            f"The rent is {self._company.currency} {rent} a month.",
            _PETS[self._pets],
            _FEES,
            f"Next viewing: {written_day(starts)}, {starts[11:16]}.",
            _BRING,
        ]

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        (heard,) = yield [self.transcribe()]
        (offers,) = yield [
            call("bookings/search_offers", heard, company=self._company.code, query=self._kind, limit=10)
        ]
        right = self._text(self._size, self._feature, self._near, self._rent)
        text = right
        if skipped is Shortcut.DEAF:
            text = self._text(50, "a nice view", "the station", 1000)
        inspected = skipped is not Shortcut.UNINSPECTED
        yield from self._card.write(" ".join(text), heard, offers, inspected=inspected)
        yield done("The card is ready.", _PATH)
        return solved(
            f"{_PATH} advertises the {self._kind}.",
            format_point("window.pptx was finished.", FileExists(_PATH)),
            tool_point("It has all sentences and the given lines.", *self._card.text_checks(right)),
            tool_point("The text fits, and nothing touches.", *self._card.layout_checks()),
            tool_point("The viewings were looked up.", Called("bookings/search_offers")),
        )
