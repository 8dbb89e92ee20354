#!/usr/bin/env bash
# Scans photos on several machines that share their folders, with GNU parallel over ssh.
#
#   parallel.sh HOST,HOST,… LIST SCANS [OPTION OF peel scan]…
#
# LIST holds the photos' names, each terminated by NUL: find /archive -name '*.jpg' -print0 | sort -z > LIST
# SCANS is the output folder. Run again, the command continues where it stopped.
set -euo pipefail
hosts=$1 list=$(realpath "$2") scans=$(realpath -m "$3") peel=${PEEL:-peel}
shift 3

# Tells of a mistyped option once, before each shard does. No photo is read.
complaint=$("$peel" scan -0 -o "$scans" --dry-run "$@" < /dev/null 2>&1) || [ $? != 64 ] || {
  echo "$complaint" >&2
  exit 64
}

# A few shards per machine, so that faster machines do more of them. A shard that fails is retried on another machine.
commas=${hosts//[^,]/}
shards=$((4 * (${#commas} + 1)))
scan=$(printf '%q ' "$peel" scan -0 -o "$scans" "$@")

# Status 3 means that prints need review; the last command reports them all.
seq "$shards" | parallel --sshlogin "$hosts" --jobs 1 --retries 3 \
  "$scan --shard {}/$shards < $(printf %q "$list") > /dev/null || [ \$? = 3 ]"

# Makes sure that nothing is missing, and reports what needs review.
exec "$peel" scan -0 -o "$scans" "$@" < "$list" > /dev/null
