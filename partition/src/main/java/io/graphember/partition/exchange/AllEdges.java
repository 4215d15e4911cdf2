// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import java.util.function.Supplier;

/**
 * The edges of all shards in canonical order, for a partitioner that knows nothing of shards: every
 * shard runs it on all edges, of which it holds a few at a time, and keeps the answer for its own.
 * What the partitioner itself holds it holds in every shard.
 *
 * <p>4 bytes a vertex. Used by one thread at a time; reading is a superstep now and then.
 */
public final class AllEdges implements EdgeStream {
  private final int[] inDegrees; // of all shards
  private final VertexHomes homes;
  private final ShardExchange exchange;
  private final Supplier<OrderedEdges.Own> own;
  private final long edges;
  private OrderedEdges ordered;

  /**
   * All edges.
   *
   * @param inDegrees edges of each vertex at home here; completed
   * @param own a walk over this shard's edges by destination, in canonical order
   */
  public AllEdges(
      int[] inDegrees, VertexHomes homes, ShardExchange exchange, Supplier<OrderedEdges.Own> own) {
    this.inDegrees = inDegrees;
    this.homes = homes;
    this.exchange = exchange;
    this.own = own;
    new VertexCounts(homes, exchange).complete(inDegrees);
    long sum = 0;
    for (int degree : inDegrees) {
      sum += degree;
    }
    edges = sum;
    rewind();
  }

  @Override
  public long vertices() {
    return inDegrees.length;
  }

  @Override
  public long edges() {
    return edges;
  }

  @Override
  public int read(int[] sources, int[] destinations) {
    int count = 0;
    while (count < sources.length && ordered.next()) {
      sources[count] = ordered.other();
      destinations[count++] = ordered.at();
    }
    return count;
  }

  @Override
  public void rewind() {
    ordered = new OrderedEdges(inDegrees.length, exchange, own.get());
  }

  /** A sink of the answer for all edges that hands those for the own ones on. */
  public AssignmentSink own(AssignmentSink sink) {
    return new AssignmentSink() {
      private int vertex = -1;
      private int left; // edges of the vertex that have no answer yet
      private int[] own = new int[0];

      @Override
      public void assignEdges(int[] partitions, int count) {
        if (count < 0 || count > partitions.length) {
          sink.assignEdges(partitions, count); // which refuses it
          return;
        }
        own = own.length < count ? new int[count] : own;
        int kept = 0;
        for (int i = 0; i < count; i++) {
          while (left == 0 && vertex + 1 < inDegrees.length) {
            left = inDegrees[++vertex];
          }
          left--;
          // An answer too many goes on, so that the sink refuses it.
          if (left < 0 || homes.here(vertex)) {
            own[kept++] = partitions[i];
          }
        }
        sink.assignEdges(own, kept);
      }

      @Override
      public void assignMaster(int vertexNumber, int partition) {
        sink.assignMaster(vertexNumber, partition);
      }
    };
  }
}
