// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report.text;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers as people read them, the same in every country. */
public final class Figures {
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB"};
  private static final double STEP = 1000;

  private static final double MINUTE = 60;
  private static final double HOUR = 3600;
  private static final double MILLIS = 1000;

  private Figures() {}

  /** 1234567 as {@code 1,234,567}. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** One of something, or many. */
  public static String count(long number, String noun) {
    return count(number) + " " + noun + (number == 1 ? "" : "s");
  }

  /** 1234567 as {@code 1.2 MB}. */
  public static String bytes(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= STEP && unit < UNITS.length - 1) {
      value /= STEP;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
  }

  /** Seconds with one digit after the point. */
  public static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.1f s", seconds);
  }

  /** A time in the unit that fits: 90 s are {@code 1.5 min}. */
  public static String duration(double seconds) {
    if (seconds < MINUTE) {
      return seconds(seconds);
    }
    return seconds < HOUR
        ? String.format(Locale.ROOT, "%.1f min", seconds / MINUTE)
        : String.format(Locale.ROOT, "%.1f h", seconds / HOUR);
  }

  /** A time of less than seconds. */
  public static String milliseconds(double seconds) {
    return String.format(Locale.ROOT, "%.1f ms", seconds * MILLIS);
  }

  /** A share with four digits after the point, or {@code -} if there is none. */
  public static String share(@Nullable Double share) {
    return share == null ? "-" : String.format(Locale.ROOT, "%.4f", share);
  }

  /** A ratio with two digits after the point. */
  public static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }
}
