"""Turn-by-turn instructions, and distances and times in words."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench_world.roads import Mode, Point, RoadKind, Route, Step, bearing, metres_between

_COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
_GREAT = (RoadKind.MOTORWAY, RoadKind.BRIDGE)
_AHEAD = 25.0
_SLIGHT = 50.0
_SHARP = 130.0


class Instruction(msgspec.Struct, frozen=True):
    maneuver: str
    text: str


def instructions(route: Route, mode: Mode) -> list[Instruction]:
    """Return one instruction per step."""
    texts = [_first(route.steps[0], mode)] if route.steps else []
    for before, step in zip(route.steps, route.steps[1:], strict=False):
        texts.append(_next(before, step, mode))
    return texts


def _first(step: Step, mode: Mode) -> Instruction:
    if step.ride:
        return _ride(step)
    heading = _COMPASS[round(_direction(step.path) / 45) % 8]
    verb = "Walk" if mode in (Mode.WALK, Mode.TRANSIT) else "Head"
    return Instruction("DEPART", f"{verb} {heading} on {step.road}{_toward(step)}")


def _next(before: Step, step: Step, mode: Mode) -> Instruction:
    if step.ride:
        return _ride(step)
    if before.ride and mode is Mode.TRANSIT:
        return Instruction("STRAIGHT", f"Get off and walk along {step.road}")
    turn = (_direction(step.path) - _direction(before.path[::-1]) - 180 + 540) % 360 - 180
    side = "right" if turn >= 0 else "left"
    maneuver, words = _turning(before.kind in _GREAT, step.kind in _GREAT, abs(turn))
    text = f"{words.format(side=side)} {step.road}{_toward(step)}"
    return Instruction(maneuver.format(side=side.upper()), text)


def _turning(was_great: bool, is_great: bool, angle: float) -> tuple[str, str]:
    """Return the name and the text of a turn; {side} is right or left."""
    if is_great:
        return ("FORK_{side}", "Keep {side} to continue on") if was_great else ("MERGE", "Merge onto")
    if was_great:
        return "RAMP_{side}", "Take the exit onto"
    if angle < _AHEAD:
        return "STRAIGHT", "Continue onto"
    if angle < _SLIGHT:
        return "TURN_SLIGHT_{side}", "Bear {side} onto"
    return (
        ("TURN_{side}", "Turn {side} onto")
        if angle <= _SHARP
        else ("TURN_SHARP_{side}", "Turn sharp {side} onto")
    )


def _ride(step: Step) -> Instruction:
    if step.kind is RoadKind.SHUTTLE:
        return Instruction("FERRY_TRAIN", f"Board the train of the {step.road}{_toward(step)}")
    if step.ride == "ferry":
        return Instruction("FERRY", f"Take the {step.road}{_toward(step)}")
    return Instruction("TRANSIT", f"Take {step.road}{_toward(step)}")


def _toward(step: Step) -> str:
    return f" toward {step.toward}" if step.toward else ""


def _direction(path: Sequence[Point]) -> float:
    """Return the initial bearing of a path."""
    for point in path[1:]:
        if metres_between(path[0], point) > 5:
            return bearing(path[0], point)
    return 0.0


def merge_steps(steps: Sequence[Step], most: int) -> tuple[Step, ...]:
    """Reduce a route to at most `most` steps by merging the shortest into their predecessors."""
    kept = list(steps)
    while len(kept) > max(1, most):
        index = min(range(1, len(kept)), key=lambda number: (kept[number].metres, number))
        kept[index - 1 : index + 1] = [_join_steps(kept[index - 1], kept[index])]
    return tuple(kept)


def _join_steps(first: Step, second: Step) -> Step:
    path = first.path + (second.path[1:] if first.path[-1:] == second.path[:1] else second.path)
    return msgspec.structs.replace(
        first if first.metres >= second.metres else second,
        metres=first.metres + second.metres,
        seconds=first.seconds + second.seconds,
        busy_seconds=first.busy_seconds + second.busy_seconds,
        path=path,
    )


def thin_path(path: Sequence[Point], most: int) -> list[Point]:
    """Return at most `most` points of a path, evenly chosen, including both ends."""
    if len(path) <= most:
        return list(path)
    last = len(path) - 1
    return [path[round(index * last / (most - 1))] for index in range(most)]


def distance_words(metres: float) -> str:
    if metres < 1_000:
        return f"{round(metres)} m"
    return f"{metres / 1000:.1f} km" if metres < 100_000 else f"{metres / 1000:,.0f} km"


def duration_words(seconds: float) -> str:
    minutes = max(1, round(seconds / 60)) if seconds else 0
    days, rest = divmod(minutes, 1_440)
    hours, minutes = divmod(rest, 60)
    parts = [(days, "day"), (hours, "hour"), (minutes, "min")]
    texts = [f"{count} {name}{'s' if count != 1 else ''}" for count, name in parts if count]
    return " ".join(texts[:2]) or "0 mins"
