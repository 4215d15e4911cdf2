// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import java.util.List;

/**
 * A graph in the cluster.
 *
 * @param name its name
 * @param version its version
 * @param cache durable cache that holds its blocks
 * @param vertices number of vertices
 * @param edges number of edges
 * @param partitions number of partitions
 * @param partitioner name of the partitioner
 * @param replicationFactor {@code sum V_p / V}
 * @param vertexBalance {@code max V_p / min V_p}
 * @param edgeBalance {@code max E_p / min E_p}
 * @param featureDim floats of a feature row
 * @param stringKeys true if keys are strings
 * @param classNames name of each class
 * @param slabBytes bytes in the live tier of each partition
 * @param skippedEdges edges left out because an end was unknown
 */
public record GraphInfo(
    String name,
    long version,
    String cache,
    long vertices,
    long edges,
    int partitions,
    String partitioner,
    double replicationFactor,
    double vertexBalance,
    double edgeBalance,
    int featureDim,
    boolean stringKeys,
    List<String> classNames,
    List<Long> slabBytes,
    long skippedEdges) {}
