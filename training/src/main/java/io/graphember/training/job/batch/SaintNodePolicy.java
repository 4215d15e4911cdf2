// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.batch;

import io.graphember.spi.batch.BatchKeys;
import io.graphember.spi.batch.GraphAccess;
import io.graphember.spi.batch.SubgraphSizes;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * Vertices drawn in proportion to the edges that begin at them, with all edges between them
 * (GraphSAINT, Zeng et al., ICLR 2020, node sampler): {@code batch: {type: saint-node}}. The paper
 * draws in proportion to the sum of the squares of what a vertex adds to its neighbours; edges are
 * what a step can draw at once.
 *
 * @param vertices drawn for a batch of one trainer; some come twice and count once
 * @param coverage how often counted subgraphs have a vertex
 */
@Tag("saint-node")
public record SaintNodePolicy(
    @Setting(
            value = "Vertices that are drawn for a batch of one trainer; some come twice.",
            byDefault = "2000")
        @Min(1)
        @Max(10_000_000)
        int vertices,
    @Setting(
            value =
                "How often the subgraphs that are counted before training have a vertex on average:"
                    + " more make the normalisation better; 0 for none.",
            byDefault = "20")
        @Min(0)
        @Max(10_000)
        int coverage)
    implements SaintPolicy {
  /** 2,000 vertices. */
  public SaintNodePolicy() {
    this(2000, 20);
  }

  @Override
  public long mostVertices(SubgraphSizes sizes) {
    return Math.min(vertices, sizes.vertices());
  }

  @Override
  public long[] vertices(GraphAccess graph, int epoch, int batch, int batches, BatchKeys keys) {
    final long[] ends = graph.drawEdges(vertices, keys.batch());
    long[] sources = new long[vertices];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = ends[2 * i];
    }
    return SaintPolicy.distinct(sources);
  }
}
