// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.timer;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteLogger;

/**
 * Does work again and again on threads of its own. Ignite's timer, which says when, only hands it
 * over: Ignite acknowledges updates of caches from its timer, so that work which waits there, be it
 * for an entry while partitions move, stops the whole cluster. Safe for use by several threads.
 */
public final class NodeTimer {
  private final Ignite ignite;
  private final Executor executor;
  private final IgniteLogger log;

  /**
   * A timer of a node.
   *
   * @param executor does the work; may refuse it while all its threads are busy
   */
  public NodeTimer(Ignite ignite, Executor executor) {
    this.ignite = ignite;
    this.executor = executor;
    this.log = ignite.log(); // a node that has stopped gives none
  }

  /**
   * Does work while the node runs, each time so long after the last.
   *
   * @param millis time between two, 1 or more
   * @param work true if it is to be done again; what it throws is logged, and it is done again
   */
  public void every(long millis, BooleanSupplier work) {
    try {
      ignite.scheduler().runLocal(() -> handOver(millis, work), millis, TimeUnit.MILLISECONDS);
    } catch (RuntimeException e) { // the node stops
      debug("ends, since its node does", e);
    }
  }

  private void handOver(long millis, BooleanSupplier work) {
    try {
      executor.execute(
          () -> {
            if (again(work)) {
              every(millis, work);
            }
          });
    } catch (RuntimeException e) { // all threads are busy, or the node stops
      every(millis, work);
    }
  }

  private boolean again(BooleanSupplier work) {
    try {
      return work.getAsBoolean();
    } catch (RuntimeException e) { // the topology changes, or the node stops
      debug("has failed and is done again", e);
      return true;
    }
  }

  private void debug(String what, RuntimeException e) {
    if (log.isDebugEnabled()) {
      log.debug("Graphember: work of a timer %s: %s".formatted(what, e));
    }
  }
}
