// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * How many bytes of a memory a node may hold, and how many are taken. Bytes are taken before
 * anything is allocated, so that a job that does not fit is refused instead of ending the node with
 * an OutOfMemoryError.
 *
 * <p>Several may share: {@link #within} is a part whose bytes are taken of another budget, too.
 *
 * <p>Safe for use by several threads.
 */
public final class MemoryBudget {
  private final List<MemoryAccount> accounts; // its own first
  private final Optional<MemoryAccount> work; // of those, what one piece of work takes

  private MemoryBudget(List<MemoryAccount> accounts, Optional<MemoryAccount> work) {
    this.accounts = accounts;
    this.work = work;
  }

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
    this(kind, "this node's " + kind.budget(), () -> limitBytes);
    if (limitBytes <= 0) {
      throw new IllegalArgumentException("limitBytes must be positive, was " + limitBytes);
    }
  }

  /**
   * A budget whose limit may change; what is taken stays taken.
   *
   * @param name whose or what memory it is, for messages: "this node's memory budget"
   * @param limitBytes bytes that may be taken together, asked whenever some are taken
   */
  public MemoryBudget(MemoryKind kind, String name, LongSupplier limitBytes) {
    this(List.of(new MemoryAccount(kind, name, limitBytes)), Optional.empty());
  }

  /**
   * This budget as a part of others: what is taken of the part is taken of all of them, or of none.
   * Its limit and what it says is taken are those of this one.
   */
  public MemoryBudget within(MemoryBudget outer) {
    return new MemoryBudget(
        Stream.concat(accounts.stream(), outer.accounts.stream()).toList(),
        outer.work.isPresent() ? outer.work : work);
  }

  /**
   * This budget as that of one piece of work: what the work has taken before does not count as that
   * of others when it is refused more.
   *
   * @param own counts what the work takes
   */
  public MemoryBudget of(MemoryBudget own) {
    return new MemoryBudget(within(own).accounts, Optional.of(own.accounts.get(0)));
  }

  /** Bytes that may be taken together. */
  public long limitBytes() {
    return accounts.get(0).limitBytes();
  }

  /** Bytes taken now. */
  public long takenBytes() {
    return accounts.get(0).takenBytes();
  }

  /** Bytes that are left; less than 0 where the limit has fallen below what is taken. */
  public long freeBytes() {
    return limitBytes() - takenBytes();
  }

  /** Most bytes that were taken together so far. */
  public long peakBytes() {
    return accounts.get(0).peakBytes();
  }

  /**
   * Adds a listener that gets the number of free bytes whenever a reservation has grown, before its
   * bytes are allocated. For a cache that fills free memory and evicts. One listener.
   *
   * @param listener called by the thread that takes, which has a reservation locked: it must not
   *     lock another one that somebody else uses
   */
  public void onTake(LongConsumer listener) {
    accounts.get(0).onTake(listener);
  }

  /**
   * Takes bytes until the reservation is closed.
   *
   * @param bytes how many, 0 or more
   * @param what for the message, for example {@code "the slabs of graph cora"}
   * @throws GraphemberException with a {@link MemoryError} if fewer are left; nothing is taken then
   */
  public Reservation take(long bytes, String what) {
    return take(bytes, what, 0);
  }

  /**
   * The same beside bytes that nobody gives back, whatever else ends.
   *
   * @param kept those bytes, which are taken already of this budget, and not of what it is within
   */
  public Reservation take(long bytes, String what, long kept) {
    Reservation reservation = new Reservation(this, what, kept);
    reservation.grow(bytes);
    return reservation;
  }

  private void take0(long bytes, String what, long kept, long held) {
    if (bytes < 0) {
      throw new IllegalArgumentException("cannot take " + bytes + " bytes");
    }
    final long own = Math.max(held, work.map(MemoryAccount::takenBytes).orElse(0L));
    int took = 0;
    try {
      for (MemoryAccount account : accounts) {
        account.take(bytes, what, took == 0 ? kept + own : own);
        took++;
      }
    } catch (GraphemberException e) {
      accounts.subList(0, took).forEach(account -> account.giveBack(bytes));
      throw e;
    }
    accounts.forEach(MemoryAccount::notifyListener);
  }

  private void giveBack(long bytes) {
    accounts.forEach(account -> account.giveBack(bytes));
  }

  /**
   * Bytes taken from a budget; given back by {@link #close()}, once. Safe for use by several
   * threads, so that a load may be dropped while a piece of it arrives.
   */
  public static final class Reservation implements AutoCloseable {
    private final MemoryBudget budget;
    private final String what;
    private final long kept;
    private long bytes;
    private boolean closed;

    private Reservation(MemoryBudget budget, String what, long kept) {
      this.budget = budget;
      this.what = what;
      this.kept = kept;
    }

    /** Bytes held. */
    public synchronized long bytes() {
      return bytes;
    }

    /**
     * Takes more bytes for the same purpose.
     *
     * @throws GraphemberException with a {@link MemoryError}
     * @throws IllegalStateException after {@link #close()}: nobody would give them back
     */
    public synchronized void grow(long moreBytes) {
      if (closed) {
        throw new IllegalStateException(what + " has given its memory back");
      }
      budget.take0(moreBytes, what, kept, bytes);
      bytes += moreBytes;
    }

    /** Gives back what is held beyond so many bytes; does nothing after {@link #close()}. */
    public synchronized void shrinkTo(long mostBytes) {
      if (bytes > mostBytes) {
        budget.giveBack(bytes - mostBytes);
        bytes = mostBytes;
      }
    }

    /** Bytes that the budget has left. */
    public long freeBytes() {
      return budget.freeBytes();
    }

    /** Gives back what was taken to work with; does nothing after {@link #close()}. */
    public synchronized void giveBack(long fewerBytes) {
      shrinkTo(Math.max(0, bytes - fewerBytes));
    }

    @Override
    public synchronized void close() {
      closed = true;
      budget.giveBack(bytes);
      bytes = 0;
    }
  }
}
