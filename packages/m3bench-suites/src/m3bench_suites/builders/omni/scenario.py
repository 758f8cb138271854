"""Scenarios: tasks to be, with how they are solved and what careless agents do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from m3bench.core import AnswerForm, Difficulty, Sabotage, Shortcut, SimulatedUser, Turns
from m3bench.suites import Blueprint, DataFile, Plan
from m3bench.suites.data_files import media_type
from m3bench.worlds import Picture, WorldFile
from m3bench_suites.builders.omni.family import OmniFamily, TaskDraw

_TABLES = (".xlsx", ".csv", ".db", ".sqlite")
_DOCUMENTS = (".pdf", ".docx", ".pptx", ".html", ".md")
_MEASURED = {
    "render": "render_document render_page_area compare_renderings page_geometry render_html render_chart"
    " render_picture",
    "speech-recognition": "transcribe transcribe_words find_phrase write_subtitles",
    "speech-synthesis": "speak speak_dialogue",
    "ocr": "perform_ocr image_to_data",
    "browser": "screenshot",
}
"""Tools whose results depend on the machine: on its fonts, programs, or the last digits of a network."""


class Inputs(msgspec.Struct, frozen=True, kw_only=True):
    """What a task brings along."""

    pictures: tuple[Picture, ...] = ()
    world_files: tuple[WorldFile, ...] = ()
    files: tuple[DataFile, ...] = ()

    @property
    def modalities(self) -> list[str]:
        """Return the kinds of data, `text` first."""
        names = [file.name for file in self.world_files] + [file.name for file in self.files]
        found = {_modality(name) for name in names} | ({"image"} if self.pictures else set())
        return ["text", *sorted(found - {"text"})]


class Scenario:
    """One task of a slice. A subclass draws its facts in `__init__` and writes the parts below."""

    difficulty: ClassVar[Difficulty]
    servers: ClassVar[tuple[str, ...]]
    """The servers that the task needs."""
    distractors: ClassVar[tuple[str, ...]]
    """Servers of the neighbourhood that it does not need, four or more."""
    role: str
    """`You are …`"""
    rules: tuple[str, ...]
    """The rules of the domain, which only the agent sees."""
    request: str
    """What the user wants, without names of tools."""
    fuzzy_request: str
    """The same as someone says it in passing, with less."""
    inputs: Inputs = Inputs()
    form: AnswerForm | None = None
    user: SimulatedUser | None = None
    turns: Turns = Turns.SINGLE
    closed_loop: bool = False
    """Whether the outcome can only be right if the agent looks at what it made."""
    sabotage: Sabotage | None = None
    shortcuts: Sequence[Shortcut] = ()
    """What careless agents leave out. `plan` gets each of them."""
    shown: tuple[str, ...] = ()
    """Facts that pictures, recordings, films and documents tell."""
    key_facts: tuple[str, ...] = ()
    """Facts that only they tell. Requests and file names must not contain them."""
    varying: tuple[str, ...] = ()
    """Further tools whose results differ each time."""

    def __init__(self, draw: TaskDraw) -> None:
        self.draw = draw

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        """Solve the task, or do what a careless agent does.

        Args:
            skipped: What the agent leaves out; None for the reference.

        Returns:
            The plan. That of a careless agent states what it believes.
        """
        raise NotImplementedError

    def blueprint(self) -> Blueprint:
        """Return the task to be."""
        family = self.draw.family
        assert isinstance(family, OmniFamily)
        return Blueprint(
            id=self.draw.id,
            family=family.name,
            request=self.request,
            fuzzy_request=self.fuzzy_request,
            servers=self.servers,
            distractors=self.distractors,
            plans=(self.plan,),
            shortcuts={each: lambda each=each: self.plan(each) for each in self.shortcuts},  # type: ignore[misc]
            form=self.form,
            pictures=self.inputs.pictures,
            world_files=self._dated_files(),
            files=self.inputs.files,
            level=None,
            difficulty=self.difficulty,
            kind=family.area.value,
            time_sensitive=False,
            role=self.role,
            rules=self.rules,
            user=self.user,
            turns=self.turns,
            sabotage=self.sabotage,
            varying=(*_measured(self.servers), *self.varying),
            shown=self.shown,
            key_facts=self.key_facts,
            extra={
                "modalities": self.inputs.modalities,
                **({"closed_loop": True} if self.closed_loop else {}),
            },
        )

    def _dated_files(self) -> tuple[WorldFile, ...]:
        """Return the files as they are now, also in runs at another time."""
        now = self.draw.world.now
        return tuple(msgspec.structs.replace(file, now=now) for file in self.inputs.world_files)


def scenario_task(draw: TaskDraw, scenarios: Sequence[type[Scenario]]) -> Blueprint:
    """Return a task of a slice: its number chooses the scenario, in turn."""
    return scenarios[draw.number % len(scenarios)](draw).blueprint()


def _measured(servers: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{name}/{tool}" for name in servers for tool in _MEASURED.get(name, "").split())


def _modality(name: str) -> str:
    kind = media_type(name).partition("/")[0]
    if kind in ("audio", "video", "image"):
        return kind
    if name.endswith(_TABLES):
        return "table"
    return "document" if name.endswith(_DOCUMENTS) else "text"
