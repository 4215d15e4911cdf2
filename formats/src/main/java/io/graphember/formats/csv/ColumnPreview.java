// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import java.util.Set;

/**
 * How a column looks by the rows that were looked at. Immutable.
 *
 * @param name its name in the header, or its number from 1
 * @param kind what its fields are that are not empty
 * @param values its values, no more than {@value #MOST_VALUES} of them
 * @param many true if it has more values than these
 * @param repeated true if a value comes twice
 * @param missing fields that are empty
 */
public record ColumnPreview(
    String name, Kind kind, Set<String> values, boolean many, boolean repeated, int missing) {
  /** Values that are kept. */
  public static final int MOST_VALUES = 1_000;

  /** What the fields of a column are. */
  public enum Kind {
    /** Whole numbers. */
    INTEGER,
    /** Numbers, some of which are not whole. */
    NUMBER,
    /** UUIDs. */
    UUID,
    /** Anything else. */
    TEXT,
    /** No field has anything. */
    EMPTY;

    /** True of numbers. */
    public boolean isNumber() {
      return this == INTEGER || this == NUMBER;
    }
  }
}
