// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.auto;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.spi.partition.VertexSplits;
import java.util.function.IntUnaryOperator;

/**
 * What a partitioner is chosen by. Immutable; the arrays are not to be changed.
 *
 * @param vertices all vertices
 * @param degrees vertices by the bits of their in-degree: with 0, 1, 2 to 3, 4 to 7 edges and so on
 * @param ends edges that end at these
 * @param inSplits vertices that are in a split
 * @param freeBytes what a node may take to cut: of several the one with least
 * @param shards nodes that cut together
 */
public record GraphFigures(
    long vertices, long[] degrees, long[] ends, long inSplits, long freeBytes, int shards) {
  private static final int CLASSES = Integer.SIZE;
  private static final double HUBS = 0.01;

  /**
   * Figures of one node.
   *
   * @param count vertices are {@code 0 .. count - 1}
   * @param inDegree edges that end at a vertex
   * @param splits which vertices are in a split
   * @param freeBytes what may be taken there to cut
   */
  public static GraphFigures of(
      int count, IntUnaryOperator inDegree, VertexSplits splits, long freeBytes) {
    final long[] degrees = new long[CLASSES];
    final long[] ends = new long[CLASSES];
    long inSplits = 0;
    for (int v = 0; v < count; v++) {
      final int degree = inDegree.applyAsInt(v);
      final int bits = Integer.SIZE - Integer.numberOfLeadingZeros(degree);
      degrees[bits]++;
      ends[bits] += degree;
      inSplits += splits.of(v) == VertexSplits.NONE ? 0 : 1;
    }
    return new GraphFigures(count, degrees, ends, inSplits, freeBytes, 1);
  }

  /** Those of all shards, each of which has its own: one superstep. */
  public GraphFigures gathered(ShardExchange exchange) {
    final MessageWriter out = new MessageWriter();
    out.number(vertices);
    out.number(inSplits);
    out.number(Math.max(0, freeBytes));
    for (int c = 0; c < CLASSES; c++) {
      out.number(degrees[c]);
      out.number(ends[c]);
    }
    long allVertices = 0;
    long allInSplits = 0;
    long leastFree = Long.MAX_VALUE;
    final long[] allDegrees = new long[CLASSES];
    final long[] allEnds = new long[CLASSES];
    final byte[][] told = exchange.gather(out.toBytes());
    for (byte[] one : told) {
      final MessageReader in = new MessageReader(one);
      allVertices += in.size();
      allInSplits += in.size();
      leastFree = Math.min(leastFree, in.number());
      for (int c = 0; c < CLASSES; c++) {
        allDegrees[c] += in.size();
        allEnds[c] += in.size();
      }
    }
    return new GraphFigures(allVertices, allDegrees, allEnds, allInSplits, leastFree, told.length);
  }

  /** All edges. */
  public long edges() {
    long sum = 0;
    for (long some : ends) {
      sum += some;
    }
    return sum;
  }

  /**
   * Share of the edges that end at the hundredth of the vertices with edges at which most end,
   * about: vertices whose in-degrees have as many bits count as equal.
   */
  public double hubShare() {
    long withEdges = 0;
    for (int c = 1; c < CLASSES; c++) {
      withEdges += degrees[c];
    }
    double left = Math.max(1, HUBS * withEdges);
    double sum = 0;
    for (int c = CLASSES - 1; c > 0 && left > 0; c--) {
      if (degrees[c] > 0) {
        final double taken = Math.min(left, degrees[c]);
        sum += taken * ends[c] / degrees[c];
        left -= taken;
      }
    }
    return withEdges == 0 ? 0 : sum / edges();
  }
}
