// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.block;

import io.graphember.partition.weighted.WeightedGraph;
import io.graphember.spi.Cancellation;
import io.graphember.spi.partition.VertexSplits;
import java.util.Arrays;

/**
 * Deals blocks to partitions (ByteGNN, section 3.3, step 2, algorithm 2): each to the one with the
 * highest {@code CE * BS}, where
 *
 * <pre>
 * CE[j] = edges between the block and P_j / |P_j|
 * BS[j] = 1 - alpha |P_j(train)| / C(train) - beta |P_j(val)| / C(val) - gamma |P_j(test)| / C(test)
 * </pre>
 *
 * <p>and C is the share of a partition. Among equal ones the one with the highest BS, then the one
 * with the fewest vertices.
 *
 * <p>The paper deals those blocks first that have most vertices of a split. A block has one: its
 * centre. So that says nothing, and blocks come {@linkplain NeighborhoodBlocks#inBreadth next to
 * one another}. Not in the paper either: alpha, beta and gamma add up to 1 over the splits that
 * there are, with the weight of one more term for all vertices; vertices of no block follow at the
 * end, each to the partition with most of its neighbours, the fuller the less (Stanton, Kliot,
 * "Streaming graph partitioning for large distributed graphs", KDD 2012).
 *
 * <p>O(E + P (blocks + V)). Used once.
 */
final class BlockDealer {
  private static final int NOWHERE = -1;
  private static final int SPLITS = 4; // codes, that of none included
  private static final double SLACK = 1.1;

  private final WeightedGraph graph;
  private final NeighborhoodBlocks blocks;
  private final VertexSplits splits;
  private final int partitions;
  private final long most; // vertices of a partition that takes such of no block
  private final double[] weights; // of one vertex of each split in BS: alpha / C(train) ...
  private final int[] partitionOf;
  private final long[] sizes; // |P_j|
  private final double[] balance; // BS of each partition
  private final long[] edges; // of one block to each partition

  /**
   * Nothing dealt.
   *
   * @param shares weight of all vertices, alpha, beta, gamma: by the code of the split, in any
   *     proportion
   */
  BlockDealer(
      WeightedGraph graph,
      NeighborhoodBlocks blocks,
      VertexSplits splits,
      int partitions,
      double[] shares) {
    this.graph = graph;
    this.blocks = blocks;
    this.splits = splits;
    this.partitions = partitions;
    most = (long) Math.ceil(SLACK * graph.vertices() / partitions);
    weights = weights(shares);
    partitionOf = new int[graph.vertices()];
    Arrays.fill(partitionOf, NOWHERE);
    sizes = new long[partitions];
    balance = new double[partitions];
    Arrays.fill(balance, 1);
    edges = new long[partitions];
  }

  private double[] weights(double[] shares) {
    final long[] counts = new long[SPLITS];
    for (int b = 0; b < blocks.count(); b++) {
      counts[splits.of(blocks.member(blocks.start(b)))]++;
    }
    counts[VertexSplits.NONE] = graph.vertices();
    double sum = 0;
    for (int s = 0; s < SPLITS; s++) {
      sum += counts[s] == 0 ? 0 : shares[s];
    }
    final double[] ofVertex = new double[SPLITS];
    for (int s = 0; s < SPLITS; s++) {
      ofVertex[s] = counts[s] == 0 || sum == 0 ? 0 : shares[s] / sum * partitions / counts[s];
    }
    return ofVertex;
  }

  /** Partition of each vertex. */
  int[] deal(Cancellation cancellation) {
    int dealt = 0;
    for (int block : blocks.inBreadth(graph)) {
      if (dealt++ % 1024 == 0) {
        cancellation.check();
      }
      for (int place = blocks.start(block); place < blocks.end(block); place++) {
        count(blocks.member(place));
      }
      final int size = blocks.end(block) - blocks.start(block);
      final int partition = best();
      for (int place = blocks.start(block); place < blocks.end(block); place++) {
        partitionOf[blocks.member(place)] = partition;
      }
      sizes[partition] += size;
      balance[partition] -=
          weights[splits.of(blocks.member(blocks.start(block)))]
              + weights[VertexSplits.NONE] * size;
      Arrays.fill(edges, 0);
    }
    for (int vertex : blocks.left()) {
      if (dealt++ % 1024 == 0) {
        cancellation.check();
      }
      count(vertex);
      partitionOf[vertex] = nearest();
      sizes[partitionOf[vertex]]++;
      Arrays.fill(edges, 0);
    }
    return partitionOf;
  }

  private void count(int vertex) {
    for (int i = graph.offsets()[vertex]; i < graph.offsets()[vertex + 1]; i++) {
      final int partition = partitionOf[graph.neighbors()[i]];
      if (partition != NOWHERE) {
        edges[partition] += graph.edgeWeights()[i];
      }
    }
  }

  private int best() {
    int best = 0;
    double bestScore = Double.NEGATIVE_INFINITY;
    for (int p = 0; p < partitions; p++) {
      final double score = sizes[p] == 0 ? 0 : (double) edges[p] / sizes[p] * balance[p];
      if (score > bestScore || score == bestScore && emptier(p, best)) {
        best = p;
        bestScore = score;
      }
    }
    return best;
  }

  private boolean emptier(int partition, int best) {
    return balance[partition] > balance[best]
        || balance[partition] == balance[best] && sizes[partition] < sizes[best];
  }

  /** For a vertex of no block. */
  private int nearest() {
    int best = 0;
    double bestScore = Double.NEGATIVE_INFINITY;
    for (int p = 0; p < partitions; p++) {
      final double score = edges[p] * (1 - (double) sizes[p] / most);
      if (sizes[p] < most && (score > bestScore || score == bestScore && sizes[p] < sizes[best])) {
        best = p;
        bestScore = score;
      }
    }
    return best;
  }
}
