"""Medical Calculator, Wikipedia and FruityVice: fruit for a patient with weak kidneys."""

from __future__ import annotations

from m3bench.checks import Tolerance
from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.medicine._shared.energy_tables import (
    ARTICLE,
    FRUIT,
    FRUITS,
    Energies,
    amount,
    enumerated,
)
from m3bench_suites.builders.tasks import TaskSpec, branch, computed, require, require_lead, solution, stated

_RATE, _WEIGHTS = "Medical Calculator/egfr_epi", "Medical Calculator/ibw_abw_calculator"
_FLUIDS = "Medical Calculator/maintenance_fluids"
_COUNT, _MANY = 7, 3
_ROW_MET = (
    ("Tamarind", "Plantain"),
    ("Pomegranate", "Tomato"),
    ("Avocado", "Jackfruit"),
    ("Passionfruit", "Cherry"),
    ("Apricot", "Banana"),
)
_ROW_UNMET = (
    ("Date", "Passionfruit"),
    ("Guava", "Kiwi"),
    ("Tamarind", "Avocado"),
    ("Apricot", "Banana"),
    ("Cherry", "Grape"),
)
_LOW = ("Pineapple", "Watermelon", "Blueberry", "Apple")


def kidney_diet(draw: TaskDraw) -> TaskSpec:
    """Make a task on fruit with little potassium."""
    met = [*(draw.pick(pair, "met", pair) for pair in _ROW_MET), draw.pick(_LOW, "low met")]
    unmet = [*(draw.pick(pair, "unmet", pair) for pair in _ROW_UNMET), draw.pick(_LOW, "low unmet")]
    fruits = draw.sample([one for one in FRUITS if one not in (*met, *unmet)], _COUNT, "fruits")
    male, age = draw.pick((True, False), "male"), draw.whole(44, 72, "age")
    creatinine = draw.whole(12, 24, "creatinine") / 10
    weight, inches = draw.whole(60, 98, "weight"), draw.whole(61, 73, "inches")
    strict, free = 150, 200

    def plan() -> Plan:
        first = yield [
            call(_RATE, scr=creatinine, age=age, male=male),
            call(_WEIGHTS, weight_kg=weight, height_inches=inches, male=male),
            *(call(FRUIT, fruit_name=one) for one in fruits),
            *(call(ARTICLE, title=one) for one in fruits),
        ]
        rate, weights, tables, articles = first[0], first[1], first[2 : _COUNT + 2], first[_COUNT + 2 :]
        require(abs(float(rate.data) - 45) > 0.5, "the eGFR is at the limit.")
        most = strict if float(rate.data) < 45 else free
        energies = Energies(fruits, tables, articles)
        vitamin = {name: amount(one, "vitamin C") for name, one in zip(fruits, articles, strict=True)}
        require_lead(vitamin.values(), 0.3)
        richest = max(fruits, key=vitamin.__getitem__)
        many = len(energies.wrong) >= _MANY
        row = met if many else unmet
        ideal = weights.data["ideal_weight_kg"]
        fluid, page = yield [
            call(_FLUIDS, weights, weight_kg=ideal),
            call(ARTICLE, *tables, *articles, title=row[0]),
        ]
        potassium = [amount(page, "potassium")]
        for name in row[1:]:
            if potassium[-1] <= most:
                break
            (page,) = yield [call(ARTICLE, rate, page, title=name)]
            potassium.append(amount(page, "potassium"))
        require(potassium[-1] <= most, "no fruit is allowed.")
        fruit = row[len(potassium) - 1]
        (table,) = yield [call(FRUIT, rate, page, fruit_name=fruit)]
        fields = {
            "rate": stated(float(rate.data), Tolerance(absolute=0.5)),
            "mismatches": energies.mismatches(),
            "many": computed(many, energies.grounds),
            "richest": computed(richest, (richest, *vitamin.values())),
            "vitamin": stated(vitamin[richest], Tolerance(absolute=0.06)),
            "fruit": stated(table.data["name"], also=(page.data["title"],)),
            "potassium": stated(potassium[-1]),
            "fiber": stated(table.data["nutritions"]["fiber"], Tolerance(absolute=0.02)),
            "ideal": stated(ideal, Tolerance(absolute=0.06)),
            "fluid": stated(float(fluid.data), Tolerance(absolute=0.5)),
        }
        decision = branch(
            f"the sources differ on at least {_MANY} of the fruits",
            holds=many,
            met={"tools": [ARTICLE], "values": met[:1]},
            unmet={"tools": [ARTICLE], "values": unmet[:1]},
        )
        return solution(fields, branches=[decision], validations=[energies.checked])

    patient = (
        f"A {'man' if male else 'woman'} of {age} with weak kidneys has a creatinine of {creatinine} mg/dL, "
        f"weighs {weight} kg and is {inches} inches tall."
    )
    return TaskSpec(
        words={
            "patient": patient,
            "fruits": enumerated(fruits),
            "met": enumerated(met),
            "unmet": enumerated(unmet),
            "strict": strict,
            "free": free,
            "many": _MANY,
        },
        plans=(plan,),
    )
