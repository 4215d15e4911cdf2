// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

/**
 * Asks for rows of one partition of a table.
 *
 * @param table name of the table
 * @param partition partition that has the rows
 * @param rows row indexes, also repeated
 * @param step rows are read as they are after this step, or {@link #LATEST}
 */
public record RowRead(String table, int partition, int[] rows, long step) {
  /** As after the last step that the host has completed. */
  public static final long LATEST = -1;
}
