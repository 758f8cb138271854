"""Photographs of medicines that patients have at home."""

from __future__ import annotations

import re
from typing import Any

from m3bench.checks import Check, Expected, RecordCreated
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, read_print, solved
from m3bench_suites.builders.omni.service._shared import draw_caller, unchanged_point
from m3bench_suites.builders.tasks import ScenePicture, tool_point

_TABLE = "prescriptions.csv"
_TRIES = 10
_RIGHT, _WRONG = "as prescribed", "not as prescribed"
_NUMBER = re.compile(r"\d+(\.\d+)?")


class PhotographedMedicines(Scenario):
    """A photograph of packages, and a table of what was prescribed."""

    shortcuts = (Shortcut.BLIND,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(draw, "medicine", "bookings")
        self._photo = _draw_photo(draw)
        self._seen: list[dict[str, Any]] = self._photo.scene.facts["medicines"]
        wrong = draw.pick((True, False), "branch")
        self._wrong = draw.pick(self._seen, "wrong") if wrong else None
        rows = self._prescribed(draw)
        self.inputs = given(
            self._photo.picture, DataFile(_TABLE, "csv", [["Patient", "Medicine", "Strength"], *rows])
        )
        patient = self._caller.id
        self.words = {"caller": self._caller, "patient": patient, "photo": self._photo}
        told = [str(medicine[part]) for medicine in self._seen for part in ("generic", "brand", "strength")]
        self.shown = (*filter(None, told), _RIGHT, _WRONG)
        self.key_facts = tuple(str(medicine["generic"]) for medicine in self._seen)

    def _prescribed(self, draw: TaskDraw) -> list[list[str]]:
        """Return the rows of the table: what is on the photograph, and others."""
        shown = {str(medicine["generic"]) for medicine in self._seen}
        known = [
            medicine
            for medicine in draw.world.pharmacy.common()
            if medicine.name not in shown and medicine.products
        ]
        known = [medicine for medicine in known if medicine.products[0].strengths]
        self._others = [medicine.name for medicine in draw.sample(known, 3, "others")]
        rows = [
            [medicine.name, medicine.products[0].strengths[0]]
            for medicine in known
            if medicine.name in self._others
        ]
        for medicine in self._seen:
            strength = str(medicine["strength"])
            if medicine is self._wrong:
                strength = _NUMBER.sub(lambda found: f"{2 * float(found[0]):g}", strength, count=1)
            rows.append([str(medicine["generic"]), strength])
        patient, other = self._caller.id, self._caller.other["customer_id"]
        mixed = draw.sample(rows, len(rows), "rows")
        return [[patient, *row] for row in mixed] + [[other, *mixed[0]]]

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        photo, patient = self._photo.name, self._caller.id
        medicines = [str(medicine["generic"]) for medicine in self._seen]
        wrong = self._wrong
        if skipped is Shortcut.BLIND:
            medicines, wrong = self._others[:2], None
        seen, looked, table = yield [
            read_print(photo),
            call("render/render_picture", path=photo),
            call("files/read_text", path=_TABLE),
        ]
        (record,) = yield [call("customers/get_customer", seen, looked, table, customer_id=patient)]
        yield [self._consequence(medicines, wrong)]
        yield [call("customers/list_notes", record, customer_id=patient)]
        yield done("The medicines are checked.")
        return self._solution(medicines, wrong)

    def _consequence(self, medicines: list[str], wrong: dict[str, Any] | None) -> PlannedCall:
        if wrong is None:
            text = f"As prescribed: {', '.join(medicines)}"
            return self._caller.note(text)
        return call(
            "tickets/create_ticket",
            company=self._caller.code,
            customer_id=self._caller.id,
            subject=f"{wrong['generic']} {wrong['strength']} at home, another strength is prescribed",
            text="The patient sent a photograph.",
            team="Pharmacy",
            priority="urgent",
        )

    def _solution(self, medicines: list[str], wrong: dict[str, Any] | None) -> Solution:
        code, patient = self._caller.code, self._caller.id
        if self._wrong is not None:
            changed = "tickets", f"{code}-T9*"
            parts = [re.escape(str(self._wrong[part])) for part in ("generic", "strength")]
            subject = {"$regex": rf"(?i){parts[0]}.*{parts[1]}|{parts[1]}.*{parts[0]}"}
            fields = {"customer_id": patient, "team": "Pharmacy", "priority": "urgent", "subject": subject}
        else:
            changed = "customer_notes", f"{code}-N9*"
            names = "".join(f"(?=.*{re.escape(str(medicine['generic']))})" for medicine in self._seen)
            fields = {"customer_id": patient, "text": {"$regex": f"(?is){names}.*"}}
        acted: Check = RecordCreated(changed[0], fields, keys=changed[1])
        outcome = _RIGHT if wrong is None else _WRONG
        brands = {str(medicine["generic"]): str(medicine["brand"]) for medicine in self._seen}
        listed = tuple(
            Expected(name, also=(brands[name],)) if brands.get(name) else Expected(name) for name in medicines
        )
        return solved(
            f"{', '.join(medicines)}: {outcome}.",
            tool_point("The right people know of it.", acted),
            unchanged_point(changed),
            tool_point(
                "It is one record.", RecordCreated(changed[0], {"customer_id": patient}, keys=changed[1])
            ),
            medicines=Expected(items=listed),
            outcome=Expected(outcome, grounds=tuple(str(medicine["strength"]) for medicine in self._seen)),
        )


def _draw_photo(draw: TaskDraw) -> ScenePicture:
    """Draw a photograph on which every package has a strength."""
    for part in range(_TRIES):
        photo = draw.picture(draw.photo_name(), "medicine", part=part)
        seen = photo.scene.facts["medicines"]
        if seen and all(_NUMBER.search(str(medicine["strength"])) for medicine in seen):
            return photo
    raise PlanError("the packages have no strengths")
