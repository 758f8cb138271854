"""The pages of six sites, from the seed. They link to each other, and nothing on them leads elsewhere."""

from __future__ import annotations

import re
from functools import cached_property
from urllib.parse import urldefrag

from m3bench_world.web import markup
from m3bench_world.web.types import Field, Form, FormError, Product, Room, Tariff, WebPage
from m3bench_world.world import World

SHOP, CITY, HOTEL, TELECOM, BANK, NEWS = (
    f"https://{name}.example/" for name in ("shop", "city", "hotel", "telecom", "bank", "news")
)
_SITES = {
    SHOP: ("Corner Shop", "#1f5aa6"),
    CITY: ("City of Alder", "#3c6e47"),
    HOTEL: ("Hotel Seeblick", "#7a3b69"),
    TELECOM: ("Northline Telecom", "#b04a00"),
    BANK: ("Harbour Bank", "#22384f"),
    NEWS: ("The Alder Post", "#555555"),
}
_NOUNS = ("kettle", "desk lamp", "backpack", "umbrella", "notebook", "radio", "water bottle", "wall clock")
_MAKERS = ("Alba", "Nordal", "Tiko", "Verano")
_LONGEST_VALUE = 500
_EMAIL = re.compile(r"[^@\s]{1,100}@[^@\s]{1,100}\.[a-zA-Z]{2,20}")
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
_TOTAL = """
const nights = document.getElementById('nights'), room = document.getElementById('room');
const prices = PRICES;
function add() {
  const sum = (prices[room.value] || 0) * (parseInt(nights.value) || 0);
  document.getElementById('total').textContent = sum ? 'Total: ' + sum + ' EUR' : '';
}
nights.addEventListener('input', add); room.addEventListener('change', add);
"""


