"""The 16 tools: one for each quantity, a batch, and the list of units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, Proof, Server, ToolFailure, about
from m3bench_world.servers.mcp_bench.declared import declared
from m3bench_world.servers.mcp_bench.unit_converter.units import KINDS, UnitType, convert, unit_names

MOST_REQUESTS = 500
# In the order of MCP-Bench.
_ORDER = (
    "temperature",
    "angle",
    "length",
    "energy",
    "force",
    "pressure",
    "power",
    "speed",
    "area",
    "mass",
    "volume",
    "computer_data",
    "density",
    "time",
)
_NOTES = {
    "computer_data": " A kilobyte has 1024 bytes.",
    "density": " A plain gallon or ton is that of the US.",
    "energy": " The Btu is that of the International Table, the calorie the thermochemical one.",
    "time": " Years are Gregorian mean years of 365.2425 days, months a twelfth of them.",
    "volume": " A plain gallon, quart, pint, fluid ounce or bushel is that of the US.",
}

server = Server(
    "Unit Converter",
    "Convert amounts between units, with exact factors.",
    sources=("arithmetic",),
    proof=Proof("convert_length", {"value": 26.2, "from_unit": "mile", "to_unit": "kilometer"}),
)


def _converter(kind: str) -> Callable[..., Answer]:
    def tool(value: float, from_unit: Any, to_unit: Any) -> Answer:
        return Answer(_converted(kind, value, from_unit, to_unit))

    names = unit_names(kind)
    tool.__name__ = f"convert_{kind}"
    tool.__doc__ = f"Convert {kind.replace('_', ' ')} from one unit to another.{_NOTES.get(kind, '')}"
    tool.__annotations__ = {
        "value": Annotated[float, about("The amount to convert.")],
        "from_unit": Annotated[Any, declared("string", "The unit of the amount.", enum=names)],
        "to_unit": Annotated[Any, declared("string", "The unit to convert to.", enum=names)],
        "return": Answer,
    }
    return tool


def _converted(kind: str, value: float, from_unit: Any, to_unit: Any) -> dict[str, Any]:
    for name, unit in (("from_unit", from_unit), ("to_unit", to_unit)):
        if not isinstance(unit, str):
            raise BadArgument(name, f"pass the name of a unit, such as '{unit_names(kind)[0]}'")
    return convert(kind, value, from_unit, to_unit)


for _kind in _ORDER:
    server.tool(_converter(_kind))


@server.tool
def convert_batch(
    requests: Annotated[
        list[dict[str, Any]],
        about(
            "Conversions, each an object with value, from_unit, to_unit, conversion_type (such as 'length', "
            "'computer_data'; see list_supported_units) and, if wanted, a request_id."
        ),
    ],
) -> Answer:
    """Convert many amounts at once. A conversion that fails does not stop the others."""
    if not 1 <= len(requests) <= MOST_REQUESTS:
        raise BadArgument("requests", f"pass 1 to {MOST_REQUESTS} conversions; there are {len(requests):,}")
    results = [_one(request, index) for index, request in enumerate(requests, start=1)]
    succeeded = sum(result["success"] for result in results)
    return Answer(
        {
            "results": results,
            "total": len(results),
            "succeeded": succeeded,
            "failed": len(results) - succeeded,
        }
    )


def _one(request: dict[str, Any], place: int) -> dict[str, Any]:
    identifier = request.get("request_id")
    if not isinstance(identifier, str | int) or len(str(identifier)) > 100:
        identifier = str(place)
    try:
        return {"request_id": identifier, "success": True, **_answered(request)}
    except ToolFailure as failure:
        return {"request_id": identifier, "success": False, "error": str(failure)}


def _answered(request: dict[str, Any]) -> dict[str, Any]:
    kind, value = request.get("conversion_type"), request.get("value")
    if kind not in KINDS:
        raise BadArgument("conversion_type", f"{_shown(kind)} is not one of: {', '.join(KINDS)}")
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e300:
        raise BadArgument("value", f"{_shown(value)} is not a number between ±1e300")
    return _converted(kind, float(value), request.get("from_unit"), request.get("to_unit"))


def _shown(value: Any) -> str:
    return repr(value)[:60] if value is not None else "nothing"


@server.tool
def list_supported_units(
    unit_type: Annotated[UnitType | None, about("One quantity; all of them if left out.")] = None,
) -> Answer:
    """The names of the units, by quantity."""
    kinds = [unit_type] if unit_type else list(KINDS)
    return Answer({kind: unit_names(kind) for kind in kinds})
