// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.spi.backend.ParameterLayout;
import io.graphember.tgar.PartitionSize;
import io.graphember.tgar.plan.Again;
import io.graphember.tgar.plan.Plan;
import io.graphember.tgar.plan.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a partition needs for its steps, found by going through them without computing. */
final class StepMemory {
  private final PartitionSize size;
  private final Map<Long, Long> now = new HashMap<>(); // arrays in use of each length
  private final Map<Long, Long> most = new HashMap<>();
  private final Map<Long, Long> always = new HashMap<>(); // in use between steps

  private long opening; // bytes, while what no step changes is computed

  private StepMemory(PartitionSize size) {
    this.size = size;
  }

  /** Bytes of heap of steps and evaluations over one partition. */
  static long bytes(
      PartitionSize size, Plan training, Plan evaluation, ParameterLayout parameters) {
    StepMemory memory = new StepMemory(size);
    Set<String> shared = new HashSet<>();
    for (Plan plan : List.of(training, evaluation)) {
      memory.open(plan, shared);
    }
    memory.pass(training);
    memory.pass(evaluation);
    long bytes = 0;
    for (Map.Entry<Long, Long> arrays : memory.most.entrySet()) {
      bytes += 4 * arrays.getKey() * arrays.getValue();
    }
    bytes = Math.max(bytes, memory.opening);
    for (Value value : training.values()) {
      if (EdgeLevel.choosesLargest(value)) {
        bytes += 2 * 2L * size.masters() * value.columns(); // of both plans
      }
    }
    return bytes + facts(size) + 4L * parameters.length() * 20;
  }

  /** Degrees, numbers of edges, lists of mirrors, tiles. */
  private static long facts(PartitionSize size) {
    return 12L * size.masters() + 8L * size.vertices() + 16L * (size.vertices() - size.masters());
  }

  private void open(Plan plan, Set<String> shared) {
    List<Value> kept = plan.keptAlways();
    final boolean there = kept.stream().allMatch(value -> shared.contains(key(plan, value)));
    if (!there) {
      long bytes = always.entrySet().stream().mapToLong(e -> 4 * e.getKey() * e.getValue()).sum();
      bytes += 4 * length(plan, plan.values().get(0));
      for (int level = 0; level < plan.levels(); level++) {
        bytes += plan.once(level).made().stream().mapToLong(v -> 4 * length(plan, v)).sum();
      }
      opening = Math.max(opening, bytes);
    }
    for (Value value : kept) {
      if (shared.add(key(plan, value))) {
        take(plan, value);
      }
    }
    always.clear();
    always.putAll(now);
  }

  private String key(Plan plan, Value value) {
    return plan.expression(value) + StoredRows.rows(size, plan, value);
  }

  /** Only what is kept between steps is in use. */
  private void keepAlways() {
    now.clear();
    now.putAll(always);
  }

  private void pass(Plan plan) {
    for (int level = 0; level < plan.levels(); level++) {
      plan.forward(level).made().forEach(value -> take(plan, value));
      plan.doneForward(level).forEach(value -> give(plan, value));
    }
    if (plan.training()) {
      back(plan);
    }
    keepAlways();
  }

  private void back(Plan plan) {
    Set<Value> gradients = new HashSet<>(List.of(plan.output()));
    take(plan, plan.output());
    for (int level = plan.levels() - 1; level >= 0; level--) {
      for (Again again : plan.before(level)) {
        again.work().made().forEach(value -> take(plan, value));
        again.done().forEach(value -> give(plan, value));
      }
      for (Value value : plan.gradientsMade(level)) {
        if (gradients.add(value)) {
          take(plan, value);
        }
      }
      plan.doneBackward(level).forEach(value -> give(plan, value));
      for (Value value : plan.on(level)) {
        if (gradients.remove(value)) {
          give(plan, value);
        }
      }
    }
  }

  private void take(Plan plan, Value value) {
    final long length = length(plan, value);
    most.merge(length, now.merge(length, 1L, Long::sum), Math::max);
  }

  private void give(Plan plan, Value value) {
    now.merge(length(plan, value), -1L, Long::sum);
  }

  private long length(Plan plan, Value value) {
    return StoredRows.rows(size, plan, value) * value.columns();
  }
}
