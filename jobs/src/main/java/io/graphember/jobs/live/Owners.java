// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * The node that owns each partition of a job now: as the plan says at first, and otherwise after
 * the coordinator has made good the loss of a node. Safe for use by several threads.
 */
public final class Owners {
  private final Map<UUID, CompletableFuture<UUID[]>> awaited = new HashMap<>();
  private UUID[] owners;

  /** As planned. */
  public Owners(UUID[] planned) {
    owners = planned.clone();
  }

  /** The owners of now, by partition; not to be changed. */
  public synchronized UUID[] now() {
    return owners;
  }

  /**
   * The owners as soon as a node that was lost is none of them: at once, or when the coordinator
   * says so. Who waits for it stops when the job does.
   */
  public synchronized CompletableFuture<UUID[]> without(UUID lost) {
    return owns(lost)
        ? awaited.computeIfAbsent(lost, node -> new CompletableFuture<>())
        : CompletableFuture.completedFuture(owners);
  }

  private boolean owns(UUID node) {
    return Arrays.asList(owners).contains(node);
  }

  /** Takes what the coordinator says. */
  public void change(UUID[] next) {
    Map<UUID, CompletableFuture<UUID[]>> over = new HashMap<>();
    synchronized (this) {
      owners = next.clone();
      awaited.forEach(
          (lost, waiting) -> {
            if (!owns(lost)) {
              over.put(lost, waiting);
            }
          });
      awaited.keySet().removeAll(over.keySet());
    }
    over.values().forEach(waiting -> waiting.complete(next));
  }
}
