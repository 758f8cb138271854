"""The 22 tools. The formulas and their sources stand in the modules beside this one."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import Answer, Proof, Server, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.declared import declared, read_optional
from m3bench_world.servers.mcp_bench.medical_calculator import body, heart, laboratory, pressure, risk
from m3bench_world.servers.mcp_bench.medical_calculator.body import dates

server = Server(
    "Medical Calculator",
    "Published clinical formulas and scores. For study, not for the care of patients.",
    sources=("arithmetic", "clinical"),
    proof=Proof("egfr_epi", {"scr": 1.0, "age": 50, "male": True}),
)

Age = Annotated[int, about("Age in years.")]
Creatinine = Annotated[float, about("Serum creatinine in mg/dL.")]
Male = Annotated[bool, about("True for men, false for women.")]
Female = Annotated[bool, about("True for women, false for men.")]
Albumin = Annotated[float, about("Serum albumin in g/dL.")]
Bilirubin = Annotated[float, about("Total bilirubin in mg/dL.")]
Inr = Annotated[float, about("International normalized ratio.")]
Sex = Annotated[str, about("'male' or 'female'.")]
Kilograms = Annotated[float, about("Body weight in kg.")]


@server.tool
def egfr_epi(scr: Creatinine, age: Age, male: Male) -> Answer:
    """Glomerular filtration rate by the CKD-EPI creatinine equation of 2021, in mL/min/1.73 m². Adults."""
    return Answer(laboratory.egfr_creatinine(scr, age, male=male))


@server.tool
def egfr_epi_cr_cys(
    scr: Creatinine, scys: Annotated[float, about("Serum cystatin C in mg/L.")], age: Age, male: Male
) -> Answer:
    """Glomerular filtration rate by the CKD-EPI equation of 2021 from creatinine and cystatin C. Adults."""
    return Answer(laboratory.egfr_both(scr, scys, age, male=male))


@server.tool
def bp_children(
    years: Annotated[int, about("Full years of age, 1 to 17.")],
    months: Annotated[int, about("Months beyond the full years, 0 to 11.")],
    height: Annotated[int, about("Height in cm.")],
    sex: Sex,
    systolic: Annotated[int, about("Systolic pressure in mmHg.")],
    diastolic: Annotated[int, about("Diastolic pressure in mmHg.")],
) -> Answer:
    """Percentiles of a child's blood pressure for sex, age and height (Fourth Report, 2004)."""
    return Answer(pressure.child_percentiles(years, months, height, sex, systolic, diastolic))


@server.tool
def bmi_bsa_calculator(
    weight: Kilograms,
    height: Annotated[float, about("Height, in the unit that height_unit names.")],
    height_unit: Annotated[str, about("'cm' or 'm'.")] = "cm",
) -> Answer:
    """Body-mass index with its WHO class, and body surface area by Mosteller."""
    return Answer(body.mass_and_surface(weight, height, height_unit))


@server.tool
def crcl_cockcroft_gault(
    age: Age,
    weight: Kilograms,
    height: Annotated[float, about("Height in inches.")],
    scr: Creatinine,
    sex: Sex,
) -> Answer:
    """Creatinine clearance by Cockcroft and Gault, with the actual, ideal or adjusted weight as the BMI asks.

    The clearance with each of the three weights is given as well.
    """
    return Answer(laboratory.creatinine_clearance(age, weight, height, scr, sex))


@server.tool
def map_calculator(
    sbp: Annotated[int, about("Systolic pressure in mmHg.")],
    dbp: Annotated[int, about("Diastolic pressure in mmHg.")],
) -> Answer:
    """Mean arterial pressure from systolic and diastolic pressure."""
    return Answer(pressure.mean_pressure(sbp, dbp))


@server.tool
def chads2_vasc_score(
    age: Age,
    female: Female,
    chf: Annotated[bool, about("Congestive heart failure.")],
    hypertension: Annotated[bool, about("Hypertension.")],
    stroke_history: Annotated[bool, about("Earlier stroke, TIA or thromboembolism.")],
    vascular_disease: Annotated[
        bool, about("Myocardial infarction, peripheral artery disease, aortic plaque.")
    ],
    diabetes: Annotated[bool, about("Diabetes mellitus.")],
) -> Answer:
    """CHA₂DS₂-VASc score of the risk of stroke in atrial fibrillation."""
    found = heart.stroke_score(
        age,
        female=female,
        chf=chf,
        hypertension=hypertension,
        stroke_history=stroke_history,
        vascular_disease=vascular_disease,
        diabetes=diabetes,
    )
    return Answer(found)


