// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import io.graphember.spi.error.GraphemberException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes of a memory a node may hold, and how many are taken. Bytes are taken before
 * anything is allocated, so that a job that does not fit is refused instead of ending the node with
 * an OutOfMemoryError.
 *
 * <p>Safe for use by several threads.
 */
public final class MemoryBudget {
  private static final double MIB = 1 << 20;

  private final MemoryKind kind;
  private final long limitBytes;
  private final AtomicLong takenBytes = new AtomicLong();
  private final AtomicLong peakBytes = new AtomicLong();

  /** A budget of the heap with nothing taken, see {@link #MemoryBudget(MemoryKind, long)}. */
  public MemoryBudget(long limitBytes) {
    this(MemoryKind.HEAP, limitBytes);
  }

  /**
   * A budget with nothing taken.
   *
   * @param kind what memory it is of
   * @param limitBytes bytes that may be taken together, positive
   */
  public MemoryBudget(MemoryKind kind, long limitBytes) {
    if (limitBytes <= 0) {
      throw new IllegalArgumentException("limitBytes must be positive, was " + limitBytes);
    }
    this.kind = kind;
    this.limitBytes = limitBytes;
  }

  /** Bytes that may be taken together. */
  public long limitBytes() {
    return limitBytes;
  }

  /** Bytes taken now. */
  public long takenBytes() {
    return takenBytes.get();
  }

  /** Most bytes that were taken together so far. */
  public long peakBytes() {
    return peakBytes.get();
  }

  /**
   * Takes bytes until the reservation is closed.
   *
   * @param bytes how many, 0 or more
   * @param what for the message, for example {@code "the slabs of graph cora"}
   * @throws GraphemberException with code {@link MemoryError#MEMORY_BUDGET_EXCEEDED} or {@link
   *     MemoryError#NATIVE_MEMORY_EXCEEDED} if fewer are left; nothing is taken then
   */
  public Reservation take(long bytes, String what) {
    Reservation reservation = new Reservation(this, what);
    reservation.grow(bytes);
    return reservation;
  }

  private void take0(long bytes, String what) {
    if (bytes < 0) {
      throw new IllegalArgumentException("cannot take " + bytes + " bytes");
    }
    // Compare and set: a request that is refused must never be seen by another one.
    long taken;
    do {
      taken = takenBytes.get();
      if (bytes > limitBytes - taken) {
        throw new GraphemberException(
            kind.error(),
            "%s needs %.1f MiB, but %.1f MiB of this node's %s of %.1f MiB are taken%s."
                .formatted(
                    what,
                    bytes / MIB,
                    taken / MIB,
                    kind.budget(),
                    limitBytes / MIB,
                    kind.remedy()));
      }
    } while (!takenBytes.compareAndSet(taken, taken + bytes));
    peakBytes.accumulateAndGet(taken + bytes, Math::max);
  }

  /**
   * Bytes taken from a budget; given back by {@link #close()}, once. Safe for use by several
   * threads, so that a load may be dropped while a piece of it arrives.
   */
  public static final class Reservation implements AutoCloseable {
    private final MemoryBudget budget;
    private final String what;
    private long bytes;
    private boolean closed;

    private Reservation(MemoryBudget budget, String what) {
      this.budget = budget;
      this.what = what;
    }

    /** Bytes held. */
    public synchronized long bytes() {
      return bytes;
    }

    /**
     * Takes more bytes for the same purpose.
     *
     * @throws GraphemberException with code {@link MemoryError#MEMORY_BUDGET_EXCEEDED}
     * @throws IllegalStateException after {@link #close()}: nobody would give them back
     */
    public synchronized void grow(long moreBytes) {
      if (closed) {
        throw new IllegalStateException(what + " has given its memory back");
      }
      budget.take0(moreBytes, what);
      bytes += moreBytes;
    }

    /** Gives back what is held beyond so many bytes; does nothing after {@link #close()}. */
    public synchronized void shrinkTo(long mostBytes) {
      if (bytes > mostBytes) {
        budget.takenBytes.addAndGet(mostBytes - bytes);
        bytes = mostBytes;
      }
    }

    @Override
    public synchronized void close() {
      closed = true;
      budget.takenBytes.addAndGet(-bytes);
      bytes = 0;
    }
  }
}
