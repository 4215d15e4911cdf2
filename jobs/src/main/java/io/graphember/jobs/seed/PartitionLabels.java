// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.seed;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.PartitionTypes;
import io.graphember.graph.store.VertexLabels;
import io.graphember.jobs.live.LiveJob;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.partition.staging.LabelCounts;
import io.graphember.schema.Split;
import io.graphember.schema.VertexAttributes;
import io.graphember.spi.IndexPermutation;
import io.graphember.training.task.LabeledVertices;
import io.graphember.training.task.SplitDraw;
import java.util.Optional;

/**
 * The masters of one vertex type of a partition, as a job learns of them: those whose class or all
 * of whose targets are known, in ascending order of vid. Reads the partition anew at each question.
 * Any thread.
 */
final class PartitionLabels {
  private final GraphPartition partition;
  private final int vertexType;
  private final boolean targets;
  private final boolean timed;

  /**
   * The labelled masters of one vertex type.
   *
   * @param targets true if it is their targets that are known; they have no class then
   * @param timed true if each is asked for its time
   */
  PartitionLabels(GraphPartition partition, int vertexType, boolean targets, boolean timed) {
    this.partition = partition;
    this.timed = timed;
    this.vertexType = vertexType;
    this.targets = targets;
  }

  /** Those that a job learns, of a partition that is held here. */
  static PartitionLabels of(LiveJob job, int partition) {
    return new PartitionLabels(
        job.partition(partition),
        job.task().vertexType(),
        job.settings().ofModel().task().objective().targets(),
        job.settings().train().sampling().beforeSeeds());
  }

  /** Hears of the labelled masters. */
  @FunctionalInterface
  private interface Visitor {
    /**
     * Hears of one.
     *
     * @param number among the labelled ones
     * @param split code of the split that came with the graph
     */
    void at(int number, int local, int label, byte split);
  }

  /** How many there are. */
  LabelCounts counts() {
    long[] counted = new long[3];
    final long[] others =
        each(
            (number, local, label, split) -> {
              counted[0]++;
              counted[1] += split == Split.TRAIN.code() ? 1 : 0;
              counted[2] += time(local) == VertexAttributes.UNKNOWN ? 1 : 0;
            });
    return new LabelCounts(counted[0], counted[1], others[0], others[1], counted[2]);
  }

  private long time(int local) {
    final long[] times = partition.vertexData().times();
    return times == null ? VertexAttributes.UNKNOWN : times[local];
  }

  /** How many are in each split. */
  PartitionSplits splits(SplitRule rule) {
    long[] counts = new long[1 + Split.TEST.code()];
    long[] classes = new long[rule.classes()];
    Splits splits = new Splits(rule, partition.number());
    each(
        (number, local, label, split) -> {
          final byte code = splits.code(number, split);
          counts[code]++;
          if (code == Split.TRAIN.code() && classes.length > 0) {
            classes[label]++;
          }
        });
    return new PartitionSplits(
        counts[Split.TRAIN.code()], counts[Split.VALID.code()], counts[Split.TEST.code()], classes);
  }

  /** Some of those in a split. */
  LabeledVertices vertices(SplitRule rule, SeedRun run) {
    LongArray vids = new LongArray(run.to() - run.from());
    IntArray labels = new IntArray(run.to() - run.from());
    LongArray times = new LongArray(timed ? run.to() - run.from() : 0);
    int[] met = new int[1];
    Splits splits = new Splits(rule, partition.number());
    each(
        (number, local, label, split) -> {
          if (splits.code(number, split) == run.split().code()) {
            if (met[0] >= run.from() && met[0] < run.to()) {
              vids.add(Vid.of(partition.number(), local));
              labels.add(label);
              if (timed) {
                times.add(time(local));
              }
            }
            met[0]++;
          }
        });
    return new LabeledVertices(vids.toArray(), labels.toArray(), times.toArray());
  }

  /**
   * Looks at all.
   *
   * @return masters in a split without a label, masters with a target that is not 0 to 1
   */
  private long[] each(Visitor visitor) {
    VertexLabels all = partition.labels();
    PartitionTypes types = partition.topology().types();
    Optional<TargetRange> range =
        targets ? Optional.of(new TargetRange(partition.targetRows(vertexType))) : Optional.empty();
    int number = 0;
    long unlabelled = 0;
    for (int local = types.start(vertexType); local < types.start(vertexType + 1); local++) {
      if (range.isPresent() ? range.get().known(local) : all.labels()[local] >= 0) {
        visitor.at(number++, local, targets ? 0 : all.labels()[local], all.splits()[local]);
      } else if (all.splits()[local] != Split.NONE) {
        unlabelled++;
      }
    }
    return new long[] {unlabelled, range.map(r -> r.beyond).orElse(0)};
  }

  /** The split of one vertex after the other. */
  private static final class Splits {
    private final Optional<SplitDraw> drawn;
    private final long first;
    private final Optional<IndexPermutation> order;

    Splits(SplitRule rule, int partition) {
      this.drawn = rule.drawn();
      this.first = rule.first()[partition];
      this.order = drawn.filter(draw -> draw.labelled() > 0).map(SplitDraw::order);
    }

    byte code(int number, byte given) {
      if (order.isEmpty()) {
        return given;
      }
      return drawn
          .get()
          .split(order.get().place(first + number))
          .map(Split::code)
          .orElse(Split.NONE);
    }
  }

  /** Looks at target rows one after the other. */
  private static final class TargetRange {
    private final RowMatrix rows;
    private final float[] row;
    private int beyond;

    TargetRange(RowMatrix rows) {
      this.rows = rows;
      this.row = new float[rows.dim()];
    }

    /** True if all numbers of a row are known. */
    boolean known(int local) {
      rows.read(local, row, 0);
      boolean known = true;
      boolean labels = true;
      for (float value : row) {
        known &= !Float.isNaN(value);
        labels &= !(value < 0 || value > 1);
      }
      beyond += labels ? 0 : 1;
      return known;
    }
  }
}
