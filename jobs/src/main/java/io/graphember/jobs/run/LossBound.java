// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.count.JobCounts;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.spi.error.GraphemberException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The losses of nodes that a job outlives, however they are made good: how many, by {@link
 * JobLimits#nodeLosses}, and how long each may take, by {@link JobLimits#nodeLossMillis}, of the
 * coordinator. Used by its thread.
 */
public final class LossBound {
  private final Cluster cluster;
  private final JobCounts counts;
  private final int most;
  private final long timeoutMillis;
  private final int before;
  private final Set<UUID> lost = new HashSet<>();
  private int drops; // of slabs, by nodes that are still there
  private long deadline; // by when the job has to be open, or the latest loss made good

  /**
   * Nothing is lost by this coordinator, and the job has to be opened from now on.
   *
   * @param before coordinators that the job has lost
   */
  LossBound(Cluster cluster, JobCounts counts, JobLimits limits, int before) {
    this.cluster = cluster;
    this.counts = counts;
    this.before = before;
    this.most = limits.nodeLosses();
    this.timeoutMillis = limits.nodeLossMillis();
    begin();
  }

  /** The job has to be open, or the latest loss made good, from now on in time. */
  void begin() {
    deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
  }

  /** Nodes lost so far. */
  public int count() {
    return before + lost.size();
  }

  /**
   * Counts nodes that have left the cluster, each once.
   *
   * @param cause how it was seen; null if they were looked for
   * @throws GraphemberException with code {@link NodeError#PARTITION_LOST} if these are too many
   */
  void add(Collection<UUID> gone, @Nullable Throwable cause) {
    final int known = lost.size();
    if (lost.addAll(gone)) {
      begin();
    }
    if (count() > most) {
      throw new GraphemberException(
          NodeError.PARTITION_LOST,
          "Nodes %s left the cluster%s: the job may outlive the loss of %d nodes and no more (maxNodeLosses in GraphemberConfiguration)."
              .formatted(
                  names(lost),
                  before == 0 ? "" : " after %d coordinators of the job".formatted(before),
                  most),
          cause);
    }
    counts.survived(lost.size() - known);
  }

  /** Counts a node that is there and has lost its part of the job; false if there were too many. */
  boolean addDrop() {
    begin();
    return drops++ < most;
  }

  static String names(Collection<UUID> nodes) {
    return nodes.stream().map(UUID::toString).sorted().collect(Collectors.joining(", "));
  }

  /** Milliseconds that are left to make the latest loss good; 0 or less if there are none. */
  long leftMillis() {
    return TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
  }

  /** How long a loss may take. */
  long timeoutMillis() {
    return timeoutMillis;
  }

  /**
   * Refuses a graph of which Ignite has lost partitions.
   *
   * @throws GraphemberException with code {@link NodeError#PARTITION_LOST}
   */
  void requireCopies(GraphInfo graph) {
    final List<Integer> partitions =
        graph.caches().stream()
            .flatMap(cache -> cluster.lostPartitions(cache).stream())
            .distinct()
            .sorted()
            .toList();
    if (!partitions.isEmpty()) {
      throw new GraphemberException(
          NodeError.PARTITION_LOST,
          "Partitions %s of graph %s are lost: their owners left the cluster, and no other node holds a copy of them (backups in GraphemberConfiguration, when the graph was loaded)."
              .formatted(partitions, graph.name()));
    }
  }
}
