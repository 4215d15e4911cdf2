// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.node.NodeWork;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Does to a cluster what a round says. */
final class Infliction {
  private final ChaosCluster cluster;
  private final Asking asking;
  private final Filler filler;

  Infliction(ChaosCluster cluster, Asking asking, Filler filler) {
    this.cluster = cluster;
    this.asking = asking;
    this.filler = filler;
  }

  /**
   * Does it.
   *
   * @param entry number of the node that has taken the work
   */
  void inflict(Round round, int entry, Running running) throws IOException, Violation {
    final int nodes = cluster.plan().nodes();
    final ChaosNode any = cluster.node(round.pick() / nodes % nodes);
    switch (round.fault()) {
      case KILL_STORAGE -> storage(round, entry).kill();
      case KILL_TRAINER -> trainer(round, entry).kill();
      case KILL_COORDINATOR -> cluster.node(entry).kill();
      case FREEZE_BRIEFLY, FREEZE_LONG -> freeze(round, any);
      case STOP -> any.stop();
      case JOIN -> cluster.join();
      case FULL_DISK -> any.fillDisk();
      case FULL_REGION -> filler.full(cluster.addresses(entry));
      case KILL_CLIENT -> running.killClient();
      case KILL_TWO -> killTwo(round, entry, running);
      case KILL_ALL -> {
        cluster.killAll();
        cluster.mend(); // clients wait for a minute
      }
    }
  }

  private void freeze(Round round, ChaosNode node) throws IOException {
    final Fault fault = round.fault();
    if (fault.endsNodes()) {
      node.mayEnd();
    }
    node.freeze(fault.frozenSeconds());
  }

  private void killTwo(Round round, int entry, Running running) throws Violation {
    final ChaosNode first = storage(round, entry);
    first.kill();
    if (cluster.plan().trainerOnly() > 0) {
      cluster.node(cluster.plan().nodes() - 1).kill();
    } else {
      running.killClient();
    }
  }

  /** A storage node that has not taken the work; one without a trainer, if there is one. */
  private ChaosNode storage(Round round, int entry) throws Violation {
    final List<ChaosNode> storage = new ArrayList<>();
    for (int i = 0; i < cluster.plan().nodes(); i++) {
      if (i != entry && cluster.plan().stores(i)) {
        storage.add(cluster.node(i));
      }
    }
    return pick(round, storage, work -> work.trainers() == 0);
  }

  private ChaosNode trainer(Round round, int entry) throws Violation {
    final List<ChaosNode> others = new ArrayList<>(cluster.nodes());
    others.remove(entry);
    return pick(round, others, work -> work.trainers() > 0);
  }

  /** One of those that do what is asked for; of all, if none does. */
  private ChaosNode pick(Round round, List<ChaosNode> from, Predicate<NodeWork> wanted)
      throws Violation {
    final List<ChaosNode> found = new ArrayList<>();
    for (ChaosNode node : from) {
      if (wanted.test(asking.ask((GraphemberClient client) -> client.work(node.name())))) {
        found.add(node);
      }
    }
    final List<ChaosNode> some = found.isEmpty() ? from : found;
    return some.get(round.pick() / cluster.plan().nodes() % some.size());
  }
}
