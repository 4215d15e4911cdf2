// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.Optional;

/**
 * Dates and times as text, {@code 2024-01-31} and {@code 2024-01-31T10:00:00Z}, also with a blank
 * instead of the T; without a zone they are UTC. As a feature they are days since 1970, as a
 * timestamp of an edge milliseconds.
 */
public final class Moments {
  /** What must be written. */
  static final String RULE =
      "it must be a date such as 2024-01-31 or a time such as 2024-01-31T10:00:00Z";

  private static final int DATE_LENGTH = 10;
  private static final double SECONDS_OF_A_DAY = 86_400;

  private Moments() {}

  /** True if the text begins as a date does, and no number can. */
  static boolean begin(char[] text, int offset, int length) {
    return length >= DATE_LENGTH && text[offset + 4] == '-' && text[offset + 7] == '-';
  }

  /** The moment that a text without blanks around it says; empty if it says none. */
  static Optional<Instant> parse(String text) {
    try {
      if (text.length() == DATE_LENGTH) {
        return Optional.of(LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC));
      }
      final String iso = text.substring(0, DATE_LENGTH) + "T" + text.substring(DATE_LENGTH + 1);
      final char between = text.charAt(DATE_LENGTH);
      if (between != 'T' && between != ' ') {
        return Optional.empty();
      }
      final boolean zoned = iso.endsWith("Z") || iso.lastIndexOf('-') > 7 || iso.contains("+");
      return Optional.of(
          zoned
              ? OffsetDateTime.parse(iso).toInstant()
              : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Days since 1970, rounded to the nearest float. */
  static float days(Instant moment) {
    return (float) ((moment.getEpochSecond() + moment.getNano() / 1e9) / SECONDS_OF_A_DAY);
  }

  /** A value of a table that is a date or a time, as text; empty for other values. */
  public static Optional<String> text(Object value) {
    if (value instanceof java.sql.Date date) {
      return Optional.of(date.toLocalDate().toString()); // a day of the calendar, wherever one is
    }
    if (value instanceof Date moment) {
      return Optional.of(Instant.ofEpochMilli(moment.getTime()).toString());
    }
    final boolean moment =
        value instanceof LocalDate
            || value instanceof LocalDateTime
            || value instanceof Instant
            || value instanceof OffsetDateTime;
    return moment ? Optional.of(value.toString()) : Optional.empty();
  }
}
