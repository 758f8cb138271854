"""Medical Calculator, Wikipedia and FruityVice: fruit for a patient with weak kidneys."""

from __future__ import annotations

from m3bench.checks import Tolerance
from m3bench.suites import Blueprint, Plan, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.medicine._shared.energy_tables import (
    ARTICLE,
    FRUIT,
    FRUITS,
    Energies,
    amount,
    enumerated,
)
from m3bench_suites.builders.cross.tasks import (
    Wording,
    branch,
    computed,
    found,
    require,
    require_lead,
    solution,
    task,
)
from m3bench_suites.builders.fields import named, number, records, yes_no

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
_WORDING = Wording(
    request=(
        "{patient} Compute eGFR (CKD-EPI 2021, creatinine). If it is below 45, fruit may have at most "
        "{strict} mg of potassium in 100 g, otherwise at most {free} mg. Compare the energy of 100 g of "
        "{fruits} in the table of fruits and in the encyclopedia, and list the fruits where it differs by 1 "
        "kcal or more, with both values. Name the fruit with the most vitamin C by the encyclopedia. If at "
        "least {many} fruits differ, go down the row {met}, otherwise the row {unmet}: take the first fruit "
        "whose potassium is allowed by the encyclopedia, reading an article only if the fruits before have "
        "too much. Give the fiber of this fruit by the table. Also compute the ideal body weight and its "
        "maintenance fluid an hour (4-2-1 rule)."
    ),
    fuzzy=(
        "{patient} I want to know the 2021 creatinine eGFR. Under 45 I allow {strict} mg of potassium per "
        "100 g of fruit and no more; from 45 on it may be {free} mg. For {fruits}, please check the energy "
        "of 100 g: where do the table of fruits and the free encyclopedia lie 1 kcal or more apart, and what "
        "do both say? Which of these has the most vitamin C, by the encyclopedia? If they disagree on {many} "
        "or more, I do not trust my shopping list and look at {met}; if not, at {unmet}. From that row I "
        "take the first whose potassium is fine by the encyclopedia, and read no further. Which is it, and "
        "how much fiber does the table give it? Last, what is the ideal body weight, and how much fluid an "
        "hour by the 4-2-1 rule goes with it?"
    ),
)


def kidney_diet(draw: TaskDraw, family: CrossFamily) -> Blueprint:
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
            "rate": found(float(rate.data), Tolerance(absolute=0.5)),
            "mismatches": energies.mismatches(),
            "many": computed(many, energies.grounds),
            "richest": computed(richest, (richest, *vitamin.values())),
            "vitamin": found(vitamin[richest], Tolerance(absolute=0.06)),
            "fruit": found(table.data["name"], also=(page.data["title"],)),
            "potassium": found(potassium[-1]),
            "fiber": found(table.data["nutritions"]["fiber"], Tolerance(absolute=0.02)),
            "ideal": found(ideal, Tolerance(absolute=0.06)),
            "fluid": found(float(fluid.data), Tolerance(absolute=0.5)),
        }
        decision = branch(
            f"the sources differ on at least {_MANY} of the fruits",
            holds=many,
            met={"tools": [ARTICLE], "values": met[:1]},
            unmet={"tools": [ARTICLE], "values": unmet[:1]},
        )
        return solution(fields, branches=[decision], validations=[energies.checked])

    form = (
        number("rate", "eGFR of the patient, in mL/min/1.73 m²"),
        records(
            "mismatches",
            "the fruits whose energy differs",
            named("fruit", "the fruit"),
            number("table", "energy of 100 g by the table of fruits", "kcal"),
            number("book", "energy of 100 g by the encyclopedia", "kcal"),
        ),
        yes_no("many", f"whether these are at least {_MANY}"),
        named("richest", "the compared fruit with the most vitamin C"),
        number("vitamin", "its vitamin C in 100 g", "mg"),
        named("fruit", "the first fruit of the row that is allowed"),
        number("potassium", "its potassium in 100 g", "mg"),
        number("fiber", "its fiber in 100 g by the table", "g"),
        number("ideal", "ideal body weight of the patient", "kg"),
        number("fluid", "maintenance fluid for this weight", "mL/h"),
    )
    patient = (
        f"A {'man' if male else 'woman'} of {age} with weak kidneys has a creatinine of {creatinine} mg/dL, "
        f"weighs {weight} kg and is {inches} inches tall."
    )
    words = {
        "patient": patient,
        "fruits": enumerated(fruits),
        "met": enumerated(met),
        "unmet": enumerated(unmet),
        "strict": strict,
        "free": free,
        "many": _MANY,
    }
    return task(draw, family, _WORDING, words, form, plan)
