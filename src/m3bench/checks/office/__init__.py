"""Checks of mails that were sent, and of events in calendars."""

from m3bench.checks.office.events import CalendarEvent
from m3bench.checks.office.mails import MailSent

__all__ = ["CalendarEvent", "MailSent"]
