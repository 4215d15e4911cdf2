// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.sampling.op.Direction;
import io.graphember.spi.CounterRandom;
import java.util.List;

/** Which end of an edge is replaced in its negatives, and is asked for in a test. */
public enum ReplacedEnd {
  /** The destination. */
  DESTINATION(List.of(Direction.OUT)),
  /** The source. */
  SOURCE(List.of(Direction.IN)),
  /** The one in some batches of training, the other in others; both in a test. */
  EITHER(List.of(Direction.OUT, Direction.IN));

  private final List<Direction> directions;

  ReplacedEnd(List<Direction> directions) {
    this.directions = directions;
  }

  /** From the end that stays to the one that is replaced, for each such end. */
  public List<Direction> directions() {
    return directions;
  }

  /**
   * The one of these for a batch.
   *
   * @param key decides
   */
  public Direction direction(long key) {
    return directions.get(CounterRandom.bounded(CounterRandom.bits(key, 0), directions.size()));
  }
}
