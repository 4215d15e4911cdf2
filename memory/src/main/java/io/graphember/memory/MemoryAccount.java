// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import io.graphember.spi.error.GraphemberException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** How many bytes are taken of one limit, which may change. Safe for use by several threads. */
final class MemoryAccount {
  private static final double MIB = 1 << 20;

  private final MemoryKind kind;
  private final String name;
  private final LongSupplier limitBytes;
  private final AtomicLong takenBytes = new AtomicLong();
  private final AtomicLong peakBytes = new AtomicLong();
  private volatile LongConsumer onTake = free -> {};

  /**
   * An account of which nothing is taken.
   *
   * @param name whose or what memory it is, for messages
   * @param limitBytes bytes that may be taken together, asked each time
   */
  MemoryAccount(MemoryKind kind, String name, LongSupplier limitBytes) {
    this.kind = kind;
    this.name = name;
    this.limitBytes = limitBytes;
  }

  long limitBytes() {
    return limitBytes.getAsLong();
  }

  long takenBytes() {
    return takenBytes.get();
  }

  long peakBytes() {
    return peakBytes.get();
  }

  /**
   * Takes bytes.
   *
   * @param own bytes that the same work has taken before, or that nobody gives back
   * @throws GraphemberException with code {@link MemoryError#MEMORY_BUSY} if all that the work
   *     takes would fit alone, else with that of the memory's kind; nothing is taken then
   */
  void take(long bytes, String what, long own) {
    final long limit = limitBytes();
    // Compare and set: a request that is refused must never be seen by another one.
    long taken;
    do {
      taken = takenBytes.get();
      if (bytes > limit - taken) {
        throw refused(
            bytes, what, taken, limit, kind.isShared() && bytes <= limit - Math.min(own, limit));
      }
    } while (!takenBytes.compareAndSet(taken, taken + bytes));
    peakBytes.accumulateAndGet(taken + bytes, Math::max);
  }

  /** Calls the listener with the bytes that are free, once a reservation has grown. */
  void notifyListener() {
    onTake.accept(limitBytes() - takenBytes());
  }

  void onTake(LongConsumer listener) {
    onTake = listener;
  }

  /** Says what is free, what would do, and how to come by it. */
  private GraphemberException refused(
      long bytes, String what, long taken, long limit, boolean alone) {
    return new GraphemberException(
        alone ? MemoryError.MEMORY_BUSY : kind.error(),
        "%s needs %.1f MiB, but only %.1f MiB of %s of %.1f MiB are free; a limit of %.1f MiB or more would hold it: %s%s."
            .formatted(
                what,
                bytes / MIB,
                Math.max(0, limit - taken) / MIB,
                name,
                limit / MIB,
                Math.ceil(((double) taken + bytes) / MIB * 10) / 10,
                alone ? "wait for other jobs and loads, or " : "",
                kind.remedy()));
  }

  void giveBack(long bytes) {
    takenBytes.addAndGet(-bytes);
  }
}
