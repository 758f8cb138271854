"""Photographs and missions of the rovers on Mars."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

import msgspec

from m3bench.servers.kit import (
    Answer,
    BadArgument,
    NotFound,
    Picture,
    about,
    check_choice,
    check_limit,
    check_offset,
    parse_date,
)
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.nasa.server import OptionalText, server
from m3bench_world.space import CAMERAS, ROVERS, Photo, Rover, Rovers

PAGE = 25
RECENT_SOLS = 40

RoverName = Annotated[str, about("curiosity, opportunity, spirit or perseverance.")]


@server.tool
def get_mars_rover_photos(
    context: ToolContext,
    rover_name: RoverName,
    sol: Annotated[
        int | msgspec.UnsetType,
        about("Martian day of the mission, from 0; the newest with photographs if no date is given either."),
    ] = msgspec.UNSET,
    earth_date: Annotated[
        OptionalText, about("Instead of sol: the date on Earth, YYYY-MM-DD.")
    ] = msgspec.UNSET,
    camera: Annotated[
        OptionalText, about("Only this camera, such as NAVCAM; the manifest names those of each rover.")
    ] = msgspec.UNSET,
    page: Annotated[int, about("Page of 25 photographs, from 1.")] = 1,
) -> Answer:
    """Photographs that a Mars rover took on one Martian day: id, camera, address, date on Earth. The first of
    the page comes with the answer as a picture."""
    rover = ROVERS[check_choice(rover_name, "rover_name", tuple(ROVERS))]
    rovers = context.world.space.rovers
    chosen = _find_sol(rovers, rover, sol, earth_date)
    taken = rovers.photos(rover, chosen)
    if not taken:
        near = [
            f"sol {index}" for index in range(max(0, chosen - 3), chosen + 4) if rovers.counts(rover, index)
        ]
        raise NotFound(f"{rover.name} took no photographs on sol {chosen}", near)
    wanted = _with_camera(taken, rover, camera)
    number = check_limit(page, "page", 10_000)
    pages = -(-len(wanted) // PAGE)
    if number > pages:
        raise NotFound(f"no page {number}: sol {chosen} has {len(wanted)} such photographs on {pages} pages")
    shown = wanted[(number - 1) * PAGE : number * PAGE]
    described = {
        "rover": rover.name,
        "sol": chosen,
        "earth_date": str(rovers.earth_date(rover, chosen)),
        "total_photos": len(wanted),
        "page": number,
        "pages": pages,
        "photos": [_describe_photo(photo) for photo in shown],
    }
    return Answer(described, (Picture(context.world.space.render_photo(shown[0])),))


@server.tool
def get_mars_rover_manifest(context: ToolContext, rover_name: RoverName) -> Answer:
    """The mission of a Mars rover: launch, landing, status, newest Martian day (sol), cameras, number of
    photographs in all and by year on Earth, and the latest sols with their counts by camera."""
    rover = ROVERS[check_choice(rover_name, "rover_name", tuple(ROVERS))]
    rovers = context.world.space.rovers
    tallies = rovers.tallies(rover)
    years: Counter[str] = Counter()
    for sol, number in tallies.items():
        years[str(rovers.earth_date(rover, sol).year)] += number
    last = max(tallies, default=0)
    return Answer(
        {
            "name": rover.name,
            "status": "active" if rover.last_sol is None else "complete",
            "launch_date": str(rover.launched),
            "landing_date": str(rover.landed),
            "max_sol": last,
            "max_date": str(rovers.earth_date(rover, last)),
            "total_photos": sum(tallies.values()),
            "sols_with_photos": len(tallies),
            "cameras": [{"name": name, "full_name": CAMERAS[name]} for name in rover.cameras],
            "photos_by_year": dict(sorted(years.items())),
            "latest_sols": [_sol(rovers, rover, sol) for sol in list(tallies)[: -RECENT_SOLS - 1 : -1]],
        }
    )


def _sol(rovers: Rovers, rover: Rover, sol: int) -> dict[str, Any]:
    counts = rovers.counts(rover, sol)
    return {
        "sol": sol,
        "earth_date": str(rovers.earth_date(rover, sol)),
        "total_photos": sum(counts.values()),
        "cameras": counts,
    }


def _find_sol(rovers: Rovers, rover: Rover, sol: int | msgspec.UnsetType, earth_date: OptionalText) -> int:
    last = rovers.last_sol(rover)
    if earth_date is msgspec.UNSET:
        if sol is msgspec.UNSET:
            return rovers.newest_sol(rover)
        chosen = check_offset(sol, "sol")
        if chosen > last:
            raise NotFound(f"{rover.name} has no sol {chosen}", [f"sol {last} (the last)"])
        return chosen
    date = parse_date(earth_date, "earth_date")
    final = rovers.earth_date(rover, last)
    if not rover.landed <= date <= final:
        raise BadArgument(
            "earth_date", f"{date} is outside of {rover.landed} to {final}, when it took pictures"
        )
    found = rovers.sol_on(rover, date)
    if found < 0:
        near = [
            f"{rovers.earth_date(rover, each)}" for each in _around(rovers.sol_on(rover, date, nearest=True))
        ]
        raise NotFound(f"no Martian day began on {date}", near)
    if sol is not msgspec.UNSET and sol != found:
        raise BadArgument("sol", f"{date} is sol {found}, not {sol}; give only one of sol and earth_date")
    return found


def _around(sol: int) -> tuple[int, int]:
    return sol, sol + 1


def _with_camera(taken: list[Photo], rover: Rover, camera: OptionalText) -> list[Photo]:
    if camera is msgspec.UNSET:
        return taken
    name = check_choice(camera, "camera", rover.cameras)
    wanted = [photo for photo in taken if photo.camera == name]
    if not wanted:
        used = sorted({photo.camera for photo in taken})
        raise NotFound(f"{rover.name}'s {name} took no photographs on sol {taken[0].sol}", used)
    return wanted


def _describe_photo(photo: Photo) -> dict[str, Any]:
    address = f"https://mars.space.example/{photo.rover.name.lower()}/{photo.sol:05d}"
    return {
        "id": photo.id,
        "sol": photo.sol,
        "camera": {"name": photo.camera, "full_name": CAMERAS[photo.camera]},
        "img_src": f"{address}/{photo.camera}_{photo.id}.png",
        "earth_date": str(photo.earth_date),
    }
