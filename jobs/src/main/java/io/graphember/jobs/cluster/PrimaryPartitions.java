// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.cluster;

import io.graphember.jobs.NodeError;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Which node has which partitions of a cache, as it was a second ago at most: to ask takes as long
 * as an indexed search. A node that has moved away from what is said here says so. Safe for use by
 * several threads.
 */
public final class PrimaryPartitions {
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int MOST_CACHES = 1024;

  private final Cluster cluster;
  private final Caches caches;
  private final Map<String, Seen> seen = new ConcurrentHashMap<>();

  private record Seen(long topology, long nanos, Map<UUID, int[]> partitions) {}

  /** Nothing was looked at yet. */
  @Inject
  public PrimaryPartitions(Cluster cluster, Caches caches) {
    this.cluster = cluster;
    this.caches = caches;
  }

  /**
   * Partitions by node, ascending.
   *
   * @throws GraphemberException with code {@link NodeError#NOT_OWNER} if the cache is gone, or
   *     {@link NodeError#PARTITION_LOST} if a partition is
   */
  public Map<UUID, int[]> of(String cache) {
    final long topology = cluster.topologyVersion();
    final Seen last = seen.get(cache);
    if (last != null && last.topology == topology && System.nanoTime() - last.nanos < FRESH_NANOS) {
      return last.partitions;
    }
    if (seen.size() > MOST_CACHES) {
      seen.clear();
    }
    final Seen now = new Seen(topology, System.nanoTime(), look(cache));
    seen.put(cache, now);
    return now.partitions;
  }

  /**
   * The partitions whose primary copy a node has just now, ascending: nothing is remembered.
   *
   * @param node its id
   */
  public int[] now(String cache, UUID node) {
    final List<List<UUID>> copies = cluster.copies(cache);
    return IntStream.range(0, copies.size())
        .filter(p -> !copies.get(p).isEmpty() && copies.get(p).get(0).equals(node))
        .toArray();
  }

  /** Has the next question looked up. */
  public void forget(String cache) {
    seen.remove(cache);
  }

  private Map<UUID, int[]> look(String cache) {
    if (!caches.names().contains(cache)) {
      throw new GraphemberException(NodeError.NOT_OWNER, "Cache %s is gone.".formatted(cache));
    }
    if (!cluster.lostPartitions(cache).isEmpty()) {
      throw new GraphemberException(
          NodeError.PARTITION_LOST,
          "What is in cache %s was lost with a node: load or compute it again, with backups in the node configuration if nodes may be lost."
              .formatted(cache));
    }
    final Map<UUID, int[]> partitions = new LinkedHashMap<>();
    final List<List<UUID>> copies = cluster.copies(cache);
    for (int p = 0; p < copies.size(); p++) {
      if (copies.get(p).isEmpty()) {
        throw new GraphemberException(
            NodeError.NOT_OWNER, "Nobody has partition %d of %s.".formatted(p, cache));
      }
      final UUID primary = copies.get(p).get(0);
      final int[] before = partitions.getOrDefault(primary, new int[0]);
      final int[] more = Arrays.copyOf(before, before.length + 1);
      more[before.length] = p;
      partitions.put(primary, more);
    }
    return partitions;
  }
}
