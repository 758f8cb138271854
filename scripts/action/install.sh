#!/usr/bin/env bash
# Installs m3bench: the package that PACKAGE names, or the version of this action.
set -euo pipefail

python -m pip install "${PACKAGE:-$GITHUB_ACTION_PATH}"
