"""The fields of fillable forms."""

from __future__ import annotations

from typing import Any

from pypdf import PdfReader, PdfWriter

from m3bench_world.servers.tobench.pdf.jobs.pages import box_of, opened, plain, shown_place, turned, written
from m3bench_world.servers.tobench.pdf.jobs.protocol import Outcome, Refused

MOST_FIELDS = 300
_KINDS = {"/Tx": "text", "/Btn": "button", "/Ch": "choice", "/Sig": "signature"}
_RADIO, _PUSH = 1 << 15, 1 << 16


def fields(options: dict[str, Any], files: list[bytes]) -> Outcome:  # noqa: ARG001
    reader = opened(files[0])
    places = _places(reader)
    found = [
        {**_described(name, field), **places.get(name, {})}
        for name, field in list((reader.get_fields() or {}).items())[:MOST_FIELDS]
        if field.get("/FT") in _KINDS
    ]
    return Outcome({"fields": found})


def fill(options: dict[str, Any], files: list[bytes]) -> Outcome:
    reader = opened(files[0])
    known = {name: field for name, field in (reader.get_fields() or {}).items() if field.get("/FT") in _KINDS}
    if not known:
        raise Refused("path", "the document has no form fields; stamp_text writes on plain pages")
    values = {name: _value(name, value, known) for name, value in options["values"].items()}
    writer = PdfWriter(clone_from=reader)
    writer.set_need_appearances_writer(False)
    writer.update_page_form_field_values(None, values, auto_regenerate=False, flatten=options["flatten"])
    if options["flatten"]:
        writer.remove_annotations(subtypes="/Widget")
        root = writer.root_object
        if "/AcroForm" in root:
            del root["/AcroForm"]
    return Outcome({"filled": {name: str(value)[:200] for name, value in values.items()}}, [written(writer)])


def _described(name: str, field: Any) -> dict[str, Any]:
    kind = _KINDS[field["/FT"]]
    flags = int(field.get("/Ff", 0) or 0)
    shown: dict[str, Any] = {"name": f"{name}", "kind": kind, "value": plain(field.get("/V"))}
    if kind == "button":
        shown["kind"] = "radio" if flags & _RADIO else "push button" if flags & _PUSH else "checkbox"
        shown["states"] = [str(state)[1:] for state in field.get("/_States_", ())]
        shown["value"] = shown["value"].lstrip("/")
    if kind == "choice":
        shown["options"] = [_option(option) for option in field.get("/Opt", ())][:100]
    if flags & 1:
        shown["read_only"] = True
    if field.get("/MaxLen") is not None:
        shown["longest"] = int(field["/MaxLen"])
    return shown


def _option(option: Any) -> str:
    return str(option[0] if isinstance(option, list) and option else option)[:200]


def _value(name: str, value: Any, known: dict[str, Any]) -> Any:
    """Return a value as the format has it. Raises `Refused` if the field cannot have it."""
    if name not in known:
        raise Refused("values", f"there is no field '{name[:80]}'; fields are {', '.join(list(known)[:40])}")
    shown = _described(name, known[name])
    if shown["kind"] in ("checkbox", "radio"):
        return _state(name, value, [state for state in shown["states"] if state != "Off"])
    text = str(value) if not isinstance(value, bool) else ("yes" if value else "no")
    if shown["kind"] == "choice" and text not in shown["options"]:
        raise Refused("values", f"'{name}' is one of {', '.join(shown['options'][:40])}")
    if len(text) > shown.get("longest", len(text)):
        raise Refused("values", f"'{name}' has at most {shown['longest']} characters")
    if shown["kind"] in ("signature", "push button"):
        raise Refused("values", f"'{name}' is a {shown['kind']}, which has no text")
    return text


def _state(name: str, value: Any, states: list[str]) -> str:
    if isinstance(value, bool):
        return f"/{states[0]}" if value and states else "/Off"
    for state in (*states, "Off"):
        if str(value).lstrip("/").casefold() == state.casefold():
            return f"/{state}"
    raise Refused("values", f"'{name}' is true, false or one of {', '.join(states[:40])}")


def _places(reader: PdfReader) -> dict[str, dict[str, Any]]:
    """Return the page and the area of each field, by its full name."""
    found: dict[str, dict[str, Any]] = {}
    for number, page in enumerate(reader.pages, 1):
        for mark in page.annotations or ():
            widget = mark.get_object()
            if widget.get("/Subtype") == "/Widget" and "/Rect" in widget:
                x0, y0, x1, y1 = (float(side) for side in widget["/Rect"])
                place = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
                left, top, right, bottom = shown_place(box_of(page), turned(page), place)
                area = {
                    "left": left,
                    "top": top,
                    "width": round(right - left, 1),
                    "height": round(bottom - top, 1),
                }
                found.setdefault(_full_name(widget), {"page": number, **area})
    return found


def _full_name(widget: Any) -> str:
    parts: list[str] = []
    for _ in range(10):
        if "/T" in widget:
            parts.insert(0, str(widget["/T"]))
        if "/Parent" not in widget:
            break
        widget = widget["/Parent"].get_object()
    return ".".join(parts)
