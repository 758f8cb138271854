"""Log searches: find and count lines in logs, tickets and exports."""

from __future__ import annotations

from m3bench.checks import Expected
from m3bench.suites import DataFile, Plan, PlanError, Solution, call
from m3bench_suites.builders.tasks import Family, TaskSpec, computed, within
from m3bench_suites.builders.verse.expected import listed
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.folders._shared.calls import SHELL, search
from m3bench_suites.builders.verse.folders._shared.files import text_file
from m3bench_suites.builders.verse.folders._shared.words import CITIES, GOODS, HOSTS, PEOPLE, SERVICES

_LEVELS = ("INFO", "INFO", "DEBUG", "WARN", "ERROR")


def _clock(second: int) -> str:
    return f"{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}"


def _errors(draw: TaskDraw) -> TaskSpec:
    """A count, and the first of its lines."""
    services = draw.sample(SERVICES, 4, "services")
    second, lines = 18_000 + draw.whole(0, 900, "start"), []
    for index in range(260):
        second += draw.whole(7, 160, "gap", index)
        level, service = draw.pick(_LEVELS, "level", index), draw.pick(services, "service", index)
        # An error of another service may name this one.
        text = f"{draw.pick(GOODS, 'good', index)} for {draw.pick(services, 'for', index)}"
        lines.append(f"{_clock(second)} {level} [{service}] {text}")
    hits = [line for line in lines if f"ERROR [{services[0]}]" in line]

    def plan() -> Plan:
        pattern = rf"ERROR \[{services[0]}\]"
        yield [search("grep", "-c", pattern, "app.log"), search("grep", "-m", "1", pattern, "app.log")]
        return Solution(
            answer=f"{len(hits)} errors, the first at {hits[0][:8]}.",
            fields={"errors": Expected(len(hits)), "first": Expected(hits[0][:8])},
        )

    return TaskSpec(
        words={"service": services[0]},
        level="L1",
        kind="retrieval",
        servers=(SHELL,),
        files=(text_file("app.log", lines),),
        plans=(plan,),
        key_facts=(hits[0][:8],),
    )


def _mentions(draw: TaskDraw) -> TaskSpec:
    """Files that contain a number, and one of them that has more."""
    customer, *others = draw.sample(range(30_100, 98_000), 9, "customers")
    names = sorted(f"t{n}.txt" for n in draw.sample(range(1000, 9999), 14, "names"))
    about = set(draw.sample(range(14), 4, "about"))
    urgent = sorted(about)[draw.whole(0, 3, "urgent")]
    bodies = [
        [
            f"customer: {customer if i in about else draw.pick(others, 'other', i)}",
            f"priority: {'high' if i == urgent or (i not in about and i % 2) else 'normal'}",
            f"The {draw.pick(GOODS, 'good', i)} sent to {draw.pick(CITIES, 'city', i)} is late.",
        ]
        for i in range(14)
    ]
    theirs = [f"tickets/{names[i]}" for i in sorted(about)]

    def plan() -> Plan:
        (listing,) = yield [search("ls", "tickets")]
        paths = [f"tickets/{file}" for file in names]
        yield [search("grep", "-H", "-A", "1", f"customer: {customer}", *paths, uses=(listing,))]
        return Solution(
            answer=f"{', '.join(theirs)}; {names[urgent]} is of high priority.",
            fields={
                "tickets": listed([names[i] for i in sorted(about)]),
                "high_priority": Expected(names[urgent]),
            },
        )

    return TaskSpec(
        words={"customer": customer},
        level="L1",
        kind="retrieval",
        servers=(SHELL,),
        files=tuple(text_file(f"tickets/{file}", body) for file, body in zip(names, bodies, strict=True)),
        plans=(plan,),
    )


