// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.GraphError;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.VertexTypes;
import java.util.Arrays;

/**
 * The numbers that vertices have in the graph, as ints: for partitioners that hold something of
 * every vertex in every shard. Immutable.
 *
 * @param local vertices that the shard knows
 * @param homes of all vertices of the graph
 */
record GraphNumbers(LocalVertices local, VertexHomes homes) {
  /** Most vertices of a graph that such partitioners cut. */
  private static final int MOST_VERTICES = (1 << 30) - 8; // some have two numbers a vertex

  /** Bytes of the homes of all vertices, and of what shards say of them. */
  static long estimateBytes(long vertices, long own) {
    return VertexHomes.estimateBytes(vertices) + 2 * vertices + 2 * MessageWriter.COPIES * own;
  }

  /**
   * The numbers of a graph. A shard says of each of its vertices, ascending, how many are between
   * it and the one before.
   */
  static GraphNumbers of(LocalVertices local, ShardExchange exchange) {
    requireFew(local.total());
    final MessageWriter out = new MessageWriter();
    long before = -1;
    for (int row = 0; row < local.rows(); row++) {
      final long number = local.number(local.vertex(row));
      out.number(number - before - 1);
      before = number;
    }
    final short[] homes = new short[(int) local.total()];
    final byte[][] told = exchange.gather(out.toBytes());
    for (int shard = 0; shard < told.length; shard++) {
      final MessageReader in = new MessageReader(told[shard]);
      for (int number = -1; !in.atEnd(); ) {
        number += 1 + in.index(homes.length - 1L - number);
        homes[number] = (short) shard;
      }
    }
    return new GraphNumbers(local, VertexHomes.of(homes, exchange.shard()));
  }

  /** Refuses a graph of more vertices than an array has places for. */
  static void requireFew(long vertices) {
    if (vertices > MOST_VERTICES) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "The graph has %d vertices; this partitioner holds up to %d, use adadne, hash-1d or hash-2d."
              .formatted(vertices, MOST_VERTICES));
    }
  }

  /** Number of vertices of the graph. */
  int vertices() {
    return (int) local.total();
  }

  /** The types of all vertices of the graph. */
  VertexTypes types() {
    final int[] counts = new int[local.types()];
    Arrays.setAll(counts, type -> (int) (local.start(type + 1) - local.start(type)));
    return VertexTypes.counting(counts);
  }

  /** Number of a vertex that the shard knows. */
  int of(int vertex) {
    return (int) local.number(vertex);
  }

  /** A sink for a partitioner that names vertices so: what it says of unknown ones is dropped. */
  AssignmentSink sink(AssignmentSink sink) {
    return new AssignmentSink() {
      @Override
      public void assignEdges(int[] partitions, int count) {
        sink.assignEdges(partitions, count);
      }

      @Override
      public void assignMaster(int number, int partition) {
        final int vertex = number < 0 || number >= vertices() ? number : local.find(number);
        if (vertex >= 0 || number < 0) { // a number that is none is refused there
          sink.assignMaster(vertex, partition);
        }
      }
    };
  }
}