@server.tool
def prevent_cvd_risk(
    age: Annotated[int, about("Age in years, 30 to 79.")],
    female: Female,
    tc: Annotated[float, about("Total cholesterol in mmol/L (mg/dL × 0.02586).")],
    hdl: Annotated[float, about("HDL cholesterol in mmol/L (mg/dL × 0.02586).")],
    sbp: Annotated[int, about("Systolic pressure in mmHg, 90 to 200.")],
    diabetes: Annotated[bool, about("Diabetes mellitus.")],
    current_smoker: Annotated[bool, about("Smokes now.")],
    egfr: Annotated[float, about("Glomerular filtration rate in mL/min/1.73 m², 15 to 150.")],
    using_antihtn: Annotated[bool, about("Takes medicine against hypertension.")],
    using_statins: Annotated[bool, about("Takes a statin.")],
) -> Answer:
    """Ten-year risk of cardiovascular disease by the PREVENT equations (base model)."""
    found = risk.prevent(
        age=age,
        female=female,
        tc=tc,
        hdl=hdl,
        sbp=sbp,
        diabetes=diabetes,
        current_smoker=current_smoker,
        egfr=egfr,
        using_antihtn=using_antihtn,
        using_statins=using_statins,
    )
    return Answer(found)


@server.tool
def corrected_calcium(
    serum_calcium: Annotated[float, about("Measured calcium in mg/dL.")],
    patient_albumin: Albumin,
    normal_albumin: Annotated[float, about("Albumin that counts as normal, in g/dL.")] = 4.0,
) -> Answer:
    """Serum calcium corrected for albumin (Payne)."""
    return Answer(laboratory.correct_calcium(serum_calcium, patient_albumin, normal_albumin))


@server.tool
def qtc_calculator(
    qt_interval: Annotated[float, about("QT interval in ms.")],
    heart_rate: Annotated[float, about("Beats a minute.")],
    formula: Annotated[str, about("bazett, fridericia, framingham, hodges or rautaharju.")] = "bazett",
) -> Answer:
    """QT interval corrected for the heart rate."""
    return Answer(heart.corrected_qt(qt_interval, heart_rate, formula))


@server.tool
def wells_pe_criteria(
    clinical_signs_dvt: Annotated[bool, about("Signs of a deep vein thrombosis (3 points).")] = False,
    alternative_diagnosis_less_likely: Annotated[
        bool, about("Embolism is the likeliest diagnosis (3).")
    ] = False,
    heart_rate_over_100: Annotated[bool, about("More than 100 beats a minute (1.5).")] = False,
    immobilization_or_surgery: Annotated[bool, about("3 days in bed, or surgery in 4 weeks (1.5).")] = False,
    previous_dvt_or_pe: Annotated[bool, about("Earlier thrombosis or embolism (1.5).")] = False,
    hemoptysis: Annotated[bool, about("Coughs up blood (1).")] = False,
    malignancy: Annotated[bool, about("Cancer treated in the last 6 months (1).")] = False,
) -> Answer:
    """Wells' score of the probability of pulmonary embolism."""
    signs = {
        "clinical_signs_dvt": clinical_signs_dvt,
        "alternative_diagnosis_less_likely": alternative_diagnosis_less_likely,
        "heart_rate_over_100": heart_rate_over_100,
        "immobilization_or_surgery": immobilization_or_surgery,
        "previous_dvt_or_pe": previous_dvt_or_pe,
        "hemoptysis": hemoptysis,
        "malignancy": malignancy,
    }
    return Answer(heart.wells(signs))


@server.tool
def ibw_abw_calculator(
    weight_kg: Kilograms, height_inches: Annotated[float, about("Height in inches.")], male: Male
) -> Answer:
    """Ideal body weight by Devine, and adjusted body weight."""
    return Answer(body.weights(weight_kg, height_inches, male=male))


@server.tool
def pregnancy_calculator(
    context: ToolContext,
    calculation_method: Annotated[str, about("'lmp', 'conception' or 'ultrasound'.")],
    date_value: Annotated[
        str, about("First day of the last period, or day of conception or scan: YYYY-MM-DD.")
    ],
    cycle_length: Annotated[int, about("Days of the usual cycle, 20 to 45.")] = 28,
    gestational_age_weeks: Annotated[Any, declared("integer", "Full weeks at the scan.")] = None,
    gestational_age_days: Annotated[
        Any, declared("integer", "Days beyond the weeks at the scan, 0 to 6.")
    ] = None,
) -> Answer:
    """Dates of conception and birth, and the gestational age today."""
    weeks: int | None = read_optional(gestational_age_weeks, int, "gestational_age_weeks")
    days: int | None = read_optional(gestational_age_days, int, "gestational_age_days")
    today = context.world.now.date()
    return Answer(dates(calculation_method, date_value, cycle_length, weeks, days, today))


