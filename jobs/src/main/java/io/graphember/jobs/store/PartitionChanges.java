// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.store;

import io.graphember.client.api.Vector;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.Values;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Changes all rows of a partition of published embeddings at the node that has it. Other embeddings
 * of as many vertices have the same keys there, so none of their rows travels. Safe for use by
 * several threads.
 */
final class PartitionChanges {
  private static final int ROWS_AT_ONCE = 1024;

  private final Caches caches;
  private final Cluster cluster;

  @Inject
  PartitionChanges(Caches caches, Cluster cluster) {
    this.caches = caches;
    this.cluster = cluster;
  }

  /**
   * Makes a change.
   *
   * @return number of rows
   * @throws GraphemberException with code {@link NodeError#NOT_OWNER} if the partition is not here,
   *     or {@link NodeError#EMBEDDING_MISMATCH} if rows differ in length: then nothing was changed
   */
  long make(StoreMessages.ChangePartition asked) {
    final Values<Object, Vector> values = open(asked.cache());
    if (cluster
        .primary(asked.cache(), asked.partition())
        .filter(cluster.local().id()::equals)
        .isEmpty()) {
      throw new GraphemberException(
          NodeError.NOT_OWNER,
          "Partition %d of cache %s has moved.".formatted(asked.partition(), asked.cache()));
    }
    final Optional<AddedRows> added =
        asked.other().map(other -> new AddedRows(open(other), asked.factor()));
    final List<Object> keys = new ArrayList<>();
    final int[] dim = new int[1];
    values.eachLocal(
        asked.partition(),
        (key, row) -> {
          keys.add(key);
          dim[0] = row.values().length;
        });
    for (int from = 0; from < keys.size(); from += ROWS_AT_ONCE) {
      final List<Object> some = keys.subList(from, Math.min(keys.size(), from + ROWS_AT_ONCE));
      final Map<Object, float[]> rows =
          added.map(other -> other.of(Set.copyOf(some), dim[0])).orElse(Map.of());
      values.change(changes(some, asked.scale(), rows));
    }
    return keys.size();
  }

  private static SortedMap<Object, AffineChange> changes(
      List<Object> keys, float scale, Map<Object, float[]> rows) {
    final AffineChange alone = new AffineChange(scale, new float[0]);
    final SortedMap<Object, AffineChange> changes = new TreeMap<>();
    for (Object key : keys) {
      final float[] row = rows.get(key);
      changes.put(key, row == null ? alone : new AffineChange(scale, row));
    }
    return changes;
  }

  private Values<Object, Vector> open(String cache) {
    if (!caches.names().contains(cache)) {
      throw new GraphemberException(NodeError.NOT_OWNER, "Cache %s is gone.".formatted(cache));
    }
    return caches.open(cache);
  }
}
