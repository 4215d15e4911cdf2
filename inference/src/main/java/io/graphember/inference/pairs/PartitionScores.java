// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.pairs;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.spi.Cancellation;

/**
 * Scores the edges of one partition: both ends of each are among its vertices, so a row is prepared
 * once a partition whatever its degree. Takes {@link #bytes}. Used by one thread.
 */
public final class PartitionScores {
  private static final int CHECKED_VERTICES = 1024;

  private final PairScorer scorer;
  private final PartitionTopology topology;
  private final int headType;
  private final int tailType;
  private final int edgeType;
  private final float[] heads; // [vertices, width]
  private final float[] tails;
  private final float[] scores; // of one edge

  /** Takes scores. */
  @FunctionalInterface
  public interface Output {
    /**
     * An edge with its scores.
     *
     * @param source local number of its source
     * @param destination local number of its destination
     * @param scores as many as the scorer has outputs; the next edge's are written over them
     */
    void accept(int source, int destination, float[] scores);
  }

  /**
   * Scores of a partition.
   *
   * @param headType vertex type of the sources; edges from others have no score
   * @param tailType vertex type of the destinations
   * @param edgeType type of the edges, or {@link EdgeRule#ANY_TYPE}
   */
  public PartitionScores(
      PairScorer scorer, PartitionTopology topology, int headType, int tailType, int edgeType) {
    this.scorer = scorer;
    this.topology = topology;
    this.headType = headType;
    this.tailType = tailType;
    this.edgeType = edgeType;
    heads = new float[Math.multiplyExact(topology.vertices(), scorer.width())];
    tails = new float[heads.length];
    scores = new float[scorer.outputs()];
  }

  /** Bytes that this takes. */
  public static long bytes(PartitionTopology topology, int width) {
    return 8L * topology.vertices() * width;
  }

  /**
   * Gives the row of a vertex; those of all vertices of both types must be given before {@link
   * #each}.
   */
  public void give(int local, float[] row) {
    final int type = topology.types().vertexType(local);
    if (type == headType) {
      scorer.head(row, heads, local * scorer.width());
    }
    if (type == tailType) {
      scorer.tail(row, tails, local * scorer.width(), 1);
    }
  }

  /** Scores every edge of the type between vertices of these types. O(edges width). */
  public void each(Output output, Cancellation cancellation) {
    int[] sources = new int[16];
    for (int local = 0; local < topology.vertices(); local++) {
      if (local % CHECKED_VERTICES == 0) {
        cancellation.check();
      }
      final int degree = topology.in().lists().degree(local);
      if (degree > sources.length) {
        sources = new int[Math.max(degree, 2 * sources.length)];
      }
      if (degree > 0 && topology.types().vertexType(local) == tailType) {
        topology.in().lists().copy(local, sources, 0);
        final long positions =
            edgeType == EdgeRule.ANY_TYPE
                ? degree
                : topology.in().types().positions(local, edgeType);
        score(sources, (int) (positions >>> 32), (int) positions, local, output);
      }
    }
  }

  private void score(int[] sources, int from, int to, int destination, Output output) {
    final int width = scorer.width();
    for (int i = from; i < to; i++) {
      if (topology.types().vertexType(sources[i]) == headType) {
        scorer.score(heads, sources[i] * width, tails, destination * width, scores);
        output.accept(sources[i], destination, scores);
      }
    }
  }
}
