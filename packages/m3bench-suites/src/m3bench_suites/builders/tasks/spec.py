"""The spec of a task: what is drawn for it, and how it is solved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.core import Sabotage, Shortcut, Turns, UserFact
from m3bench.suites import Blueprint, DataFile, Plan
from m3bench.worlds import Picture, WorldFile
from m3bench_suites.builders.tasks.phrases import Said
from m3bench_suites.builders.tasks.wording import Wording, fill

if TYPE_CHECKING:
    from m3bench_suites.builders.tasks.draw import SuiteDraw
    from m3bench_suites.builders.tasks.family import Family


class TaskSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One task of a family, as it is drawn. The TOML file beside the family has its requests and its form.

    What is None or empty is as in the TOML file, or else as in the family.
    """

    words: Mapping[str, object] = {}
    """What fills the braces in the wording."""
    plans: tuple[Callable[[], Plan], ...]
    """How it is solved: the reference, and equally valid other ways."""
    fields: tuple[str, ...] | None = None
    """The names of the fields of the answer, where the draw leaves some out or orders them; None for all."""
    servers: tuple[str, ...] | None = None
    level: str | None = None
    kind: str | None = None
    time_sensitive: bool | None = None
    """Whether the correct answer is another one a day later."""
    modalities: tuple[str, ...] | None = None
    solvable: bool = True
    """Whether the request can be fulfilled."""
    pictures: tuple[Picture, ...] = ()
    files: tuple[DataFile, ...] = ()
    world_files: tuple[WorldFile, ...] = ()
    varying: tuple[str, ...] = ()
    """Tools whose results contain times or ids of new things. Their results are not compared again."""
    user_facts: tuple[UserFact, ...] = ()
    """What the simulated user knows besides the facts of the TOML file, before them."""
    turns: Turns = Turns.SINGLE
    shortcuts: Mapping[Shortcut, Callable[[], Plan]] = {}
    """What careless agents do. The checks must fail each of them."""
    sabotage: Sabotage | None = None
    shown: tuple[str, ...] = ()
    """Facts that pictures, recordings, films and documents tell."""
    key_facts: tuple[str, ...] = ()
    """Facts that only they tell. Requests and file names must not contain them."""
    extra: Mapping[str, Any] = {}
    """Further entries of `Task.extra`."""

    def blueprint(self, draw: SuiteDraw, family: Family, wording: Wording) -> Blueprint:
        """Return the task with its requests, its form, and what the family decides for it."""
        words = Said(wording.phrases, self.words, draw)
        fuzzy_words = Said({**wording.phrases, **wording.fuzzy_phrases}, self.words, draw)
        modalities = family.modalities if self.modalities is None else self.modalities
        declared = (self.servers, wording.servers, family.servers)
        return Blueprint(
            id=draw.id,
            family=family.title,
            request=fill(draw.in_turn(wording.requests, "phrasing"), words),
            fuzzy_request=fill(draw.in_turn(wording.fuzzy, "phrasing"), fuzzy_words),
            form=wording.form(words, self.fields),
            plans=self.plans,
            servers=next(names for names in declared if names is not None),
            distractors=wording.distractors,
            level=self.level or family.level,
            difficulty=wording.difficulty,
            kind=self.kind or family.kind,
            time_sensitive=family.time_sensitive if self.time_sensitive is None else self.time_sensitive,
            pictures=self.pictures,
            files=self.files,
            world_files=self.world_files,
            varying=self.varying,
            role=wording.role and fill(wording.role, words),
            rules=tuple(fill(rule, words) for rule in wording.rules),
            user=wording.simulated_user(words, self.user_facts),
            turns=self.turns,
            shortcuts=self.shortcuts,
            sabotage=self.sabotage,
            shown=self.shown,
            key_facts=self.key_facts,
            extra={
                **({"modalities": list(modalities)} if modalities else {}),
                **self.extra,
                **({} if self.solvable else {"solvable": False}),
            },
        )
