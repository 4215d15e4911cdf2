// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.pair;

/**
 * What pairs train: the input row of one vertex to predict the output row of the other.
 *
 * @param inputs table of input rows, which become the embedding
 * @param outputs table of output rows; the same table for first-order proximity of LINE
 */
public record PairObjective(String inputs, String outputs) {
  /** True if a vertex has one row for both. */
  public boolean oneTable() {
    return inputs.equals(outputs);
  }
}
