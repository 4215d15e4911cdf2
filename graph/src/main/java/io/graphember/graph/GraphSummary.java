// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph;

import io.graphember.graph.partition.PartitionQuality;
import java.util.List;

/**
 * What is known of a graph once it is built.
 *
 * @param vertices number of vertices
 * @param edges number of edges after symmetrising and dropping
 * @param partitions number of partitions P
 * @param quality what the cut is worth
 * @param featureDim floats of a feature row, 0 for none
 * @param stringKeys true if the user's keys are strings, false if they are 64-bit integers
 * @param classNames name of each class
 * @param partitionMasters masters of each partition
 * @param partitionVertices vertices of each partition, mirrors too
 * @param partitionEdges edges of each partition
 * @param slabBytes bytes that each partition takes in the live tier
 * @param skippedEdges edges left out because an end was unknown
 */
public record GraphSummary(
    long vertices,
    long edges,
    int partitions,
    PartitionQuality quality,
    int featureDim,
    boolean stringKeys,
    List<String> classNames,
    long[] partitionMasters,
    long[] partitionVertices,
    long[] partitionEdges,
    long[] slabBytes,
    long skippedEdges) {}
