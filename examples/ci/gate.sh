#!/usr/bin/env bash
# Runs an agent on a suite and ends with a status for CI: 0 all gates met, 1 a gate not met, 2 wrong options,
# 3 attempts that could not be scored. What could not be scored is tried once more.
#
#   SUITE=smoke AGENT=caller MODEL=openai/gpt-4o-mini FAIL_UNDER=success=0.5 examples/ci/gate.sh
set -uo pipefail

out=${OUT:-m3bench-run}
wanted=(--junit "${JUNIT:-m3bench-junit.xml}" --json "${JSON:-m3bench-scores.json}")
[[ -n "${FAIL_UNDER:-}" ]] && wanted+=(--fail-under "$FAIL_UNDER")
chosen=(--agent "${AGENT:?Set AGENT, for example to caller.}")
[[ -n "${MODEL:-}" ]] && chosen+=(--model "$MODEL")

code=0
m3bench run "${SUITE:?Set SUITE, for example to smoke.}" "${chosen[@]}" --out "$out" "${wanted[@]}" || code=$?
if [[ $code -eq 3 && -d "$out" ]]; then
    code=0
    m3bench run --resume "$out" "${wanted[@]}" || code=$?
fi
exit "$code"