def _crash(draw: TaskDraw) -> TaskSpec:
    """The line before another."""
    at, lines = draw.whole(40, 150, "at"), []
    jobs = draw.sample(range(21_000, 98_000), 190, "jobs")
    people = [draw.pick(PEOPLE, "who", index) for index in range(190)]
    for index, (job, person) in enumerate(zip(jobs, people, strict=True)):
        lines.append(f"start job {job} submitted by {person}")
        if index == at:
            lines.append(f"PANIC on {draw.pick(HOSTS, 'host')}: out of memory")
            lines.append("restart")

    def plan() -> Plan:
        yield [search("grep", "-B", "1", "PANIC", "worker.log")]
        return Solution(
            answer=f"Job {jobs[at]}, submitted by {people[at]}.",
            fields={"job": Expected(jobs[at]), "submitted_by": Expected(people[at])},
        )

    return TaskSpec(
        level="L1",
        kind="retrieval",
        servers=(SHELL,),
        files=(text_file("worker.log", lines),),
        plans=(plan,),
        key_facts=(str(jobs[at]),),
    )


def _longest(draw: TaskDraw) -> TaskSpec:
    """Lines of several files."""
    names = sorted(f"{city.lower()}.csv" for city in draw.sample(CITIES, 8, "names"))
    sizes = draw.sample(range(23, 97), 8, "sizes")
    tables = [
        [f"{i},{draw.pick(GOODS, file, i)},{draw.whole(1, 99, file, 'n', i)}" for i in range(size)]
        for file, size in zip(names, sizes, strict=True)
    ]
    top = names[sizes.index(max(sizes))]

    def plan() -> Plan:
        (listing,) = yield [search("ls", "exports")]
        yield [search("wc", "-l", *(f"exports/{file}" for file in names), uses=(listing,))]
        return Solution(
            answer=f"{top} has {max(sizes)} of {sum(sizes)} lines.",
            fields={"file": Expected(top), "lines": Expected(max(sizes)), "total": Expected(sum(sizes))},
        )

    return TaskSpec(
        level="L1",
        kind="retrieval",
        servers=(SHELL,),
        files=tuple(text_file(f"exports/{file}", lines) for file, lines in zip(names, tables, strict=True)),
        plans=(plan,),
        key_facts=(str(sum(sizes)),),
    )


def _trace(draw: TaskDraw) -> TaskSpec:
    """Each file leads to the next."""
    count = 60
    errors = [f"E{n}" for n in draw.sample(range(3000, 9900), count, "errors")]
    requests = draw.sample(range(410_000, 980_000), count, "requests")
    keys = [
        f"{draw.pick('abcdefgh', 'k', i)}{n}"
        for i, n in enumerate(draw.sample(range(1000, 9990), 12, "keys"))
    ]
    companies = [
        f"{city} {good.split()[-1].title()} Works" for city, good in zip(CITIES[:12], GOODS, strict=False)
    ]
    people = draw.sample(PEOPLE, 12, "people")
    owner = [draw.whole(0, 11, "owner", i) for i in range(count)]
    at = draw.whole(0, count - 1, "at")
    rows = [
        ("key", "company", "contact"),
        *zip(keys, draw.sample(companies, 12, "companies"), people, strict=True),
    ]
    company, contact = rows[owner[at] + 1][1:]
    gateway = [f"request {r} from key {keys[o]}" for r, o in zip(requests, owner, strict=True)]

    def plan() -> Plan:
        (error,) = yield [search("grep", errors[at], "app.log")]
        (request,) = yield [search("grep", str(requests[at]), "gateway.log", uses=(error,))]
        yield [search("grep", keys[owner[at]], "clients.csv", uses=(request,))]
        return Solution(
            answer=f"Request {requests[at]} of {company}; contact {contact}.",
            fields={
                "request": Expected(requests[at]),
                "company": Expected(company),
                "contact": Expected(contact),
            },
        )

    return TaskSpec(
        words={"error": errors[at]},
        level="L2",
        kind="retrieval",
        servers=(SHELL,),
        files=(
            text_file("app.log", [f"{e} in request {r}" for e, r in zip(errors, requests, strict=True)]),
            text_file("gateway.log", draw.sample(gateway, count, "gateway")),
            DataFile("clients.csv", "csv", rows),
        ),
        plans=(plan,),
        key_facts=(str(requests[at]), company, contact),
    )


