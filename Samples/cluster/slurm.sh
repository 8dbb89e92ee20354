#!/usr/bin/env bash
# Scans photos on a cluster, as a Slurm array job whose nodes share their folders.
#
#   sbatch slurm.sh LIST SCANS [OPTION OF peel scan]…
#   sbatch --array=1-64 slurm.sh LIST SCANS
#
# LIST holds the photos' names, each terminated by NUL: find /archive -name '*.jpg' -print0 | sort -z > LIST
# SCANS is the output folder. The array's numbers must be 1 to N, since each task does its share of N. To redo tasks that
# failed, submit the whole array again: what is done is skipped. When it has ended,
#   peel scan -0 -o SCANS [OPTION OF peel scan]… < LIST
# makes sure that nothing is missing, and reports what needs review. Give it the same options, or it makes all scans anew.
#SBATCH --job-name=peel
#SBATCH --array=1-8
#SBATCH --cpus-per-task=1
#SBATCH --output=%x-%A-%a.log
set -euo pipefail
list=$1 scans=$2
shift 2

if [ "$SLURM_ARRAY_TASK_MIN" != 1 ] || [ "$SLURM_ARRAY_TASK_COUNT" != "$SLURM_ARRAY_TASK_MAX" ]; then
  echo "slurm.sh: the array must be 1-N, without gaps; to redo a task, submit the whole array again" >&2
  exit 64
fi

# Status 3 means that prints need review; the task has succeeded.
"${PEEL:-peel}" scan -0 -o "$scans" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_MAX" \
  --jobs "${SLURM_CPUS_PER_TASK:-1}" "$@" < "$list" || [ $? = 3 ]
