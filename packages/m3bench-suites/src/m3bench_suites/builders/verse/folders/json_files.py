"""JSON files: query, transform, merge, validate and compare them."""

from __future__ import annotations

import json
from typing import Any

from m3bench.checks import Expected, JsonFile
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.tasks import Family, TaskSpec, computed, within
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.folders._shared.calls import DIFF, FILES, JSON, TABLE, json_tool, write
from m3bench_suites.builders.verse.folders._shared.files import CENT, only_changed, table_file
from m3bench_suites.builders.verse.folders._shared.words import CITIES, DEPARTMENTS, GOODS, PEOPLE, SERVICES

_FEWEST_LOW = 3
"""Of one item, nobody would ask which has the least stock."""


def _public(draw: TaskDraw) -> TaskSpec:
    """Keys are left out at every depth."""
    people = draw.sample(PEOPLE, 13, "people")
    salaries = draw.sample(range(31_000, 89_000, 10), 13, "salaries")
    departments = draw.sample(DEPARTMENTS, 3, "departments")
    sizes = draw.sample((3, 4, 6), 3, "sizes")
    staff: dict[str, Any] = {"phone": f"+49 {draw.whole(1000, 9999, 'desk')}", "teams": {}}
    members = iter(zip(people, salaries, strict=True))
    for department, size in zip(departments, sizes, strict=True):
        listed = [next(members) for _ in range(size)]
        staff["teams"][department] = [
            {"name": p, "city": draw.pick(CITIES, p), "salary": s, "phone": f"{s // 7}"} for p, s in listed
        ]
    public = {
        "teams": {d: [{k: one[k] for k in ("name", "city")} for one in t] for d, t in staff["teams"].items()}
    }
    top = people[salaries.index(max(salaries))]

    def plan() -> Plan:
        (read,) = yield [json_tool("read_json_file", filePath="staff.json")]
        yield [
            json_tool(
                "transform_json",
                read,
                filePath="staff.json",
                outputPath="public.json",
                operation="remove_properties",
                parameters={"keysToRemove": ["salary", "phone"]},
            )
        ]
        return Solution(
            answer=f"{len(people)} people; {top} has the highest salary.",
            fields={"people": Expected(len(people), grounds=tuple(people)), "highest": Expected(top)},
            checks=(JsonFile("public.json", {"@": public}), only_changed("public.json")),
        )

    return TaskSpec(
        level="L1",
        servers=(JSON,),
        files=(DataFile("staff.json", "json", staff),),
        plans=(plan,),
        key_facts=(top,),
    )


def _effective(draw: TaskDraw) -> TaskSpec:
    """Three files, of which the later ones win."""
    values = draw.sample(range(1100, 9900), 9, "values")
    service = draw.pick(SERVICES, "service")
    defaults = {
        "service": service,
        "server": {"port": values[0], "workers": values[1] % 9 + 2},
        "cache": {"limit": values[2], "path": "tmp"},
        "log": {"level": "info"},
    }
    site = {
        "server": {"port": values[3], "name": draw.pick(CITIES, "name").lower()},
        "cache": {"limit": values[4]},
    }
    winner = draw.pick(("server", "cache"), "winner")
    local = {winner: {"port" if winner == "server" else "limit": values[5]}, "log": {"level": "debug"}}
    merged: dict[str, Any] = {k: dict(v) if isinstance(v, dict) else v for k, v in defaults.items()}
    for layer in (site, local):
        for key, part in layer.items():
            merged[key] |= part
    paths = [f"config/{each}.json" for each in ("defaults", "site", "local")]
    port, limit = merged["server"]["port"], merged["cache"]["limit"]

    def plan() -> Plan:
        target = "config/effective.json"
        (made,) = yield [
            json_tool("merge_json_files", filePaths=paths, outputPath=target, strategy="deep_merge")
        ]
        yield [json_tool("read_json_file", made, filePath=target)]
        return Solution(
            answer=f"The port is {port}, the limit {limit}.",
            fields={"port": Expected(port), "limit": Expected(limit)},
            checks=(JsonFile(target, {"@": merged}), only_changed(target)),
        )

    return TaskSpec(
        level="L1",
        servers=(JSON,),
        files=tuple(DataFile(p, "json", d) for p, d in zip(paths, (defaults, site, local), strict=True)),
        plans=(plan,),
        key_facts=(str(port), str(limit)),
    )


