// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.lists;

import io.graphember.graph.store.EdgeData;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.order.PartitionOrder;
import io.graphember.memory.RowMatrix;

/**
 * A partition whose masters this process computes.
 *
 * @param number its number, {@code 0 .. P - 1}
 * @param topology its edges
 * @param edgeData what they carry
 * @param input rows of its masters as they enter layer 0, and of its mirrors behind them or not
 * @param order the order of its rows in files; rows in memory need {@link PartitionOrder#PDS}
 */
public record InferencePartition(
    int number,
    PartitionTopology topology,
    EdgeData edgeData,
    RowMatrix input,
    PartitionOrder order) {}
