#!/usr/bin/env bash
# Risky accounts out of SQL tables of a cluster, and the results as a view beside them.
#
#   transactions.sh TREE HOST:10800     TREE is the unpacked distribution; the nodes have a query engine
set -euo pipefail
TREE="${1:?the unpacked distribution}"
SERVER="${2:?the address of a server node, HOST:10800}"
cd "$(dirname "${BASH_SOURCE[0]}")/.."

java "@$TREE/config/graphember/jvm-client.txt" -cp "$TREE/libs/optional/graphember-ignite/*" walkthroughs/TransactionTables.java fill "$SERVER"
graphember run jobs/transactions.yaml --connect "$SERVER"
java "@$TREE/config/graphember/jvm-client.txt" -cp "$TREE/libs/optional/graphember-ignite/*" walkthroughs/TransactionTables.java risky "$SERVER"
graphember drop transactions --yes --connect "$SERVER"
