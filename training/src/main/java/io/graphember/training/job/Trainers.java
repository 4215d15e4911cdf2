// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import java.util.Collection;
import java.util.OptionalInt;

/**
 * How many trainers a job has, and why. A number that a job names holds whatever the nodes; {@code
 * auto} depends on them, and is fixed once when the job starts.
 *
 * @param count logical trainers
 * @param why in the user's words
 */
public record Trainers(int count, String why) {
  static final String PATTERN = "auto|[1-9][0-9]{0,2}|10[01][0-9]|102[0-4]";
  static final String RULE = "'auto' or a number from 1 to 1024";

  private static final String AUTO = "auto";
  private static final int MOST = 1024;

  /** One thread of a trainer makes steps while others sample ahead. */
  private static final int PROCESSORS = 4;

  /** The number in a setting; empty for {@code auto}. */
  static OptionalInt number(String setting) {
    return setting.equals(AUTO) ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(setting));
  }

  /** As many as a job says. */
  public static Trainers given(String setting, int count) {
    return new Trainers(count, "%s = %d".formatted(setting, count));
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
            "auto: %,d to train on in an epoch fill %s of %,d"
                .formatted(seeds, filled == 1 ? "one batch" : filled + " batches", batchSize))
        : new Trainers(
            (int) Math.min(MOST, carried),
            "auto: one on each node, or for %d processors of it".formatted(PROCESSORS));
  }
}
