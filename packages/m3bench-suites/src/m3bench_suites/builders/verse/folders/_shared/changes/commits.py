"""Changes of a repository in a few steps."""

from __future__ import annotations

from m3bench.checks import Expected, GitCommit, GitLog
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.folders._shared.calls import (
    EDITOR,
    FILES,
    GIT,
    GIT_FLOW,
    git,
    place,
    write,
)
from m3bench_suites.builders.verse.folders._shared.editor import Page, read_pages, rewrite
from m3bench_suites.builders.verse.folders._shared.files import only_changed, text_of
from m3bench_suites.builders.verse.folders._shared.repositories import Change, inside, repository
from m3bench_suites.builders.verse.folders._shared.words import CITIES, GOODS, PEOPLE, PROJECTS, SERVICES

COMMIT = f"{GIT}/git_commit"


def port(draw: TaskDraw) -> TaskSpec:
    """One line, and a commit."""
    project, services = draw.pick(PROJECTS, "project"), draw.sample(SERVICES, 7, "services")
    *ports, new = draw.sample(range(4100, 9900), 8, "ports")
    people, at = draw.sample(PEOPLE, 3, "people"), draw.whole(1, 5, "at")
    lines = [f"{service} {value}" for service, value in zip(services, ports, strict=True)]
    changed = [*lines[:at], f"{services[at]} {new}", *lines[at + 1 :]]
    changes = [
        Change("Add ports", people[0], "2025-03-03", {"ports.txt": text_of(lines[:4])}),
        Change("Add more ports", people[1], "2025-04-17", {"ports.txt": text_of(lines)}),
        Change("Explain ports", people[2], "2025-05-22", {"README.txt": "Ports of all services\n"}),
    ]
    path, message = f"{project}/ports.txt", f"Move {services[at]} to port {new}"

    def plan() -> Plan:
        log, read = yield [git("log", project, max_count=1), read_pages(path)]
        (page,) = Page.all_of([path], read)
        (edited,) = yield [rewrite((page, text_of(changed)))]
        (staged,) = yield [git("add", project, edited, files=["ports.txt"])]
        yield [git("commit", project, log, staged, message=message)]
        return Solution(
            answer=f"It was {ports[at]}; {people[2]} made the last commit.",
            fields={"previous": Expected(ports[at]), "last_author": Expected(people[2])},
            checks=(
                GitLog(
                    project,
                    commits=(GitCommit(message, {"ports.txt": text_of(changed)}),),
                    branch="main",
                    clean=True,
                    total=4,
                ),
                only_changed(inside(project), path),
            ),
        )

    return TaskSpec(
        words={"project": project, "service": services[at], "new": new, "message": message},
        level="L2",
        servers=(EDITOR, GIT),
        files=(repository(project, changes),),
        plans=(plan,),
        key_facts=(str(ports[at]), people[2]),
        varying=(COMMIT,),
    )


def hotfix(draw: TaskDraw) -> TaskSpec:
    """A branch from another branch, and a commit there."""
    project, builds = draw.pick(PROJECTS, "project"), draw.sample(range(21_000, 98_000), 3, "builds")
    version = f"{draw.whole(2, 7, 'major')}.{draw.whole(1, 9, 'minor')}"
    release, branch = f"release-{version}", f"hotfix-{version}.{draw.whole(1, 9, 'fix')}"
    line = f"Recall of the {draw.pick(GOODS, 'good')} delivered to {draw.pick(CITIES, 'city')}"
    changes = [
        Change(f"Build {i + 1}", draw.pick(PEOPLE, i), f"2025-0{i + 2}-14", {"VERSION.txt": f"build {b}\n"})
        for i, b in enumerate(builds)
    ]
    message = f"Add notice of {version}"

    def plan() -> Plan:
        (made,) = yield [git("create_branch", project, branch_name=branch, base_branch=release)]
        (switched,) = yield [git("checkout", project, made, branch_name=branch)]
        _, _, written = yield [
            git("show", project, switched, revision=f"{branch}:VERSION.txt"),
            git("show", project, switched, revision="main:VERSION.txt"),
            write(f"{project}/NOTICE.txt", f"{line}\n", switched),
        ]
        (staged,) = yield [git("add", project, written, files=["NOTICE.txt"])]
        yield [git("commit", project, staged, message=message)]
        return Solution(
            answer=f"Build {builds[1]} there, {builds[2]} on main.",
            fields={"branch_build": Expected(builds[1]), "main_build": Expected(builds[2])},
            checks=(
                GitLog(
                    project,
                    commits=(GitCommit(message, {"NOTICE.txt": f"{line}\n"}, branch=branch),),
                    branch=branch,
                    branches=("main", release, branch),
                    clean=True,
                    total=3,
                ),
                only_changed(inside(project), f"{project}/NOTICE.txt", f"{project}/VERSION.txt"),
            ),
        )

    return TaskSpec(
        words={"project": project, "branch": branch, "release": release, "line": line, "message": message},
        level="L2",
        servers=(GIT, FILES),
        files=(repository(project, changes, branches={"main": 2, release: 1}),),
        plans=(plan,),
        key_facts=(str(builds[1]), str(builds[2])),
        varying=(COMMIT,),
    )


