// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.schema.InputError;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;

/**
 * Parses numbers where they lie in the parser's buffer, without an object for the usual forms.
 * Blanks around a number are allowed.
 */
public final class Numbers {
  /** Powers of ten that a float holds exactly. */
  private static final float[] TENS = {1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f, 1e6f, 1e7f, 1e8f, 1e9f};

  private static final Set<String> MISSING = Set.of("", "nan", "na", "n/a", "null", "none");

  private static final int EXACT_MANTISSA = 1 << 24;

  private static final String WHOLE = "it must be a whole number of 64 bits";

  private Numbers() {}

  /** A 64-bit whole number in decimal. */
  public static long parseLong(RowTable at, int column, char[] text, int offset, int length) {
    return parseLong(at, column, text, offset, length, WHOLE);
  }

  /** A key that is a 64-bit whole number in decimal. */
  static long parseKey(RowTable at, int column, char[] text, int offset, int length) {
    return parseLong(
        at, column, text, offset, length, WHOLE + ", or set keys: string for keys that are text");
  }

  private static long parseLong(
      RowTable at, int column, char[] text, int offset, int length, String rule) {
    int from = offset;
    int to = offset + length;
    while (from < to && blank(text[from])) {
      from++;
    }
    while (from < to && blank(text[to - 1])) {
      to--;
    }
    final boolean negative = from < to && text[from] == '-';
    if (negative) {
      from++;
    }
    // Counts below zero, where there is room for Long.MIN_VALUE.
    long value = 0;
    boolean fits = from < to;
    for (int i = from; i < to && fits; i++) {
      final int digit = text[i] - '0';
      fits = digit >= 0 && digit <= 9 && value >= (Long.MIN_VALUE + digit) / 10;
      value = 10 * value - digit;
    }
    if (!fits || (!negative && value == Long.MIN_VALUE)) {
      throw at.error(InputError.INPUT_NOT_A_NUMBER, column, text, offset, length, rule);
    }
    return negative ? value : -value;
  }

  /**
   * A timestamp: a 64-bit whole number in decimal, or a date or time in milliseconds since 1970.
   */
  static long parseTime(RowTable at, int column, char[] text, int offset, int length) {
    return Moments.begin(text, offset, length)
        ? moment(at, column, text, offset, length).toEpochMilli()
        : parseLong(at, column, text, offset, length, WHOLE + ", a date or a time");
  }

  private static Instant moment(RowTable at, int column, char[] text, int offset, int length) {
    return Moments.parse(new String(text, offset, length).strip())
        .orElseThrow(
            () ->
                at.error(
                    InputError.INPUT_NOT_A_NUMBER, column, text, offset, length, Moments.RULE));
  }

  /**
   * True for a field that stands for no number: an empty one, and what other tools write for it.
   */
  static boolean missing(char[] text, int offset, int length) {
    if (length == 0) {
      return true;
    }
    final char first = (char) (text[offset] | 32);
    return (first == 'n' || blank(text[offset]))
        && MISSING.contains(new String(text, offset, length).strip().toLowerCase(Locale.ROOT));
  }

  /** A finite number, rounded to the nearest float; days since 1970 of a date or a time. */
  public static float parseFloat(RowTable at, int column, char[] text, int offset, int length) {
    final int end = offset + length;
    int i = offset;
    final boolean negative = i < end && text[i] == '-';
    if (negative) {
      i++;
    }
    int mantissa = 0;
    int digits = 0;
    int decimals = 0;
    boolean point = false;
    for (; i < end; i++) {
      final int digit = text[i] - '0';
      if (digit >= 0 && digit <= 9 && mantissa < EXACT_MANTISSA / 10) {
        mantissa = 10 * mantissa + digit;
        digits++;
        decimals += point ? 1 : 0;
      } else if (text[i] == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (i < end || digits == 0 || decimals >= TENS.length) {
      return parseUnusual(at, column, text, offset, length);
    }
    // Both operands are exact, so the quotient is rounded once: correctly.
    final float value = mantissa / TENS[decimals];
    return negative ? -value : value;
  }

  /** A finite number; NaN where the field is empty or nan. */
  public static float parseKnown(RowTable at, int column, char[] text, int offset, int length) {
    final boolean perhaps = length == 0 || blank(text[offset]) || (text[offset] | 32) == 'n';
    if (perhaps) {
      final String known = new String(text, offset, length).strip();
      if (known.isEmpty() || known.equalsIgnoreCase("nan")) {
        return Float.NaN;
      }
    }
    return parseFloat(at, column, text, offset, length);
  }

  private static float parseUnusual(RowTable at, int column, char[] text, int offset, int length) {
    if (Moments.begin(text, offset, length)) {
      return Moments.days(moment(at, column, text, offset, length));
    }
    final String number = new String(text, offset, length).strip();
    if (!number.isEmpty() && decimal(number)) {
      try {
        final float value = Float.parseFloat(number);
        if (Float.isFinite(value)) {
          return value;
        }
      } catch (NumberFormatException expected) {
        // Reported below, together with numbers that are not finite.
      }
    }
    throw at.error(
        InputError.INPUT_NOT_A_NUMBER, column, text, offset, length, "it must be a finite number");
  }

  /** True without the letters of NaN, Infinity, hexadecimals and Java's type suffixes. */
  private static boolean decimal(String number) {
    return number.chars().allMatch(c -> c >= '0' && c <= '9' || "+-.eE".indexOf(c) >= 0);
  }

  private static boolean blank(char c) {
    return c == ' ' || c == '\t';
  }
}
