// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar;

import io.graphember.graph.store.EdgeData;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.memory.RowMatrix;

/**
 * A partition that this node computes. Immutable; safe for any thread.
 *
 * @param number its number, {@code 0 .. P - 1}
 * @param topology its edges
 * @param edgeData what they carry
 * @param input rows of its masters as they enter layer 0; rows behind them are not looked at
 */
public record ComputedPartition(
    int number, PartitionTopology topology, EdgeData edgeData, RowMatrix input) {}
