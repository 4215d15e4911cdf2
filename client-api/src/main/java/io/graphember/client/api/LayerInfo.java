// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

/**
 * One layer of inference over a whole graph, on all nodes together.
 *
 * @param layer number, from 0
 * @param seconds wall time
 * @param fill seconds of these that rows were brought to the partitions that read them
 * @param read seconds of all threads for reading kept rows
 * @param aggregate seconds of all threads for adding up or collecting rows of neighbours
 * @param dense seconds of all threads for what needs no neighbours
 * @param write seconds of all threads for keeping and publishing rows
 * @param restored vertices that were computed already, by a job that was ended early
 * @param filledRows rows and sums that were brought to a partition from others
 * @param cachedRows rows that partitions kept
 * @param chunkReads how often a chunk of rows was asked for; 0 of rows in memory
 * @param chunkHits how often it was in the dynamic cache
 */
public record LayerInfo(
    int layer,
    double seconds,
    double fill,
    double read,
    double aggregate,
    double dense,
    double write,
    long restored,
    long filledRows,
    long cachedRows,
    long chunkReads,
    long chunkHits) {}
