// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import java.util.function.Supplier;

/** What a load asks of the nodes: it goes on at another one when the one that takes it is lost. */
abstract class MovingAccess extends LoadAccess {
  private static final long LONGEST_PAUSE_MILLIS = 1_000;

  private final Supplier<ServiceAccess> nodes;
  private final Cancellation cancellation;
  private volatile boolean lost = true; // no node has the load
  private volatile boolean dropped; // what is on its way does not begin it again

  /**
   * A load that has not begun.
   *
   * @param nodes the node of now, each time it is asked for
   * @param cancellation looked at while it waits for a node
   */
  MovingAccess(Supplier<ServiceAccess> nodes, Cancellation cancellation) {
    super(nodes.get());
    this.nodes = nodes;
    this.cancellation = cancellation;
  }

  /** Has a node begin, or go on. */
  abstract void take(ServiceAccess node);

  /** Silent while it looks for a node: else the last one would take its client for there. */
  @Override
  void beat() {
    if (!lost) {
      super.beat();
    }
  }

  @Override
  void drop(RuntimeException cause) {
    dropped = true;
    if (!(cause instanceof GraphemberException known) || !mayPass(known)) {
      super.drop(cause);
    }
  }

  /** Asks again at another node, until the load goes on there, while the cluster is in trouble. */
  final <T> T steadily(Supplier<T> question) {
    final long until = System.nanoTime() + Retries.LONGEST.toNanos();
    final Pause pause = new Pause(cancellation, LONGEST_PAUSE_MILLIS);
    while (true) {
      try {
        if (lost) {
          take(nodes.get());
          lost = false;
        }
        return question.get();
      } catch (GraphemberException e) {
        if (!mayPass(e) || dropped || System.nanoTime() >= until) {
          throw e;
        }
        lost = true;
      }
      pause.next();
    }
  }

  /** The load has failed if a node says so; a node that cannot be asked, or stops, may be lost. */
  boolean mayPass(GraphemberException failure) {
    return failure.code().equals("LOAD_UNKNOWN")
        || failure.code().equals("NODE_BUSY")
        || failure.category() == ErrorCategory.CLUSTER && !failure.code().equals("NODE_LOST")
        || failure.category() == ErrorCategory.BUG;
  }
}
