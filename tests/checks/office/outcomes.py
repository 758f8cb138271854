"""A mail and an event as they were asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from m3bench.checks import CalendarEvent, Check, MailSent
from m3bench.core import RECEIPTS_KEY, Call, Result, Step, Text
from m3bench.servers import Files, load
from m3bench.servers.kit import answer_meta
from m3bench_world import World
from m3bench_world.servers.context import ToolContext

WORLD = World()
ACCOUNTANT, ENGINEER = WORLD.office.colleague("Accountant"), WORLD.office.colleague("Engineer")


def called(workspace: Path, name: str, **arguments: Any) -> Call:
    """A real call of a bundled server, as a trajectory has it."""
    server, tool = name.split("/")
    answer = load(server).call(ToolContext(WORLD, Files(workspace)), tool, arguments)
    assert answer_meta(answer).get(RECEIPTS_KEY)
    return Call(name, arguments, result=Result((Text(answer.text),), meta=answer_meta(answer)))


def fill_office(folder: Path) -> tuple[Step, ...]:
    """Send a mail with a file, and make an event; return the steps."""
    mail = called(
        folder,
        "mail/send_message",
        to=[ACCOUNTANT.address],
        subject="Prices of apples",
        body="Dear colleague, Fuji costs 1.25 and Gala 0.99.",
        attachments=["prices.xlsx"],
    )
    event = called(
        folder,
        "calendar/create_event",
        title="Talk about apples",
        start="2025-11-06T14:00",
        end="2025-11-06T15:00",
        attendees=[ENGINEER.address],
        room="room-dune",
    )
    return Step((mail,)), Step((event,))


OFFICE_PASSING: tuple[Check, ...] = (
    MailSent(
        (ACCOUNTANT.address,),
        subject_contains=("prices",),
        body_contains=("Fuji|apple", "0.99"),
        body_lacks=("Braeburn",),
        attachments=("prices.xlsx",),
        files=("prices.xlsx",),
    ),
    CalendarEvent(
        title_contains=("apples",),
        start="2025-11-06T15:00+01:00",
        end="2025-11-06T15:00+00:00",
        attendees=(ENGINEER.address,),
        room="room-dune",
        responses={ENGINEER.address: "needs_action"},
        repeats="",
        busy=(("2025-11-06T15:00+00:00", "2025-11-06T15:45+00:00"),),
    ),
)
