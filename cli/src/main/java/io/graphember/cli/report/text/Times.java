// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report.text;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Moments as people read them, in the time zone of this process. */
public final class Times {
  private static final DateTimeFormatter MINUTE = format("uuuu-MM-dd HH:mm");
  private static final DateTimeFormatter SECOND = format("uuuu-MM-dd HH:mm:ss");

  private Times() {}

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneId.systemDefault());
  }

  /**
   * A moment to the minute, or {@code -} if there is none.
   *
   * @param millis in ms since 1970
   */
  public static String minute(@Nullable Long millis) {
    return millis == null ? "-" : MINUTE.format(Instant.ofEpochMilli(millis));
  }

  /**
   * A moment to the second.
   *
   * @param millis in ms since 1970
   */
  public static String second(long millis) {
    return SECOND.format(Instant.ofEpochMilli(millis));
  }
}
