"""Scripts of customer service: voicemails and support calls."""

from __future__ import annotations

from random import Random

from m3bench_world.audio import script
from m3bench_world.audio.script import Line, Script, dictate, spell

WOMEN_VOICES = ("heart", "clara", "ruth")
MEN_VOICES = ("daniel", "george", "oscar")


def person(draw: Random) -> tuple[str, str]:
    """Return a full name and a voice that suits it."""
    woman = draw.random() < 0.5
    first = draw.choice(script.WOMEN if woman else script.MEN)
    return f"{first} {draw.choice(script.SURNAMES)}", draw.choice(WOMEN_VOICES if woman else MEN_VOICES)


def phone_number(draw: Random) -> str:
    """Return a number of the block that is reserved for fiction."""
    return f"555-01{draw.randrange(100):02}"


def voicemail(draw: Random) -> Script:
    """A customer leaves a message: who, which order, what is wrong, where to call back and until when."""
    caller, voice = person(draw)
    order, phone = f"{draw.randrange(1000, 10000)}", phone_number(draw)
    item, day = draw.choice(script.ITEMS), draw.choice(script.DAYS)
    (problem, complaint), (remedy, wish) = draw.choice(script.PROBLEMS), draw.choice(script.REMEDIES)
    opening = draw.choice(("Hello, this is", "Good morning, my name is", "Hi there, this is"))
    text = (
        f"{opening} {caller}. I am calling about my order, number {spell(order)}. It is about the {item}. "
        f"{complaint} {wish} Please call me back at {dictate(phone)}, before {day}. Once more, the number is "
        f"{dictate(phone)}. Thank you."
    )
    speed = draw.choice((0.95, 1.0, 1.05))
    facts = {
        "caller": caller, "order": order, "item": item, "problem": problem, "wish": remedy,
        "callback_number": phone, "before": day,
    }  # fmt: skip
    return Script(
        "voicemail", f"Voicemail about order {order}", (Line(caller, voice, text, 0.6, speed),), facts
    )


def support_call(draw: Random) -> Script:
    """An agent and a customer settle a complaint; the agent confirms what will be done."""
    (customer, voice), (agent, other) = person(draw), person(draw)
    while other == voice or agent.split()[0] == customer.split()[0]:
        agent, other = person(draw)
    order, item, day = f"{draw.randrange(1000, 10000)}", draw.choice(script.ITEMS), draw.choice(script.DAYS)
    (problem, complaint), (remedy, wish) = draw.choice(script.PROBLEMS), draw.choice(script.REMEDIES)
    amount = draw.randrange(20, 100)
    promise = {
        "refund": f"We will pay back {amount} dollars to your card by {day}.",
        "replacement": f"A new one will be at your door on {day}. You need not pay the {amount} dollars.",
        "repair": f"We will collect it on {day}. We will not charge you the {amount} dollars.",
    }[remedy]
    said = (
        (agent, other, f"Customer service, this is {agent.split()[0]} speaking. How can I help you?"),
        (
            customer,
            voice,
            f"Hello, my name is {customer}. I am calling about the {item} from your shop. {complaint}",
        ),
        (agent, other, "I am sorry to hear that. Can you tell me your order number, please?"),
        (customer, voice, f"Yes, it is {spell(order)}."),
        (agent, other, f"Thank you. I can see the {item} here. What would you like us to do?"),
        (customer, voice, wish),
        (agent, other, f"That is no problem. {promise}"),
        (customer, voice, "That sounds good. Thank you very much for your help."),
        (agent, other, "You are welcome. Have a nice day."),
    )
    lines = tuple(Line(*line, pause=round(draw.uniform(0.4, 1.1), 2)) for line in said)
    facts = {
        "customer": customer, "agent": agent.split()[0], "order": order, "item": item, "problem": problem,
        "agreed": remedy, "amount": amount, "day": day,
    }  # fmt: skip
    return Script("support_call", f"Call about order {order}", lines, facts)
