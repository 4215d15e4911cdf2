#!/usr/bin/env bash
# Recommendations in a cluster: a trial that says how good they are, the final model on all ratings, ten films for each user.
#
#   films.sh DIR HOST:10800     DIR holds users.csv, films.csv and ratings.csv, see ../jobs/films.yaml; candidates go to DIR/candidates
set -euo pipefail
DIR="${1:?the folder of users.csv, films.csv and ratings.csv}"
SERVER="${2:?the address of a server node, HOST:10800}"
cd "$(dirname "${BASH_SOURCE[0]}")/.."

graphember doctor --connect "$SERVER"
graphember run jobs/films.yaml --data "$DIR" --connect "$SERVER"
graphember run jobs/films.yaml --data "$DIR" --connect "$SERVER" --set name=films-final --set task.heldOut=0
graphember run jobs/films-candidates.yaml --connect "$SERVER" --export "$DIR/candidates" --format csv
graphember results --connect "$SERVER"
