"""What alerts say, and where and when they fit."""

from __future__ import annotations

import msgspec

_SUMMER = (6, 7, 8, 9)
_WINTER = (11, 12, 1, 2, 3, 4)
_SPRING = (3, 4, 5, 6)
_ANY = tuple(range(1, 13))


class Template(msgspec.Struct, frozen=True):
    category: str
    title: str
    text: str
    months: tuple[int, ...] = _ANY
    traits: tuple[str, ...] = ()
    """One of them is needed; none: fits everywhere."""


TEMPLATES = (
    Template(
        "Danger",
        "High water at {spot}",
        "Snowmelt runs fast and cold near {spot}. Keep away from the banks and do not wade.",
        _SPRING,
        ("river", "waterfall"),
    ),
    Template(
        "Danger",
        "Flash floods possible near {spot}",
        "Storms far away fill dry channels within minutes. Ask at a visitor center before entering {spot}.",
        (7, 8, 9),
        ("canyon", "desert"),
    ),
    Template(
        "Danger",
        "Very high fire danger",
        "Campfires and charcoal are not allowed anywhere in the park until rain returns.",
        _SUMMER,
        ("forest", "mountain", "prairie", "desert"),
    ),
    Template(
        "Danger",
        "Extreme heat",
        "Afternoons are dangerously hot. Walk before 10 am, carry a gallon of water and rest in the shade.",
        (6, 7, 8),
        ("desert",),
    ),
    Template(
        "Danger",
        "Strong rip currents at {spot}",
        "Swimmers have been pulled from shore at {spot}. Stay out of the water when red flags fly.",
        _ANY,
        ("coast",),
    ),
    Template(
        "Danger",
        "Thin ice near {spot}",
        "The ice is not safe to walk on. Stay on marked winter routes.",
        (11, 12, 3, 4),
        ("lake", "snow"),
    ),
    Template(
        "Danger",
        "Unstable ground at {spot}",
        "Hot ground and gas have been measured off the trail. Stay on boardwalks and marked paths.",
        _ANY,
        ("hotsprings", "volcano"),
    ),
    Template(
        "Closure",
        "{spot} Trail closed for repairs",
        "Crews are rebuilding steps and drains. The trail is closed from its start to the first junction.",
    ),
    Template(
        "Closure",
        "{spot} Road closed by snow",
        "The road is closed to vehicles until ploughing ends in spring. Skis and snowshoes are welcome.",
        _WINTER,
        ("snow",),
    ),
    Template(
        "Closure",
        "Nesting closure near {spot}",
        "Climbing routes and paths near {spot} are closed while falcons raise their young.",
        (3, 4, 5, 6, 7),
        ("canyon", "mountain", "coast"),
    ),
    Template(
        "Closure",
        "Rooms at {spot} closed for conservation",
        "Specialists are treating plaster and timber. The other rooms stay open.",
        _ANY,
        ("history", "ruins"),
    ),
    Template(
        "Closure",
        "Dock at {spot} closed",
        "Storm damage has made the dock unsafe. Boats land at the next dock until it is mended.",
        _ANY,
        ("island", "lake", "reef"),
    ),
    Template(
        "Caution",
        "Bears active near {spot}",
        "Bears have been seen close to the trail. Store food in lockers, make noise and keep 100 yards away.",
        (4, 5, 6, 7, 8, 9, 10),
        ("forest", "arctic"),
    ),
    Template(
        "Caution",
        "Icy paths at {spot}",
        "Shaded parts hold ice until late morning. Wear traction and allow more time.",
        _WINTER,
        ("mountain", "canyon", "forest", "snow", "waterfall"),
    ),
    Template(
        "Caution",
        "Biting insects",
        "Mosquitoes and ticks are many this season. Wear long sleeves and check your skin after a walk.",
        (5, 6, 7, 8),
        ("wetland", "forest", "arctic"),
    ),
    Template(
        "Caution",
        "Harmful algae at {spot}",
        "Keep children and dogs out of the water and do not drink it, even when filtered.",
        (7, 8, 9, 10),
        ("lake", "river"),
    ),
    Template(
        "Caution",
        "Loose rock on the {spot} Trail",
        "Recent rain has loosened stones. Wear a helmet on the steep part and do not stop beneath it.",
        _ANY,
        ("mountain", "canyon", "volcano"),
    ),
    Template(
        "Caution",
        "Delays on the {spot} Road",
        "One lane is open on weekdays from 7 am to 5 pm. Expect to wait up to 20 minutes.",
    ),
    Template(
        "Information",
        "Drinking water at {spot} turned off",
        "Bring water: taps at {spot} are dry until pipes have been mended. Those at visitor centers work.",
    ),
    Template(
        "Information",
        "Winter hours now in effect",
        "Visitor centers open later and close earlier until April.",
        _WINTER,
    ),
    Template(
        "Information",
        "Parking fills early at {spot}",
        "On fair days the lot is full by 9 am. Come early, late, or by shuttle.",
        (4, 5, 6, 7, 8, 9, 10),
    ),
    Template(
        "Information",
        "Survey of visitors",
        "Rangers may ask for five minutes of your time; the answers help to plan shuttles and trails.",
    ),
    Template(
        "Information",
        "Card payments only",
        "Entrance stations and campgrounds take cards and phones, and no cash.",
    ),
)
