#!/usr/bin/env bash
# Runs a suite, scores a run, or tests servers, as the variables of action.yml say. Ends with the status of m3bench.
set -uo pipefail

words=()
refuse() { # MESSAGE
    echo "::error::$1" >&2
    echo "exit-code=2" >> "$GITHUB_OUTPUT"
    exit 2
}
modes=0
for given in "$RUN" "$SUITE" "$SERVERS"; do
    [[ -n "$given" ]] && modes=$((modes + 1))
done
[[ $modes -eq 1 ]] || refuse "Set one of the inputs suite, run and servers."

folder=$OUT
if [[ -n "$RUN" ]]; then
    folder=$RUN
    words+=(score "$RUN")
elif [[ -n "$SERVERS" ]]; then
    [[ -z "$FAIL_UNDER" ]] || refuse "The input fail-under is for scores. For servers, use args: --fail-on warning"
    words+=(servers test "$SERVERS" --out "$OUT")
    [[ -n "$AGENT" ]] && words+=(--agent "$AGENT")
    [[ -n "$MODEL" ]] && words+=(--model "$MODEL")
else
    [[ -n "$AGENT" ]] || refuse "Set the input agent."
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
        refuse "The input args cannot be read: a quote is open."
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
