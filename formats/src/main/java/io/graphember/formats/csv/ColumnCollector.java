// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Takes the fields of a column. Used by one thread. */
final class ColumnCollector {
  private static final Pattern INTEGER = Pattern.compile("[-+]?\\d{1,18}");
  private static final Pattern UUID =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private final Set<Integer> seen = new HashSet<>(); // hashes: a million keys are not kept
  private final Set<String> values = new LinkedHashSet<>();
  private boolean integers = true;
  private boolean numbers = true;
  private boolean uuids = true;
  private boolean many;
  private boolean repeated;
  private int missing;

  /** True if a field is a number. */
  static boolean isNumber(String field) {
    try {
      Double.parseDouble(field.strip());
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  void add(String field) {
    final String value = field.strip();
    if (value.isEmpty()) {
      missing++;
      return;
    }
    integers = integers && INTEGER.matcher(value).matches();
    numbers = numbers && (integers || isNumber(value));
    uuids = uuids && UUID.matcher(value).matches();
    repeated |= !seen.add(value.hashCode());
    if (values.size() < ColumnPreview.MOST_VALUES) {
      values.add(value);
    } else {
      many |= !values.contains(value);
    }
  }

  ColumnPreview preview(String name) {
    return new ColumnPreview(name, kind(), Set.copyOf(values), many, repeated, missing);
  }

  private ColumnPreview.Kind kind() {
    if (values.isEmpty()) {
      return ColumnPreview.Kind.EMPTY;
    }
    if (integers) {
      return ColumnPreview.Kind.INTEGER;
    }
    if (numbers) {
      return ColumnPreview.Kind.NUMBER;
    }
    return uuids ? ColumnPreview.Kind.UUID : ColumnPreview.Kind.TEXT;
  }
}
