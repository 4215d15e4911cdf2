// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import java.util.Optional;

/**
 * A change of all rows of a table, done where they are: no row crosses the network. {@code mult()}
 * and {@code mult_add()} of GraphScale, section 3.2 and figure 6.
 *
 * @param table changed
 * @param source the table that is added; empty to multiply
 * @param scalar finite: weights are multiplied by it, or those of the source before they are added
 * @param step rows of both tables are brought to this step first
 */
public record TableChange(String table, Optional<String> source, float scalar, long step) {
  /**
   * Multiplies all weights, see {@link TablePartition#mult}.
   *
   * @param scalar finite
   */
  public static TableChange mult(String table, float scalar, long step) {
    return new TableChange(table, Optional.empty(), scalar, step);
  }

  /**
   * Adds the weights of another table, times a scalar, see {@link TablePartition#multAdd}.
   *
   * @param source has the same partitions, with as many rows of as many weights
   * @param scalar finite
   */
  public static TableChange multAdd(String table, String source, float scalar, long step) {
    return new TableChange(table, Optional.of(source), scalar, step);
  }
}
