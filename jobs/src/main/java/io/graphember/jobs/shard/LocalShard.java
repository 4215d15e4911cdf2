// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.shard;

import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowStorage;
import io.graphember.partition.shard.EdgeShard;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A shard that this node keeps. What is asked of it is done one after the other; once it is
 * released nothing more is, and when the last work has stopped the memory is given back.
 *
 * <p>Safe for use by several threads.
 */
final class LocalShard implements Cancellation {
  private final ShardPlan plan;
  private final int number;
  private final String graph;
  private final EdgeShard edges;
  private final Mailbox mailbox = new Mailbox();
  private final Object turn = new Object();
  private int working;
  private volatile @Nullable GraphemberException released; // why; null while it is kept

  LocalShard(ShardPlan plan, int number, MemoryBudget budget, RowStorage storage) {
    this.plan = plan;
    this.number = number;
    graph = plan.settings().name();
    edges = new EdgeShard(plan.settings(), plan.header(), budget, storage);
  }

  ShardPlan plan() {
    return plan;
  }

  /** Number of the shard. */
  int number() {
    return number;
  }

  /** Name of the graph. */
  String graph() {
    return graph;
  }

  Mailbox mailbox() {
    return mailbox;
  }

  /**
   * Does work on the edges when it is its turn.
   *
   * @throws GraphemberException the reason if the shard was released
   */
  <R> R work(Function<EdgeShard, R> work) {
    begin();
    try {
      synchronized (turn) {
        check();
        return work.apply(edges);
      }
    } finally {
      end();
    }
  }

  private synchronized void begin() {
    check();
    working++;
  }

  private synchronized void end() {
    working--;
    closeIfDone();
  }

  /**
   * Stops what goes on and gives the memory back.
   *
   * @param reason what is thrown where work goes on
   */
  synchronized void release(GraphemberException reason) {
    released = reason;
    mailbox.close(reason);
    closeIfDone();
  }

  private void closeIfDone() {
    if (released != null && working == 0) {
      edges.close();
    }
  }

  @Override
  public boolean requested() {
    return released != null;
  }

  @Override
  public void check() {
    if (released != null) {
      throw released;
    }
  }
}
