#!/usr/bin/env bash
# Topics of web pages, on one machine: what it will take, training, and the results as a file.
#
#   pages.sh DIR     DIR holds pages.csv and links.csv, see ../jobs/pages.yaml; results go to DIR/results
set -euo pipefail
DIR="${1:?the folder of pages.csv and links.csv}"
cd "$(dirname "${BASH_SOURCE[0]}")/.."

graphember estimate jobs/pages.yaml --data "$DIR"
graphember run jobs/pages.yaml --data "$DIR" --export "$DIR/results" --format csv
