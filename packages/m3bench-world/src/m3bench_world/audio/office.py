"""Scripts of offices and public places: meetings, announcements, dictated notes."""

from __future__ import annotations

from random import Random

from m3bench_world.audio import script
from m3bench_world.audio.script import Line, Script, spell
from m3bench_world.audio.service import MEN_VOICES, WOMEN_VOICES, person

_LEAST_ITEMS, _MOST_ITEMS = 3, 5


def meeting(draw: Random) -> Script:
    """A few people agree who does what until when."""
    women = draw.sample(script.WOMEN, 2)
    men = draw.sample(script.MEN, 2)
    voices = [*draw.sample(WOMEN_VOICES, 2), *draw.sample(MEN_VOICES, 2)]
    people = list(zip([*women, *men], voices, strict=True))
    draw.shuffle(people)
    people = people[: draw.choice((3, 4))]
    (chair, voice), *others = people
    project = draw.choice(script.PROJECTS)
    tasks = draw.sample(script.TASKS, draw.randint(_LEAST_ITEMS, _MOST_ITEMS))
    said = [
        (chair, voice, f"Good morning everyone. Today we talk about {project}. Let us see who does what.")
    ]
    items = []
    for number, task in enumerate(tasks):
        owner, own_voice = others[number % len(others)]
        day = draw.choice(script.DAYS)
        items.append({"owner": owner, "task": task, "due": day})
        said.append((chair, voice, f"{owner}, can you {task} by {day}?"))
        said.append((owner, own_voice, draw.choice(_CONSENT).format(day=day)))
    following = draw.choice(script.DAYS)
    said.append(
        (chair, voice, f"Very good. We meet again next {following} at {draw.choice(_HOURS)} o'clock.")
    )
    lines = tuple(Line(*line, pause=round(draw.uniform(0.4, 1.3), 2)) for line in said)
    facts = {
        "chair": chair, "people": [name for name, _ in people], "project": project, "action_items": items,
        "next_meeting": following,
    }  # fmt: skip
    return Script("meeting", f"Meeting about {project.removeprefix('the ')}", lines, facts)


_CONSENT = (
    "Yes, I can do that.", "Sure, you will have it on {day}.", "Yes, {day} is fine with me.",
    "I will take care of it.", "No problem, I will start today.",
)  # fmt: skip
_HOURS = ("nine", "ten", "eleven", "two", "three", "four")


def announcement(draw: Random) -> Script:
    """A voice in a station announces a train: where to, from which platform, how late and why."""
    city, other = draw.sample(script.CITIES, 2)
    train, platform, late = draw.randrange(100, 1000), draw.randint(1, 12), 5 * draw.randint(1, 9)
    moved, reason = draw.randint(13, 19), draw.choice(script.REASONS)
    _, voice = person(draw)
    text = (
        f"Attention please. Train number {spell(str(train))} to {city} is delayed by {late} minutes because "
        f"of {reason}. It will leave from platform {moved} and not from platform {platform}. "
        f"Passengers to {other} please wait for the next train. We are sorry for the delay."
    )
    facts = {
        "train": str(train), "destination": city, "delay_minutes": late, "reason": reason, "platform": moved,
        "former_platform": platform,
    }  # fmt: skip
    return Script("announcement", f"Announcement of train {train}", (Line("announcer", voice, text),), facts)


def dictated_note(draw: Random) -> Script:
    """Someone dictates a list of things to do."""
    name, voice = person(draw)
    count = draw.randint(3, 5)
    notes = [note.format(count=draw.randint(2, 9)) for note in draw.sample(script.NOTES, count)]
    day = draw.choice(script.DAYS)
    ordinals = ("First", "Second", "Third", "Fourth", "Fifth")
    lines = [Line(name, voice, f"Note for {day}. There are {count} things to do.")]
    lines += [
        Line(name, voice, f"{ordinal}, {note}.", round(draw.uniform(0.7, 1.4), 2))
        for ordinal, note in zip(ordinals, notes, strict=False)
    ]
    lines.append(Line(name, voice, "That is all.", 0.9))
    return Script("dictated_note", f"Note for {day}", tuple(lines), {"day": day, "items": notes})
