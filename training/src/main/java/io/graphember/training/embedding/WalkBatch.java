// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding;

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
record WalkBatch(
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
}
