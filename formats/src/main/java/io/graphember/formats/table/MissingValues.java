// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

/** What stands for a feature that is missing. */
public enum MissingValues {
  /** Nothing: the load is refused. */
  ERROR,
  /** 0. */
  ZERO,
  /** The mean of the column over the rows that have a value there. */
  MEAN
}