class Web:
    """All pages by address. `products`, `rooms`, `tariffs`, `hours` and `forms` are the truth about them."""

    def __init__(self, world: World) -> None:
        self._chance = world.chance

    @cached_property
    def products(self) -> tuple[Product, ...]:
        chance = self._chance
        return tuple(
            Product(
                noun.replace(" ", "-"),
                f"{chance.pick(_MAKERS, 'web', noun, 'maker')} {noun}",
                chance.whole(900, 8_900, "web", noun, "price") / 100,
                chance.whole(0, 40, "web", noun, "stock"),
                chance.whole(2, 60, "web", noun, "weight") / 10,
            )
            for noun in _NOUNS
        )

    @cached_property
    def rooms(self) -> tuple[Room, ...]:
        kinds = (("Single room", 60, 1), ("Double room", 90, 2), ("Family room", 130, 4))
        return tuple(
            Room(name, least + self._chance.whole(0, 29, "web", name), beds) for name, least, beds in kinds
        )

    @cached_property
    def tariffs(self) -> tuple[Tariff, ...]:
        kinds = (("Small", 7, 5), ("Medium", 14, 20), ("Large", 24, 60))
        return tuple(
            Tariff(
                name,
                round(least + self._chance.whole(0, 40, "web", "tariff", name) / 10 + 0.09, 2),
                gigabytes + self._chance.whole(0, 9, "web", "data", name),
                self._chance.pick((1, 12, 24), "web", "months", name),
            )
            for name, least, gigabytes in kinds
        )

    @cached_property
    def hours(self) -> dict[str, tuple[str, str]]:
        """When each site's office opens and closes from Monday to Friday, by address."""
        opens = {site: self._chance.whole(7, 10, "web", site, "opens") for site in _SITES}
        closes = {site: self._chance.whole(15, 20, "web", site, "closes") for site in _SITES}
        return {site: (f"{opens[site]:02d}:00", f"{closes[site]:02d}:30") for site in _SITES}

    @cached_property
    def forms(self) -> dict[str, Form]:
        """By the address that they are sent to."""
        person = (Field("name", "Full name"), Field("email", "E-mail address", "email"))
        rooms = tuple(room.name for room in self.rooms)
        found = (
            Form(
                "permit",
                f"{CITY}submit/permit",
                (
                    *person,
                    Field("plate", "Number plate"),
                    Field("zone", "Zone", "select", choices=("A", "B", "C", "D")),
                    Field("start", "Valid from", "date"),
                    Field("remarks", "Remarks", required=False),
                ),
                "Apply",
            ),
            Form(
                "booking",
                f"{HOTEL}submit/booking",
                (
                    *person,
                    Field("room", "Room", "select", choices=rooms),
                    Field("arrival", "Arrival", "date"),
                    Field("nights", "Nights", "number"),
                ),
                "Book",
            ),
            Form(
                "order",
                f"{TELECOM}submit/order",
                (
                    *person,
                    Field(
                        "tariff", "Tariff", "select", choices=tuple(tariff.name for tariff in self.tariffs)
                    ),
                ),
                "Order",
            ),
        )
        return {form.action: form for form in found}

    @cached_property
    def pages(self) -> dict[str, WebPage]:
        """All pages by address."""
        made = [*self._shop(), *self._services(), *self._news()]
        return {page.url: page for page in made}

    def page(self, url: str) -> WebPage | None:
        """Return the page at an address; a place within a page is ignored."""
        plain = urldefrag(url).url
        return self.pages.get(plain) or self.pages.get(plain + "/")

    def accept(self, action: str, values: dict[str, str]) -> dict[str, str]:
        """Return what a form sends, without spaces around it.

        Raises:
            FormError: There is no such form, or a value is missing or wrong.
        """
        form = self.forms.get(action)
        if form is None:
            raise FormError("there is no such form")
        unknown = values.keys() - {field.name for field in form.fields}
        if unknown:
            raise FormError("there are unknown fields")
        return {field.name: _accepted(field, values.get(field.name, "")) for field in form.fields}

    def reply(self, action: str, title: str, words: str) -> WebPage:
        """Return the page that answers a form."""
        site = action[: action.index("/", 8) + 1]
        return self._page(site, action.removeprefix(site), title, markup.paragraph(words))

    def _page(self, site: str, path: str, title: str, body: str, script: str = "") -> WebPage:
        name, colour = _SITES[site]
        own = [("Home", site), ("Contact", f"{site}contact")]
        others = [(_SITES[other][0], other) for other in _SITES if other != site]
        html = markup.document(name, colour, [*own, *others], title, body, script=script)
        return WebPage(f"{site}{path}", title, html)

    def _shop(self) -> list[WebPage]:
        rows = [
            (markup.link(product.name, f"{SHOP}products/{product.slug}"), f"{product.price:.2f} EUR")
            for product in self.products
        ]
        pages = [self._page(SHOP, "", "All products", markup.table(("Product", "Price"), rows))]
        for each in self.products:
            stock = f"{each.stock} in stock" if each.stock else "sold out"
            facts = (
                ("Price", f"{each.price:.2f} EUR"),
                ("Weight", f"{each.weight:.1f} kg"),
                ("Stock", stock),
            )
            body = markup.table(("Property", "Value"), facts) + markup.link("All products", SHOP)
            pages.append(self._page(SHOP, f"products/{each.slug}", each.name, body))
        return pages

    def _services(self) -> list[WebPage]:
        permit, booking, order = self.forms.values()
        rooms = [(room.name, f"{room.price} EUR", str(room.beds)) for room in self.rooms]
        tariffs = [
            (tariff.name, f"{tariff.monthly:.2f} EUR", f"{tariff.gigabytes} GB", str(tariff.months))
            for tariff in self.tariffs
        ]
        prices = "{" + ", ".join(f"'{room.name}': {room.price}" for room in self.rooms) + "}"
        limit = 100 * self._chance.whole(5, 30, "web", "bank", "limit")
        fee = self._chance.whole(2, 9, "web", "bank", "fee")
        permit_fee = self._chance.whole(20, 60, "web", "permit", "fee")
        contacts = [
            self._page(
                site, "contact", "Contact", markup.paragraph(f"Open Monday to Friday, {opens} to {closes}.")
            )
            for site, (opens, closes) in self.hours.items()
        ]
        return [
            *contacts,
            self._page(CITY, "", "Services", markup.link("Apply for a parking permit", f"{CITY}permit")),
            self._page(
                CITY,
                "permit",
                "Parking permit",
                markup.paragraph(f"A permit costs {permit_fee} EUR for a year.") + markup.form(permit),
            ),
            self._page(
                HOTEL,
                "",
                "Rooms",
                markup.table(("Room", "Night", "Beds"), rooms)
                + markup.link("Book a room", f"{HOTEL}booking"),
            ),
            self._page(
                HOTEL,
                "booking",
                "Book a room",
                markup.form(booking) + '<p id="total"></p>',
                _TOTAL.replace("PRICES", prices),
            ),
            self._page(
                TELECOM,
                "",
                "Tariffs",
                markup.table(("Tariff", "Monthly", "Data", "Months"), tariffs)
                + markup.link("Order a tariff", f"{TELECOM}order"),
            ),
            self._page(TELECOM, "order", "Order a tariff", markup.form(order)),
            self._page(
                BANK,
                "",
                "Help",
                markup.paragraph(f"The daily limit of a card is {limit} EUR.")
                + markup.paragraph(f"A new card costs {fee} EUR and takes five working days."),
            ),
        ]

    def _news(self) -> list[WebPage]:
        product = self._chance.pick(self.products, "web", "news", "product")
        articles = (
            ("parking", "Parking zones redrawn", "Residents need a new permit.", f"{CITY}permit"),
            ("test", f"Tested: {product.name}", "It did well.", f"{SHOP}products/{product.slug}"),
            ("hotel", "Hotel by the lake reopens", "All rooms were renovated.", f"{HOTEL}"),
        )
        pages = [
            self._page(
                NEWS, f"articles/{name}", title, markup.paragraph(words) + markup.link("More about it", url)
            )
            for name, title, words, url in articles
        ]
        heads = "".join(
            f"<p>{markup.link(title, f'{NEWS}articles/{name}')}</p>" for name, title, _, _ in articles
        )
        return [self._page(NEWS, "", "Today", heads), *pages]


def _accepted(field: Field, value: str) -> str:
    value = value.strip()
    if not value and field.required:
        raise FormError(f"'{field.label}' is missing")
    if len(value) > _LONGEST_VALUE:
        raise FormError(f"'{field.label}' is longer than {_LONGEST_VALUE} characters")
    fits = {
        "email": lambda: _EMAIL.fullmatch(value) is not None,
        "date": lambda: _DATE.fullmatch(value) is not None,
        "number": lambda: value.isascii() and value.isdigit() and 0 < int(value) <= 1_000,
        "select": lambda: value in field.choices,
    }
    if value and field.kind in fits and not fits[field.kind]():
        raise FormError(f"'{field.label}' is not valid")
    return value
