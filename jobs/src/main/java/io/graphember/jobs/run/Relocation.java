// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.live.JobPlan;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Whether an attempt at a job should end at its next checkpoint to go on on other nodes: one has
 * joined that would serve partitions or host a trainer, or one of its own takes no new work and
 * another could do its part. Used by the coordinator's thread.
 */
final class Relocation {
  private static final long LOOK_MILLIS = 100;

  private final Cluster cluster;
  private final NodeStates states;
  private final JobPlan plan;
  private final Set<UUID> known;
  private long lastLook = System.nanoTime();
  private long topology;
  private boolean outdated;

  /** An attempt that is placed on the nodes of now. */
  Relocation(Cluster cluster, NodeStates states, JobPlan plan) {
    this.cluster = cluster;
    this.states = states;
    this.plan = plan;
    this.topology = cluster.topologyVersion();
    this.known = servers().collect(Collectors.toSet());
  }

  private Stream<UUID> servers() {
    return cluster.servers().stream().map(Node::id);
  }

  /**
   * Looks when a node has joined or left, and every {@value #LOOK_MILLIS} ms; once it is true it
   * stays so.
   */
  boolean outdated() {
    final long now = cluster.topologyVersion();
    if (!outdated
        && (now != topology
            || System.nanoTime() - lastLook > TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS))) {
      topology = now;
      lastLook = System.nanoTime();
      outdated = look();
    }
    return outdated;
  }

  private boolean look() {
    final List<Node> servers = cluster.servers();
    final Set<UUID> closed = states.unavailableNodes();
    final Set<UUID> open =
        servers.stream()
            .filter(Node::trainer)
            .map(Node::id)
            .filter(node -> !closed.contains(node))
            .collect(Collectors.toCollection(HashSet::new));
    return handsOver(cluster, closed, plan.coordinator())
        || leaves(closed, open)
        || serves(closed)
        || hosts(open);
  }

  /** True if the coordinator takes no new work, and another node does. */
  static boolean handsOver(Cluster cluster, Set<UUID> closed, UUID coordinator) {
    return closed.contains(coordinator)
        && cluster.servers().stream().anyMatch(node -> !closed.contains(node.id()));
  }

  /** True if a node that takes no new work has a part of the job that another one could take. */
  private boolean leaves(Set<UUID> closed, Set<UUID> open) {
    if (closed.isEmpty()) {
      return false;
    }
    final List<List<UUID>> copies = cluster.copies(plan.graph().cache());
    return !open.isEmpty() && Arrays.stream(plan.trainers()).anyMatch(closed::contains)
        || IntStream.range(0, plan.owners().length)
            .anyMatch(
                p ->
                    closed.contains(plan.owners()[p])
                        && copies.get(p).stream().anyMatch(node -> !closed.contains(node)));
  }

  /** True if a node that has joined has partitions of the graph, complete by now. */
  private boolean serves(Set<UUID> closed) {
    return servers().anyMatch(node -> !known.contains(node))
        && IntStream.range(0, plan.owners().length)
            .mapToObj(p -> cluster.primary(plan.graph().cache(), p))
            .flatMap(Optional::stream)
            .anyMatch(node -> !known.contains(node) && !closed.contains(node));
  }

  /** True if a node that has joined could take a trainer of one that has several. */
  private boolean hosts(Set<UUID> open) {
    final Map<UUID, Long> trainers =
        Arrays.stream(plan.trainers())
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    return !plan.computedByPartitions()
        && trainers.values().stream().anyMatch(count -> count > 1)
        && open.stream().anyMatch(node -> !known.contains(node));
  }
}
