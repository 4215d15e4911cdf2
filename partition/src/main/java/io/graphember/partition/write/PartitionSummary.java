// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.write;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known of a partition once its blocks are written.
 *
 * @param partition its number
 * @param slabBytes bytes that it takes in the live tier
 * @param topologyBytes of those, bytes of its topology
 * @param featureBytes of those, bytes of dense feature rows of vertices and edges
 * @param types its masters of each vertex type
 */
public record PartitionSummary(
    int partition, long slabBytes, long topologyBytes, long featureBytes, List<Masters> types) {

  /**
   * The masters of one vertex type.
   *
   * @param count how many there are
   * @param labels those with a label
   * @param train those to train on, by the split that came with the graph
   * @param valid those that choose the best epoch
   * @param test those that measure the result
   * @param keyBytes bytes of their keys
   * @param endBytes the same, a key as often as its vertex has edges in the whole graph
   * @param longestKey bytes of the longest key
   */
  public record Masters(
      long count,
      long labels,
      long train,
      long valid,
      long test,
      long keyBytes,
      long endBytes,
      int longestKey) {}

  /**
   * Bytes of a message, as {@link MessageWriter} writes them: partition, the three numbers of
   * bytes, the number of vertex types, and of each the eight numbers of {@link Masters} in their
   * order.
   */
  public byte[] encode() {
    MessageWriter out = new MessageWriter();
    out.number(partition);
    out.number(slabBytes);
    out.number(topologyBytes);
    out.number(featureBytes);
    out.number(types.size());
    for (Masters type : types) {
      out.number(type.count());
      out.number(type.labels());
      out.number(type.train());
      out.number(type.valid());
      out.number(type.test());
      out.number(type.keyBytes());
      out.number(type.endBytes());
      out.number(type.longestKey());
    }
    return out.toBytes();
  }

  /**
   * Reads {@link #encode}.
   *
   * @param partitions number of partitions
   * @param vertexTypes number of vertex types
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.graph.GraphError#SHARD_MALFORMED}
   */
  public static PartitionSummary decode(byte[] bytes, int partitions, int vertexTypes) {
    MessageReader in = new MessageReader(bytes);
    final int partition = in.index(partitions);
    final long slabBytes = in.size();
    final long topologyBytes = in.size();
    final long featureBytes = in.size();
    final int count = in.count(vertexTypes);
    List<Masters> types = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      types.add(
          new Masters(
              in.size(),
              in.size(),
              in.size(),
              in.size(),
              in.size(),
              in.size(),
              in.size(),
              in.index(Integer.MAX_VALUE)));
    }
    return new PartitionSummary(partition, slabBytes, topologyBytes, featureBytes, types);
  }
}
