// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.checkpoint;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far apart the checkpoints of a job are: by steps, or by time. Where a checkpoint falls
 * changes no result.
 *
 * @param steps between two of them; 0 by time
 * @param time between two of them; zero by steps
 */
public record CheckpointInterval(long steps, Duration time) {
  /** No checkpoints but those that a job has anyway. */
  public static final CheckpointInterval NEVER = new CheckpointInterval(0, Duration.ZERO);

  /** What a setting may say. */
  public static final String PATTERN = "([0-9]{1,9})|([1-9][0-9]{0,5}) ?(s|min)";

  /** The same for a message. */
  public static final String RULE =
      "a number of steps, 0 for never, or a time such as '60s' or '5min'";

  private static final Pattern PARTS = Pattern.compile(PATTERN);

  /** An interval in steps. */
  public static CheckpointInterval ofSteps(long steps) {
    return new CheckpointInterval(steps, Duration.ZERO);
  }

  /**
   * What a setting says.
   *
   * @param setting text that {@link #PATTERN} describes
   */
  public static CheckpointInterval of(String setting) {
    final Matcher parts = PARTS.matcher(setting);
    if (!parts.matches()) {
      throw new IllegalArgumentException("'%s' is not %s".formatted(setting, RULE));
    }
    if (parts.group(1) != null) {
      return ofSteps(Long.parseLong(parts.group(1)));
    }
    final long time = Long.parseLong(parts.group(2));
    return new CheckpointInterval(
        0, parts.group(3).equals("s") ? Duration.ofSeconds(time) : Duration.ofMinutes(time));
  }

  /** True if there are none. */
  public boolean never() {
    return equals(NEVER);
  }

  /** True if there may be one before the last of so many steps. */
  public boolean within(long ofSteps) {
    return !never() && ofSteps > Math.max(1, steps);
  }

  /** How many there are in so many steps, at most. */
  public long most(long ofSteps) {
    return steps > 0 ? ofSteps / steps : ofSteps;
  }

  /** The first step behind a step that is one of a checkpoint; the largest number if none is. */
  public long next(long step) {
    return steps > 0 ? (step / steps + 1) * steps : Long.MAX_VALUE;
  }

  /**
   * True if a checkpoint is to be made.
   *
   * @param before steps by which one was looked for last
   * @param step steps by now
   * @param nanos since the last one, or since the beginning
   */
  public boolean due(long before, long step, long nanos) {
    return steps > 0 ? step >= next(before) : !time.isZero() && nanos >= time.toNanos();
  }
}
