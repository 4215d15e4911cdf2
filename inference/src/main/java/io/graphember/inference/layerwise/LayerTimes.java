// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

/**
 * Where the time of one layer went, in seconds; of read, aggregate, dense and write those of all
 * threads added up.
 *
 * @param layer number of the layer
 * @param fill bringing rows and sums to the partitions that need them, from beginning to end
 * @param read reading rows of masters themselves, and chunks of static caches
 * @param aggregate adding up or collecting rows of neighbours
 * @param dense matrix products and all else that needs no neighbours
 * @param write keeping rows for the next layer, and what takes the output
 * @param wall seconds that the layer took
 * @param restored masters that a run had computed that was ended early
 * @param filledRows rows and sums that were brought to a partition from others
 * @param cachedRows rows that partitions kept: of masters, mirrors, and other processes' partitions
 * @param chunkReads how often a chunk of stored rows was asked for
 * @param chunkHits how often it was in the dynamic cache
 */
public record LayerTimes(
    int layer,
    double fill,
    double read,
    double aggregate,
    double dense,
    double write,
    double wall,
    long restored,
    long filledRows,
    long cachedRows,
    long chunkReads,
    long chunkHits) {

  /** This layer in two processes that worked side by side. */
  public LayerTimes plus(LayerTimes other) {
    return new LayerTimes(
        layer,
        Math.max(fill, other.fill),
        read + other.read,
        aggregate + other.aggregate,
        dense + other.dense,
        write + other.write,
        Math.max(wall, other.wall),
        restored + other.restored,
        filledRows + other.filledRows,
        cachedRows + other.cachedRows,
        chunkReads + other.chunkReads,
        chunkHits + other.chunkHits);
  }
}
