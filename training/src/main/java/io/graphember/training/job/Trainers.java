// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.training.job.batch.Compute;
import java.util.Collection;
import java.util.OptionalInt;

/**
 * How many trainers a job has, and why. A number that a job names holds whatever the nodes; {@code
 * auto} depends on them, and is fixed once when the job starts.
 *
 * @param count logical trainers; where partitions compute, each is one
 * @param compute who computes a step, trainers or partitions
 * @param why in the user's words
 */
public record Trainers(int count, Compute compute, String why) {
  static final String PATTERN = "auto|[1-9][0-9]{0,2}|10[01][0-9]|102[0-4]";
  static final String RULE = "'auto' or a number from 1 to 1024";

  private static final String AUTO = "auto";

  /** Largest number of trainers. */
  public static final int MOST = 1024;

  /** One thread of a trainer makes steps while others sample ahead. */
  private static final int PROCESSORS = 4;

  /** The number in a setting; empty for {@code auto}. */
  static OptionalInt number(String setting) {
    return setting.equals(AUTO) ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(setting));
  }

  /** As many as a job says. */
  public static Trainers given(String setting, int count) {
    return new Trainers(count, Compute.TRAINERS, "%s = %d".formatted(setting, count));
  }

  /** One for each partition, which computes it where it lies. */
  public static Trainers ofPartitions(int partitions, String why) {
    return new Trainers(partitions, Compute.PARTITIONS, why);
  }

  /** The same with more of a reason. */
  public Trainers because(String reason) {
    return new Trainers(count, compute, why + "; " + reason);
  }

  /** Trainers that a node carries. */
  public static int onNode(int processors) {
    return Math.max(1, processors / PROCESSORS);
  }

  /**
   * As many as the nodes carry, but no more than have a full batch each in a step: one if there are
   * less than two full batches.
   *
   * @param seeds what an epoch trains on
   * @param batchSize seeds of a batch of one trainer
   * @param processors of each node that runs trainers
   */
  public static Trainers auto(long seeds, int batchSize, Collection<Integer> processors) {
    final long carried = Math.max(1, processors.stream().mapToLong(Trainers::onNode).sum());
    final long filled = Math.max(1, seeds / batchSize);
    return filled < carried
        ? new Trainers(
            (int) Math.min(MOST, filled),
            Compute.TRAINERS,
            "auto: %,d to train on in an epoch fill %s of %,d"
                .formatted(seeds, filled == 1 ? "one batch" : filled + " batches", batchSize))
        : new Trainers(
            (int) Math.min(MOST, carried),
            Compute.TRAINERS,
            "auto: one on each node, or for %d processors of it".formatted(PROCESSORS));
  }
}
