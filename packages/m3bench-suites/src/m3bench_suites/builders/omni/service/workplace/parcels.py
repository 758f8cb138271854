"""Customers whose parcels arrived broken: the mailbox has the complaint, the handbook the limits."""

from __future__ import annotations

from m3bench.checks import MailSent, RecordState
from m3bench.core import Shortcut
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.omni.service._shared import unchanged_point
from m3bench_suites.builders.tasks import tool_point


class BrokenGoods(Scenario):
    """A dictated decision, a mail with a photograph, and policies of which one is in force."""

    shortcuts = (Shortcut.DEAF, Shortcut.BLIND)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        world = draw.world
        mailbox, handbook = world.mailbox, world.handbook
        thread, wrong = draw.sample(mailbox.find("damaged_parcel"), 2, "thread")
        self._facts = mailbox.threads[thread].facts
        self._mail = next(key for key, mail in mailbox.records.items() if mail["thread"] == thread)
        self._wrong = next(key for key, mail in mailbox.records.items() if mail["thread"] == wrong)
        self._article = handbook.find("shop", "refunds")
        policy = self._article.current(handbook.today).facts
        self._limit, self._days = int(policy["agent_limit"]), int(policy["refund_days"])
        self._alone = draw.pick((True, False), "alone")
        step = draw.whole(1, 4, "step") * 5 + draw.whole(1, 4, "odd")
        self._amount = self._limit - step if self._alone else self._limit + step
        self._lead = world.office.colleague("Support Lead").address
        customer = world.office.by_address[self._facts["customer"]]
        message = (
            f"A note about the broken {self._facts['product']}. The people at {customer.organization} "
            f"shall get a refund of {self._amount} pounds. That is the price without the delivery. "
            "Please do what is needed, and put the mail away afterwards."
        )
        self.inputs = given(voice_message(message, draw, "clean"))
        self.words = {"office": world.office, "recording": self.recording}
        self.shown = (str(self._amount), self._facts["order"])
        self.key_facts = (self._facts["order"],)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        mail, amount, order = self._mail, self._amount, self._facts["order"]
        if skipped is Shortcut.DEAF:
            mail, amount = self._wrong, self._limit
        if skipped is Shortcut.BLIND:
            order = "SO-10000"
        heard, mails, policies = yield [
            self.transcribe(),
            call("mail/search_messages", query="damaged"),
            call("knowledge-base/search_articles", query="refund limit of an agent"),
        ]
        (read,) = yield [call("mail/read_message", heard, mails, message_id=mail)]
        (saved,) = yield [call("mail/get_attachment", read, message_id=mail, name="parcel.png")]
        seen, article = yield [
            call("ocr/perform_ocr", saved, input_data="${WORKSPACE}/parcel.png"),
            call("knowledge-base/read_article", policies, article_id=self._article.id),
        ]
        yield [self._answer(mail, amount, order, (heard, read, seen, article))]
        yield [call("mail/move_message", read, message_ids=[mail], folder="archive")]
        yield done("The complaint is dealt with.")
        return self._solution()

    def _answer(self, mail: str, amount: int, order: str, uses: tuple[CallResult, ...]) -> PlannedCall:
        if amount <= self._limit:
            text = (
                f"We are sorry about the damage to order {order}. You get {amount} GBP back, within "
                f"{self._days} working days."
            )
            return call("mail/reply", *uses, message_id=mail, body=text)
        text = f"Please decide on order {order}: a refund of {amount} GBP, which is more than I may grant."
        return call("mail/forward_message", *uses, message_id=mail, to=[self._lead], body=text)

    def _solution(self) -> Solution:
        order, amount = self._facts["order"], f"{self._amount} GBP"
        days: tuple[str, ...] = ()
        if self._alone:
            to, days = (self._facts["customer"],), (f"{self._days} working days",)
            sent = MailSent(to, reply_to=self._mail)
        else:
            to = (self._lead,)
            sent = MailSent(to, attachments=("parcel.png",))
        archived = RecordState("mail", self._mail, {"folder": "archive"})
        return solved(
            f"Order {order}: {amount}, {'refunded' if self._alone else 'passed on'}.",
            tool_point("The right person got the one mail.", sent),
            tool_point("It names the order.", MailSent(to, body_contains=(order,))),
            tool_point(
                "It names the amount, and the time if it is refunded.",
                MailSent(to, body_contains=(amount, *days)),
            ),
            tool_point("The complaint is in the archive.", archived),
            unchanged_point(
                ("mail", "sent-*"), ("outbox", "sent-*"), ("mail_files", "*"), ("mail", self._mail)
            ),
        )
