#!/usr/bin/env bash
# Runs a suite, or scores a run, as the variables of action.yml say. Ends with the status of m3bench.
set -uo pipefail

words=()
if [[ -n "$RUN" ]]; then
    folder=$RUN
    words+=(score "$RUN")
else
    folder=$OUT
    if [[ -z "$SUITE" || -z "$AGENT" ]]; then
        echo "::error::Set the inputs suite and agent, or run." >&2
        echo "exit-code=2" >> "$GITHUB_OUTPUT"
        exit 2
    fi
    words+=(run "$SUITE" --agent "$AGENT" --out "$OUT")
    [[ -n "$MODEL" ]] && words+=(--model "$MODEL")
    while IFS= read -r path; do
        [[ -n "${path// /}" ]] && words+=(--config "$path")
    done <<< "$CONFIG"
fi
[[ -n "$FAIL_UNDER" ]] && words+=(--fail-under "$FAIL_UNDER")
[[ -n "$JUNIT" ]] && words+=(--junit "$JUNIT")
# xargs understands quotes, and expands nothing.
if [[ -n "${ARGS//[[:space:]]/}" ]]; then
    if ! split=$(xargs -n 1 printf '%s\n' <<< "$ARGS"); then
        echo "::error::The input args cannot be read: a quote is open." >&2
        echo "exit-code=2" >> "$GITHUB_OUTPUT"
        exit 2
    fi
    mapfile -t further <<< "$split"
    words+=("${further[@]}")
fi

json="${RUNNER_TEMP:-.}/m3bench-scores.json"
rm -f "$json"
code=0
m3bench "${words[@]}" --json "$json" || code=$?
{
    echo "run=$folder"
    echo "junit=$JUNIT"
    echo "json=$json"
    echo "exit-code=$code"
} >> "$GITHUB_OUTPUT"
exit "$code"
