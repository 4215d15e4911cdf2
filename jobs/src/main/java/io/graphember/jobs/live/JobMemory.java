// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.memory.MemoryBudget;
import io.graphember.memory.MemoryKind;

/**
 * The memory that one job takes on a node: of the node's budgets, within those of the job's user.
 * Safe for use by several threads.
 */
public final class JobMemory {
  private final MemoryBudget heapOfJob;
  private final MemoryBudget nativeOfJob;
  private final MemoryBudget own;
  private final MemoryBudget user;
  private final MemoryBudget heap;
  private final MemoryBudget heapOfUser;
  private final MemoryBudget nativeOfUser;

  /**
   * Nothing is taken yet.
   *
   * @param job its number
   * @param node heap of the node
   * @param user memory of the job's user
   * @param mostBytes that it may take, heap and native memory together
   */
  JobMemory(long job, MemoryBudget node, MemoryBudget user, long mostBytes) {
    this.heapOfJob = unbounded(MemoryKind.HEAP, job);
    this.nativeOfJob = unbounded(MemoryKind.NATIVE, job);
    this.own =
        new MemoryBudget(
            MemoryKind.JOB, "job %d's memory on this node".formatted(job), () -> mostBytes);
    this.user = user;
    final MemoryBudget both = user.within(own);
    this.heap = node.within(both).of(heapOfJob);
    this.heapOfUser = both.of(heapOfJob);
    this.nativeOfUser = both.of(nativeOfJob);
  }

  private static MemoryBudget unbounded(MemoryKind kind, long job) {
    return new MemoryBudget(kind, "the memory of job " + job, () -> Long.MAX_VALUE);
  }

  /** The heap that it may take: the node's budget, within those of the user and of the job. */
  MemoryBudget heap() {
    return heap;
  }

  /**
   * The memory of its user alone, which counts as the job's, too: for the graph, which all jobs
   * share that use it, and which the node's budget counts once.
   */
  MemoryBudget heapOfUser() {
    return heapOfUser;
  }

  /** Bytes of heap that the job may take more for its graph. */
  long freeBytes() {
    return Math.min(user.freeBytes(), own.freeBytes());
  }

  /** The native memory of its user, which counts as the job's, too. */
  public MemoryBudget nativeOfUser() {
    return nativeOfUser;
  }

  /** Bytes of heap that the job has taken, with those of its graph. */
  public long heapBytes() {
    return heapOfJob.takenBytes();
  }

  /** Bytes of native memory that the job has taken. */
  public long nativeBytes() {
    return nativeOfJob.takenBytes();
  }
}
