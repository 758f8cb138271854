"""Acting on a page in Chromium: clicking, filling in, choosing, pressing keys, sending forms."""

from __future__ import annotations

import json
from typing import Annotated, Any

from m3bench.rendering.chromium import Page
from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_choice, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.browser.session import Session, Visit
from m3bench_world.servers.tobench.browser.tools import server, summary

_KEYS = {
    "Enter": (13, "\r"),
    "Tab": (9, ""),
    "Escape": (27, ""),
    "Backspace": (8, ""),
    "ArrowDown": (40, ""),
    "ArrowUp": (38, ""),
    "Space": (32, " "),
}
_LONGEST_VALUE = 500
_FIND = """
const same = (a, b) => a.trim().replace(/\\s+/g, ' ').toLowerCase() === b.trim().toLowerCase();
const within = (a, b) => a.trim().replace(/\\s+/g, ' ').toLowerCase().includes(b.trim().toLowerCase());
const find = (wanted, kinds, words) => {
  try { const found = document.querySelector(wanted); if (found && found.matches(kinds)) return found; }
  catch (_) {}
  const all = [...document.querySelectorAll(kinds)];
  return all.find(e => same(words(e), wanted)) || all.find(e => within(words(e), wanted));
};
const label = e => (e.labels && e.labels.length ? e.labels[0].textContent : e.name || '');
"""
_CLICK = """(() => { FIND
  const e = find(WANTED, 'a, button, input, select, label', e => e.textContent || e.value || '');
  if (!e) return null;
  e.scrollIntoView({block: 'center'});
  const box = e.getBoundingClientRect();
  return [box.left + Math.min(box.width / 2, 40), box.top + box.height / 2];
})()"""
_FILL = """(() => { FIND
  const named = document.getElementsByName(WANTED)[0];
  const e = named && named.matches('input, textarea') ? named : find(WANTED, 'input, textarea', label);
  if (!e) return null;
  e.focus(); e.value = VALUE;
  e.dispatchEvent(new Event('input', {bubbles: true}));
  e.dispatchEvent(new Event('change', {bubbles: true}));
  return e.value;
})()"""
_SELECT = """(() => { FIND
  const named = document.getElementsByName(WANTED)[0];
  const e = named && named.matches('select') ? named : find(WANTED, 'select', label);
  if (!e) return null;
  const option = [...e.options].find(o => same(o.textContent, VALUE));
  if (!option) return [...e.options].map(o => o.textContent);
  e.value = option.value;
  e.dispatchEvent(new Event('change', {bubbles: true}));
  return option.textContent;
})()"""
_SUBMIT = """(() => {
  const form = [...document.forms].find(f => f.id === WANTED) || (WANTED ? null : document.forms[0]);
  if (!form) return [...document.forms].map(f => f.id);
  const wrong = [...form.elements].find(e => !e.checkValidity());
  if (wrong) return (wrong.labels && wrong.labels[0] ? wrong.labels[0].textContent : wrong.name)
    + ': ' + wrong.validationMessage;
  form.requestSubmit(); return true;
})()"""


def _run(page: Page, script: str, wanted: str, value: str = "") -> Any:
    filled = script.replace("FIND", _FIND).replace("WANTED", json.dumps(wanted))
    return page.evaluate(filled.replace("VALUE", json.dumps(value)))


def _acted(session: Session, context: ToolContext, page: Page) -> dict[str, object]:
    session.follow(page)
    sent = {"submitted": session.submitted} if session.submitted else {}
    return summary(session, context) | sent


@server.tool(read_only=False)
def click(
    context: ToolContext,
    target: Annotated[str, about("Text of the link or button, or a CSS selector.")],
) -> Answer:
    """Click a link, button or field of the open page. Returns which page is open then, and the numbers of
    forms that were sent."""
    target = check_text(target, "target")
    with Visit(context) as session:
        page = session.live(context)
        spot = _run(page, _CLICK, target)
        if spot is None:
            raise NotFound(f"nothing to click called '{target[:80]}' on this page")
        page.click_at(*spot)
        return Answer(_acted(session, context, page))


@server.tool(read_only=False)
def fill(
    context: ToolContext,
    field: Annotated[str, about("Label or name of the field, or a CSS selector.")],
    value: Annotated[str, about("What to write into it, at most 500 characters; dates as YYYY-MM-DD.")],
) -> Answer:
    """Write into a field of a form on the open page, in place of what is there. Returns what the field holds
    then, which is empty if it does not take the value."""
    field = check_text(field, "field")
    if len(value) > _LONGEST_VALUE:
        raise BadArgument("value", f"it has {len(value):,} characters; the maximum is {_LONGEST_VALUE}")
    with Visit(context) as session:
        found = _run(session.live(context), _FILL, field, value)
        if found is None:
            raise NotFound(f"no field '{field[:80]}' on this page; call list_forms")
        return Answer({"field": field, "value": found})


@server.tool(read_only=False)
def select(
    context: ToolContext,
    field: Annotated[str, about("Label or name of the list, or a CSS selector.")],
    choice: Annotated[str, about("Text of the choice.")],
) -> Answer:
    """Choose an entry of a drop-down list on the open page. Returns the entry that is chosen then."""
    field = check_text(field, "field")
    choice = check_text(choice, "choice")
    with Visit(context) as session:
        found = _run(session.live(context), _SELECT, field, choice)
        if found is None:
            raise NotFound(f"no list '{field[:80]}' on this page; call list_forms")
        if isinstance(found, list):
            raise BadArgument("choice", f"'{choice[:60]}' is not one of: {', '.join(map(str, found))}"[:600])
        return Answer({"field": field, "choice": found})


@server.tool(read_only=False)
def press(
    context: ToolContext,
    key: Annotated[str, about("Enter, Tab, Escape, Backspace, ArrowDown, ArrowUp or Space.")],
) -> Answer:
    """Press a key where the cursor is; Enter in a field sends its form. Returns which page is open then."""
    name = check_choice(key, "key", tuple(_KEYS))
    code, text = _KEYS[name]
    with Visit(context) as session:
        page = session.live(context)
        page.press(" " if name == "Space" else name, code, text)
        return Answer(_acted(session, context, page))


@server.tool(read_only=False)
def submit_form(
    context: ToolContext,
    form: Annotated[str, about("Name of the form as list_forms gives it; the first by default.")] = "",
) -> Answer:
    """Send a form of the open page as it is filled in. Returns the page that answers, and the number of the
    submission if it was accepted."""
    if len(form) > _LONGEST_VALUE:
        raise BadArgument("form", "it is too long; call list_forms")
    with Visit(context) as session:
        page = session.live(context)
        found = _run(page, _SUBMIT, form)
        if isinstance(found, list):
            raise NotFound(f"no form '{form[:80]}' on this page", [str(option) for option in found])
        if isinstance(found, str):
            raise BadArgument("form", f"not sent: {found[:300]}")
        return Answer(_acted(session, context, page))
