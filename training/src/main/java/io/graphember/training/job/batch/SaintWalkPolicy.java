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

/**
 * The vertices of random walks, with all edges between them (GraphSAINT, Zeng et al., ICLR 2020,
 * section 3.3, random walk sampler): {@code batch: {type: saint-walk}}.
 *
 * @param roots where walks of a batch of one trainer begin, drawn all alike
 * @param walkLength steps of a walk
 * @param coverage how often counted subgraphs have a vertex
 */
@Tag("saint-walk")
public record SaintWalkPolicy(
    @Setting(
            value = "Vertices where the walks of a batch of one trainer begin.",
            byDefault = "1000")
        @Min(1)
        @Max(10_000_000)
        int roots,
    @Setting(value = "Steps of a walk.", byDefault = "2") @Min(1) @Max(100) int walkLength,
    @Setting(
            value =
                "How often the subgraphs that are counted before training have a vertex on average:"
                    + " more make the normalisation better; 0 for none.",
            byDefault = "20")
        @Min(0)
        @Max(10_000)
        int coverage)
    implements SaintPolicy {
  private static final long ROOTS_TAG = 1;
  private static final long WALKS_TAG = 2;

  /** 1,000 walks of two steps. */
  public SaintWalkPolicy() {
    this(1000, 2, 20);
  }

  @Override
  public long mostVertices(SubgraphSizes sizes) {
    return Math.min(roots * (walkLength + 1L), sizes.vertices());
  }

  @Override
  public long[] vertices(GraphAccess graph, int epoch, int batch, int batches, BatchKeys keys) {
    final long[] from = graph.draw(roots, CounterRandom.child(keys.batch(), ROOTS_TAG));
    return SaintPolicy.distinct(
        graph.walk(from, walkLength, CounterRandom.child(keys.batch(), WALKS_TAG)));
  }
}
