#!/usr/bin/env bash
# A bank: a graph that follows its tables, and new accounts that are scored at once.
#
#   fraud.sh TREE HOST:10800     TREE is the unpacked distribution; the nodes have a query engine
set -euo pipefail
TREE="${1:?the unpacked distribution}"
SERVER="${2:?the address of a server node, HOST:10800}"
cd "$(dirname "${BASH_SOURCE[0]}")/.."

java "@$TREE/config/graphember/jvm-client.txt" -cp "$TREE/libs/graphember/*:$TREE/libs/optional/graphember-ignite/*" walkthroughs/FraudStream.java fill "$SERVER"
graphember run jobs/fraud.yaml --connect "$SERVER"
java "@$TREE/config/graphember/jvm-client.txt" -cp "$TREE/libs/graphember/*:$TREE/libs/optional/graphember-ignite/*" walkthroughs/FraudStream.java open "$SERVER" 20
graphember follow bank --connect "$SERVER"
