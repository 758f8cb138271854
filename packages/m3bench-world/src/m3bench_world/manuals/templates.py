"""Templates of snippets, by dialect.

Lines begin with `@` (topic), `=` (title), `~` (description) or a backquote (language and file); code follows.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from m3bench_world.manuals.types import Template

_SLOT = re.compile(r"\$(nouns?|Nouns?|NOUNS|field|n|m|pkg|PKG|model|task)\$")


@cache
def templates(dialect: str) -> dict[str, list[Template]]:
    """Return the templates of a dialect by topic."""
    text = (files(__package__) / "dialects" / f"{dialect}.txt").read_text(encoding="utf-8")
    found: dict[str, list[Template]] = {}
    for part in ("\n" + text.rstrip()).split("\n@ ")[1:]:
        topic, _, rest = part.partition("\n= ")
        found[topic] = [_template(topic, each) for each in rest.split("\n= ")]
    return found


def _template(topic: str, text: str) -> Template:
    title, about, fence, *code = text.split("\n")
    language, _, file = fence.removeprefix("` ").partition(" ")
    return Template(topic, title, about.removeprefix("~ "), language, file, "\n".join(code))


def fill(text: str, values: dict[str, str]) -> str:
    """Replace slots such as $noun$ by their values."""
    return _SLOT.sub(lambda found: values[found[1]], text)
