#!/usr/bin/env bash
# Installs m3bench: the package that PACKAGE names, or the version of this action, with what the mode needs.
set -euo pipefail

extras=encoder
[[ -z "$RUN$SERVERS" ]] && extras+=,suites # runs
[[ -n "$MODEL" ]] && extras+=,models
[[ -n "$EXTRAS" ]] && extras+=,$EXTRAS
packages=("${PACKAGE:-$GITHUB_ACTION_PATH}")
if [[ -z "$PACKAGE" && ",$extras," =~ ,(all|gymnasium|inspect|suites|world), ]]; then
  packages+=("$GITHUB_ACTION_PATH/packages/m3bench-suites" "$GITHUB_ACTION_PATH/packages/m3bench-world") # of the same version
fi
# The last requirement adds the extras to whatever the others name: folders, a wheel, a version.
python -m pip install "${packages[@]}" "m3bench[$extras]"
