"""The 22 tools: formulas with their sources, in the modules beside this one."""

from m3bench.servers.kit import Proof, Server
from m3bench_world.servers.mcp_bench.medical_calculator import body, heart, laboratory, pressure, risk

server = Server(
    "Medical Calculator",
    "Published clinical formulas and scores. For study, not for the care of patients.",
    sources=("arithmetic", "clinical"),
    proof=Proof("egfr_epi", {"scr": 1.0, "age": 50, "male": True}),
)

for formula in (
    laboratory.egfr_epi,
    laboratory.egfr_epi_cr_cys,
    pressure.bp_children,
    body.bmi_bsa_calculator,
    laboratory.crcl_cockcroft_gault,
    pressure.map_calculator,
    heart.chads2_vasc_score,
    risk.prevent_cvd_risk,
    laboratory.corrected_calcium,
    heart.qtc_calculator,
    heart.wells_pe_criteria,
    body.ibw_abw_calculator,
    body.pregnancy_calculator,
    heart.revised_cardiac_risk_index,
    laboratory.child_pugh_score,
    body.steroid_conversion,
    body.calculate_mme,
    body.maintenance_fluids,
    laboratory.corrected_sodium,
    laboratory.meld_3,
    risk.framingham_risk_score,
    laboratory.homa_ir,
):
    server.tool(formula)
