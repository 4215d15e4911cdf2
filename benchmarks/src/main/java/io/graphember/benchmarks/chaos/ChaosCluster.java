// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.benchmarks.cluster.LoopbackPorts;
import io.graphember.cli.cluster.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Nodes in processes of their own, which are brought back after each fault. Used by one thread. */
final class ChaosCluster implements AutoCloseable {
  /** With the start of four JVMs, one after the other, on a machine that is busy. */
  private static final Duration SETTLE = Duration.ofMinutes(5);

  private final ClusterPlan plan;
  private final List<ChaosNode> nodes = new ArrayList<>();
  private final ChaosNode joiner;

  private ChaosCluster(ClusterPlan plan, Path folder, ForkJoinPool threads) throws IOException {
    this.plan = plan;
    final int[] ports =
        FreePorts.find(
            InetAddress.getByName(LoopbackPorts.HOST), LoopbackPorts.PER_NODE * (plan.nodes() + 1));
    for (int i = 0; i <= plan.nodes(); i++) {
      nodes.add(
          new ChaosNode(
              i,
              ports,
              List.of(
                  IntStream.of(ports).mapToObj(String::valueOf).collect(Collectors.joining(",")),
                  Files.createDirectories(folder.resolve("work")).toString(),
                  String.valueOf(plan.persistent()),
                  String.valueOf(plan.stores(i))),
              folder,
              threads));
    }
    joiner = nodes.remove(plan.nodes());
  }

  /** Starts all nodes and makes the cluster active. */
  static ChaosCluster start(ClusterPlan plan, Path folder, ForkJoinPool threads)
      throws IOException, Violation {
    final ChaosCluster cluster = new ChaosCluster(plan, folder, threads);
    try {
      for (ChaosNode node : cluster.nodes) {
        node.start();
      }
      if (plan.persistent()) {
        cluster.nodes.get(0).activate();
      }
      cluster.awaitSettled(plan.nodes());
      return cluster;
    } catch (IOException | Violation | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  ClusterPlan plan() {
    return plan;
  }

  ChaosNode node(int number) {
    return nodes.get(number);
  }

  List<ChaosNode> nodes() {
    return List.copyOf(nodes);
  }

  /** Addresses for clients, those of one node first. */
  String addresses(int first) {
    return IntStream.range(0, plan.nodes())
        .mapToObj(i -> nodes.get((first + i) % plan.nodes()).address())
        .collect(Collectors.joining(","));
  }

  /** Lets one more node join. */
  void join() throws IOException, Violation {
    joiner.start();
  }

  /** Lets all nodes die at once. */
  void killAll() {
    nodes.forEach(ChaosNode::kill);
  }

  /**
   * Brings the cluster back: starts nodes that have ended, waits for those that are frozen, lets go
   * who has joined.
   *
   * @throws Violation if a node has ended by itself, or the copies do not come back in time
   */
  void mend() throws IOException, Violation {
    final Bound bound = Bound.in(SETTLE);
    for (ChaosNode node : nodes) {
      node.requireAlive();
      node.awaitEnd();
      node.makeRoom();
    }
    joiner.requireAlive();
    bound.until(() -> nodes.stream().noneMatch(ChaosNode::frozen), () -> "a node is frozen");
    if (joiner.alive()) {
      awaitSettled(plan.nodes() + 1);
      joiner.stop();
      joiner.awaitEnd();
    }
    restart(bound);
  }

  /** Starts those that have ended until all are there. */
  private void restart(Bound bound) throws IOException, Violation {
    while (!settled(plan.nodes())) {
      startEnded();
      if (bound.over()) {
        throw notSettled(plan.nodes());
      }
      Bound.pause();
    }
  }

  /** One after the other, but all of them if none is left: they wait for one another. */
  private void startEnded() throws IOException, Violation {
    final List<ChaosNode> ended = nodes.stream().filter(node -> !node.alive()).toList();
    for (ChaosNode node : ended) {
      node.requireAlive();
      node.start();
    }
  }

  /** Whether all nodes see so many, and every partition has its copies. */
  private boolean settled(int count) throws IOException {
    for (ChaosNode node : nodes) {
      final Optional<NodeStatus> status = node.status();
      if (status.isEmpty() || !status.get().settled(count)) {
        return false;
      }
    }
    return true;
  }

  private void awaitSettled(int count) throws IOException, Violation {
    final Bound bound = Bound.in(SETTLE);
    while (!settled(count)) {
      if (bound.over()) {
        throw notSettled(count);
      }
      Bound.pause();
    }
  }

  private Violation notSettled(int count) throws IOException {
    final List<String> seen = new ArrayList<>();
    for (ChaosNode node : nodes) {
      seen.add(node.name() + " " + node.status());
    }
    return new Violation("the cluster does not become one of %d: %s".formatted(count, seen));
  }

  /** Ends all processes. */
  @Override
  public void close() {
    nodes.forEach(ChaosNode::close);
    joiner.close();
  }
}
