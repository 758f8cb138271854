"""Scenarios: tasks of a slice, with how they are solved and what careless agents do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import msgspec

from m3bench.core import Sabotage, Shortcut, UserFact
from m3bench.suites import Blueprint, CallResult, DataFile, Plan, PlannedCall, call
from m3bench.suites.data_files import media_type
from m3bench.worlds import Picture, WorldFile
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_suites.builders.tasks import Family, SuiteDraw, TaskSpec, Wording

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
    def modalities(self) -> tuple[str, ...]:
        """The kinds of data, `text` first."""
        names = [*(file.name for file in self.world_files), *(file.name for file in self.files)]
        kinds = {_modality(name) for name in names} | ({"image"} if self.pictures else set())
        return ("text", *sorted(kinds - {"text"}))


def given(*files: Picture | WorldFile | DataFile) -> Inputs:
    """Return what a task brings along. Files of each kind keep their order."""
    return Inputs(
        pictures=tuple(file for file in files if isinstance(file, Picture)),
        world_files=tuple(file for file in files if isinstance(file, WorldFile)),
        files=tuple(file for file in files if isinstance(file, DataFile)),
    )


class Scenario:
    """One task of a slice. A subclass draws its facts in `__init__`, and plans how it is solved.

    The table of its name in the TOML file beside its module words it, and names its servers and its user.
    Every task also needs the server that it ends with.
    """

    words: Mapping[str, object] = {}
    """What fills the braces in the wording."""
    inputs: Inputs = Inputs()
    user_facts: tuple[UserFact, ...] = ()
    """What the user knows besides the facts of the TOML file."""
    sabotage: Sabotage | None = None
    contradiction: str | None = None
    """The topic of the user's fact that settles what request, records and papers contradict."""
    repeats = False
    """Whether the sabotage may go wrong twice. `plan` then looks and repeats the call `failures` times."""
    shortcuts: Sequence[Shortcut] = ()
    """What careless agents leave out. `plan` gets each of them. With `UNINSPECTED` among them, the loop is
    closed: the outcome can only be right if the agent looks at what it made."""
    shown: tuple[str, ...] = ()
    """Facts that pictures, recordings, films and documents tell."""
    key_facts: tuple[str, ...] = ()
    """Facts that only they tell. Requests and file names must not contain them."""

    def __init__(self, draw: TaskDraw) -> None:
        self.draw = draw

    @property
    def failures(self) -> int:
        """How often the sabotaged tool goes wrong for an agent that looks each time."""
        return self.draw.pick((1, 2), "failures") if self.repeats else 1

    @property
    def recording(self) -> str:
        """The name of the first recording of the inputs."""
        return next(file.name for file in self.inputs.world_files if _modality(file.name) == "audio")

    def transcribe(self, *uses: CallResult) -> PlannedCall:
        """Return the call that tells what is said in the recording."""
        return call("speech-recognition/transcribe", *uses, path=self.recording)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        """Solve the task, or do what a careless agent does.

        Args:
            skipped: What the agent leaves out; None for the reference.

        Returns:
            The plan. That of a careless agent states what it believes.
        """
        raise NotImplementedError

    def blueprint(self, draw: SuiteDraw, family: Family, wording: Wording) -> Blueprint:
        """Return the task. It names its family as in ids, unlike tasks of other suites."""
        servers = wording.servers or ()
        spec = TaskSpec(
            words=self.words,
            plans=(self.plan,),
            shortcuts={shortcut: partial(self.plan, shortcut) for shortcut in self.shortcuts},
            servers=(*servers, "claim-done"),
            time_sensitive=False,
            modalities=self.inputs.modalities,
            pictures=self.inputs.pictures,
            world_files=self._dated_files(),
            files=self.inputs.files,
            user_facts=self.user_facts,
            sabotage=self._sabotage(),
            varying=_measured(servers),
            shown=self.shown,
            key_facts=self.key_facts,
            extra=self._stated(),
        )
        return msgspec.structs.replace(spec.blueprint(draw, family, wording), family=family.name)

    def _stated(self) -> dict[str, object]:
        closed_loop = {"closed_loop": True} if Shortcut.UNINSPECTED in self.shortcuts else {}
        return {**closed_loop, **({"contradiction": self.contradiction} if self.contradiction else {})}

    def _sabotage(self) -> Sabotage | None:
        if self.sabotage is None or not self.repeats:
            return self.sabotage
        return msgspec.structs.replace(self.sabotage, times=self.failures)

    def _dated_files(self) -> tuple[WorldFile, ...]:
        """Return the files as they are now, also in runs at another time."""
        now = self.draw.world.now
        return tuple(msgspec.structs.replace(file, now=now) for file in self.inputs.world_files)


def _measured(servers: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{name}/{tool}" for name in servers for tool in _MEASURED.get(name, "").split())


def _modality(name: str) -> str:
    kind = media_type(name).partition("/")[0]
    if kind in ("audio", "video", "image"):
        return kind
    if name.endswith(_TABLES):
        return "table"
    return "document" if name.endswith(_DOCUMENTS) else "text"
