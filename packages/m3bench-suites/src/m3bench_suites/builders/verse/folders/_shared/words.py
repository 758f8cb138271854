"""Words that tasks are drawn from."""

from __future__ import annotations

PEOPLE = (
    "Mara Lindqvist", "Tomas Okafor", "Ines Caldeira", "Piotr Zielak", "Hanna Brandvold", "Samir Haddou",
    "Greta Almqvist", "Luis Ferrante", "Noor van Dalen", "Victor Amadi", "Yuki Tanabe", "Elena Marchetti",
    "Oskar Nyberg", "Priya Raman", "Jonas Keller", "Amina Toure", "Rafael Quiroga", "Sofie Maes",
    "Dmitri Volkov", "Clara Benitez", "Anton Reiss", "Leila Karimi", "Marek Dusek", "Fiona Gallagher",
)  # fmt: skip
CITIES = (
    "Aarhus", "Bilbao", "Cork", "Dresden", "Eindhoven", "Fukuoka", "Ghent", "Haifa", "Izmir", "Jaipur",
    "Kaunas", "Leeds", "Malmo", "Nantes", "Oulu", "Porto", "Quito", "Riga", "Seville", "Tampere", "Utrecht",
    "Varna", "Wroclaw", "Zadar",
)  # fmt: skip
GOODS = (
    "hex bolt", "copper elbow", "ball valve", "cable gland", "toggle clamp", "rubber grommet", "shaft collar",
    "drive belt", "oil seal", "spring washer", "pipe hanger", "fuse holder", "relay socket", "cam lock",
    "thrust bearing", "tie rod", "gas strut", "hose barb", "panel hinge", "wing nut",
)  # fmt: skip
SERVICES = (
    "billing", "search", "gateway", "mailer", "ledger", "catalog", "profile", "checkout", "scheduler",
    "renderer", "payments", "inventory", "sessions", "reports", "uploads", "notifier",
)  # fmt: skip
HOSTS = (
    "alder", "birch", "cedar", "damson", "elm", "fir", "gorse", "hazel", "juniper", "larch", "maple", "oak",
    "pine", "quince", "rowan", "spruce", "tansy", "willow", "yew",
)  # fmt: skip
DEPARTMENTS = ("accounting", "legal", "purchasing", "logistics", "facilities", "marketing", "training")
PROJECTS = (
    "tidewatch", "lanternfly", "gridbook", "saltmarsh", "papercrane", "northgate", "quillpad", "ironferry",
    "coldharbor", "bluethread", "mapletrack", "stonebridge",
)  # fmt: skip


def email(person: str) -> str:
    """Return the address of a person."""
    return f"{person.lower().replace(' ', '.')}@example.org"
