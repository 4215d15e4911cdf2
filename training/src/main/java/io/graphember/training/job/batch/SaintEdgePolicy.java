// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.batch;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.batch.BatchKeys;
import io.graphember.spi.batch.GraphAccess;
import io.graphember.spi.batch.SubgraphSizes;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.Arrays;

/**
 * The ends of edges drawn in proportion to {@code 1 / d_u + 1 / d_v}, with all edges between them
 * (GraphSAINT, Zeng et al., ICLR 2020, section 3.3, edge sampler): {@code batch: {type:
 * saint-edge}}. Edges are drawn all alike and taken by chance until there are enough, or as many
 * rounds as {@value #ROUNDS} have gone by.
 *
 * @param edges of a batch of one trainer
 * @param coverage how often counted subgraphs have a vertex
 */
@Tag("saint-edge")
public record SaintEdgePolicy(
    @Setting(value = "Edges whose ends a batch of one trainer has.", byDefault = "1000")
        @Min(1)
        @Max(10_000_000)
        int edges,
    @Setting(
            value =
                "How often the subgraphs that are counted before training have a vertex on average:"
                    + " more make the normalisation better; 0 for none.",
            byDefault = "20")
        @Min(0)
        @Max(10_000)
        int coverage)
    implements SaintPolicy {
  private static final int ROUNDS = 64;
  private static final long DRAW_TAG = 1;
  private static final long TAKE_TAG = 2;

  /** 1,000 edges. */
  public SaintEdgePolicy() {
    this(1000, 20);
  }

  @Override
  public long mostVertices(SubgraphSizes sizes) {
    return Math.min(2L * edges, sizes.vertices());
  }

  @Override
  public long[] vertices(GraphAccess graph, int epoch, int batch, int batches, BatchKeys keys) {
    long[] taken = new long[2 * edges];
    int count = 0;
    for (int round = 0; count < taken.length && round < ROUNDS; round++) {
      final long[] ends =
          graph.drawEdges(edges, CounterRandom.child(keys.batch(), DRAW_TAG, round));
      final int[] degrees = graph.degrees(ends);
      final long chance = CounterRandom.child(keys.batch(), TAKE_TAG, round);
      for (int e = 0; e < edges && count < taken.length; e++) {
        final double probability =
            0.5 / Math.max(1, degrees[2 * e]) + 0.5 / Math.max(1, degrees[2 * e + 1]);
        if (CounterRandom.unitDouble(CounterRandom.bits(chance, e)) < probability) {
          taken[count++] = ends[2 * e];
          taken[count++] = ends[2 * e + 1];
        }
      }
    }
    return SaintPolicy.distinct(Arrays.copyOf(taken, count));
  }
}