def partial(draw: TaskDraw) -> TaskSpec:
    """One of several changes is committed."""
    project, cities = draw.pick(PROJECTS, "project"), draw.sample(CITIES, 5, "cities")
    codes = [f"stock/s{n}.txt" for n in draw.sample(range(100, 990), 5, "files")]
    old, new = draw.sample(range(1100, 4900), 5, "old"), draw.sample(range(5100, 9900), 5, "new")

    def text(i: int, quantity: int) -> str:
        return f"Stock of {cities[i]}\n{draw.pick(GOODS, i)}: {quantity}\n"

    texts: dict[str, str | None] = {path: text(i, old[i]) for i, path in enumerate(codes)}
    changes = [Change("Add stock", draw.pick(PEOPLE, "who"), "2025-06-05", texts)]
    edited = sorted(draw.sample(range(5), 3, "edited"))
    at, message = edited[draw.whole(0, 2, "at")], "Update stock"

    def plan() -> Plan:
        (status,) = yield [git("status", project)]
        (diff,) = yield [git("diff_unstaged", project, status)]
        (staged,) = yield [git("add", project, diff, files=[codes[at]])]
        (committed,) = yield [git("commit", project, staged, message=message)]
        yield [git("status", project, committed)]
        return Solution(
            answer=f"From {old[at]} to {new[at]}.",
            fields={"old": Expected(old[at]), "new": Expected(new[at])},
            checks=(
                GitLog(
                    project,
                    commits=(GitCommit(message, {codes[at]: text(at, new[at])}),),
                    clean=False,
                    staged=(),
                    total=2,
                ),
                only_changed(inside(project)),
            ),
        )

    return TaskSpec(
        words={"project": project, "city": cities[at], "message": message},
        level="L2",
        servers=(GIT,),
        files=(
            repository(project, changes),
            *(DataFile(f"{project}/{codes[i]}", "text", text(i, new[i])) for i in edited),
        ),
        plans=(plan,),
        key_facts=(str(old[at]), str(new[at])),
        varying=(COMMIT,),
    )


def release(draw: TaskDraw) -> TaskSpec:
    """A branch is merged, tagged and removed."""
    project, gained = draw.pick(PROJECTS, "project"), draw.whole(4, 7, "gained")
    people = draw.sample(PEOPLE, gained + 2, "people")
    changes = [
        Change(
            f"Step {i + 1}", person, f"2025-07-{3 + 2 * i:02d}", {f"part{i}.txt": f"{draw.pick(GOODS, i)}\n"}
        )
        for i, person in enumerate(people)
    ]
    tag = f"v{draw.whole(2, 6, 'major')}.{draw.whole(0, 9, 'minor')}"
    repo = {"path": place(project)}

    def plan() -> Plan:
        (log,) = yield [call(f"{GIT_FLOW}/git_log", **repo, branch="main..develop")]
        (merged,) = yield [call(f"{GIT_FLOW}/git_merge", log, **repo, branch="develop")]
        (tagged,) = yield [call(f"{GIT_FLOW}/git_tag", merged, **repo, mode="create", tagName=tag)]
        yield [call(f"{GIT_FLOW}/git_branch", tagged, **repo, mode="delete", branchName="develop")]
        return Solution(
            answer=f"main gained {gained} commits; the newest is by {people[-1]}.",
            fields={
                "gained": Expected(gained, grounds=tuple(people[2:])),
                "newest_author": Expected(people[-1]),
            },
            checks=(
                GitLog(
                    project,
                    commits=(GitCommit(changes[-1].message, tags=(tag,)),),
                    branch="main",
                    branches=("main",),
                    tags=(tag,),
                    clean=True,
                    total=gained + 2,
                ),
                only_changed(inside(project), f"{project}/part*.txt", removed=(inside(project),)),
            ),
        )

    return TaskSpec(
        words={"project": project, "tag": tag},
        level="L2",
        servers=(GIT_FLOW,),
        files=(repository(project, changes, branches={"main": 1, "develop": gained + 1}),),
        plans=(plan,),
        key_facts=(people[-1],),
    )