def _selection(draw: TaskDraw) -> TaskSpec:
    """A file is found, and a part of it is written."""
    cities = draw.sample(CITIES, 4, "cities")
    codes = [f"K{n}" for n in draw.sample(range(1000, 9990), 32, "codes")]
    stocks = draw.sample(range(3, 140), 32, "stocks")
    suppliers = [
        {
            "supplier": f"{city} Supplies",
            "items": [
                {"code": codes[i], "name": draw.pick(GOODS, i), "stock": stocks[i]}
                for i in range(8 * s, 8 * s + 8)
            ],
        }
        for s, city in enumerate(cities)
    ]
    at = draw.whole(0, 3, "at")
    items: list[Any] = suppliers[at]["items"]  # type: ignore[assignment]
    limit = max(draw.whole(40, 60, "limit"), sorted(item["stock"] for item in items)[_FEWEST_LOW - 1] + 1)
    low = [item for item in items if item["stock"] < limit]
    file = f"suppliers/{cities[at].lower()}.json"
    result = {"supplier": suppliers[at]["supplier"], "items": low}
    least = min(items, key=lambda item: item["stock"])["name"]
    product = items[draw.whole(0, 7, "product")]["code"]

    def plan() -> Plan:
        (hits,) = yield [json_tool("search_json_content", searchTerm=product, directory="suppliers")]
        (read,) = yield [json_tool("read_json_file", hits, filePath=file)]
        yield [json_tool("write_json_file", read, filePath="low_stock.json", data=result)]
        return Solution(
            answer=f"{result['supplier']}: {len(low)} items, the least of {least}.",
            fields={
                "supplier": Expected(f"{cities[at]} Supplies", also=(cities[at],)),
                "items": Expected(len(low), grounds=tuple(item["code"] for item in low)),
                "least": Expected(least),
            },
            checks=(JsonFile("low_stock.json", {"@": result}), only_changed("low_stock.json")),
        )

    return TaskSpec(
        words={"code": product, "limit": limit},
        level="L2",
        servers=(JSON,),
        files=tuple(
            DataFile(f"suppliers/{city.lower()}.json", "json", supplier)
            for city, supplier in zip(cities, suppliers, strict=True)
        ),
        plans=(plan,),
        key_facts=(cities[at],),
    )


_SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["id", "owner", "weight", "color"],
    "properties": {
        "id": {"type": "integer"},
        "owner": {"type": "string"},
        "weight": {"type": "number", "minimum": 1},
        "color": {"enum": ["red", "green", "blue"]},
    },
}


def _validation(draw: TaskDraw) -> TaskSpec:
    """Files that fit a schema, and others."""
    names = sorted(f"{city.lower()}.json" for city in draw.sample(CITIES, 4, "names"))
    records: list[dict[str, Any]] = [
        {
            "id": draw.whole(1000, 9999, "id", i),
            "owner": draw.pick(PEOPLE, "owner", i),
            "weight": draw.whole(2, 900, "weight", i) / 10 + 1,
            "color": draw.pick(("red", "green", "blue"), "color", i),
        }
        for i in range(4)
    ]
    wrong, lacking = draw.sample(range(4), 2, "wrong")
    missing = draw.pick(("id", "owner", "weight", "color"), "missing")
    records[wrong] |= draw.pick(({"weight": -3.5}, {"color": "gray"}, {"id": "none"}), "fault")
    del records[lacking][missing]
    invalid = sorted((names[wrong], names[lacking]))
    report = {"valid": [name for name in names if name not in invalid], "invalid": invalid}

    def plan() -> Plan:
        paths = ["schema.json", *(f"records/{name}" for name in names)]
        results = yield [json_tool("read_json_file", filePath=path) for path in paths]
        yield [json_tool("write_json_file", *results, filePath="report.json", data=report)]
        return Solution(
            answer=f"{names[lacking]} lacks {missing}.",
            fields={"file": Expected(names[lacking]), "missing": Expected(missing)},
            checks=(JsonFile("report.json", {"@": report}), only_changed("report.json")),
        )

    return TaskSpec(
        level="L2",
        servers=(JSON,),
        files=(
            DataFile("schema.json", "json", _SCHEMA),
            *(
                DataFile(f"records/{name}", "json", record)
                for name, record in zip(names, records, strict=True)
            ),
        ),
        plans=(plan,),
    )


