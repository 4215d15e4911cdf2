// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.batch;

import io.graphember.spi.batch.BatchPolicy;
import io.graphember.spi.batch.BatchView;
import io.graphember.spi.batch.SubgraphChooser;
import io.graphember.spi.batch.SubgraphSizes;
import java.util.Arrays;

/** What the samplers of GraphSAINT have in common. */
interface SaintPolicy extends BatchPolicy, SubgraphChooser {
  /** How often counted subgraphs have a vertex on average; 0 for not counted. */
  int coverage();

  @Override
  default BatchView view() {
    return new BatchView.Subgraphs(this);
  }

  /** An epoch has as many vertices as the graph, all trainers together (section 5.1). */
  @Override
  default int batches(SubgraphSizes sizes) {
    return divided(sizes.vertices(), mostVertices(sizes) * sizes.trainers());
  }

  @Override
  default int countedSubgraphs(SubgraphSizes sizes) {
    return coverage() == 0 ? 0 : divided(coverage() * sizes.vertices(), mostVertices(sizes));
  }

  private static int divided(long vertices, long each) {
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE / 2, (vertices + each - 1) / each));
  }

  /** Each vertex once. */
  static long[] distinct(long[] vids) {
    return Arrays.stream(vids).sorted().distinct().toArray();
  }
}
