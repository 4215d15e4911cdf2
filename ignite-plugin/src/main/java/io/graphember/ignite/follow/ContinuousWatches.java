// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.follow;

import io.graphember.jobs.catalog.FollowedCache;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.follow.TableWatch;
import io.graphember.jobs.follow.TableWatches;
import io.graphember.memory.MemoryBudget;
import jakarta.inject.Inject;
import java.util.List;
import org.apache.ignite.Ignite;

/** Sees changes by continuous queries of Ignite's. Safe for use by several threads. */
public final class ContinuousWatches implements TableWatches {
  private final Ignite ignite;
  private final Cluster cluster;
  private final MemoryBudget budget;

  @Inject
  ContinuousWatches(Ignite ignite, Cluster cluster, MemoryBudget budget) {
    this.ignite = ignite;
    this.cluster = cluster;
    this.budget = budget;
  }

  @Override
  public TableWatch open(List<FollowedCache> caches) {
    final ContinuousWatch watch = new ContinuousWatch(ignite, cluster, budget);
    try {
      caches.forEach(cache -> watch.add(cache.name(), cache.vertexKeys()));
    } catch (RuntimeException e) {
      watch.close();
      throw e;
    }
    return watch;
  }
}
