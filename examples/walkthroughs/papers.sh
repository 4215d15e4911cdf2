#!/usr/bin/env bash
# Fields of papers: how far apart runs are, two models beside each other, and a report to look at.
#
#   papers.sh DIR     DIR holds raw/ and split/ in the layout of OGB's csv downloads, see ../jobs/cora-gcn.yaml; results go to DIR/results
set -euo pipefail
DIR="${1:?the folder of raw/ and split/}"
cd "$(dirname "${BASH_SOURCE[0]}")/.."

graphember run jobs/cora-gcn.yaml --data "$DIR" --seeds 3
graphember run jobs/cora-sage.yaml --data "$DIR" --seeds 3
graphember run jobs/cora-gcn.yaml --data "$DIR" --html "$DIR/papers.html" --export "$DIR/results" --format csv
