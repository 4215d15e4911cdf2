// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.batch;

/**
 * How large a graph and a job are.
 *
 * @param vertices of the graph
 * @param seeds vertices that all trainers train on
 * @param trainers number of trainers
 */
public record SubgraphSizes(long vertices, long seeds, int trainers) {}
