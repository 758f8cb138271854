"""What exported pages say without scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from m3bench.apps.viewer.export.markup import link, number, paragraph, preformatted, section, table, text
from m3bench.apps.viewer.values import View

_MOST_ROWS = 5_000


def runs_body(runs: list[View], means: Mapping[str, float | None], places: Mapping[str, str]) -> str:
    """Return the list of runs."""
    heads = ("Run", "Success", "Mean", "Attempts", "Suite", "Agent", "Model", "Date")
    rows = (
        (
            link(places[run["name"]], run["name"]),
            number(run["success"]),
            number(means.get(run["name"])),
            f"{run['attempts']} of {run['planned']}",
            *map(text, (run["suite"], run["agent"], run["model"], run["created"][:16].replace("T", " "))),
        )
        for run in runs
    )
    return f"<h1>Runs</h1>\n{table(heads, rows)}"


def run_body(run: View, summary: View, rows: list[View], places: Mapping[tuple[str, int], str]) -> str:
    """Return the summary of a run and its attempts. `places` leads to their pages from this one."""
    success = summary.get("success") or {}
    figures = [("Success", number(success.get("value"))), ("Mean of six", number(summary.get("mean")))]
    figures += _metric_rows(summary.get("metrics", ()))
    attempts = (_attempt_row(row, places) for row in rows[:_MOST_ROWS])
    heads = ("Task", "Family", "Status", "Checks", "Mean", "Steps", "Calls")
    who = " · ".join(filter(None, (run["suite"], run["agent"], run["model"])))
    return (
        f"<h1>{text(run['name'])}</h1>\n{paragraph(who)}"
        + section("summary", "Summary", table(("Figure", "Value"), figures))
        + section("attempts", "Attempts", table(heads, attempts))
    )


def _attempt_row(row: View, places: Mapping[tuple[str, int], str]) -> tuple[str, ...]:
    name = row["task"] + (f" #{row['epoch']}" if row["epoch"] > 1 else "")
    place = places.get((row["task"], row["epoch"]))
    cells = (row["family"], row["status"].replace("_", " "), row.get("checks", ""))
    return (
        link(place, name) if place else text(name),
        *map(text, cells),
        number(row.get("score")),
        text(row.get("steps", "")),
        text(row.get("calls", "")),
    )


def comparison_body(comparison: View) -> str:
    """Return the differences of two runs."""
    rows = (
        (
            text(row["name"]),
            *map(number, (row["a"], row["b"])),
            f"{row['difference']:+.3f}",
            text(row["verdict"]),
        )
        for row in comparison["metrics"]
    )
    names = paragraph(f"A {comparison['runs'][0]}") + paragraph(f"B {comparison['runs'][1]}")
    heads = ("Metric", "A", "B", "A − B", "Better")
    return f"<h1>Two runs</h1>\n{names}{paragraph(comparison['problem'], 'problem')}{table(heads, rows)}"


def attempt_body(run: str, answers: Mapping[str, View]) -> str:
    """Return an attempt as plain sections, with the names of the tabs, and a link to its run."""
    attempt = answers.get("attempt?", {})
    if attempt.get("refused"):
        return paragraph(attempt["problem"], "problem")
    task, answer = attempt["task"], attempt["answer"] or "(none)"
    status = " · ".join(filter(None, (attempt["status"].replace("_", " "), attempt["checks"]["state"])))
    return (
        f"<p>{link('index.html', run)}</p>\n<h1>{text(task['id'])}</h1>\n{paragraph(status, 'quiet')}"
        + section("task", "Task", paragraph(task["request"]), "<h3>Answer</h3>", paragraph(answer))
        + section("score", "Score", *_score(attempt, answers.get("explanation?", {})))
        + section("steps", "Steps", *_steps(attempt["steps"]))
        + section("conversation", "Conversation", *_conversation(answers))
        + section("files", "Files", *_files(attempt["files"]))
    )


def _metric_rows(metrics: Iterable[View]) -> list[tuple[str, str]]:
    return [(text(metric["name"].replace("_", " ")), number(metric["value"])) for metric in metrics]


def _score(attempt: View, explanation: View) -> Iterator[str]:
    metrics = explanation.get("metrics", [])
    if metrics:
        rows = [("mean of six", number(explanation["average"]))]
        yield table(("Metric", "Value"), rows + _metric_rows(metrics))
    verdicts = attempt["checks"]["verdicts"]
    if verdicts:
        cells = (
            (text(verdict["check"]), text(verdict["state"]), text(verdict["reason"])) for verdict in verdicts
        )
        yield table(("Check", "Verdict", "Reason"), cells)


def _steps(steps: list[View]) -> Iterator[str]:
    for number_, step in enumerate(steps, 1):
        yield f"<h3>Step {number_}</h3>\n{paragraph(step['plan'])}"
        for call in step["calls"]:
            name = f"{call['server']}/{call['tool']}" if call["server"] else call["tool"]
            yield paragraph(f"{name}: {call['outcome'].replace('_', ' ')}", "tool")
            yield preformatted(call["arguments"]) + paragraph(call["result"], "quiet")


def _conversation(answers: Mapping[str, View]) -> Iterator[str]:
    kept = [answer for key, answer in answers.items() if key.startswith("transcript?")]
    exchanges = [exchange for answer in kept for exchange in answer.get("exchanges", ())]
    if not exchanges:
        yield paragraph("No requests to a model are kept.", "quiet")
    for exchange in exchanges:
        yield f"<h3>Request {exchange['number'] + 1} to {text(exchange['model'])}</h3>\n"
        for message in exchange["messages"]:
            yield paragraph(message["role"], "by") + "".join(map(_block, message["blocks"]))
        reply = exchange["reply"]
        yield paragraph(_replied(exchange), "by")
        yield "".join(_block(block) for block in (reply["blocks"] if reply else ()) if block["kind"] != "raw")


def _replied(exchange: View) -> str:
    reply, seconds = exchange["reply"], exchange["seconds"]
    if not reply:
        return f"no reply: {exchange['error']}"
    tokens = [(reply["input_tokens"], "tokens in"), (reply["output_tokens"], "out")]
    used = [f"{count:,} {what}" for count, what in tokens if count is not None]
    return ", ".join(["reply", *used, *([] if seconds is None else [f"{seconds:.2f} s"])])


def _block(block: View) -> str:
    if block["kind"] == "media":
        return paragraph(f"[{block['type']}]", "quiet")
    name = f"{block['name']} " if block["kind"] == "call" else ""
    return preformatted(name + block["text"])


def _files(files: View) -> Iterator[str]:
    named = [(how, name) for how in ("added", "changed", "removed") for name in files[how]]
    if not named:
        yield paragraph("The attempt changed no files.", "quiet")
    for how, name in named:
        yield paragraph(f"{name} ({how})")
