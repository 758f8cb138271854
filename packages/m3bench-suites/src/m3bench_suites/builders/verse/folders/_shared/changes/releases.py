"""Changes of a repository that take several servers."""

from __future__ import annotations

import json
from collections.abc import Mapping

from m3bench.checks import Check, Expected, GitCommit, GitLog, JsonFile, TextFile
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.folders._shared.calls import (
    DIFF,
    EDITOR,
    FILES,
    GIT,
    GIT_FLOW,
    JSON,
    TABLE,
    git,
    json_tool,
    place,
    write,
)
from m3bench_suites.builders.verse.folders._shared.changes.commits import COMMIT
from m3bench_suites.builders.verse.folders._shared.editor import Page, read_pages, rewrite
from m3bench_suites.builders.verse.folders._shared.files import only_changed, table_file, text_of
from m3bench_suites.builders.verse.folders._shared.repositories import Change, inside, repository, revision
from m3bench_suites.builders.verse.folders._shared.words import CITIES, GOODS, PEOPLE, PROJECTS, SERVICES


def version(draw: TaskDraw) -> TaskSpec:
    """A release: data, text, commit and tag."""
    project, entries = draw.pick(PROJECTS, "project"), draw.whole(4, 8, "entries")
    old = f"{draw.whole(1, 4, 'major')}.{draw.whole(0, 9, 'minor')}.{draw.whole(1, 9, 'patch')}"
    new = f"{draw.whole(5, 9, 'next')}.{draw.whole(0, 9, 'then')}.0"
    package = {"name": project, "version": old, "port": draw.whole(4000, 9000, "port")}
    goods = draw.sample(GOODS, entries + 3, "goods")
    news = [f"- Page of the {good}" for good in goods]

    def log_of(heading: str) -> str:
        return text_of(["# Changes", "", heading, "", *news[:entries], "", f"## {old}", "", *news[entries:]])

    files: dict[str, str | None] = {
        "package.json": json.dumps(package, indent=2),
        "CHANGES.md": log_of("## Unreleased"),
    }
    after = {
        "package.json": json.dumps({**package, "version": new}, indent=2),
        "CHANGES.md": log_of(f"## {new}"),
    }
    message = f"Release {new}"

    def plan() -> Plan:
        data, text = yield [
            json_tool("read_json_file", filePath=f"{project}/package.json"),
            read_pages(f"{project}/CHANGES.md"),
        ]
        (page,) = Page.all_of([f"{project}/CHANGES.md"], text)
        target, changed = f"{project}/package.json", {**package, "version": new}
        edits = yield [
            json_tool("write_json_file", data, filePath=target, data=changed),
            rewrite((page, after["CHANGES.md"])),
        ]
        repo = {"path": place(project)}
        (staged,) = yield [git("add", project, *edits, files=["package.json", "CHANGES.md"])]
        (committed,) = yield [git("commit", project, staged, message=message)]
        yield [call(f"{GIT_FLOW}/git_tag", committed, **repo, mode="create", tagName=f"v{new}")]
        return Solution(
            answer=f"It was {old}; {entries} entries.",
            fields={"previous": Expected(old), "entries": Expected(entries, grounds=tuple(goods[:entries]))},
            checks=_release_checks(project, new, after),
        )

    return TaskSpec(
        words={"project": project, "new": new, "message": message},
        level="L3",
        servers=(JSON, EDITOR, GIT, GIT_FLOW),
        files=(repository(project, [Change("Begin", draw.pick(PEOPLE, "who"), "2025-01-20", files)]),),
        plans=(plan,),
        key_facts=(old,),
        varying=(COMMIT, f"{GIT_FLOW}/git_tag"),
    )


