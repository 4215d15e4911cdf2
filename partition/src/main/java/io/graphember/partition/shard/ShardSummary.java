// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.auto.PartitionerChoice;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.placement.ReplicaFigures;
import java.util.Arrays;
import java.util.Optional;

/**
 * What a shard says of the cut to the node that takes the load.
 *
 * @param vertices vertices of each type in the graph
 * @param skippedEdges edges that are left out there, since an end of theirs is no vertex
 * @param heldOutEdges held-out edges that are at home there, without those that symmetrising makes
 * @param edges edges of each partition that are at home there
 * @param typeEdges edges of each stored type that are at home there
 * @param featureEntries features of each vertex type that are not zero, of vertices at home there
 * @param columnBytes bytes of keys, labels and splits of these
 * @param figures where the vertices at home there lie
 * @param choice partitioner that was chosen for the user, in all shards alike; empty if it was
 *     named
 */
public record ShardSummary(
    long[] vertices,
    long skippedEdges,
    long heldOutEdges,
    long[] edges,
    long[] typeEdges,
    long[] featureEntries,
    long columnBytes,
    ReplicaFigures figures,
    Optional<PartitionerChoice> choice) {
  private static final int CUT = 0;
  private static final int FAULT = 1;

  /** What is said if the graph is not cut: 1, and the fault. */
  static byte[] fault(ShardFault fault) {
    MessageWriter out = new MessageWriter();
    out.number(FAULT);
    fault.writeTo(out);
    return out.toBytes();
  }

  /**
   * As {@link MessageWriter} writes numbers: 0, the two numbers of edges, the number of vertex
   * types, of partitions, of stored edge types and of vertex types each before theirs, the bytes,
   * the figures; what was chosen and why, if anything was.
   */
  byte[] encode() {
    MessageWriter out = new MessageWriter();
    out.number(CUT);
    out.number(skippedEdges);
    out.number(heldOutEdges);
    for (long[] numbers : new long[][] {vertices, edges, typeEdges, featureEntries}) {
      out.number(numbers.length);
      for (long number : numbers) {
        out.number(number);
      }
    }
    out.number(columnBytes);
    figures.writeTo(out);
    choice.ifPresent(
        chosen -> {
          out.text(chosen.name());
          out.text(chosen.reason());
        });
    return out.toBytes();
  }

  /**
   * The fault that a shard tells of, if it is one.
   *
   * @param types number of vertex types
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.graph.GraphError#SHARD_MALFORMED}
   */
  public static Optional<ShardFault> fault(byte[] bytes, int types) {
    MessageReader in = new MessageReader(bytes);
    return in.index(FAULT + 1L) == FAULT
        ? Optional.of(ShardFault.read(in, types))
        : Optional.empty();
  }

  /**
   * Reads what a shard says that has cut its edges.
   *
   * @param partitions number of partitions
   * @param edgeTypes number of stored edge types
   * @param vertexTypes number of vertex types
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.graph.GraphError#SHARD_MALFORMED}
   */
  public static ShardSummary decode(byte[] bytes, int partitions, int edgeTypes, int vertexTypes) {
    MessageReader in = new MessageReader(bytes);
    in.index(CUT + 1L);
    final long skippedEdges = in.size();
    final long heldOutEdges = in.size();
    return new ShardSummary(
        numbers(in, vertexTypes),
        skippedEdges,
        heldOutEdges,
        numbers(in, partitions),
        numbers(in, edgeTypes),
        numbers(in, vertexTypes),
        in.size(),
        ReplicaFigures.read(in, partitions),
        in.atEnd() ? Optional.empty() : Optional.of(new PartitionerChoice(in.text(), in.text())));
  }

  private static long[] numbers(MessageReader in, int expected) {
    long[] numbers = new long[in.count(expected)];
    Arrays.setAll(numbers, i -> in.size());
    return numbers;
  }
}
