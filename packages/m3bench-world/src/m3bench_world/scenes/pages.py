"""Web pages of the world that show a picture, and their URLs.

- `https://photos.example/<kind>/<words>-<code>`: a drawn scene. The words are free; the code counts.
- `https://photos.example/landmarks/<name>`, the site that the atlas gives for a landmark, and its article in
  the encyclopedia: a view of that landmark.
- A museum object's page and the address of its picture.
"""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

import msgspec

from m3bench.core import near_misses, normalize
from m3bench_world.scenes.drawing import draw, kind_names
from m3bench_world.scenes.painting import png
from m3bench_world.scenes.stage import Stage
from m3bench_world.scenes.views import Sight, landmarks, show, view_of
from m3bench_world.world import World

HOST = "photos.example"
_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
_CHECK = 4
_MOST = 36**5
_OBJECT = re.compile(r"(?:/art/collection/search/|/W)(\d{1,9})(?:\.png)?/?$")


class Page(msgspec.Struct, frozen=True):
    """A page and its main picture. `name` is a valid file name; `sources` are keys of `SOURCES`."""

    address: str
    name: str
    png: bytes
    sources: tuple[str, ...]


def scene_address(world: World, kind: str, number: int) -> str:
    """Return the URL of a scene. It does not reveal the content of the picture."""
    if kind not in kind_names() or not 0 <= number < _MOST:
        raise ValueError(f"no scene {number} of kind {kind!r}")
    return f"https://{HOST}/{kind}/picture-{_code(world, kind, number)}"


def landmark_address(sight: Sight) -> str:
    return f"https://{HOST}/landmarks/{slug(sight.name)}"


def fetch(world: World, address: str) -> Page | None:
    """Return the page at a URL, or None."""
    try:
        parts = urlsplit(address.strip())
        host = (parts.hostname or "").removeprefix("www.")
        path = unquote(parts.path).rstrip("/")
    except ValueError:
        return None
    if parts.scheme not in {"http", "https", ""}:
        return None
    if host == HOST:
        return _photo(world, path)
    if host.endswith("metmuseum.org"):
        return _museum_page(world, path)
    sight = _sight_at(world, host, path)
    return _landmark_page(world, sight) if sight else None


def near(world: World, address: str, limit: int = 3) -> list[str]:
    """Return URLs of pages that match the words of an unknown URL."""
    words = [word.removesuffix("s") for word in re.findall(r"[a-z]{3,}", normalize(unquote(address[:600])))]
    scored = [
        (-len({*normalize(f"{sight.name} {sight.label} {sight.setting}").split()} & set(words)), sight)
        for sight in landmarks.SIGHTS
    ]
    fitting = [landmark_address(sight) for score, sight in sorted(scored) if score < 0]
    by_kind = {kind: scene_address(world, kind, 0) for kind in kind_names()}
    fitting += [by_kind[kind] for kind in kind_names() if set(kind.split("_")) & set(words)]
    last = address.rstrip("/").rpartition("/")[2][:80]
    close = near_misses(last, [slug(name) for name in landmarks.names()], limit)
    fitting += [f"https://{HOST}/landmarks/{name}" for name in close]
    fitting += [by_kind[kind] for kind in ("postcard", "animals", "still_life") if kind in by_kind]
    return list(dict.fromkeys(fitting))[:limit]


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", normalize(name)).strip("-")


def _code(world: World, kind: str, number: int) -> str:
    check = world.chance.bits("photo page", kind, number) % 36**_CHECK
    return f"{_base36(check):0>{_CHECK}}{_base36(number)}"


def _base36(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = _LETTERS[digit] + digits
    return digits


def _photo(world: World, path: str) -> Page | None:
    folder, _, last = path.strip("/").rpartition("/")
    if folder == "landmarks":
        sight = next((one for one in landmarks.SIGHTS if slug(one.name) == slug(last)), None)
        return _landmark_page(world, sight) if sight else None
    code = last.rpartition("-")[2].lower()
    if folder not in kind_names() or not re.fullmatch(rf"[0-9a-z]{{{_CHECK + 1},{_CHECK + 5}}}", code):
        return None
    number = int(code[_CHECK:], 36)
    if _code(world, folder, number) != code:
        return None
    drawn = draw(world, folder, number)
    return Page(scene_address(world, folder, number), f"picture-{code}", drawn.png, ("scenes",))


def _sight_at(world: World, host: str, path: str) -> Sight | None:
    """Return the landmark with this website or article."""
    if host.endswith("wikipedia.org") and path.startswith("/wiki/"):
        wanted = slug(path.removeprefix("/wiki/"))
        return next((sight for sight in landmarks.SIGHTS if slug(sight.name) == wanted), None)
    if not host.endswith(".example.com"):
        return None
    for sight in landmarks.SIGHTS:
        found = world.atlas.famous(sight.name)
        if found and found.website and urlsplit(found.website).hostname == host:
            return sight
    return None


def _landmark_page(world: World, sight: Sight) -> Page:
    stage = Stage(world, "landmark page", landmarks.SIGHTS.index(sight))
    stage.size = (840, 600)
    box = (0, 0, *stage.size)
    stage.facts |= show(stage, view_of(stage, box, sight)._replace(hour="day", weather="clear"), sight)
    image = stage.finish().image
    name = f"landmark-{slug(sight.name)}"
    return Page(landmark_address(sight), name, png.encode(image), ("scenes", "landmarks"))


def _museum_page(world: World, path: str) -> Page | None:
    found = _OBJECT.search(path)
    item = world.museum.object(int(found[1])) if found else None
    if item is None or not item.has_image:
        return None
    return Page(item.image_url, f"object-{item.id}", world.museum.picture(item), ("museum",))
