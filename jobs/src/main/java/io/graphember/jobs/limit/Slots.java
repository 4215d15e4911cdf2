// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.limit;

import io.graphember.jobs.NodeError;
import io.graphember.spi.error.GraphemberException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** So many pieces of work at once on a node. Safe for use by several threads. */
public final class Slots {
  private final String work;
  private final int most;
  private final String setting;
  private final AtomicInteger taken = new AtomicInteger();

  /**
   * Slots of which none is taken.
   *
   * @param work for the message: {@code coordinates %d of at most %d jobs}
   * @param most how many there are, 1 or more
   * @param setting name of the setting that says so
   */
  public Slots(String work, int most, String setting) {
    this.work = work;
    this.most = most;
    this.setting = setting;
  }

  /**
   * Takes a slot until it is closed; closing it again does nothing.
   *
   * @throws GraphemberException with code {@link NodeError#NODE_BUSY} if none is free
   */
  public Slot take() {
    int before;
    do {
      before = taken.get();
      require(before);
    } while (!taken.compareAndSet(before, before + 1));
    return slot();
  }

  /** The same for work that another node has taken before: also if none is free. */
  public Slot takeAnyway() {
    taken.incrementAndGet();
    return slot();
  }

  private Slot slot() {
    AtomicBoolean open = new AtomicBoolean(true);
    return () -> {
      if (open.compareAndSet(true, false)) {
        taken.decrementAndGet();
      }
    };
  }

  /**
   * Refuses if none is free at the moment.
   *
   * @throws GraphemberException with code {@link NodeError#NODE_BUSY}
   */
  public void requireFree() {
    require(taken.get());
  }

  private void require(int before) {
    if (before >= most) {
      throw new GraphemberException(
          NodeError.NODE_BUSY,
          "This node %s: wait until one ends, or raise %s in GraphemberConfiguration."
              .formatted(work.formatted(before, most), setting));
    }
  }

  /** Slots that are taken. */
  public int taken() {
    return taken.get();
  }

  /** A slot that is taken. */
  @FunctionalInterface
  public interface Slot extends AutoCloseable {
    @Override
    void close();
  }
}
