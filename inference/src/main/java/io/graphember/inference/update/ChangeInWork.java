// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.update;

import io.graphember.inference.lists.InEdgesShape;
import io.graphember.inference.lists.InferencePartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a share works on: one thread sets it between the stages, and those that answer others read
 * it meanwhile.
 */
final class ChangeInWork {
  final List<KeptLayer> layers;
  volatile InferencePartition[] home; // by number, as they are now; null of others
  volatile InferencePartition[] before; // the same before the change
  volatile int[][] redegreed = {}; // masters by partition whose in-degree has changed, ascending
  volatile int layer = -1;
  volatile @Nullable ChangedRows changes; // of the rows that the layer reads
  volatile SumChanges @Nullable [] spreads; // by partition of this process; null before

  ChangeInWork(List<KeptLayer> layers, InferencePartition[] home) {
    this.layers = layers;
    this.home = home;
    before = home;
  }

  ChangedRows entering() {
    final ChangedRows rows = changes;
    if (rows == null) {
      throw new IllegalStateException("no layer is in work");
    }
    return rows;
  }

  int degreeBefore(int p, int master) {
    final InferencePartition known = p < before.length ? before[p] : null;
    return known == null || master >= known.topology().masters()
        ? 0
        : known.topology().inDegree(master);
  }

  /** What the model looks at of edges. */
  InEdgesShape shape() {
    int edgeTypes = 0;
    for (InferencePartition partition : home) {
      edgeTypes = partition == null ? edgeTypes : partition.topology().types().edgeTypes();
    }
    return InEdgesShape.of(layers.stream().map(KeptLayer::slice).toList(), edgeTypes);
  }
}
