// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.streaming;

/** The score of {@link Hdrf}. */
final class HdrfScore implements EdgePlacement {
  private final VertexReplicas sets;
  private final int[] degrees; // seen so far
  private final long[] edges; // E_p
  private final double lambda;

  HdrfScore(VertexReplicas sets, long vertices, int partitions, double lambda) {
    this.sets = sets;
    this.lambda = lambda;
    degrees = new int[(int) vertices];
    edges = new long[partitions];
  }

  @Override
  public int place(int source, int destination) {
    degrees[source]++;
    degrees[destination]++;
    int best = highest(source, destination);
    edges[best]++;
    sets.add(source, best);
    sets.add(destination, best);
    return best;
  }

  private int highest(int source, int destination) {
    long least = Long.MAX_VALUE;
    long most = 0;
    for (long count : edges) {
      least = Math.min(least, count);
      most = Math.max(most, count);
    }
    final double theta = (double) degrees[source] / (degrees[source] + degrees[destination]);
    final double ofSource = 2 - theta;
    final double ofDestination = 1 + theta;
    final double balance = lambda / (1 + most - least);
    int best = 0;
    double highest = -1;
    for (int p = 0; p < edges.length; p++) {
      double score =
          ofSource * sets.holds(source, p)
              + ofDestination * sets.holds(destination, p)
              + balance * (most - edges[p]);
      if (score > highest) {
        highest = score;
        best = p;
      }
    }
    return best;
  }
}