def _changes(draw: TaskDraw) -> TaskSpec:
    """A comparison becomes a table."""
    keys = draw.sample(SERVICES, 12, "keys")
    before = {key: draw.whole(1000, 9999, "before", key) for key in keys}
    changed = sorted(draw.sample(keys, 4, "changed"))
    after = {**before, **{key: draw.whole(11_000, 19_999, "after", key) for key in changed}}
    rows = [{"key": key, "before": before[key], "after": after[key]} for key in changed]
    asked = draw.pick(changed, "asked")

    def plan() -> Plan:
        read = yield [json_tool("read_json_file", filePath=f"{each}.json") for each in ("before", "after")]
        texts = {"json_a": json.dumps(before), "json_b": json.dumps(after)}
        (compared,) = yield [call(f"{DIFF}/diff_json", *read, **texts)]
        (table,) = yield [call(f"{TABLE}/gen_md_table", compared, data=json.dumps(rows))]
        (written,) = yield [write("changes.md", f"{table.text}\n", table)]
        yield [call(f"{FILES}/read_file", written, file_path="${WORKSPACE}/changes.md")]
        return Solution(
            answer=f"{len(rows)} keys changed; {asked} is {after[asked]} now.",
            fields={"changed": Expected(len(rows), grounds=tuple(changed)), "value": Expected(after[asked])},
            checks=(table_file("changes.md", rows), only_changed("changes.md")),
        )

    return TaskSpec(
        words={"key": asked},
        level="L3",
        servers=(JSON, DIFF, TABLE, FILES),
        files=(DataFile("before.json", "json", before), DataFile("after.json", "json", after)),
        plans=(plan,),
        key_facts=(str(after[asked]),),
    )


def _invoice(draw: TaskDraw) -> TaskSpec:
    """Quantities of one file at the prices of another."""
    goods = draw.sample(GOODS, 9, "goods")
    cents = {good: draw.whole(120, 4900, "price", good) for good in goods}
    orders = [
        {
            "order": n,
            "lines": [{"item": g, "quantity": draw.whole(3, 60, n, g)} for g in draw.sample(goods, 3, n)],
        }
        for n in draw.sample(range(3100, 9900), 4, "orders")
    ]
    order: Any = orders[draw.whole(0, 3, "at")]
    lines = [{**line, "amount": line["quantity"] * cents[line["item"]] / 100} for line in order["lines"]]
    total = sum(line["quantity"] * cents[line["item"]] for line in order["lines"]) / 100
    bill = {"order": order["order"], "lines": lines, "total": total}
    rows = [{**line, "amount": f"{line['amount']:.2f}"} for line in lines]
    largest = max(lines, key=lambda line: line["amount"])["item"]

    def plan() -> Plan:
        ordered, prices = yield [
            json_tool("read_json_file", filePath="orders.json"),
            json_tool("read_json_file", filePath="prices.json"),
        ]
        factors = [(cents[line["item"]] / 100, line["quantity"]) for line in lines]
        amounts = yield [
            call("math/multiply", ordered, prices, firstNumber=p, SecondNumber=q) for p, q in factors
        ]
        (added,) = yield [call("math/sum", *amounts, numbers=[line["amount"] for line in lines])]
        table, _ = yield [
            call(f"{TABLE}/gen_md_table", ordered, *amounts, data=json.dumps(rows)),
            json_tool("write_json_file", ordered, added, *amounts, filePath="invoice.json", data=bill),
        ]
        yield [write("invoice.md", f"{table.text}\n", table)]
        grounds = [value for factor in factors for value in factor]
        return Solution(
            answer=f"The total is {total:.2f} EUR; {largest} has the largest amount.",
            fields={"total": computed(total, grounds, within(0.005)), "largest": Expected(largest)},
            checks=(
                JsonFile("invoice.json", {"@": bill}, tolerance=CENT),
                table_file("invoice.md", rows),
                only_changed("invoice.json", "invoice.md"),
            ),
        )

    return TaskSpec(
        words={"order": order["order"]},
        level="L3",
        servers=(JSON, "math", TABLE, FILES),
        files=(
            DataFile("orders.json", "json", orders),
            DataFile("prices.json", "json", {good: price / 100 for good, price in cents.items()}),
        ),
        plans=(plan,),
        key_facts=(f"{total:.2f}",),
    )


FAMILY = Family(
    number=47,
    name="json_files",
    title="JSON files",
    goal="Query, transform, merge, validate and compare JSON files.",
    tasks=(_public, _effective, _selection, _validation, _changes, _invoice),
    kind="operation",
    time_sensitive=False,
)
