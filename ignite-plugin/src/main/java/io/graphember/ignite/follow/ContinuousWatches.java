// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.follow;

import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.follow.TableWatch;
import io.graphember.jobs.follow.TableWatches;
import jakarta.inject.Inject;
import java.util.List;
import org.apache.ignite.Ignite;

/** Sees changes by continuous queries of Ignite's. Safe for use by several threads. */
public final class ContinuousWatches implements TableWatches {
  private final Ignite ignite;
  private final Cluster cluster;

  @Inject
  ContinuousWatches(Ignite ignite, Cluster cluster) {
    this.ignite = ignite;
    this.cluster = cluster;
  }

  @Override
  public TableWatch open(List<String> caches) {
    final ContinuousWatch watch = new ContinuousWatch(ignite, cluster);
    try {
      caches.forEach(watch::add);
    } catch (RuntimeException e) {
      watch.close();
      throw e;
    }
    return watch;
  }
}