def _release_checks(project: str, new: str, after: Mapping[str, str]) -> tuple[Check, ...]:
    """Return the checks of a release: the tagged commit, and its files as they are afterwards."""
    commit = GitCommit(f"Release {new}", tuple(after), tags=(f"v{new}",))
    return (
        GitLog(project, commits=(commit,), clean=True, total=2),
        JsonFile(f"{project}/package.json", {"@": json.loads(after["package.json"])}),
        TextFile(f"{project}/CHANGES.md", lines=tuple(after["CHANGES.md"].splitlines())),
        only_changed(inside(project), *(f"{project}/{path}" for path in after)),
    )


def recovery(draw: TaskDraw) -> TaskSpec:
    """A deleted file comes back from the history."""
    project, people = draw.pick(PROJECTS, "project"), draw.sample(PEOPLE, 7, "people")
    files = [f"docs/{city.lower()}.txt" for city in draw.sample(CITIES, 6, "files")]
    codes = draw.sample(range(210_000, 980_000), 6, "codes")
    texts = {f: f"{draw.pick(GOODS, f)} store\nAccess code {c}\n" for f, c in zip(files, codes, strict=True)}
    changes = [Change("Add documents", people[6], "2025-02-03", dict(texts))]
    for i in range(3):
        changes.append(Change("Add notes", people[3 + i], f"2025-03-{5 + i:02d}", {"notes.txt": f"{i}\n"}))
        gone = {files[2 * i]: None, files[2 * i + 1]: None}
        changes.append(Change("Remove old files", people[i], f"2025-04-{11 + i:02d}", gone))
    at = draw.whole(0, 5, "at")
    file, twin, message = files[at], files[at ^ 1], f"Restore {files[at]}"

    def plan() -> Plan:
        (log,) = yield [git("log", project, max_count=20)]
        shown = yield [
            git("show", project, log, revision=revision(log, "Remove old files", i)) for i in range(3)
        ]
        (written,) = yield [write(f"{project}/{file}", texts[file], *shown)]
        (staged,) = yield [git("add", project, written, files=[file])]
        yield [git("commit", project, staged, message=message)]
        return Solution(
            answer=f"{people[at // 2]} deleted it and {twin}; the code is {codes[at]}.",
            fields={
                "deleted_by": Expected(people[at // 2]),
                "access_code": Expected(codes[at]),
                "other_file": Expected(twin),
            },
            checks=(
                GitLog(project, commits=(GitCommit(message, {file: texts[file]}),), clean=True, total=8),
                only_changed(inside(project), f"{project}/{file}"),
            ),
        )

    return TaskSpec(
        words={"project": project, "file": file, "message": message},
        level="L3",
        servers=(GIT, FILES),
        files=(repository(project, changes),),
        plans=(plan,),
        key_facts=(str(codes[at]), twin),
        varying=(COMMIT,),
    )


def pick(draw: TaskDraw) -> TaskSpec:
    """One commit of another branch, and a note about it."""
    project, branch = draw.pick(PROJECTS, "project"), draw.pick(("trial", "lab", "spike"), "branch")
    services, people = draw.sample(SERVICES, 4, "services"), draw.sample(PEOPLE, 6, "people")
    values = draw.sample(range(1100, 9900), 8, "values")
    start: dict[str, str | None] = {
        f"limits/{s}.txt": f"limit {v}\n" for s, v in zip(services, values, strict=False)
    }
    at = draw.whole(0, 2, "at")
    service, message = services[at], f"Adapt the limit of {services[at]}"
    path, text = f"limits/{service}.txt", f"limit {values[4 + at]}\n"
    changes = [Change("Begin", people[5], "2025-01-07", {**start, "PICKED.txt": "Picked so far:\n"})]
    changes += [
        Change(
            f"Adapt the limit of {s}",
            people[i],
            f"2025-02-1{i}",
            {f"limits/{s}.txt": f"limit {values[4 + i]}\n"},
        )
        for i, s in enumerate(services)
    ]
    picked = ["Picked so far:", message]

    def plan() -> Plan:
        repo = {"path": place(project)}
        (log,) = yield [call(f"{GIT_FLOW}/git_log", **repo, branch=branch)]
        (shown,) = yield [git("show", project, log, revision=f"{branch}~{3 - at}")]
        (applied,) = yield [
            call(f"{GIT_FLOW}/git_cherry_pick", shown, **repo, commits=[f"{branch}~{3 - at}"])
        ]
        (written,) = yield [write(f"{project}/PICKED.txt", f"{message}\n", applied, mode="append")]
        (staged,) = yield [git("add", project, written, files=["PICKED.txt"])]
        yield [git("commit", project, staged, message="Note the pick")]
        commits = (
            GitCommit(message, {path: text}),
            GitCommit("Note the pick", {"PICKED.txt": text_of(picked)}),
        )
        return Solution(
            answer=f"It sets {service} to {values[4 + at]}; {people[at]} is the author.",
            fields={"value": Expected(values[4 + at]), "author": Expected(people[at])},
            checks=(
                GitLog(project, commits=commits, branch="main", clean=True, total=3),
                only_changed(inside(project), f"{project}/{path}", f"{project}/PICKED.txt"),
            ),
        )

    return TaskSpec(
        words={"project": project, "branch": branch, "message": message, "service": service},
        level="L3",
        servers=(GIT_FLOW, GIT, FILES),
        files=(repository(project, changes, branches={"main": 0, branch: 4}),),
        plans=(plan,),
        key_facts=(str(values[4 + at]), people[at]),
        varying=(COMMIT, f"{GIT_FLOW}/git_cherry_pick"),
    )


def audit(draw: TaskDraw) -> TaskSpec:
    """Two branches compared, and the result committed."""
    project, branch = draw.pick(PROJECTS, "project"), draw.pick(("staging", "north", "demo"), "branch")
    keys = draw.sample(SERVICES, 9, "keys")
    main = {key: draw.whole(1000, 9999, "main", key) for key in keys}
    differing = sorted(draw.sample(keys, 3, "differing"))
    other = {**main, **{key: draw.whole(11_000, 19_999, "other", key) for key in differing}}
    rows = [{"key": key, "main": main[key], branch: other[key]} for key in differing]
    changes = [
        Change("Add config", draw.pick(PEOPLE, "a"), "2025-01-15", {"config.json": json.dumps(main)}),
        Change("Adapt config", draw.pick(PEOPLE, "b"), "2025-02-15", {"config.json": json.dumps(other)}),
    ]
    asked, message = draw.pick(differing, "asked"), f"List differences to {branch}"

    def plan() -> Plan:
        texts = yield [git("show", project, revision=f"{each}:config.json") for each in ("main", branch)]
        pair = {"json_a": texts[0].text, "json_b": texts[1].text}
        (compared,) = yield [call(f"{DIFF}/diff_json", *texts, **pair)]
        (table,) = yield [call(f"{TABLE}/gen_md_table", compared, data=json.dumps(rows))]
        (written,) = yield [write(f"{project}/differences.md", f"{table.text}\n", table)]
        (staged,) = yield [git("add", project, written, files=["differences.md"])]
        yield [git("commit", project, staged, message=message)]
        return Solution(
            answer=f"{len(rows)} keys differ; {asked} is {other[asked]} on {branch}.",
            fields={
                "differing": Expected(len(rows), grounds=tuple(differing)),
                "value": Expected(other[asked]),
            },
            checks=(
                GitLog(
                    project,
                    commits=(GitCommit(message, ("differences.md",)),),
                    branch="main",
                    clean=True,
                    total=2,
                ),
                table_file(f"{project}/differences.md", rows),
                only_changed(inside(project), f"{project}/differences.md"),
            ),
        )

    return TaskSpec(
        words={"project": project, "branch": branch, "message": message, "key": asked},
        level="L3",
        servers=(GIT, DIFF, TABLE, FILES),
        files=(repository(project, changes, branches={"main": 0, branch: 1}),),
        plans=(plan,),
        key_facts=(str(other[asked]),),
        varying=(COMMIT,),
    )
