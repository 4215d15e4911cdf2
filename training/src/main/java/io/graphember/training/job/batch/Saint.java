// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.batch;

import io.graphember.spi.batch.SubgraphSizes;
import java.util.Arrays;

/** What the samplers of GraphSAINT have in common. */
final class Saint {
  private Saint() {}

  /** An epoch has as many vertices as the graph, all trainers together (section 5.1). */
  static int batches(long vertices, SubgraphSizes sizes) {
    final long inStep = vertices * sizes.trainers();
    return (int)
        Math.max(1, Math.min(Integer.MAX_VALUE / 2, (sizes.vertices() + inStep - 1) / inStep));
  }

  /** Subgraphs that have a vertex so often on average. */
  static int counted(int coverage, long vertices, SubgraphSizes sizes) {
    final long counted = (coverage * sizes.vertices() + vertices - 1) / vertices;
    return (int) Math.min(Integer.MAX_VALUE / 2, counted);
  }

  static long[] distinct(long[] vids) {
    return Arrays.stream(vids).sorted().distinct().toArray();
  }
}