@server.tool
def revised_cardiac_risk_index(
    high_risk_surgery: Annotated[
        bool, about("Intraperitoneal, intrathoracic or suprainguinal vascular.")
    ] = False,
    ischemic_heart_disease: Annotated[bool, about("Ischemic heart disease.")] = False,
    congestive_heart_failure: Annotated[bool, about("Congestive heart failure.")] = False,
    cerebrovascular_disease: Annotated[bool, about("Stroke or TIA.")] = False,
    insulin_treatment: Annotated[bool, about("Diabetes treated with insulin.")] = False,
    creatinine_over_2mg: Annotated[bool, about("Creatinine above 2 mg/dL.")] = False,
) -> Answer:
    """Revised cardiac risk index before noncardiac surgery (Lee)."""
    factors = {
        "high_risk_surgery": high_risk_surgery,
        "ischemic_heart_disease": ischemic_heart_disease,
        "congestive_heart_failure": congestive_heart_failure,
        "cerebrovascular_disease": cerebrovascular_disease,
        "insulin_treatment": insulin_treatment,
        "creatinine_over_2mg": creatinine_over_2mg,
    }
    return Answer(heart.cardiac_index(factors))


@server.tool
def child_pugh_score(
    bilirubin: Bilirubin,
    albumin: Albumin,
    inr: Inr,
    ascites: Annotated[str, about("'absent', 'slight' or 'moderate'.")],
    encephalopathy_grade: Annotated[int, about("Grade of encephalopathy, 0 to 4.")],
) -> Answer:
    """Child-Pugh score of cirrhosis: 5 to 6 is class A, 7 to 9 class B, 10 to 15 class C."""
    return Answer(laboratory.child_pugh(bilirubin, albumin, inr, ascites, encephalopathy_grade))


@server.tool
def steroid_conversion(
    from_steroid: Annotated[str, about(f"One of: {', '.join(body.STEROIDS)}.")],
    from_dose_mg: Annotated[float, about("Dose in mg.")],
    to_steroid: Annotated[str, about("The steroid to convert to, of the same list.")],
) -> Answer:
    """The dose of another glucocorticoid with the same anti-inflammatory effect, in mg."""
    return Answer(body.convert_steroid(from_steroid, from_dose_mg, to_steroid))


@server.tool
def calculate_mme(
    opioid: Annotated[str, about(f"One of: {', '.join(body.OPIOIDS)}.")],
    dose_per_administration: Annotated[float, about("mg; µg for fentanyl_buccal, µg/h for fentanyl_patch.")],
    doses_per_day: Annotated[int, about("Doses a day; 1 for a patch.")],
) -> Answer:
    """Morphine milligram equivalents of an opioid a day, by the CDC's factors of 2022."""
    return Answer(body.morphine_equivalents(opioid, dose_per_administration, doses_per_day))


@server.tool
def maintenance_fluids(weight_kg: Kilograms) -> Answer:
    """Maintenance fluid by the 4-2-1 rule, in mL an hour."""
    return Answer(body.fluid_rate(weight_kg))


@server.tool
def corrected_sodium(
    measured_sodium: Annotated[float, about("Measured sodium in mEq/L.")],
    serum_glucose: Annotated[float, about("Glucose in mg/dL.")],
) -> Answer:
    """Serum sodium corrected for hyperglycemia, by Katz and by Hillier."""
    return Answer(laboratory.correct_sodium(measured_sodium, serum_glucose))


@server.tool
def meld_3(
    age: Annotated[int, about("Age in years, from 12.")],
    female: Female,
    bilirubin: Bilirubin,
    inr: Inr,
    creatinine: Creatinine,
    albumin: Albumin,
    sodium: Annotated[float, about("Serum sodium in mEq/L.")],
    dialysis: Annotated[bool, about("Dialysis twice in the last week.")],
) -> Answer:
    """MELD 3.0 score of end-stage liver disease, 6 to 40."""
    score = laboratory.meld(
        age=age,
        female=female,
        bilirubin=bilirubin,
        inr=inr,
        creatinine=creatinine,
        albumin=albumin,
        sodium=sodium,
        dialysis=dialysis,
    )
    return Answer(score)


@server.tool
def framingham_risk_score(
    age: Annotated[int, about("Age in years, 30 to 79.")],
    total_cholesterol: Annotated[float, about("Total cholesterol in mg/dL.")],
    hdl_cholesterol: Annotated[float, about("HDL cholesterol in mg/dL.")],
    systolic_bp: Annotated[float, about("Systolic pressure in mmHg.")],
    treated_for_bp: Annotated[bool, about("Takes medicine against hypertension.")],
    smoker: Annotated[bool, about("Smokes now.")],
    gender: Sex,
) -> Answer:
    """Ten-year risk of hard coronary heart disease in per cent (Framingham, ATP III)."""
    percent = risk.framingham(
        age=age,
        total_cholesterol=total_cholesterol,
        hdl_cholesterol=hdl_cholesterol,
        systolic_bp=systolic_bp,
        treated_for_bp=treated_for_bp,
        smoker=smoker,
        gender=gender,
    )
    return Answer(percent)


@server.tool
def homa_ir(
    fasting_insulin: Annotated[float, about("Fasting insulin in µIU/mL.")],
    fasting_glucose: Annotated[float, about("Fasting glucose in mg/dL.")],
) -> Answer:
    """HOMA-IR score of insulin resistance."""
    return Answer(laboratory.insulin_resistance(fasting_insulin, fasting_glucose))
