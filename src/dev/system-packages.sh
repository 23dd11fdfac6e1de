#!/usr/bin/env bash
# Installs the programs that the system tests run and that are missing here. The names are Debian's.
set -euo pipefail

missing=()
for program in git pre-commit chromium; do
  command -v "$program" >/dev/null || missing+=("$program")
done
[ "${#missing[@]}" -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null || [ "$(id -u)" -ne 0 ]; then
  echo "The system tests need ${missing[*]}: please install, then run them again." >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -q -y --no-install-recommends "${missing[@]}"
