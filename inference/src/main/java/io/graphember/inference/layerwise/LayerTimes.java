// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

/**
 * Where the time of one layer went, in seconds of processor work added up over all threads.
 *
 * @param layer number of the layer
 * @param fill copying rows to the partitions that need them
 * @param aggregate adding up or collecting rows of neighbours
 * @param dense matrix products and all else that needs no neighbours
 * @param write keeping rows for the next layer, and what takes the output
 * @param wall seconds that the layer took
 * @param filledRows rows that were copied
 */
public record LayerTimes(
    int layer,
    double fill,
    double aggregate,
    double dense,
    double write,
    double wall,
    long filledRows) {}
