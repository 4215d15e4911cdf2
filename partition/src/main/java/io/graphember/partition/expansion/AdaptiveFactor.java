// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.partition.cut.VertexCut;
import java.util.Arrays;

/**
 * AdaDNE's control (GLISP, equations (5) to (7)): partitions ahead of the mean slow down, those
 * behind speed up, and nothing stops them.
 *
 * <pre>
 * VS_p = P V_p / sum V      ES_p = P E_p / sum E
 * lambda_p = lambda_p exp(alpha (1 - VS_p) + beta (1 - ES_p)), then into [least, most]
 * </pre>
 *
 * <p>Departure: the paper has no bounds. Equation (7) is an integrator, and in the first rounds,
 * with a handful of vertices, the scores range over 0 to P: without bounds a leader stands still
 * for good while the others expand their whole boundary, hubs included, in one round.
 *
 * <p>Every shard computes all factors, on machines that may differ: strict arithmetic alone.
 */
final class AdaptiveFactor implements ExpansionControl {
  private final double alpha;
  private final double beta;
  private final double least;
  private final double most;
  private final double[] factors;

  AdaptiveFactor(
      int partitions, double initial, double alpha, double beta, double least, double most) {
    this.alpha = alpha;
    this.beta = beta;
    this.least = least;
    this.most = most;
    factors = new double[partitions];
    Arrays.fill(factors, initial);
  }

  @Override
  public void beforeRound(long[] vertices, long[] edges) {
    double meanVertices = VertexCut.mean(vertices);
    double meanEdges = VertexCut.mean(edges);
    if (meanEdges == 0) {
      return; // the first round
    }
    for (int p = 0; p < factors.length; p++) {
      double vertexScore = vertices[p] / meanVertices; // (5)
      double edgeScore = edges[p] / meanEdges; // (6)
      double change = StrictMath.exp(alpha * (1 - vertexScore) + beta * (1 - edgeScore)); // (7)
      factors[p] = Math.max(least, Math.min(most, factors[p] * change));
    }
  }

  @Override
  public double factor(int partition) {
    return factors[partition];
  }

  @Override
  public long room(int partition) {
    return Long.MAX_VALUE;
  }
}
