// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

/**
 * Where the time of one layer went, in seconds; of aggregate, dense and write those of all threads
 * added up.
 *
 * @param layer number of the layer
 * @param fill copying rows to the partitions that need them, from beginning to end
 * @param aggregate adding up or collecting rows of neighbours
 * @param dense matrix products and all else that needs no neighbours
 * @param write keeping rows for the next layer, and what takes the output
 * @param wall seconds that the layer took
 * @param filledRows rows that were copied from one partition to another
 * @param chunkReads how often a chunk of stored rows was asked for
 * @param chunkHits how often it was in the dynamic cache
 */
public record LayerTimes(
    int layer,
    double fill,
    double aggregate,
    double dense,
    double write,
    double wall,
    long filledRows,
    long chunkReads,
    long chunkHits) {}
