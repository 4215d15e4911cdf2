// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.limit;

import io.graphember.memory.MemoryBudget;
import io.graphember.memory.MemoryKind;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The memory that the work of each user takes on this node, heap and native memory together: a
 * budget for each, which those of the node are {@linkplain MemoryBudget#within taken within}. A
 * limit that changes counts from the next bytes on. Safe for use by several threads.
 */
public final class UserMemory {
  private final UserBounds bounds;
  private final Map<Optional<String>, MemoryBudget> budgets = new ConcurrentHashMap<>();

  /** Nobody has anything. */
  @Inject
  public UserMemory(UserBounds bounds) {
    this.bounds = bounds;
  }

  /** The budget of a user. */
  public MemoryBudget of(Optional<String> user) {
    return budgets.computeIfAbsent(
        user,
        key ->
            new MemoryBudget(
                MemoryKind.USER,
                "user %s's memory on this node".formatted(UserBounds.name(key)),
                () -> limitBytes(key)));
  }

  private long limitBytes(Optional<String> user) {
    final long bytes = bounds.of(user).memoryBytes();
    return bytes == 0 ? Long.MAX_VALUE : bytes;
  }
}
