"""The check of mails that were sent."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from m3bench.checks.check import Check, Corruptions, Evidence, Verdict
from m3bench.checks.files import content, relative
from m3bench.checks.office.changes import OUTBOX, Record, bare_address, changed_records, require_addresses
from m3bench.checks.office.corruption import (
    STRANGER,
    Edit,
    unreported,
    with_added_record,
    with_rewritten_records,
)
from m3bench.checks.reading import shown, stands, states, words

_MAX_SHOWN = 120


class MailSent(Check, frozen=True):
    """Drafts do not count, nor does what was written into the database by other means than a tool. Phrases
    must occur as whole words; bars separate alternatives."""

    kind = "workspace"
    about = "one mail was sent to these people with these words and files, and no other"

    to: tuple[str, ...]
    """Addresses of exactly those who get it."""
    cc: tuple[str, ...] = ()
    subject_contains: tuple[str, ...] = ()
    body_contains: tuple[str, ...] = ()
    body_lacks: tuple[str, ...] = ()
    attachments: tuple[str, ...] | None = None
    """Names of exactly the attached files; None allows any."""
    files: tuple[str, ...] = ()
    """Files of the workspace that are attached as they are."""
    reply_to: str = ""
    """Id of the mail that it answers."""
    most_characters: int = 5_000
    """The longest text; longer ones count as a dump."""
    total: int = 1
    """How many mails are sent in all: more than 1 if other checks expect the others."""

    def __post_init__(self) -> None:
        require_addresses((*self.to, *self.cc))
        if not self.to and not self.cc:
            raise ValueError("to and cc are both empty")
        if self.total < 1 or self.most_characters < 1:
            raise ValueError("total and most_characters must be at least 1")
        for path in self.files:
            relative(path)

    def look(self, evidence: Evidence) -> Verdict:
        sent = list(changed_records(evidence, OUTBOX).values())
        if not sent:
            return self.verdict(False, f"no mail was sent; expected one to {', '.join(self.to or self.cc)}")
        files = {path: hashlib.sha256(content(evidence.workspace, path)).hexdigest() for path in self.files}
        faults = [list(self._faults(mail, files)) for mail in sent]
        fitting = faults.count([])
        if not fitting:
            nearest = min(faults, key=len)
            return self.verdict(False, f"no mail that was sent fits; of the nearest: {'; '.join(nearest)}")
        if fitting > 1 or len(sent) != self.total:
            count = f"{len(sent)} mails were sent, {fitting} of them as asked; expected {self.total}"
            return self.verdict(False, f"{count} and 1")
        return self.verdict(True, f"the mail to {', '.join(self.to or self.cc)} was sent, and no other")

    def _faults(self, mail: Record, files: dict[str, str]) -> Iterator[str]:
        for name, expected in (("to", self.to), ("cc", self.cc)):
            addresses = sorted({bare_address(mailbox) for mailbox in mail[name]})
            if addresses != sorted(set(expected)):
                given = shown(addresses, _MAX_SHOWN)
                yield f"{name} is {given}, expected {shown(list(expected), _MAX_SHOWN)}"
        yield from self._text_faults(mail)
        names = sorted(attachment["name"] for attachment in mail["attachments"])
        if self.attachments is not None and names != sorted(self.attachments):
            expected_names = shown(list(self.attachments), _MAX_SHOWN)
            yield f"attachments are {shown(names, _MAX_SHOWN)}, expected {expected_names}"
        attached = {attachment.get("sha256") for attachment in mail["attachments"]}
        yield from (f"{path} is not attached as it is" for path in files if files[path] not in attached)
        if self.reply_to and mail["in_reply_to"] != self.reply_to:
            yield f"it answers {mail['in_reply_to']}, expected {self.reply_to}"

    def _text_faults(self, mail: Record) -> Iterator[str]:
        for name, expected in (("subject", self.subject_contains), ("body", self.body_contains)):
            text = mail[name]
            yield from (f"the {name} lacks {phrase!r}" for phrase in expected if not states(phrase, text))
        body = words(mail["body"])
        yield from (f"the body has {phrase!r}" for phrase in self.body_lacks if stands(phrase, body))
        if len(mail["body"]) > self.most_characters:
            yield f"the body has {len(mail['body']):,} characters, expected {self.most_characters:,} at most"

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        edits: dict[str, Edit] = {
            "another recipient": lambda mail: mail | {"to": [STRANGER], "cc": []},
            "one recipient too many": lambda mail: mail | {"cc": [*mail["cc"], f"Somebody <{STRANGER}>"]},
            "only drafted": lambda _: None,
            "a dump": lambda mail: mail | {"body": mail["body"] + " x" * self.most_characters},
        }
        if self.attachments or self.files:
            other = {"name": "other.bin", "sha256": ""}
            edits["missing attachments"] = lambda mail: mail | {"attachments": []}
            edits["another file"] = lambda mail: mail | {"attachments": [other]}
        if self.subject_contains:
            edits["another subject"] = lambda mail: mail | {"subject": "Hello"}
        if self.body_contains:
            edits["another text"] = lambda mail: mail | {"body": "Hello."}
        if self.body_lacks:
            bad = self.body_lacks[0].split("|")[0]
            edits["words that must not be there"] = lambda mail: mail | {"body": f"{mail['body']} {bad}"}
        if self.reply_to:
            edits["not an answer"] = lambda mail: mail | {"in_reply_to": None}
        again = with_added_record(evidence, scratch, OUTBOX, "mail/send_message", "sent-again")
        return [
            *with_rewritten_records(evidence, scratch, OUTBOX, edits),
            ("a second mail", again),
            ("written without a tool", unreported(evidence)),
        ]
