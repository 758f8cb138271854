"""All scripts of the page in one: browsers load no modules from `file:` addresses."""

from __future__ import annotations

import re
from importlib.resources import files

_ROOMS = ("m3bench.apps.viewer", "m3bench.apps.web")
_MAIN = "main.js"
_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w.-]+)";\n', re.MULTILINE)
_DECLARED = re.compile(r"^export ((?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE)
_LISTED = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)


def bundled_script() -> str:
    """Return a classic script that does what the modules do."""
    done: dict[str, str] = {}
    _add(_MAIN, done)
    return '"use strict";\n' + "".join(done.values())


def page_file(name: str) -> bytes:
    """Return a file of the page, or of those that all pages share."""
    for room in _ROOMS:
        part = files(room).joinpath("page", name)
        if part.is_file():
            return part.read_bytes()
    raise FileNotFoundError(name)


def _add(name: str, done: dict[str, str]) -> None:
    """Add a module after those that it imports."""
    if name in done:
        return
    text = page_file(name).decode("utf-8")
    imported = _IMPORT.findall(text)
    for _, source in imported:
        _add(source, done)
    renamed = [(re.sub(r"(\w+) as (\w+)", r"\1: \2", names), source) for names, source in imported]
    heads = [f"const {{{names}}} = {_variable(source)};\n" for names, source in renamed]
    exported = [name for _, name in _DECLARED.findall(text)]
    exported += [name.strip() for names in _LISTED.findall(text) for name in names.split(",")]
    body = _LISTED.sub("", _DECLARED.sub(r"\1", _IMPORT.sub("", text)))
    inside = f"{''.join(heads)}{body}return {{ {', '.join(exported)} }};\n"
    done[name] = f"const {_variable(name)} = (() => {{\n{inside}}})();\n"


def _variable(name: str) -> str:
    return "module_" + re.sub(r"\W", "_", name)
