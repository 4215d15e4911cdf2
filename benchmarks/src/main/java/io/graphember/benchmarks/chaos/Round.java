// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One piece of work and the fault that happens meanwhile. As text {@code
 * WORK/PHASE+MILLIS/FAULT:PICK}, for example {@code sampled/train+120/kill-trainer:4}.
 *
 * @param work what is done
 * @param phase in which the fault happens
 * @param millis behind the beginning of the phase, 0 or more
 * @param fault what happens
 * @param pick chooses nodes: the one that takes the work, and the one that the fault happens to; 0
 *     or more
 */
public record Round(Work work, Phase phase, int millis, Fault fault, int pick) {
  private static final Pattern TEXT =
      Pattern.compile("([a-z-]+)/([a-z]+)\\+([0-9]{1,6})/([a-z-]+):([0-9]{1,6})");

  /**
   * Checks that the work has the phase.
   *
   * @throws IllegalArgumentException if it has not
   */
  public Round {
    if (!work.phases().contains(phase)) {
      throw new IllegalArgumentException(
          "%s has no phase %s, it has %s.".formatted(work, phase, work.phases()));
    }
  }

  /**
   * Reads the text.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Round parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'%s': a round is WORK/PHASE+MILLIS/FAULT:PICK, for example sampled/train+120/kill-trainer:4."
              .formatted(text));
    }
    return new Round(
        constant(Work.class, matcher.group(1)),
        constant(Phase.class, matcher.group(2)),
        Integer.parseInt(matcher.group(3)),
        constant(Fault.class, matcher.group(4)),
        Integer.parseInt(matcher.group(5)));
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String text) {
    for (E constant : type.getEnumConstants()) {
      if (word(constant).equals(text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "'%s' is no %s.".formatted(text, type.getSimpleName().toLowerCase(Locale.ROOT)));
  }

  /** How a constant is written. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public String toString() {
    return "%s/%s+%d/%s:%d".formatted(word(work), word(phase), millis, word(fault), pick);
  }
}
