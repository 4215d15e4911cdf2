// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.shard;

import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowStorage;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.shard.LoadShard;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
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
  private final LoadShard content;
  private final Mailbox mailbox;
  private final Object turn = new Object();
  private final Map<Long, Consumer<LoadShard>> early = new HashMap<>(); // guarded by the turn
  private long nextPiece; // guarded by the turn
  private int working;
  private volatile @Nullable GraphemberException released; // why; null while it is kept

  LocalShard(ShardPlan plan, int number, MemoryBudget budget, RowStorage storage) {
    this.plan = plan;
    this.number = number;
    graph = plan.settings().name();
    mailbox = new Mailbox(plan.shards());
    content = new LoadShard(plan.settings(), plan.header(), number, plan.shards(), budget, storage);
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
   * Takes a piece when those before it are taken. One that comes early is kept: another call takes
   * it.
   *
   * @param sequence number of the piece
   * @param take takes it
   * @throws GraphemberException the reason if the shard was released
   */
  void stage(long sequence, Consumer<LoadShard> take) {
    work(
        shard -> {
          if (sequence < nextPiece || sequence > nextPiece + RemoteShards.WINDOW) {
            throw MessageReader.malformed(
                "piece %d came, piece %d was expected".formatted(sequence, nextPiece));
          }
          early.put(sequence, take);
          for (Consumer<LoadShard> next = early.remove(nextPiece);
              next != null;
              next = early.remove(nextPiece)) {
            next.accept(shard);
            nextPiece++;
          }
          return true;
        });
  }

  /**
   * Does work on the shard when it is its turn.
   *
   * @throws GraphemberException the reason if the shard was released
   */
  <R> R work(Function<LoadShard, R> work) {
    return read(
        shard -> {
          synchronized (turn) {
            check();
            return work.apply(shard);
          }
        });
  }

  /**
   * Reads the shard, beside others, once it is cut.
   *
   * @throws GraphemberException the reason if the shard was released
   */
  <R> R read(Function<LoadShard, R> read) {
    begin();
    try {
      return read.apply(content);
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
      content.close();
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
