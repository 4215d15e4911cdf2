// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.batch;

import io.graphember.spi.batch.ClusterMethod;
import java.util.Optional;

/** Where the clusters of {@code cluster-batch} come from. */
public enum Clusters {
  /** Each partition finds them among its vertices. */
  LABEL_PROPAGATION(Optional.of(ClusterMethod.LABEL_PROPAGATION)),
  /** The same, by modularity: more edges are within them. */
  LOUVAIN(Optional.of(ClusterMethod.LOUVAIN)),
  /** A column of the source numbers them. */
  COLUMN(Optional.empty());

  private final Optional<ClusterMethod> method;

  Clusters(Optional<ClusterMethod> method) {
    this.method = method;
  }

  /** How partitions find them; empty if they came with the graph. */
  Optional<ClusterMethod> method() {
    return method;
  }
}
