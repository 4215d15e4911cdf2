// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.pair;

import io.graphember.training.embedding.step.TouchedRows;
import java.util.ArrayList;
import java.util.List;

/**
 * What one step of one trainer trains with: walks over distinct vertices, and negatives of every
 * place in them.
 *
 * @param vids id of each distinct vertex, by its number in the batch: those of the walks first
 * @param inputs how many of them are met in walks
 * @param tokens numbers of the vertices of the walks, one walk after the other
 * @param ends where each walk ends in {@code tokens}
 * @param negatives {@code [tokens * perPlace]}: numbers of the negatives of each place, distinct
 *     and none of them the vertex at the place; {@link #NONE} where a draw was not
 * @param perPlace negatives of a place
 * @param windowKey key of the stream that draws the width of each place's window
 * @param walked vertices that the walks met before frequent ones were left out
 */
public record WalkBatch(
    long[] vids,
    int inputs,
    int[] tokens,
    int[] ends,
    int[] negatives,
    int perPlace,
    long windowKey,
    long walked) {
  /** A negative that was drawn twice or was the vertex itself. */
  static final int NONE = -1;

  /**
   * The rows that it touches: of input tables those of the walks, of output tables all.
   *
   * @param dim floats of a row of every table
   */
  List<TouchedRows> touched(List<PairObjective> objectives, int dim) {
    List<TouchedRows> touched = new ArrayList<>();
    for (PairObjective objective : objectives) {
      if (!objective.oneTable()) {
        touched.add(new TouchedRows(objective.inputs(), dim, vids, inputs));
      }
      touched.add(new TouchedRows(objective.outputs(), dim, vids, vids.length));
    }
    return touched;
  }
}
