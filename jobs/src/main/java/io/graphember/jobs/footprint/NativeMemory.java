// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.footprint;

import io.graphember.memory.MemoryBudget;
import io.graphember.memory.MemoryKind;
import io.graphember.spi.error.GraphemberException;
import java.util.HashSet;
import java.util.Set;

/**
 * The native memory of a node: what its jobs have reserved, and the engines that they have loaded.
 * An engine cannot be unloaded, so what it takes by itself is reserved with its first job and stays
 * reserved. Safe for use by several threads.
 */
public final class NativeMemory {
  private final MemoryBudget budget;
  private final Set<String> engines = new HashSet<>();
  private long engineBytes; // they stay loaded

  /**
   * Nothing is taken yet.
   *
   * @param limitBytes bytes that may be taken together, positive
   */
  public NativeMemory(long limitBytes) {
    budget = new MemoryBudget(MemoryKind.NATIVE, limitBytes);
  }

  /** Bytes that may be taken together. */
  public long limitBytes() {
    return budget.limitBytes();
  }

  /** Bytes taken now. */
  public long takenBytes() {
    return budget.takenBytes();
  }

  /** Most bytes that were taken together so far. */
  public long peakBytes() {
    return budget.peakBytes();
  }

  /**
   * Takes bytes for a job until the reservation is closed.
   *
   * @param engine name of the engine that the job uses
   * @param baseBytes what the engine takes by itself, with its first job
   * @param bytes what the job takes beside it
   * @param what the job, for the message
   * @param user budget of the job's user, which what the engine takes by itself is not of
   * @throws GraphemberException with code {@link
   *     io.graphember.memory.MemoryError#NATIVE_MEMORY_EXCEEDED}, {@link
   *     io.graphember.memory.MemoryError#USER_MEMORY_EXCEEDED} or {@link
   *     io.graphember.memory.MemoryError#MEMORY_BUSY}; nothing is taken then
   */
  public synchronized MemoryBudget.Reservation take(
      String engine, long baseBytes, long bytes, String what, MemoryBudget user) {
    MemoryBudget ofUser = budget.within(user);
    if (engines.contains(engine)) {
      return ofUser.take(bytes, what, engineBytes);
    }
    MemoryBudget.Reservation base = budget.take(baseBytes, "Engine " + engine);
    try {
      MemoryBudget.Reservation reservation = ofUser.take(bytes, what, engineBytes + baseBytes);
      engines.add(engine);
      engineBytes += baseBytes;
      return reservation;
    } catch (GraphemberException e) {
      base.close();
      throw e;
    }
  }
}
