#!/usr/bin/env bash
# Ten mistakes, and what the command says of each. None of them changes anything.
#
#   mistakes.sh DIR     DIR holds pages.csv and links.csv, see ../jobs/pages.yaml
set -euo pipefail
DIR="${1:?the folder of pages.csv and links.csv}"
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fails() {
  if "$@"; then
    echo "this should have failed: $*" >&2
    exit 1
  fi
}

fails graphember run jobs/pages.yaml --data "$DIR" --set training.epoch=5
fails graphember run jobs/pages.yaml --data "$DIR" --set model.type=graphsag
fails graphember run jobs/page.yaml --data "$DIR"
fails graphember run jobs/pages.yaml --data nowhere
fails graphember run jobs/pages.yaml --data "$DIR" --set source.vertices.label=topics
fails graphember run jobs/pages.yaml --data "$DIR" --set source.vertices.indices.width=10
fails graphember run jobs/pages.yaml --data "$DIR" --set source.vertices.key=topic
fails graphember run jobs/pages.yaml --data "$DIR" --set source.edges.delimiter=';'
fails graphember run jobs/pages.yaml --data "$DIR" --connect 127.0.0.1:1
fails graphember infer jobs/films-candidates.yaml
