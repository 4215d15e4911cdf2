// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

/** The memories of a node that have a budget each. */
public enum MemoryKind {
  /** The heap: slabs, staging, tables, lists of labels, what came with jobs. */
  HEAP(
      "memory budget",
      MemoryError.MEMORY_BUDGET_EXCEEDED,
      "raise memoryBudgetBytes in GraphemberConfiguration, or the heap (-Xmx), half of which it is"
          + " by default"),

  /** Outside the heap: buffers of batches, and what engines compute. */
  NATIVE(
      "native memory budget",
      MemoryError.NATIVE_MEMORY_EXCEEDED,
      "lower training.batchSize, training.fanouts, training.evaluationBatchSize,"
          + " training.evaluationFanouts or model.hidden, or raise nativeMemoryBudgetBytes in"
          + " GraphemberConfiguration"),

  /** Of both, what the work of one user takes on a node. */
  USER(
      "memory",
      MemoryError.USER_MEMORY_EXCEEDED,
      "ask the administrator to raise maxMemoryPerUserBytes"),

  /** Of both, what one job takes on a node. */
  JOB(
      "memory",
      MemoryError.JOB_MEMORY_EXCEEDED,
      "raise quota.memoryMegabytes of the job, or give it less to hold");

  private final String budget;
  private final MemoryError error;
  private final String remedy;

  MemoryKind(String budget, MemoryError error, String remedy) {
    this.budget = budget;
    this.error = error;
    this.remedy = remedy;
  }

  /** What its budget is called in messages. */
  String budget() {
    return budget;
  }

  /** The code of a refusal. */
  MemoryError error() {
    return error;
  }

  /** True if others may have taken what is missing, and give it back. */
  boolean isShared() {
    return this != JOB;
  }

  /** What a user can do beside waiting. */
  String remedy() {
    return remedy;
  }
}
