// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.seed;

import io.graphember.schema.Split;
import io.graphember.training.task.DealtVertices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Which vertices of which partitions each trainer learns of: all that is known of them but by their
 * partitions and trainers. 24 bytes a partition.
 *
 * @param rule how vertices are split
 * @param train how many of each partition are trained on
 * @param valid how many choose the best epoch
 * @param test how many measure the result
 * @param classes of each class, those that are trained on; empty if classes are not balanced
 */
public record SeedPlan(SplitRule rule, long[] train, long[] valid, long[] test, long[] classes) {

  /** A job that learns no vertices. */
  public static SeedPlan none() {
    return of(new SplitRule(Optional.empty(), new long[0], 0), List.<PartitionSplits>of());
  }

  static SeedPlan of(SplitRule rule, List<PartitionSplits> partitions) {
    long[] classes = new long[rule.classes()];
    for (PartitionSplits partition : partitions) {
      for (int c = 0; c < classes.length; c++) {
        classes[c] += partition.classes()[c];
      }
    }
    return new SeedPlan(
        rule,
        partitions.stream().mapToLong(PartitionSplits::train).toArray(),
        partitions.stream().mapToLong(PartitionSplits::valid).toArray(),
        partitions.stream().mapToLong(PartitionSplits::test).toArray(),
        classes);
  }

  /** How many vertices of each partition are in a split. */
  long[] counts(Split split) {
    return switch (split) {
      case TRAIN -> train;
      case VALID -> valid;
      case TEST -> test;
    };
  }

  /** How many vertices are in a split. */
  public long total(Split split) {
    return Arrays.stream(counts(split)).sum();
  }

  /**
   * What a trainer has of a split.
   *
   * @return in the order of partitions; none that is empty
   */
  List<SeedRun> runs(Split split, int rank, int trainers) {
    final long[] counts = counts(split);
    final long total = total(split);
    final long from = DealtVertices.first(total, rank, trainers);
    final long to = DealtVertices.first(total, rank + 1, trainers);
    List<SeedRun> runs = new ArrayList<>();
    long before = 0;
    for (int p = 0; p < counts.length; p++) {
      final long first = Math.max(0, from - before);
      final long end = Math.min(counts[p], to - before);
      if (first < end) {
        runs.add(new SeedRun(p, split, (int) first, (int) end));
      }
      before += counts[p];
    }
    return runs;
  }
}