def _session(draw: TaskDraw) -> TaskSpec:
    """The lines of one session among those of others."""
    people, sessions = draw.sample(PEOPLE, 8, "people"), draw.sample(range(5100, 9900), 8, "sessions")
    events: list[tuple[int, str]] = []
    views = [draw.whole(11, 29, "views", i) for i in range(8)]
    for i, (person, session) in enumerate(zip(people, sessions, strict=True)):
        first = draw.whole(30_000, 32_000, "login", i)
        times = sorted(first + t for t in draw.sample(range(20, 4000), views[i] + 1, "times", i))
        events.append((first, f"login of {person} as session {session}"))
        events += [(t, f"session {session} views page {t % 89}") for t in times[:-1]]
        events.append((times[-1], f"logout of session {session}"))
    starts = {i: t for t, text in events for i, s in enumerate(sessions) if text.endswith(f"as session {s}")}
    ends = {i: t for t, text in events for i, s in enumerate(sessions) if text == f"logout of session {s}"}
    seconds = ends[0] - starts[0]

    def plan() -> Plan:
        (login,) = yield [search("grep", f"login of {people[0]} ", "auth.log")]
        tail = f"session {sessions[0]}"
        logout, _ = yield [
            search("grep", f"logout of {tail}", "auth.log", uses=(login,)),
            search("grep", "-c", f"{tail} views", "auth.log", uses=(login,)),
        ]
        yield [call("math/subtract", login, logout, minuend=ends[0], subtrahend=starts[0])]
        return Solution(
            answer=f"Session {sessions[0]}: {seconds} s, {views[0]} views.",
            fields={
                "session": Expected(sessions[0]),
                "seconds": Expected(seconds),
                "views": Expected(views[0]),
            },
        )

    return TaskSpec(
        words={"person": people[0]},
        level="L2",
        kind="retrieval",
        servers=(SHELL, "math"),
        files=(text_file("auth.log", [f"t={t} {text}" for t, text in sorted(events)]),),
        plans=(plan,),
        key_facts=(str(sessions[0]),),
    )


def _rates(draw: TaskDraw) -> TaskSpec:
    """Counts that must be divided."""
    services = sorted(draw.sample(SERVICES, 3, "services"))
    totals = draw.sample(range(130, 260), 3, "totals")
    bad = [draw.whole(17, 60, "bad", i) for i in range(3)]
    logs = []
    for i in range(3):
        errors = set(draw.sample(range(totals[i]), bad[i], "errors", i))
        logs.append(
            [f"{'ERROR' if n in errors else 'INFO'} {draw.pick(GOODS, i, n)}" for n in range(totals[i])]
        )
    rates = [100 * b / t for b, t in zip(bad, totals, strict=True)]
    top = rates.index(max(rates))
    if sorted(rates)[1] > max(rates) - 0.1:
        raise PlanError(f"{draw.id}: two error rates are too close.")
    paths = [f"services/{service}.log" for service in services]

    def plan() -> Plan:
        (listing,) = yield [search("ls", "services")]
        errors, lines = yield [
            search("grep", "-c", "ERROR", *paths, uses=(listing,)),
            search("wc", "-l", *paths, uses=(listing,)),
        ]
        yield [
            call("math/division", errors, lines, numerator=100 * b, denominator=t)
            for b, t in zip(bad, totals, strict=True)
        ]
        return Solution(
            answer=f"{services[top]} with {rates[top]:.2f} %.",
            fields={
                "service": Expected(services[top]),
                "percent": computed(
                    round(rates[top], 2),
                    (
                        bad[top],
                        totals[top],
                    ),
                    within(0.006),
                ),
            },
        )

    return TaskSpec(
        level="L2",
        kind="retrieval",
        servers=(SHELL, "math"),
        files=tuple(text_file(path, log) for path, log in zip(paths, logs, strict=True)),
        plans=(plan,),
        key_facts=(f"{rates[top]:.2f}",),
    )


FAMILY = Family(
    number=44,
    name="log_searches",
    title="Log searches",
    goal="Find and count lines in logs, tickets and exports, and follow them from file to file.",
    tasks=(_errors, _mentions, _crash, _longest, _trace, _session, _rates),
    kind="operation",
    time_sensitive=False,
)
