// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import java.util.Optional;

/** What happens to a cluster. */
public enum Fault {
  /** {@code kill -9} of a node that has partitions and, if there is such a node, no trainer. */
  KILL_STORAGE,
  /** {@code kill -9} of a node that has a trainer. */
  KILL_TRAINER,
  /** {@code kill -9} of the node that coordinates the job, or takes the load or the request. */
  KILL_COORDINATOR,
  /** {@code SIGSTOP} for half of Ignite's failure detection. */
  FREEZE_BRIEFLY,
  /** {@code SIGSTOP} for longer than Ignite's failure detection. */
  FREEZE_LONG,
  /** {@code SIGTERM}: the node stops in order. */
  STOP,
  /** A new node joins. */
  JOIN,
  /** A node cannot write its files any more. */
  FULL_DISK,
  /** Graphs of others fill the data regions. */
  FULL_REGION,
  /** {@code kill -9} of the client's process. */
  KILL_CLIENT,
  /** A storage node and, at once, a node that stores nothing, or the client where all store. */
  KILL_TWO,
  /** All nodes at once; then all are started again. */
  KILL_ALL;

  private static final int BRIEF_SECONDS = 5;
  private static final int LONG_SECONDS = 30;

  /** How long a node is frozen; 0 if it is not. */
  int frozenSeconds() {
    return switch (this) {
      case FREEZE_BRIEFLY -> BRIEF_SECONDS;
      case FREEZE_LONG -> LONG_SECONDS;
      default -> 0;
    };
  }

  /** Why this cannot happen in a phase; empty if it can. */
  public Optional<String> impossible(Phase phase, boolean persistent) {
    if (this == KILL_ALL && !persistent) {
      return Optional.of("in memory nothing is left to be compared");
    }
    if (this == FULL_REGION && persistent) {
      return Optional.of("a region with persistence goes to disk when it is full");
    }
    final boolean trains =
        phase == Phase.TRAIN || phase == Phase.CHECKPOINT || phase == Phase.EMBED;
    if (this == KILL_TRAINER && !trains) {
      return Optional.of("there are no trainers");
    }
    return Optional.empty();
  }

  /** True if the process of a client is killed, where all nodes store or only some. */
  boolean killsClient(ClusterPlan plan) {
    return this == KILL_CLIENT || this == KILL_TWO && plan.trainerOnly() == 0;
  }

  /** True if a node may end by this: an end of any other is a failure. */
  boolean endsNodes() {
    return switch (this) {
      case JOIN, FULL_REGION, KILL_CLIENT, FREEZE_BRIEFLY -> false;
      default -> true;
    };
  }

  /**
   * Whether work may end with an error by this, to be taken up again afterwards: a load whose node
   * or client is lost, unless the cluster keeps what was sent, and a job that finds no room or no
   * node at all.
   */
  boolean mayFail(Work work) {
    return switch (this) {
      case FULL_DISK, FULL_REGION, KILL_ALL -> true;
      case JOIN, FREEZE_BRIEFLY -> false;
      case KILL_CLIENT -> !work.isJob();
      default -> !work.isJob() && !work.isResumable();
    };
  }
}
