#!/usr/bin/env bash
# Scans photos on several machines that see the same folders, by GNU parallel over ssh.
#
#   parallel.sh HOST,HOST,… LIST SCANS [OPTION OF peel scan]…
#
# LIST holds the photos' names, each ended by NUL: find /archive -name '*.jpg' -print0 | sort -z > LIST
# SCANS is the folder for the scans. Given once more, the command goes on where it stopped.
set -euo pipefail
hosts=$1 list=$(realpath "$2") scans=$(realpath -m "$3") peel=${PEEL:-peel}
shift 3

# A few shards a machine, so that quick machines take more of them. A shard that fails is tried on another machine.
commas=${hosts//[^,]/}
shards=$((4 * (${#commas} + 1)))
scan=$(printf '%q ' "$peel" scan -0 -o "$scans" "$@")

# Status 3 says that prints need a look, which is told at the end for all of them.
seq "$shards" | parallel --sshlogin "$hosts" --jobs 1 --retries 3 \
  "$scan --shard {}/$shards < $(printf %q "$list") > /dev/null || [ \$? = 3 ]"

# Sees that nothing is missing, and tells what needs a look.
exec "$peel" scan -0 -o "$scans" "$@" < "$list" > /dev/null
