"""Medicines as goods: the products of the pharmacy's common drugs, in each strength."""

from __future__ import annotations

from m3bench_world.pharmacy import Drug, Pharmacy, Product
from m3bench_world.shops.goods import Goods

_STORE_BRAND = "Careline"
_COUNTED = ("tablet", "capsule", "caplet", "lozenge", "suppository", "gum", "softgel")
_SIZES = {
    "patch": ("5 patches", "15 patches"),
    "spray": ("60 sprays", "120 sprays"),
    "inhaler": ("120 doses", "200 doses"),
    "injection": ("1 pen", "2 pens"),
}
_PLAIN_SIZES = ("small tube or bottle", "large tube or bottle")


def medicines(pharmacy: Pharmacy) -> list[Goods]:
    return [_goods(drug, product) for drug in pharmacy.common() for product in drug.products]


def _goods(drug: Drug, product: Product) -> Goods:
    name, form = drug.name.lower(), _simple(product.form)
    # 'fluticasone' is enough to find fluticasone propionate.
    shorter = (name, name.partition(" ")[0])
    return Goods(
        category="Medicines without prescription" if drug.otc else "Prescription medicines",
        names=tuple(
            dict.fromkeys((f"{name} {product.form}", *(f"{one} {form}" for one in shorter), *shorter))
        ),
        brands=(*drug.brands[:3], _STORE_BRAND),
        variants=product.strengths or ("Regular Strength",),
        sizes=_sizes(product.form),
        dollars=11.0 if drug.otc else 48.0,
    )


def _simple(form: str) -> str:
    """Return the basic form: 'delayed-release tablet' is a tablet."""
    return form.rsplit(maxsplit=1)[-1] if form else "medicine"


def _sizes(form: str) -> tuple[str, ...]:
    if any(word in form for word in _COUNTED):
        unit = _simple(form)
        return tuple(f"{number} {unit}s" for number in (24, 72, 100))
    return next((sizes for word, sizes in _SIZES.items() if word in form), _PLAIN_SIZES)
